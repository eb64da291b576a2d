"""Livestock scores with its own kind in the same pasture, again and again."""

from __future__ import annotations

from ..jit import kernel, lowest_bit
from ..layout import ANIMALS, FROM_LIVESTOCK, FROM_M7, SPECIES_OF
from .scoring import gain, has_monastery


@kernel
def score_livestock(t, s, p, h):
    """The tile on hex h was just placed: all animals of its species in this pasture score."""
    species = SPECIES_OF[s.tiles[p, h]]
    pasture = int(t.region[s.duchy[p], h]) & int(s.occupied[p])
    animals, tiles = 0, 0
    while pasture != 0:
        other = s.tiles[p, lowest_bit(pasture)]
        pasture &= pasture - 1
        if SPECIES_OF[other] == species:
            animals += int(ANIMALS[other])
            tiles += 1
    gain(s, p, FROM_LIVESTOCK, animals)
    if has_monastery(s, p, 7):
        gain(s, p, FROM_M7, tiles)
