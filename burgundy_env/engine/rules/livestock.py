"""Livestock scores with its own kind in the same pasture, again and again."""

from __future__ import annotations

from ..hooks.changes import herd_that_scores, pasture_that_scores
from ..jit import kernel
from ..layout import FROM_LIVESTOCK, FROM_M7, SPECIES_OF
from .duchy import has_monastery, herd, tile_on
from .points import gain


@kernel
def score_livestock(t, s, p, h):
    """The tile on hex h was just placed: all animals of its species in this pasture score."""
    pasture = int(t.region[s.duchy[p], h]) & int(s.occupied[p])
    per_tile = 1 if has_monastery(s, p, 7) else 0
    species = int(SPECIES_OF[tile_on(s, p, h)])
    if t.modules != 0:
        pasture = pasture_that_scores(s, p, pasture)
        animals, tiles = herd_that_scores(s, p, pasture, species, per_tile)
    else:
        animals, tiles = herd(s, p, pasture, species)
    gain(s, p, FROM_LIVESTOCK, animals)
    gain(s, p, FROM_M7, per_tile * tiles)
