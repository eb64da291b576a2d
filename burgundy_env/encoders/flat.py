"""The flat observation: one vector, self first, then the others, then the table."""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import COLOURS, HEXES, SEATS, STORAGE
from .duchies import (
    DIE_REACH_MEANING,
    EMPTY_MEANING,
    REACH_MEANING,
    WORTH_MEANING,
    write_die_reach,
    write_empty,
    write_worth,
)
from .faces import code
from .fields import Field, end_of, firsts, lay_out, under
from .modules import EXPANSIONS_SIZE, write_modules
from .own import OWN, write_own
from .seats import SEAT, seat_after, write_seat
from .table import SHARED, write_shared
from .team import write_team

_F = np.float32
_COLOURS = len(COLOURS)
_PLACE = np.arange(HEXES)
_TILES_FIELD = Field("tiles", (HEXES,), "which tile lies on each hex: its id / 57, 0 for none")

FLAT = lay_out(
    [
        *under(
            "self",
            [
                *SEAT,
                *OWN,
                _TILES_FIELD,
                Field("empty", (_COLOURS, HEXES), EMPTY_MEANING),
                Field("reach", (HEXES,), REACH_MEANING),
                Field("die_reach", (2, HEXES), DIE_REACH_MEANING),
                Field("region_worth", (HEXES,), WORTH_MEANING),
            ],
        ),
        *(
            field
            for k in range(1, SEATS)
            for field in under(
                f"opponent{k}",
                [*SEAT, Field("storage", (STORAGE,), "which tiles are stored: their ids / 57"), _TILES_FIELD],
            )
        ),
        *SHARED,
    ]
)
FLAT_SIZE = end_of(FLAT)
_at = firsts(FLAT)
_OWN, _TILES, _EMPTY = _at["self.monasteries"], _at["self.tiles"], _at["self.empty"]
_DIE_REACH, _WORTH = _at["self.die_reach"], _at["self.region_worth"]
_OTHER = _at["opponent1.present"]
_OTHER_SIZE = _at["opponent2.present"] - _OTHER
_OTHER_STORAGE, _OTHER_TILES = _at["opponent1.storage"] - _OTHER, _at["opponent1.tiles"] - _OTHER
_SHARED = _at[SHARED[0].name]


@kernel_of_constants
def write_flat(t, s, seat, out):
    """Fill a row with what a seat sees."""
    out[:] = _F(0)
    write_seat(t, s, seat, out, 0)
    write_own(t, s, seat, out, _OWN)
    _write_codes(s, seat, out, _TILES)
    write_empty(t, s, seat, out, _EMPTY, _PLACE, HEXES, 0, HEXES)
    write_die_reach(t, s, seat, out, _DIE_REACH, _PLACE, HEXES, 0, HEXES)
    write_worth(t, s, seat, out, _WORTH, _PLACE, 0, HEXES)
    for k in range(1, t.seats):
        p, j = seat_after(t, s, seat, k), _OTHER + (k - 1) * _OTHER_SIZE
        write_seat(t, s, p, out, j)
        for i in range(STORAGE):
            out[j + _OTHER_STORAGE + i] = code(s.storage[p, i])
        _write_codes(s, p, out, j + _OTHER_TILES)
    write_shared(t, s, out, _SHARED)
    write_modules(t, s, seat, out, FLAT_SIZE)
    if t.teams != 0:
        write_team(t, s, seat, out, FLAT_SIZE + EXPANSIONS_SIZE)


@kernel_of_constants
def _write_codes(s, p, out, j):
    for h in range(HEXES):
        out[j + h] = code(s.tiles[p, h])
