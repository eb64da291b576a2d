"""The actions observation: a row for each legal action, of what it changes.

What an action changes is found out on a copy of the game. Where it draws chance, and where it ends the turn, so that
the others go on, nothing is told of what follows: no row says anything of a chance that has yet to fall.
"""

from __future__ import annotations

import numpy as np

from ..engine.actions import ACTIONS, B_END, B_START, BLOCK_OF, BLOCKS, THING_OF
from ..engine.apply import apply
from ..engine.jit import count_bits, kernel
from ..engine.layout import (
    CASTLE_TILE,
    CHANNELS,
    COLOURS,
    DEPOTS,
    GOODS,
    HEXES,
    KIND,
    MOST_HEXES,
    PENDING_KINDS,
    SCORE_NAMES,
    SLOTS,
    STATE,
    TAPE_COLUMNS,
    TILE_IDS,
)
from ..engine.legal import MOST_LEGAL, legal_ids
from ..engine.rules.duchy import tile_on
from ..engine.rules.placement import cover
from ..players.heuristic.choice import write_worths
from ..players.heuristic.features import COUNT, FEATURES
from .faces import FACE_MEANING, TILE, write_tile
from .feature_meanings import SCALES, meaning_of
from .features import (
    CONTEXT,
    CONTEXT_SIZE,
    FAR,
    HAND_MADE,
    judge_seat,
    within,
    write_feature_row,
    write_prices_of_round,
)
from .fields import Field, end_of, firsts, lay_out, under

_F = np.float32
_SCORES = len(SCORE_NAMES)
ROOM = 128  # rows of a padded observation; no game has been seen to offer a hundred actions
FIRST_ROW = CONTEXT_SIZE + ROOM  # where they begin
SPARE = 8.0  # what rules of thumb would never do is told as if it were so many tens of points worse
# Columns in which tuned weights speak.
BY_HAND = frozenset({"thumb", "worth", *(f"change.{name}" for name in HAND_MADE)})

_FIRST_KINDS = 9  # of pending decisions: those of the base game; later ones have their places in the block of modules
_LATER_KINDS, _PENDING_KINDS = PENDING_KINDS[_FIRST_KINDS:], "decisions pending afterwards by kind"
_CHANNEL_NAMES = tuple(f"{channel}_" for channel in CHANNELS)


def _word(block: str) -> str:
    """What a block does, the same for both dice."""
    for channel in _CHANNEL_NAMES:
        block = block.removeprefix(channel)
    return block


_WORDS = tuple(dict.fromkeys(_word(block.name) for block in BLOCKS))
_FIRST_WORDS = _WORDS.index("side") + 1
_OWN_WORDS, _LATER_WORDS = _WORDS[:_FIRST_WORDS], _WORDS[_FIRST_WORDS:]


def change_of(name: str) -> Field:
    """The field of a change of a feature, which is smaller than what it changes."""
    return Field(name, (), f"{meaning_of(name)}; the change / {per(name):g}".removesuffix(" / 1"), -FAR, FAR)


def per(name: str) -> float:
    """What of a feature's change is told as 1."""
    return max(1.0, SCALES[name] / 4)


ROW = lay_out(
    [
        Field("kind", (_FIRST_WORDS,), "one of " + ", ".join(_OWN_WORDS)),
        Field("by", (len(CHANNELS),), "what pays for it: one of " + ", ".join(CHANNELS)),
        Field("tile", (TILE,), f"the tile it is about: one of six colours, then the face. {FACE_MEANING}"),
        Field("depot", (DEPOTS,), "the depot it is about"),
        Field("black", (), "1 if it is about the black depot"),
        Field("goods", (GOODS,), "the type of goods it is about"),
        Field("hex", (HEXES,), f"the hex it is about: one of h1 .. h{HEXES}"),
        Field("colour", (len(COLOURS),), "the colour of that hex"),
        Field("number", (), "its number / 6"),
        Field("size", (), "the hexes of its region / 8", high=2),
        Field("left", (), "those of them that are empty before / 8", high=2),
        Field("unknown", (), "1 if it draws chance or ends the turn: all that follows here is 0, but for `thumb`"),
        Field("goes_on", (), "1 if the same seat decides next"),
        Field("points", (), "victory points it scores at once / 10", -FAR, FAR),
        Field("pending", (_FIRST_KINDS,), f"{_PENDING_KINDS}: {', '.join(PENDING_KINDS[:_FIRST_KINDS])}", high=FAR),
        *under("change", [change_of(name) for name in FEATURES]),
        Field("thumb", (), "victory points that the rules of thumb give it, over the best one's / 10", -FAR, FAR),
        Field("worth", (), "the change of what the heuristic expects at the end, in victory points / 10", -FAR, FAR),
    ]
)
ROW_SIZE = end_of(ROW)
LATER = lay_out(
    under(
        "modules",
        [
            Field("kind", (len(_LATER_WORDS),), "one of " + ", ".join(_LATER_WORDS)),
            Field("hex", (MOST_HEXES - HEXES,), f"the hex it is about: one of h{HEXES + 1} .. h{MOST_HEXES}"),
            Field("pending", (len(_LATER_KINDS),), f"{_PENDING_KINDS}: {', '.join(_LATER_KINDS)}", high=FAR),
        ],
    ),
    ROW_SIZE,
)
LATER_SIZE = end_of(LATER) - ROW_SIZE

_at = firsts([*ROW, *LATER])
UNKNOWN, THUMB = _at["unknown"], _at["thumb"]
_KIND, _BY, _TILE, _DEPOT, _BLACK, _GOODS = (_at[name] for name in ("kind", "by", "tile", "depot", "black", "goods"))
_HEX, _COLOUR, _NUMBER, _REGION, _LEFT = (_at[name] for name in ("hex", "colour", "number", "size", "left"))
_GOES_ON, _POINTS, _PENDING, _WORTH = (_at[name] for name in ("goes_on", "points", "pending", "worth"))
_CHANGE = _at["change.bias"]
_LATER_KIND, _LATER_HEX, _LATER_PENDING = (_at[f"modules.{name}"] for name in ("kind", "hex", "pending"))
CHANGE_SCALE = np.array([1 / per(name) for name in FEATURES], _F)

# Of a block: its word, and by what it is paid.
_WORD_OF = np.array([_WORDS.index(_word(block.name)) for block in BLOCKS], np.int8)
_BY_OF = np.array(
    [next((k for k, name in enumerate(_CHANNEL_NAMES) if block.name.startswith(name)), -1) for block in BLOCKS],
    np.int8,
)
# Of an action: the hex, slot, black slot, tile, goods and depot that its string names, from 0; -1: none.
_NAMED = np.full((6, ACTIONS), -1, np.int8)
_AT_HEX, _AT_SLOT, _AT_BLACK, _OF_TILE, _OF_GOODS, _AT_DEPOT = range(6)


def _note_things() -> None:
    for block in BLOCKS:
        for k, thing in enumerate(block.objects):
            for word in thing.split():
                at, number = _read(_word(block.name), word)
                if at >= 0:
                    _NAMED[at, block.first + k] = number


def _read(verb: str, word: str) -> tuple[int, int]:
    if word in TILE_IDS:
        return _OF_TILE, TILE_IDS[word]
    if word[0] == "h" and word[1:].isdigit():
        return _AT_HEX, int(word[1:]) - 1
    if word[0] == "b" and word[1:].isdigit():
        return _AT_BLACK, int(word[1:]) - 1
    if "." in word:
        depot, slot = map(int, word.split("."))
        return _AT_SLOT, SLOTS * (depot - 1) + slot - 1
    if word.isdigit() and verb in ("sell", "keep", "pay"):
        return _OF_GOODS, int(word) - 1
    if word.isdigit() and verb == "goods":
        return _AT_DEPOT, int(word) - 1
    return -1, -1


_note_things()


@kernel
def slot_of(action):
    """The slot of the numbered depots that an action names, depot by depot; -1: none."""
    return int(_NAMED[_AT_SLOT, action])


@kernel
def black_slot_of(action):
    """The slot of the black depot that an action names; -1: none."""
    return int(_NAMED[_AT_BLACK, action])


@kernel
def row_size(t):
    """How many numbers a row has."""
    return ROW_SIZE + (LATER_SIZE if t.modules != 0 else 0)


@kernel
def write_rows(t, s, ids, count, rows):
    """A row for each of the legal ids; nothing is allocated for any of them."""
    p = int(s.active)
    work, tape, scratch = np.empty(1, STATE), np.zeros((1, TAPE_COLUMNS), np.int16), np.empty(MOST_LEGAL, np.int16)
    hexes, prices, points = np.empty(MOST_HEXES), np.empty(COUNT), np.zeros(_SCORES, np.int16)
    before, after, thumbs = np.empty(COUNT), np.empty(COUNT), np.empty(count)
    write_prices_of_round(t, s, prices)
    write_worths(t, s, ids, count, thumbs)
    best = thumbs[0]
    for k in range(count):
        best = max(best, thumbs[k])
    work[0] = s
    worth = judge_seat(t, work[0], p, prices, hexes, before, points)
    for k in range(count):
        out, action = rows[k], int(ids[k])
        out[:] = _F(0)
        block = int(BLOCK_OF[action])
        _write_what(t, s, p, action, block, out)
        out[THUMB] = within(max((thumbs[k] - best) * 0.1, -SPARE))
        work[0] = s
        if block == B_END:
            out[UNKNOWN] = _F(1)
        elif block == B_START:
            cover(t, work[0], p, int(THING_OF[action]), CASTLE_TILE)
        else:
            apply(t, work[0], tape, action, scratch)
        if work[0].rng != s.rng:
            out[UNKNOWN] = _F(1)
        if out[UNKNOWN] == _F(0):
            _write_pending(work[0], s, p, out)
            then = judge_seat(t, work[0], p, prices, hexes, after, points)
            out[_WORTH] = within((then - worth) * 0.1)
            for feature in range(COUNT):
                out[_CHANGE + feature] = within((after[feature] - before[feature]) * CHANGE_SCALE[feature])
            _write_placed(work[0], s, p, int(_NAMED[_AT_HEX, action]), out)


@kernel
def _write_what(t, s, p, action, block, out):
    """What the action is about, as it lies on the table."""
    word, by = int(_WORD_OF[block]), int(_BY_OF[block])
    if word < _FIRST_WORDS:
        out[_KIND + word] = _F(1)
    else:
        out[_LATER_KIND + word - _FIRST_WORDS] = _F(1)
    if by >= 0:
        out[_BY + by] = _F(1)
    slot, black, tile = slot_of(action), black_slot_of(action), int(_NAMED[_OF_TILE, action])
    if slot >= 0:
        write_tile(out, _TILE, int(s.depot[slot // SLOTS, slot % SLOTS]))
        out[_DEPOT + slot // SLOTS] = _F(1)
    elif black >= 0:
        write_tile(out, _TILE, int(s.black_depot[black]))
        out[_BLACK] = _F(1)
    elif tile > 0:
        write_tile(out, _TILE, tile)
    goods, depot, h = int(_NAMED[_OF_GOODS, action]), int(_NAMED[_AT_DEPOT, action]), int(_NAMED[_AT_HEX, action])
    if goods >= 0:
        out[_GOODS + goods] = _F(1)
    if depot >= 0:
        out[_DEPOT + depot] = _F(1)
    if h >= 0:
        _write_hex(t, s, p, h, out)


@kernel
def _write_hex(t, s, p, h, out):
    board = int(s.duchy[p])
    region = int(t.region[board, h])
    out[_HEX + h if h < HEXES else _LATER_HEX + h - HEXES] = _F(1)
    out[_COLOUR + int(t.colour[board, h])] = _F(1)
    out[_NUMBER] = _F(t.number[board, h] / 6)
    out[_REGION] = _F(count_bits(region) / 8)
    out[_LEFT] = _F(count_bits(region & ~int(s.occupied[p])) / 8)


@kernel
def _write_pending(s, before, p, out):
    """What is to be decided afterwards, and what was scored on the way."""
    out[_GOES_ON] = _F(s.active == p)
    out[_POINTS] = within((int(s.vp[p]) - int(before.vp[p])) * 0.1)
    for i in range(min(int(s.depth), int(FAR))):
        kind = int(s.pending[i, KIND])
        out[_PENDING + kind if kind < _FIRST_KINDS else _LATER_PENDING + kind - _FIRST_KINDS] += _F(1)


@kernel
def _write_placed(s, before, p, h, out):
    """The tile that now lies on the hex."""
    if h >= 0 and (int(before.occupied[p]) >> h) & 1 == 0 and (int(s.occupied[p]) >> h) & 1 != 0:
        write_tile(out, _TILE, tile_on(s, p, h))


@kernel
def write_padded(t, s, seat, out):
    """Fill a row with the context, the ids of the legal actions and a row for each, as far as there is room."""
    ids = np.empty(MOST_LEGAL, np.int16)
    count = begin_padded(t, s, seat, ids, out)
    if count > 0:
        write_rows(t, s, ids, count, out[FIRST_ROW:].reshape(ROOM, row_size(t)))


@kernel
def begin_padded(t, s, seat, ids, out):
    """All of it but the rows, which are 0; write the ids and return how many have room."""
    write_feature_row(t, s, seat, out)
    out[CONTEXT_SIZE:] = _F(0)
    if s.active != seat:
        return 0
    count = min(legal_ids(t, s, ids), ROOM)
    for k in range(count):
        out[CONTEXT_SIZE + k] = _F(ids[k] + 1)
    return count


def padded_fields(row: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields of a padded observation, with such rows."""
    width = end_of(row)
    low, high = np.zeros(width, _F), np.ones(width, _F)
    for field in row:
        low[field.slice], high[field.slice] = field.low, field.high
    return lay_out(
        [
            *CONTEXT,
            Field("ids", (ROOM,), "the ids of the legal actions and 1 more, 0 behind the last", high=ACTIONS),
            Field("rows", (ROOM, width), "a row for each of them", low, high),
        ]
    )


def columns(modules: bool) -> tuple[Field, ...]:
    """The columns of a row."""
    return ROW + LATER if modules else ROW
