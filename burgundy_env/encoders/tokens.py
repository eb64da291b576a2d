"""The tokens: one row for each thing on the table, for transformers and other networks over sets.

A row begins with what every row has: whether it is there (the mask), what kind of thing it is, whose. What
follows depends on the kind; `KINDS` names the columns of each. What modules show is too much for one row and
stands in several (`IN_PIECES`), so that rows of games without modules are no wider for it.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import (
    BLACK_SLOTS,
    CARD_SPACES,
    COLOURS,
    DEPOTS,
    FACE_DOWN,
    GOODS,
    HEXES,
    MOST_HEXES,
    SEATS,
    SLOTS,
    STORAGE,
)
from ..engine.rules.duchy import tile_on
from ..modules.team import SPACES
from .chateauma import CHATEAUMA_CARDS, CHATEAUMA_COUNTS, write_chateauma_cards, write_chateauma_counts
from .duchies import DIE_REACH_MEANING, REACH_MEANING, WORTH_MEANING, write_die_reach, write_worth
from .expansions import EXPANSION_SEAT, EXPANSION_TABLE, write_expansion_seat, write_expansion_table
from .faces import FACE_MEANING, TILE, write_tile
from .fields import Field, end_of, firsts, lay_out
from .modules import Blocks
from .planes import AXIAL, TEAM_AXIAL, TEAM_COLUMNS
from .seats import SEAT, seat_after, write_seat
from .table import CONFIG, DECISION, ROUND, write_config, write_decision, write_round
from .team import FAR

_F = np.float32
_COLOURS = len(COLOURS)
ROW_KINDS = (
    "hex", "depot_slot", "black_slot", "stored", "seat", "depot", "round", "decision", "card_space", "county",
    "cards", "expansion_seat", "expansions",
)  # fmt: skip
(K_HEX, K_DEPOT_SLOT, K_BLACK_SLOT, K_STORED, K_SEAT, K_DEPOT, K_ROUND, K_DECISION, K_CARD_SPACE, K_COUNTY,
 K_CARDS, K_EXPANSION_SEAT, K_EXPANSIONS) = range(len(ROW_KINDS))  # fmt: skip
HEAD = lay_out(
    [
        Field("present", (), "1 if the thing is there: the mask of rows"),
        Field("kind", (len(ROW_KINDS),), "one of " + ", ".join(ROW_KINDS)),
        Field("owner", (SEATS,), "self, or the seat that moves 1, 2, 3 after it; all 0 for the table's"),
    ]
)
_BODY = end_of(HEAD)
_KIND, _OWNER = firsts(HEAD)["kind"], firsts(HEAD)["owner"]
_TILE_FIELD = Field("tile", (TILE,), f"the tile there: one of six colours, then the face. {FACE_MEANING}")
_HEX = lay_out(
    [
        _TILE_FIELD,
        Field("colour", (_COLOURS,), "the colour of the hex"),
        Field("number", (), "its number / 6"),
        Field("place", (2,), "its axial column and row, -3 .. 3 as 0 .. 1; in the team game columns -3 .. 6"),
        Field("covered", (), "1 if a tile lies there"),
        Field("reach", (), REACH_MEANING),
        Field("die_reach", (2,), DIE_REACH_MEANING),
        Field("region_worth", (), WORTH_MEANING),
    ],
    _BODY,
)
_SLOT = lay_out(
    [
        _TILE_FIELD,
        Field("depot", (), "the depot's number / 6, 0 for the black one"),
        Field("slot", (), "the slot's or storage space's number / 8"),
    ],
    _BODY,
)
_DEPOT = lay_out(
    [Field("goods", (GOODS,), "goods there by type, tiles / 4", high=2), Field("depot", (), "its number / 6")], _BODY
)
_SPACE = lay_out(
    [
        _TILE_FIELD,
        Field("wanted", (_COLOURS,), "the colour of the space"),
        Field("covered", (), "1 if a tile lies there"),
        Field("face_down", (), "1 if it lies face down"),
        Field("sells", (), "1 if the space has a sell symbol"),
        Field("side", (), "1 on the right card"),
    ],
    _BODY,
)
_WHOLE = (
    _HEX, _SLOT, _SLOT, _SLOT, lay_out(SEAT, _BODY), _DEPOT, lay_out([*ROUND, *CONFIG], _BODY),
    lay_out(DECISION, _BODY), _SPACE, lay_out(CHATEAUMA_COUNTS, _BODY), lay_out(CHATEAUMA_CARDS, _BODY),
)  # fmt: skip
WIDTH = max(end_of(columns) for columns in _WHOLE)
IN_PIECES = {"expansion_seat": EXPANSION_SEAT, "expansions": EXPANSION_TABLE}
_MOST_PIECES = 8
_PIECE = WIDTH - _BODY - _MOST_PIECES  # numbers in each
_SEAT_NUMBERS, _TABLE_NUMBERS = end_of(EXPANSION_SEAT), end_of(EXPANSION_TABLE)
_SEAT_ROWS, _TABLE_ROWS = (-(-numbers // _PIECE) for numbers in (_SEAT_NUMBERS, _TABLE_NUMBERS))
assert max(_SEAT_ROWS, _TABLE_ROWS) <= _MOST_PIECES


def _piece_of(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    numbers = "the numbers of that piece, the fields listed below one behind the other"
    highest = max(float(np.max(field.high)) for field in fields)
    pieces = Field("piece", (_MOST_PIECES,), "which row it is of those that belong together")
    return lay_out([pieces, Field("numbers", (_PIECE,), numbers, high=highest)], _BODY)


_COLUMNS = (*_WHOLE, *map(_piece_of, IN_PIECES.values()))
KINDS = dict(zip(ROW_KINDS, _COLUMNS, strict=True))
_LOW, _HIGH = np.zeros(WIDTH, np.float32), np.ones(WIDTH, np.float32)
for _column in (field for columns in _COLUMNS for field in columns):
    _LOW[_column.slice] = np.minimum(_LOW[_column.slice], _column.low)
    _HIGH[_column.slice] = np.maximum(_HIGH[_column.slice], _column.high)


def _rows(name: str, kind: str, n: int, meaning: str) -> Field:
    return Field(name, (n, WIDTH), f"{meaning}; rows of kind {kind}", _LOW, _HIGH)


TOKENS = lay_out(
    [
        _rows("self.hexes", "hex", HEXES, "own duchy, h1 .. h37"),
        *(_rows(f"opponent{k}.hexes", "hex", HEXES, "its duchy, h1 .. h37") for k in range(1, SEATS)),
        _rows("depots", "depot_slot", DEPOTS * SLOTS, "slots 1.1 .. 6.4"),
        _rows("black_depot", "black_slot", BLACK_SLOTS, "slots b1 .. b8"),
        _rows("self.storage", "stored", STORAGE, "own storage"),
        *(_rows(f"opponent{k}.storage", "stored", STORAGE, "its storage") for k in range(1, SEATS)),
        _rows("seats", "seat", SEATS, "player boards, own first"),
        _rows("goods", "depot", DEPOTS, "goods in depots 1 .. 6"),
        _rows("round", "round", 1, "dice, phase, round, goods and bonus tiles to come, config"),
        _rows("decision", "decision", 1, "what is decided now"),
    ]
)
TOKENS_CHATEAUMA = [
    _rows("chateauma.spaces", "card_space", 2 * CARD_SPACES, "spaces of its left and right county card"),
    _rows("chateauma.county", "county", 1, "its die, inventory and duchy"),
    _rows("chateauma.cards", "cards", 1, "its cards by number"),
]
TOKENS_EXPANSIONS = [
    _rows("expansions.seats", "expansion_seat", SEATS * _SEAT_ROWS, "what modules lay on player boards, own first"),
    _rows("expansions.table", "expansions", _TABLE_ROWS, "which modules are played, and what they lay on the table"),
]
TOKENS_TEAM = [
    _rows("team.hexes", "hex", FAR, f"the team's duchy, h{HEXES + 1} .. h{MOST_HEXES}"),
    _rows("team.rivals.hexes", "hex", FAR, "that of the other team"),
    _rows("team.storage", "stored", SPACES, "what both partners may use"),
    _rows("team.rivals.storage", "stored", SPACES, "what both rivals may use"),
]
_END = end_of(TOKENS)
_EXPANSIONS_SIZE = end_of(lay_out(TOKENS_EXPANSIONS))
_CHATEAUMA_SIZE = end_of(lay_out(TOKENS_CHATEAUMA))
_at = firsts(TOKENS)
_HEXES, _OTHER_HEXES, _DEPOTS, _BLACK = _at["self.hexes"], _at["opponent1.hexes"], _at["depots"], _at["black_depot"]
_STORAGE, _SEATS_0, _GOODS = _at["self.storage"], _at["seats"], _at["goods"]
_ROUND, _DECISION = _at["round"], _at["decision"]
_CONFIG = end_of(lay_out(ROUND, _BODY))
_hex = firsts(_HEX)
_COLOUR, _NUMBER, _PLACE, _COVERED = _hex["colour"], _hex["number"], _hex["place"], _hex["covered"]
_REACH, _DIE_REACH, _WORTH = _hex["reach"], _hex["die_reach"], _hex["region_worth"]
_DEPOT_NUMBER, _SLOT_NUMBER = firsts(_SLOT)["depot"], firsts(_SLOT)["slot"]
_GOODS_DEPOT = firsts(_DEPOT)["depot"]
_space = firsts(_SPACE)
_WANTED, _SPACE_COVERED, _FACE_DOWN = _space["wanted"], _space["covered"], _space["face_down"]
_SELLS, _SIDE = _space["sells"], _space["side"]
_DOWN = WIDTH * np.arange(MOST_HEXES)  # hexes stand below each other, one in each row
# Column and row of each hex from 0 to 1, of a player's duchy and of a team's.
_PLACES = np.zeros((2, MOST_HEXES, 2), np.float32)
_PLACES[0, :HEXES] = (AXIAL + 3).astype(np.float32) * np.float32(1 / 6)
_PLACES[1] = (TEAM_AXIAL + 3) / np.array([TEAM_COLUMNS - 1, 6], np.float32)


def tokens_fields(blocks: Blocks) -> tuple[Field, ...]:
    """Groups of rows, with those of the modules that are played."""
    fields = TOKENS
    if blocks.chateauma:
        fields += lay_out(TOKENS_CHATEAUMA, end_of(fields))
    if blocks.expansions:
        fields += lay_out(TOKENS_EXPANSIONS, end_of(fields))
    if blocks.team:
        fields += lay_out(TOKENS_TEAM, end_of(fields))
    return fields


@kernel_of_constants
def write_tokens(t, s, seat, out):
    """Fill the rows with what a seat sees."""
    out[:] = _F(0)
    for k in range(t.seats):
        p = seat_after(t, s, seat, k)
        j = _SEATS_0 + WIDTH * k
        _begin_row(out, j, K_SEAT, k)
        write_seat(t, s, p, out, j + _BODY)
        if p != t.chateauma:
            _write_hexes(t, s, p, k, out, _HEXES + HEXES * WIDTH * k, 0, HEXES)
            for i in range(s.stored[p]):
                j = _STORAGE + WIDTH * (STORAGE * k + i)
                _write_slot(out, j, K_STORED, s.storage[p, i], 0, i + 1)
                out[j + _OWNER + k] = _F(1)
    _write_depots(s, out)
    _begin_row(out, _ROUND, K_ROUND, -1)
    write_round(s, out, _ROUND + _BODY)
    write_config(t, out, _ROUND + _CONFIG)
    _begin_row(out, _DECISION, K_DECISION, -1)
    write_decision(s, out, _DECISION + _BODY)
    end = _END
    if t.chateauma >= 0:
        _write_cards(t, s, out, end)
        end += _CHATEAUMA_SIZE
    if t.modules != 0:
        _write_expansions(t, s, seat, out, end)
    if t.teams != 0:
        _write_team(t, s, seat, out, _END + _EXPANSIONS_SIZE)


@kernel_of_constants
def _begin_row(out, j, kind, owner):
    out[j] = _F(1)
    out[j + _KIND + kind] = _F(1)
    if owner >= 0:
        out[j + _OWNER + owner] = _F(1)


@kernel_of_constants
def _write_slot(out, j, kind, tile, depot, slot):
    _begin_row(out, j, kind, -1)
    write_tile(out, j + _BODY, tile)
    out[j + _DEPOT_NUMBER] = _F(depot) * _F(1 / 6)
    out[j + _SLOT_NUMBER] = _F(slot) * _F(1 / 8)


@kernel_of_constants
def _write_hexes(t, s, p, k, out, row, first, end):
    """The hexes from `first` to before `end` in rows below each other; `row`: where that of h1 would begin."""
    board, occupied, reach = int(s.duchy[p]), int(s.occupied[p]), int(s.reach[p])
    grid = 0 if t.teams == 0 else 1
    for h in range(first, end):
        j, covered = row + WIDTH * h, (occupied >> h) & 1
        _begin_row(out, j, K_HEX, k)
        write_tile(out, j + _BODY, tile_on(s, p, h))
        out[j + _COLOUR + int(t.colour[board, h])] = _F(1)
        out[j + _NUMBER] = _F(t.number[board, h]) * _F(1 / 6)
        out[j + _PLACE], out[j + _PLACE + 1] = _PLACES[grid, h, 0], _PLACES[grid, h, 1]
        out[j + _COVERED] = _F(covered)
        out[j + _REACH] = _F((reach >> h) & 1 & (1 - covered))
    write_die_reach(t, s, p, out, row + _DIE_REACH, _DOWN, 1, first, end)
    write_worth(t, s, p, out, row + _WORTH, _DOWN, first, end)


@kernel_of_constants
def _write_depots(s, out):
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            if s.depot[depot, slot] != 0:
                j = _DEPOTS + WIDTH * (SLOTS * depot + slot)
                _write_slot(out, j, K_DEPOT_SLOT, s.depot[depot, slot], depot + 1, slot + 1)
        j = _GOODS + WIDTH * depot
        _begin_row(out, j, K_DEPOT, -1)
        for goods in range(GOODS):
            out[j + _BODY + goods] = min(_F(s.depot_goods[depot, goods]) * _F(0.25), _F(2))
        out[j + _GOODS_DEPOT] = _F(depot + 1) * _F(1 / 6)
    for slot in range(BLACK_SLOTS):
        if s.black_depot[slot] != 0:
            _write_slot(out, _BLACK + WIDTH * slot, K_BLACK_SLOT, s.black_depot[slot], 0, slot + 1)


@kernel_of_constants
def _write_cards(t, s, out, first):
    for card in range(2):
        number = int(s.card[card])
        for space in range(t.card_size[number]):
            j, tile = first + WIDTH * (CARD_SPACES * card + space), int(s.card_tiles[card, space])
            _begin_row(out, j, K_CARD_SPACE, -1)
            write_tile(out, j + _BODY, tile % FACE_DOWN)
            out[j + _WANTED + int(t.card_spaces[number, space])] = _F(1)
            out[j + _SPACE_COVERED] = _F(tile != 0)
            out[j + _FACE_DOWN] = _F(tile >= FACE_DOWN)
            out[j + _SELLS] = _F((int(t.card_sell[number]) >> space) & 1)
            out[j + _SIDE] = _F(card)
    j = first + WIDTH * 2 * CARD_SPACES
    _begin_row(out, j, K_COUNTY, -1)
    write_chateauma_counts(t, s, out, j + _BODY)
    _begin_row(out, j + WIDTH, K_CARDS, -1)
    write_chateauma_cards(s, out, j + WIDTH + _BODY)


@kernel_of_constants
def _write_expansions(t, s, seat, out, first):
    numbers = np.empty(_MOST_PIECES * _PIECE, np.float32)
    for k in range(t.seats):
        numbers[:] = _F(0)
        write_expansion_seat(t, s, seat, seat_after(t, s, seat, k), numbers, 0)
        _write_pieces(numbers, _SEAT_ROWS, out, first + WIDTH * _SEAT_ROWS * k, K_EXPANSION_SEAT, k)
    numbers[:] = _F(0)
    write_expansion_table(t, s, numbers, 0)
    _write_pieces(numbers, _TABLE_ROWS, out, first + WIDTH * _SEAT_ROWS * SEATS, K_EXPANSIONS, -1)


@kernel_of_constants
def _write_pieces(numbers, rows, out, first, kind, owner):
    for row in range(rows):
        j = first + WIDTH * row
        _begin_row(out, j, kind, owner)
        out[j + _BODY + row] = _F(1)
        for i in range(_PIECE):
            out[j + _BODY + _MOST_PIECES + i] = numbers[_PIECE * row + i]


@kernel_of_constants
def _write_team(t, s, seat, out, first):
    """Of both teams, as of the seat that looks and of the next rival."""
    rival = 1
    while seat_after(t, s, seat, rival) % int(t.teams) == seat % int(t.teams):
        rival += 1
    for team in range(t.teams):
        k = rival if team == 1 else 0
        p = seat_after(t, s, seat, k)
        _write_hexes(t, s, p, k, out, first + WIDTH * (FAR * team - HEXES), HEXES, MOST_HEXES)
        for i in range(s.team_stored[p]):
            j = first + WIDTH * (FAR * int(t.teams) + SPACES * team + i)
            _write_slot(out, j, K_STORED, s.team_storage[p, i], 0, i + 1)
            out[j + _OWNER + k] = _F(1)
