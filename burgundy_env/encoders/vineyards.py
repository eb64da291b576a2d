"""What the vineyards lay on the table and beside the player boards. Their fields follow each other."""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import ARG_A, ARG_B, DOUBLE, KIND, P_DISCARD
from ..engine.rules.doubles import FIRST_VINE, KINDS, SECOND_VINE, count_of
from ..engine.rules.shields import P_SET
from ..engine.rules.vineyards import P_BONUSES, P_PLANT, RESERVE, hexes_of_vine, open_spaces
from ..modules.vineyards import BOARDS, DECISIONS, MODULE, SLOTS, SPACES, STORE_SLOTS, VINES
from .fields import firsts, lay_out

_F = np.float32
_VINES, _HEXES, _DECISIONS, _BOARDS = len(VINES), 2 * SPACES, len(DECISIONS), len(BOARDS)
_table, _seat = firsts(lay_out(MODULE.table_fields)), firsts(lay_out(MODULE.seat_fields))
_OUT, _DEPOT, _STORE, _RESERVE, _CHATEAUMA, _COMING, _PLANT, _BY, _LEFT = _table.values()
_BOARD, _VINES_0, _OPEN, _TILES, _STORED = _seat.values()


@kernel_of_constants
def write_vineyard_table(t, s, out, j):
    """Depot, store, reserve, and what is decided."""
    for vine in range(_VINES):
        out[j + _OUT + vine] = _F((int(s.vines_out) >> vine) & 1)
        out[j + _RESERVE + vine] = _F(s.vine_tiles[RESERVE, vine]) * _F(0.25)
    for slot in range(SLOTS):
        _write_double(out, j + _DEPOT + slot * _VINES, s.double_depot[slot])
    for slot in range(STORE_SLOTS):
        _write_double(out, j + _STORE + slot * _VINES, s.double_store[slot])
    for double in range(1, KINDS):
        out[j + _CHATEAUMA + double - 1] = _F(count_of(s.chateauma_doubles, double)) * _F(0.25)
    for i in range(s.depth):
        kind, a = int(s.pending[i, KIND]), int(s.pending[i, ARG_A])
        if (kind == P_DISCARD or kind == P_SET) and a > DOUBLE:
            _write_double(out, j + _COMING, a - DOUBLE)
        elif kind == P_PLANT:
            out[j + _PLANT + a] = _F(1)
            out[j + _BY + int(s.pending[i, ARG_B])] = _F(1)
        elif kind == P_BONUSES:  # of several all are shown
            out[j + _LEFT + a // _DECISIONS] = _F(1)
            out[j + _LEFT + a % _DECISIONS] = _F(0.5)


@kernel_of_constants
def _write_double(out, j, double):
    if double != 0:
        out[j + int(FIRST_VINE[double])] += _F(0.5)
        out[j + int(SECOND_VINE[double])] += _F(0.5)


@kernel_of_constants
def write_vineyard(t, s, p, out, j):
    """A player's vineyard, bonus tiles, and stored double tiles."""
    out[j + _BOARD] = _F(s.vineyard[p]) * _F(1 / _BOARDS)
    spaces = open_spaces(t, s, p)
    for space in range(SPACES):
        if (spaces >> space) & 1 != 0:
            out[j + _OPEN + space] = _F(t.space_number[s.vineyard[p], space]) * _F(1 / 6)
    for vine in range(_VINES):
        hexes = hexes_of_vine(s, p, vine)
        for h in range(_HEXES):
            out[j + _VINES_0 + vine * _HEXES + h] = _F((hexes >> h) & 1)
        out[j + _TILES + vine] = _F(s.vine_tiles[p, vine]) * _F(0.25)
    for double in range(1, KINDS):
        out[j + _STORED + double - 1] = _F(count_of(s.stored_doubles[p], double)) * _F(0.5)
