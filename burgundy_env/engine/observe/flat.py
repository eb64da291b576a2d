"""The flat observation: one vector, self first, then the others, then the table."""

from __future__ import annotations

import numpy as np

from ..jit import count_bits, kernel, lowest_bit
from ..layout import (
    ANIMALS,
    BIT,
    BUILDING,
    BUILDING_KINDS,
    COLOUR_OF,
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
from .chateauma import write_chateauma
from .faces import TILE, code, write_tile
from .fields import Field, end_of, firsts, lay_out, under
from .seats import MONASTERY_FIELD, SEAT, seat_after, write_monasteries, write_seat
from .table import SHARED, write_shared

_F = np.float32
_COLOURS, _KINDS, _SPECIES = len(COLOURS), len(BUILDING_KINDS), len(SPECIES)
MOST_VP = 60  # a region scores less than this
_REGION_SCALE = 1 / MOST_VP

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
    _write_regions(t, s, seat, out)
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


@kernel
def _write_hexes(t, s, p, out):
    write_codes(s, p, out, _TILES)
    empty, board, reach = ~int(s.occupied[p]), int(s.duchy[p]), int(s.reach[p])
    for h in range(HEXES):
        if (empty >> h) & 1 != 0:
            out[_EMPTY + HEXES * t.colour[board, h] + h] = _F(1)
            out[_REACH + h] = _F((reach >> h) & 1)


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
            if cost <= workers:
                out[_DIE_REACH + HEXES * die + h] = _F(4 - cost) * _F(0.25)


@kernel
def _write_regions(t, s, p, out):
    """Region by region: what completing it is worth, and what it may still take."""
    board, occupied, bonus = int(s.duchy[p]), int(s.occupied[p]), int(t.phase_bonus[s.phase])
    empty = (int(BIT[HEXES]) - 1) & ~occupied
    while empty != 0:
        h = lowest_bit(empty)
        region = int(t.region[board, h])
        room = region & ~occupied
        empty &= ~room
        left = count_bits(room)
        vp = int(t.region_vp[count_bits(region)]) + bonus
        worth = min(_F(vp) * _F(_REGION_SCALE) / _F(left), _F(1))
        colour = t.colour[board, h]
        if colour == BUILDING:
            _write_town(s, p, region & occupied, left, out)
        elif colour == LIVESTOCK:
            _write_pasture(s, p, region & occupied, out)
        while room != 0:
            out[_WORTH + lowest_bit(room)] = worth
            room &= room - 1


@kernel
def _write_town(s, p, built, left, out):
    kinds, any_kind = 0, has_monastery(s, p, 1)
    while built != 0 and not any_kind:
        kinds |= 1 << int(s.tiles[p, lowest_bit(built)])
        built &= built - 1
    share = _F(left) * _F(1 / 12)
    for kind in range(_KINDS):
        if (kinds >> (kind + 1)) & 1 == 0:
            out[_OPEN_TO + kind] += share


@kernel
def _write_pasture(s, p, grazed, out):
    for species in range(_SPECIES):
        animals, hexes = 0, grazed
        while hexes != 0:
            tile = s.tiles[p, lowest_bit(hexes)]
            hexes &= hexes - 1
            if COLOUR_OF[tile] == LIVESTOCK and SPECIES_OF[tile] == species:
                animals += int(ANIMALS[tile])
        out[_HERD + species] = max(out[_HERD + species], _F(animals) * _F(1 / 12))
