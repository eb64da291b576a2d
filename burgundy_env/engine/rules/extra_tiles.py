"""Monasteries 27 and 28, the crane, which has the effect of any building, and the geese, which join any herd."""

from __future__ import annotations

from ..actions import block_number, first_id
from ..jit import kernel
from ..layout import (
    ALL_SPECIES,
    BUILDING,
    MONASTERY_0,
    SEATS,
    SPECIES,
    SPECIES_OF,
    TILE_IDS,
    TOWN_HALL,
    WAREHOUSE,
    pending_kind,
    tile_id,
)
from .duchy import has_monastery, herd, tiles_of
from .holdings import animals_in_sight
from .pending import push
from .shields import gain_workers_too
from .track import put_on_top

CRANE, GEESE_TILE = tile_id("crane"), tile_id("geese")
P_CRANE = pending_kind("crane")
EFFECT, B_EFFECT = first_id("effect") - 1, block_number("effect")  # its objects are buildings by their tile ids
HIRE, B_HIRE = first_id("hire"), block_number("hire")
GEESE = ALL_SPECIES.index("geese")
_OTHER_SPECIES = len(SPECIES)
KEEPS_ON_TOP, HIRES = 27, 28  # monasteries


def fill_tables(t, config, data):
    """Monasteries of yellow backs, the others of black ones."""
    tiles = data.components["expansion_tiles"]["extra_tiles"]
    for number in tiles["monastery"]:
        t.supply[MONASTERY_0 + number] += 1
    for name in tiles["black"]:
        t.black_supply[TILE_IDS[name]] += 1


@kernel
def name_a_building(s):
    """The crane: which building's effect it has is to be decided."""
    push(s, P_CRANE, 0, 0)


@kernel
def offer_effects(ids, n, other):
    """List the eight buildings whose effect the crane may have, and another kind unless it is 0."""
    for building in range(WAREHOUSE, TOWN_HALL + 1):
        ids[n] = EFFECT + building
        n += 1
    if other != 0:
        ids[n] = EFFECT + other
        n += 1
    return n


@kernel
def has_crane(t, s, p):
    """Whether the duchy has the crane, which counts as any one building."""
    return t.black_supply[CRANE] != 0 and tiles_of(t, s, p, BUILDING, CRANE) > 0


@kernel
def herd_with_geese(s, p, pasture, species, per_tile):
    """Animals and tiles that score with a tile of a species: any geese join it, and geese themselves the species that
    is worth most there; `per_tile`: points for a tile."""
    if species == GEESE:
        species, best = 0, -1
        for other in range(_OTHER_SPECIES):
            animals, tiles = herd(s, p, pasture, other)
            if animals + per_tile * tiles > best:
                species, best = other, animals + per_tile * tiles
    animals, tiles = herd(s, p, pasture, species)
    geese, geese_tiles = herd(s, p, pasture, GEESE)
    return animals + geese, tiles + geese_tiles


@kernel
def animals_with_geese(s, tile):
    """The Châteauma's animals of the tile's species, geese with them; geese join the species of most tiles."""
    geese, _ = animals_in_sight(s, GEESE)
    if SPECIES_OF[tile] != GEESE:
        animals, _ = animals_in_sight(s, SPECIES_OF[tile])
        return animals + geese
    best, most = 0, 0
    for species in range(_OTHER_SPECIES):
        animals, tiles = animals_in_sight(s, species)
        if tiles > most or (tiles == most and animals > best):
            best, most = animals, tiles
    return best + geese


@kernel
def found_extra_monastery(s, p, number):
    """Monastery 27: the marker is on top of its space from now on."""
    if number == KEEPS_ON_TOP:
        put_on_top(s, p)


@kernel
def keep_on_top(s, p):
    """Monastery 27: also when another marker, that of seat p, arrives."""
    for other in range(SEATS):
        if other != p and has_monastery(s, other, KEEPS_ON_TOP) and s.track[other] == s.track[p]:
            put_on_top(s, other)


@kernel
def may_hire(s, p):
    """Monastery 28, as often as there is silver."""
    return s.silver[p] > 0 and has_monastery(s, p, HIRES)


@kernel
def hire(s, p):
    """Monastery 28: a silver for two workers."""
    s.silver[p] -= 1
    s.workers[p] += 2
    gain_workers_too(s, p)
