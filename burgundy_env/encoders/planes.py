"""The planes: duchies on a 7 x 7 grid, for convolutions; what lies beside the duchies on pages behind them.

Hexes stand in axial coordinates: column q, row r, the middle hex h19 in the middle; two corners of the grid
are no hexes (six cells each). A hex touches the cells left, right, above, below, above right and below left of it.
Of the duchies of the team game these are the first seven columns of ten; the others stand in planes behind all else.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import COLOURS, HEXES, MOST_HEXES, SEATS, STORAGE
from ..engine.rules.duchy import tile_on
from .duchies import (
    DIE_REACH_MEANING,
    EMPTY_MEANING,
    REACH_MEANING,
    WORTH_MEANING,
    write_die_reach,
    write_empty,
    write_worth,
)
from .faces import TILE, TILE_NUMBERS, code
from .fields import Field, end_of, firsts, lay_out, under
from .modules import Blocks, with_modules, write_modules
from .own import OWN, write_own
from .seats import SEAT, seat_after, write_seat
from .table import SHARED, write_shared
from .team import SHARED_STORAGE, write_shared_storage

_F = np.float32
_COLOURS = len(COLOURS)
SIDE = 7
CELLS = SIDE * SIDE
_GRID = (SIDE, SIDE)

# Seven rows of 4, 5, 6, 7, 6, 5, 4 hexes: in axial coordinates those with |q|, |r| and |q + r| of at most 3.
AXIAL = np.array([(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3], np.int8)
# Seven rows of 7, 8, 9, 10, 9, 8, 7: so much further to the right.
TEAM_COLUMNS = 10
TEAM_AXIAL = np.array(
    [(q, r) for r in range(-3, 4) for q in range(-3, TEAM_COLUMNS - 3) if -3 <= q + r <= TEAM_COLUMNS - 4], np.int8
)
CELL = np.array([SIDE * (r + 3) + q + 3 for q, r in AXIAL.tolist()])

_HEX_FIELDS = [
    Field("tiles", (TILE, *_GRID), "the tile on each hex: one of six colours, then the face"),
    Field("empty", (_COLOURS, *_GRID), EMPTY_MEANING),
    Field("reach", _GRID, REACH_MEANING),
]
_OWN_HEX_FIELDS = [
    *_HEX_FIELDS,
    Field("die_reach", (2, *_GRID), DIE_REACH_MEANING),
    Field("region_worth", _GRID, WORTH_MEANING),
    Field("number", _GRID, "the number of each hex / 6; 0 where there is none"),
]
_OTHERS = [f"opponent{k}" for k in range(1, SEATS)]
_PAGES = [
    *under("self", [*SEAT, *OWN]),
    *(
        field
        for other in _OTHERS
        for field in under(other, [*SEAT, Field("storage", (STORAGE,), "which tiles are stored: their ids / 57")])
    ),
    *SHARED,
]
PLANES = lay_out(
    [
        *under("hexes.self", _OWN_HEX_FIELDS),
        *(field for other in _OTHERS for field in under(f"hexes.{other}", _HEX_FIELDS)),
        *_PAGES,
    ]
)
_END = end_of(PLANES)
_at = firsts(PLANES)
_EMPTY, _DIE_REACH = _at["hexes.self.empty"], _at["hexes.self.die_reach"]
_WORTH, _NUMBER = _at["hexes.self.region_worth"], _at["hexes.self.number"]
_OTHER_HEXES = _at["hexes.opponent1.tiles"]
_OTHER_HEXES_SIZE = _at["hexes.opponent2.tiles"] - _OTHER_HEXES
_SELF, _OWN, _OTHER = _at["self.present"], _at["self.monasteries"], _at["opponent1.present"]
_OTHER_SIZE, _OTHER_STORAGE = _at["opponent2.present"] - _OTHER, _at["opponent1.storage"] - _OTHER
_SHARED = _at[SHARED[0].name]


def _filled_up(fields: tuple[Field, ...], name: str) -> tuple[Field, ...]:
    left = -end_of(fields) % CELLS
    return (*fields, Field(name, (left,), "nothing: the last page is filled up", first=end_of(fields)))


def _team_planes() -> tuple[Field, ...]:
    """Those of the team game: its duchies are wider, and go on in the planes behind all others."""
    fields = with_modules(PLANES, Blocks(expansions=True))
    fields = _filled_up(fields + lay_out(SHARED_STORAGE, end_of(fields)), "rest")
    further = [field for field in PLANES if field.name.startswith("hexes.")]
    meaning = f"columns {SIDE + 1} to {TEAM_COLUMNS} of: {{}}"
    further = [replace(field, meaning=meaning.format(field.meaning)) for field in further]
    return fields + lay_out(under("team", further), end_of(fields))


TEAM_PLANES = _team_planes()
_TEAM = firsts(TEAM_PLANES)["team.storage"]


def _places(whose: str) -> np.ndarray:
    """Where the hexes stand of one player's duchy, and of a team's: the columns beyond the seventh further behind."""
    at = firsts(TEAM_PLANES)
    further = at[f"team.hexes.{whose}.tiles"] - at[f"hexes.{whose}.tiles"]
    places = np.zeros((2, MOST_HEXES), np.int64)
    places[0, :HEXES] = CELL
    for h, (q, r) in enumerate(TEAM_AXIAL.tolist()):
        column = q + 3
        places[1, h] = SIDE * (r + 3) + (column if column < SIDE else further + column - SIDE)
    return places


OWN_PLACES, OTHER_PLACES = _places("self"), _places("opponent1")  # further behind by as much for all opponents


def planes_fields(blocks: Blocks) -> tuple[Field, ...]:
    """The fields, filled up to whole planes."""
    if blocks.team:
        return TEAM_PLANES
    fields = with_modules(PLANES, blocks)
    return _filled_up(fields, "rest")


@kernel_of_constants
def write_planes(t, s, seat, out):
    """Fill a row with what a seat sees."""
    out[:] = _F(0)
    hexes = HEXES if t.teams == 0 else MOST_HEXES
    place = OWN_PLACES[1 if t.teams != 0 else 0]
    others = OTHER_PLACES[1 if t.teams != 0 else 0]
    _write_tiles(s, seat, out, 0, place, hexes)
    write_empty(t, s, seat, out, _EMPTY, place, CELLS, 0, hexes)
    write_die_reach(t, s, seat, out, _DIE_REACH, place, CELLS, 0, hexes)
    write_worth(t, s, seat, out, _WORTH, place, 0, hexes)
    for h in range(hexes):
        out[_NUMBER + place[h]] = _F(t.number[s.duchy[seat], h]) * _F(1 / 6)
    write_seat(t, s, seat, out, _SELF)
    write_own(t, s, seat, out, _OWN)
    for k in range(1, t.seats):
        p = seat_after(t, s, seat, k)
        if p != t.chateauma:
            j = _OTHER_HEXES + (k - 1) * _OTHER_HEXES_SIZE
            _write_tiles(s, p, out, j, others, hexes)
            write_empty(t, s, p, out, j + CELLS * TILE, others, CELLS, 0, hexes)
        j = _OTHER + (k - 1) * _OTHER_SIZE
        write_seat(t, s, p, out, j)
        for i in range(STORAGE):
            out[j + _OTHER_STORAGE + i] = code(s.storage[p, i])
    write_shared(t, s, out, _SHARED)
    write_modules(t, s, seat, out, _END)
    if t.teams != 0:
        write_shared_storage(s, seat, out, _TEAM)


@kernel_of_constants
def _write_tiles(s, p, out, j, place, hexes):
    for h in range(hexes):
        tile = tile_on(s, p, h)
        for k in range(TILE):
            out[j + CELLS * k + place[h]] = TILE_NUMBERS[tile, k]
