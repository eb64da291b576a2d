"""The flat observation: one vector, self first, then the others, then the table."""

from __future__ import annotations

import numpy as np

from ..jit import count_bits, kernel, lowest_bit
from ..layout import (
    ANIMALS,
    BUILDING,
    BUILDING_KINDS,
    COLOURS,
    HEXES,
    LIVESTOCK,
    SEATS,
    SPECIES,
    SPECIES_OF,
    STORAGE,
)
from ..rules.dice import free_step_for_placing, workers_for
from ..rules.scoring import has_monastery
from ..tables import LARGEST_REGION
from .chateauma import write_chateauma
from .faces import TILE, code, write_tile
from .fields import Field, end_of, firsts, lay_out, under
from .seats import MONASTERY_FIELD, SEAT, seat_after, write_monasteries, write_seat
from .table import SHARED, write_shared

_F = np.float32
_COLOURS, _KINDS, _SPECIES = len(COLOURS), len(BUILDING_KINDS), len(SPECIES)
MOST_VP = 60  # a region scores less than this
_SHARES = np.array([0] + [1 / (MOST_VP * left) for left in range(1, LARGEST_REGION + 1)], np.float32)

OWN = [
    MONASTERY_FIELD,
    Field("storage", (STORAGE, TILE), "each stored tile: one of six colours, then the face"),
    Field("empty", (_COLOURS, HEXES), "1 where a hex of this colour is empty"),
    Field("tiles", (HEXES,), "which tile lies on each hex: its id / 57, 0 for none"),
    Field("reach", (HEXES,), "1 where an empty hex touches a tile"),
    Field("die_reach", (2, HEXES), "by unused die, where in reach: 1 - workers it would cost / 4, 0 if too many"),
    Field("region_worth", (HEXES,), f"of an empty hex: VP for its region, now, per hex to cover, / {MOST_VP}"),
    Field("open_to", (_KINDS,), "by building: empty hexes in towns that may still take one, / 12", high=4),
    Field("herd", (_SPECIES,), "by species: animals in the pasture with most of them that has room, / 12", high=3),
]
OTHER = [
    Field("storage", (STORAGE,), "which tiles are stored: their ids / 57"),
    Field("tiles", (HEXES,), "which tile lies on each hex: its id / 57, 0 for none"),
]
FLAT = lay_out(
    [
        *under("self", [*SEAT, *OWN]),
        *(field for k in range(1, SEATS) for field in under(f"opponent{k}", [*SEAT, *OTHER])),
        *SHARED,
    ]
)
FLAT_SIZE = end_of(FLAT)
_at = firsts(FLAT)
_OPPONENT = _at["opponent1.present"]
_OPPONENT_SIZE = _at["opponent2.present"] - _OPPONENT
_OTHER_STORAGE, _OTHER_TILES = _at["opponent1.storage"] - _OPPONENT, _at["opponent1.tiles"] - _OPPONENT
_SHARED = _at[SHARED[0].name]
_MONASTERIES, _STORAGE, _EMPTY = _at["self.monasteries"], _at["self.storage"], _at["self.empty"]
_TILES, _REACH, _DIE_REACH = _at["self.tiles"], _at["self.reach"], _at["self.die_reach"]
_WORTH, _OPEN_TO, _HERD = _at["self.region_worth"], _at["self.open_to"], _at["self.herd"]


@kernel
def write_flat(t, s, seat, out):
    """Fill a row with what a seat sees."""
    out[:] = _F(0)
    write_seat(t, s, seat, out, 0)
    write_monasteries(s, seat, out, _MONASTERIES)
    for i in range(s.stored[seat]):
        write_tile(out, _STORAGE + TILE * i, s.storage[seat, i])
    _write_hexes(t, s, seat, out)
    _write_die_reach(t, s, seat, out)
    _write_towns(t, s, seat, out)
    _write_pastures(t, s, seat, out)
    for k in range(1, t.seats):
        p, j = seat_after(t, s, seat, k), _OPPONENT + (k - 1) * _OPPONENT_SIZE
        write_seat(t, s, p, out, j)
        for i in range(s.stored[p]):
            out[j + _OTHER_STORAGE + i] = code(s.storage[p, i])
        write_codes(s, p, out, j + _OTHER_TILES)
    write_shared(t, s, out, _SHARED)
    if t.chateauma >= 0:
        write_chateauma(t, s, out, FLAT_SIZE)


@kernel
def write_codes(s, p, out, j):
    """The tiles of a duchy, each as one number."""
    for h in range(HEXES):
        out[j + h] = code(s.tiles[p, h])


# The loops below avoid branches on what lies where: a wrong guess of the processor costs as much as ten numbers.


@kernel
def _write_hexes(t, s, p, out):
    """By hex: its tile; and of the empty ones colour, reach, and what the region pays per hex to cover."""
    board, occupied, bonus = int(s.duchy[p]), int(s.occupied[p]), int(t.phase_bonus[s.phase])
    reach = int(s.reach[p])
    write_codes(s, p, out, _TILES)
    for h in range(HEXES):
        empty = _F(1 - ((occupied >> h) & 1))
        out[_EMPTY + HEXES * t.colour[board, h] + h] = empty
        out[_REACH + h] = empty * _F((reach >> h) & 1)
        region = int(t.region[board, h])
        vp = int(t.region_vp[count_bits(region)]) + bonus
        worth = empty * _F(vp) * _SHARES[count_bits(region & ~occupied)]
        out[_WORTH + h] = min(worth, _F(1))


@kernel
def _write_die_reach(t, s, p, out):
    board, workers = int(s.duchy[p]), int(s.workers[p])
    for die in range(2):
        shown = int(s.dice[p, die])
        if shown == 0 or s.used[p, die] != 0:
            continue
        hexes = int(s.reach[p]) & ~int(s.occupied[p])
        while hexes != 0:
            h = lowest_bit(hexes)
            hexes &= hexes - 1
            free = free_step_for_placing(s, p, t.colour[board, h])
            cost = workers_for(t, s, p, shown, t.number[board, h], free)
            out[_DIE_REACH + HEXES * die + h] = _F(4 - cost) * _F(0.25) if cost <= workers else _F(0)


@kernel
def _write_towns(t, s, p, out):
    """A building may go to every empty hex but those of the towns that have its kind."""
    board, occupied = int(s.duchy[p]), int(s.occupied[p])
    hexes = int(t.colour_hexes[board, BUILDING])
    room, built = _F(count_bits(hexes & ~occupied)) * _F(1 / 12), hexes & occupied
    for kind in range(_KINDS):
        out[_OPEN_TO + kind] = room
    if has_monastery(s, p, 1):
        return
    while built != 0:
        h = lowest_bit(built)
        built &= built - 1
        kind = int(s.tiles[p, h]) - 1
        if 0 <= kind < _KINDS:
            left = count_bits(int(t.region[board, h]) & ~occupied)
            out[_OPEN_TO + kind] = max(out[_OPEN_TO + kind] - _F(left) * _F(1 / 12), _F(0))


@kernel
def _write_pastures(t, s, p, out):
    board, occupied = int(s.duchy[p]), int(s.occupied[p])
    grazed = int(t.colour_hexes[board, LIVESTOCK]) & occupied
    hexes = grazed
    while hexes != 0:
        h = lowest_bit(hexes)
        hexes &= hexes - 1
        region = int(t.region[board, h])
        if region & ~occupied == 0:
            continue
        species, animals, herd = SPECIES_OF[s.tiles[p, h]], 0, region & grazed
        while herd != 0:
            tile = s.tiles[p, lowest_bit(herd)]
            herd &= herd - 1
            animals += int(ANIMALS[tile]) * int(SPECIES_OF[tile] == species)
        if 0 <= species < _SPECIES:
            out[_HERD + species] = max(out[_HERD + species], _F(animals) * _F(1 / 12))
