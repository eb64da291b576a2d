"""The block of the team game: what partners share beyond what every seat has, last in a row.

A seat's own fields have the first 37 hexes of its team's duchy; here are h38 .. h58.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import ARG_A, COLOURS, HEXES, KIND, MOST_HEXES, P_PICK, SEATS
from ..engine.rules.duchy import tile_on
from ..modules.team import SPACES
from .duchies import (
    DIE_REACH_MEANING,
    EMPTY_MEANING,
    REACH_MEANING,
    WORTH_MEANING,
    write_die_reach,
    write_empty,
    write_worth,
)
from .faces import TILE, code, write_tile
from .fields import Field, firsts, lay_out, under

_F = np.float32
FAR = MOST_HEXES - HEXES  # hexes that only a team's duchy has
_PLACE = np.arange(MOST_HEXES)
_CODES = "which tile lies on each hex: its id / 57, 0 for none"
SHARED_STORAGE = under(
    "team",
    [
        Field("storage", (SPACES, TILE), "the tiles stored for both partners: one of six colours, then the face"),
        Field("rivals.storage", (SPACES, TILE), "the same of the other team"),
        Field("hex", (), f"the hex the tile goes to, h1 .. h{MOST_HEXES}, / {MOST_HEXES}: pick"),
    ],
)
TEAM = lay_out(
    [
        *SHARED_STORAGE,
        *under(
            "team",
            [
                Field("tiles", (FAR,), _CODES),
                Field("empty", (len(COLOURS), FAR), EMPTY_MEANING),
                Field("reach", (FAR,), REACH_MEANING),
                Field("die_reach", (2, FAR), DIE_REACH_MEANING),
                Field("region_worth", (FAR,), WORTH_MEANING),
                Field("rivals.tiles", (FAR,), _CODES),
            ],
        ),
    ]
)
_at = firsts(TEAM)
_RIVALS_STORAGE, _HEX = _at["team.rivals.storage"], _at["team.hex"]
# Where h1 would stand.
_TILES, _EMPTY, _DIE_REACH, _WORTH, _RIVALS_TILES = (
    _at[f"team.{name}"] - HEXES for name in ("tiles", "empty", "die_reach", "region_worth", "rivals.tiles")
)


@kernel_of_constants
def rival_of(seat):
    """A seat of the other team."""
    return (seat + 1) % SEATS


@kernel_of_constants
def write_shared_storage(s, seat, out, j):
    """The first fields of the block from out[j] on, which is 0 so far."""
    for i in range(SPACES):
        write_tile(out, j + TILE * i, s.team_storage[seat, i])
        write_tile(out, j + _RIVALS_STORAGE + TILE * i, s.team_storage[rival_of(seat), i])
    top = int(s.depth) - 1
    if top >= 0 and s.pending[top, KIND] == P_PICK:
        out[j + _HEX] = _F(int(s.pending[top, ARG_A]) + 1) * _F(1 / MOST_HEXES)


@kernel_of_constants
def write_team(t, s, seat, out, j):
    """The whole block from out[j] on, which is 0 so far."""
    write_shared_storage(s, seat, out, j)
    for h in range(HEXES, MOST_HEXES):
        out[j + _TILES + h] = code(tile_on(s, seat, h))
        out[j + _RIVALS_TILES + h] = code(tile_on(s, rival_of(seat), h))
    write_empty(t, s, seat, out, j + _EMPTY, _PLACE, FAR, HEXES, MOST_HEXES)
    write_die_reach(t, s, seat, out, j + _DIE_REACH, _PLACE, FAR, HEXES, MOST_HEXES)
    write_worth(t, s, seat, out, j + _WORTH, _PLACE, HEXES, MOST_HEXES)
