"""Livestock scores with its own kind in the same pasture, again and again; geese with any one kind."""

from __future__ import annotations

from ..jit import kernel, lowest_bit
from ..layout import ANIMALS, FROM_LIVESTOCK, FROM_M7, SPECIES, SPECIES_OF
from .scoring import gain, has_monastery

GEESE = len(SPECIES)


@kernel
def score_livestock(t, s, p, h):
    """The tile on hex h was just placed: all animals of its species in this pasture score, and any geese.
    Geese score with the species that is worth most there."""
    pasture = int(t.region[s.duchy[p], h]) & int(s.occupied[p])
    per_tile = 1 if has_monastery(s, p, 7) else 0
    species = int(SPECIES_OF[s.tiles[p, h]])
    if species == GEESE:
        species, best = 0, -1
        for other in range(GEESE):
            animals, tiles = herd(s, p, pasture, other)
            if animals + per_tile * tiles > best:
                species, best = other, animals + per_tile * tiles
    animals, tiles = herd(s, p, pasture, species)
    geese, geese_tiles = herd(s, p, pasture, GEESE)
    gain(s, p, FROM_LIVESTOCK, animals + geese)
    gain(s, p, FROM_M7, per_tile * (tiles + geese_tiles))


@kernel
def herd(s, p, pasture, species):
    """How many animals of a species are on a set of hexes, and on how many tiles."""
    animals, tiles = 0, 0
    while pasture != 0:
        tile = s.tiles[p, lowest_bit(pasture)]
        pasture &= pasture - 1
        if SPECIES_OF[tile] == species:
            animals += int(ANIMALS[tile])
            tiles += 1
    return animals, tiles
