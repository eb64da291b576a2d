"""The compact observation: about a kilobyte of small whole numbers, the same ones for every config.

It has what is cheap to write and matters most: everything of the seat that looks and of the table, counts of the
others. What lies hex by hex in their duchies, and most of what modules lay out, is left out.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import count_bits, kernel_of_constants
from ..engine.layout import (
    ARG_A,
    ARG_B,
    BLACK_SLOTS,
    CARD_SPACES,
    CHANNELS,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    DOUBLE,
    GOODS,
    HEXES,
    KIND,
    MONASTERIES,
    MOST_HEXES,
    P_DISCARD,
    P_KEEP,
    P_PICK,
    P_SHIP2,
    P_TAKE,
    PENDING_DEPTH,
    PENDING_KINDS,
    PHASES,
    ROUNDS,
    SEATS,
    SLOTS,
    STAGE_TURN,
    STAGES,
    STORAGE,
)
from ..engine.rules.border_posts import POST
from ..engine.rules.holdings import JOKERS, colour_of_settled, pile_of
from ..engine.rules.shields import P_SET
from ..modules import MODULES
from ..modules.base import LARGEST_REGION
from .duchies import EMPTY_MEANING, REACH_MEANING
from .faces import FACE, FACE_MEANING, TILE, TILE_NUMBERS
from .fields import Field, end_of, firsts, lay_out, under

_COLOURS, _CARDS = len(COLOURS), 2
_MANY = 60  # of what has no limit
_MODULES = tuple(module.key for module in MODULES)
# Places for what there is and for what may come, so that networks that were trained before still fit.
STAGE_PLACES, KIND_PLACES, MODULE_PLACES, MONASTERY_PLACES = 8, 32, 12, 32
_SPARE = "; the last ones are still free"
_stages, _kinds = ", ".join(STAGES), ", ".join(PENDING_KINDS)
assert len(STAGES) <= STAGE_PLACES and len(PENDING_KINDS) <= KIND_PLACES  # noqa: PT018
assert len(_MODULES) <= MODULE_PLACES and MONASTERIES < MONASTERY_PLACES  # noqa: PT018

SEAT = lay_out(
    [
        Field("present", (), "1 if somebody sits here; all else is 0 where nobody does"),
        Field("automa", (), "1 if it is the Châteauma"),
        Field("active", (), "1 if this seat has to decide"),
        Field("vp", (2,), "victory points: tens and ones", high=(_MANY, 9)),
        Field("workers", (), "workers", high=_MANY),
        Field("silver", (), "silver", high=_MANY),
        Field("goods", (GOODS,), "goods held by type", high=_MANY),
        Field("bonus", (_COLOURS,), "bonus tile held by colour: 2 the large one, 1 the small one", high=2),
        Field("colour_left", (_COLOURS,), "hexes of each colour still empty", high=MOST_HEXES),
        Field("stored", (_COLOURS,), "stored tiles by colour", high=STORAGE),
        Field("dice", (2,), "what each die shows, 0 once it has been used", high=6),
        Field("track", (), "space on the turn-order track", high=6),
        Field("standing", (), "place on the track, 0 in front: the order of the next round", high=SEATS - 1),
        Field("turn", (), "place in the order of this round", high=SEATS - 1),
        Field("done", (), "1 if its turn of this round is over"),
    ]
)
SEAT_SIZE = end_of(SEAT)
OWN = under(
    "own",
    [
        Field("sold", (GOODS,), "goods sold by type", high=_MANY),
        Field("duchy", (), "number of the duchy board", high=_MANY),
        Field("dice", (2, 6), "each die as one of six, none once it has been used"),
        Field("bought", (), "1 if it has bought this turn"),
        Field("recruited", (), "1 if monastery 6 has been used this turn"),
        Field("monasteries", (MONASTERY_PLACES,), f"1 for each monastery in the duchy: m1 .. m{MONASTERIES}{_SPARE}"),
        Field("storage", (STORAGE, TILE), "each stored tile: one of six colours, then the face"),
        Field("empty", (_COLOURS, HEXES), EMPTY_MEANING),
        Field("reach", (HEXES,), REACH_MEANING),
        Field("left", (HEXES,), "the empty hexes of its region", high=LARGEST_REGION),
        Field("number", (HEXES,), "the number of each hex", high=6),
    ],
)
TABLE = under(
    "table",
    [
        Field("depots", (DEPOTS, SLOTS, FACE), f"the tile in each slot, whose colour the slot tells. {FACE_MEANING}"),
        Field("depot_goods", (DEPOTS, GOODS), "goods in each depot by type", high=_MANY),
        Field("black_depot", (BLACK_SLOTS, TILE), "the tile in each slot: one of six colours, then the face"),
        Field("next_goods", (GOODS,), "type of the goods tile that the next round brings"),
        Field("white_die", (6,), "the white die as one of six"),
        Field("bonus_left", (_COLOURS,), "bonus tiles left by colour", high=2),
        Field("phase", (PHASES,), "the phase as one of five"),
        Field("round", (ROUNDS,), "the round as one of five"),
    ],
)
DECISION = under(
    "decision",
    [
        Field("stage", (STAGE_PLACES,), f"one of {_stages}{_SPARE}"),
        Field("kind", (KIND_PLACES,), f"what is decided now, if an effect asks: one of {_kinds}{_SPARE}"),
        Field("waiting", (), "decisions waiting below it", high=PENDING_DEPTH),
        Field("depot", (DEPOTS,), "the depot it is about: ship2, keep"),
        Field("colours", (_COLOURS,), "the colours that may be taken: take"),
        Field("hex", (), "the hex the tile goes to, from 1: pick", high=MOST_HEXES),
        Field("by", (len(CHANNELS),), "what pays for it: pick, one of " + ", ".join(CHANNELS)),
        Field("tile", (TILE,), "the tile that comes, colour and face: discard, set"),
    ],
)
CONFIG = lay_out(
    [
        Field("seats", (SEATS,), "1, 2, 3 or 4 seats, the Châteauma's among them"),
        Field("alea_2011", (), "1 with the rules of 2011, 0 with the special edition's"),
        Field("modules", (MODULE_PLACES,), f"1 for each module of the game: {', '.join(_MODULES)}{_SPARE}"),
    ]
)
REST = [
    *under("config", CONFIG),
    *under(
        "modules",
        [
            Field("posts_left", (), "bonus tiles of the border posts left", high=2),
            Field("inns", (), "inns in the stack", high=_MANY),
            Field("set_aside", (), "castles set aside", high=_MANY),
            Field("heaped", (), "own tiles stored beyond three", high=_MANY),
            Field("doubled", (), "own double tiles stored", high=STORAGE),
            Field("team_stored", (), "tiles stored for both partners", high=SEATS),
            Field("route_laid", (), "goods laid on own trade routes", high=_MANY),
            Field("shields", (), "own shields", high=_MANY),
            Field("lying", (DEPOTS,), "shields in each depot", high=_MANY),
        ],
    ),
    *under(
        "chateauma",
        [
            Field("die", (), "its last roll", high=6),
            Field("card_points", (_CARDS,), "points for finishing the left and the right card", high=_MANY),
            Field("card_left", (_CARDS,), "empty spaces of each", high=CARD_SPACES),
            Field("inventory", (_COLOURS,), "inventory tiles by colour", high=_MANY),
            Field("jokers", (), "jokers in the inventory", high=_MANY),
            Field("settled", (_COLOURS,), "tiles in its duchy by colour", high=_MANY),
            Field("posts", (), "finished cards with a border post", high=_MANY),
        ],
    ),
]
_NAMES = ("self", *(f"opponent{k}" for k in range(1, SEATS)))
_FIELDS = lay_out([*(field for name in _NAMES for field in under(name, SEAT)), *OWN, *TABLE, *DECISION, *REST])
# Whole words, so that rows of them lie in the vectors' arrays of float32.
_PAD = -end_of(_FIELDS) % 8
COMPACT = lay_out([*_FIELDS, *([Field("rest", (_PAD,), "always 0")] if _PAD else [])])

_seat, _at = firsts(SEAT), firsts(COMPACT)
_AUTOMA, _ACTIVE, _VP, _WORKERS, _SILVER = (_seat[name] for name in ("automa", "active", "vp", "workers", "silver"))
_GOODS, _BONUS, _LEFT, _STORED = (_seat[name] for name in ("goods", "bonus", "colour_left", "stored"))
_DICE, _TRACK, _STANDING, _TURN, _DONE = (_seat[name] for name in ("dice", "track", "standing", "turn", "done"))
_SOLD, _DUCHY, _OWN_DICE, _BOUGHT, _RECRUITED, _MONASTERIES, _STORAGE, _EMPTY, _REACH, _REGION_LEFT, _NUMBER = (
    _at[field.name] for field in OWN
)
_DEPOTS, _DEPOT_GOODS, _BLACK, _NEXT, _WHITE, _BONUS_LEFT, _PHASE, _ROUND = (_at[field.name] for field in TABLE)
_STAGE, _KIND, _WAITING, _DEPOT, _TAKE, _HEX, _BY, _TILE = (_at[field.name] for field in DECISION)
(
    _CONFIG, _, _, _POSTS_LEFT, _INNS, _SET_ASIDE, _HEAPED, _DOUBLED, _TEAM_STORED, _ROUTE_LAID, _SHIELDS,
    _LYING, _CHATEAUMA_DIE, _CARD_POINTS, _CARD_LEFT, _INVENTORY, _JOKERS, _SETTLED, _POSTS,
) = (_at[field.name] for field in REST)  # fmt: skip
_ALEA, _PLAYED = CONFIG[1].first, CONFIG[2].first
_EIGHTS = (HEXES + 7) // 8
_BITS = np.array([[byte >> k & 1 for k in range(8)] for byte in range(256)], np.uint8)
_TILE_BYTES = TILE_NUMBERS.astype(np.uint8)
_FACE_BYTES = np.ascontiguousarray(_TILE_BYTES[:, _COLOURS:])


@kernel_of_constants
def write_compact(t, s, seat, out):
    """Fill a row of bytes with what a seat sees."""
    out[:] = 0
    at = 0
    while s.order[at] != seat:
        at += 1
    for k in range(t.seats):
        turn = (at + k) % int(t.seats)
        _write_seat(t, s, int(s.order[turn]), turn, out, k * SEAT_SIZE)
    _write_own(t, s, seat, out)
    _write_table(s, out)
    _write_decision(s, out)
    write_config(t, out, _CONFIG)
    if t.modules != 0:
        _write_modules(t, s, seat, out)
    if t.chateauma >= 0:
        _write_chateauma(t, s, out)


@kernel_of_constants
def _write_seat(t, s, p, turn, out, j):
    out[j] = 1
    out[j + _AUTOMA] = t.chateauma == p
    out[j + _ACTIVE] = s.active == p
    vp = max(int(s.vp[p]), 0)
    out[j + _VP] = min(vp // 10, _MANY)
    out[j + _VP + 1] = vp % 10
    out[j + _WORKERS] = min(int(s.workers[p]), _MANY)
    out[j + _SILVER] = min(int(s.silver[p]), _MANY)
    for goods in range(GOODS):
        out[j + _GOODS + goods] = min(int(s.goods[p, goods]), _MANY)
    board, held, empty = int(s.duchy[p]), int(s.bonus[p]), ~int(s.occupied[p])
    for colour in range(_COLOURS):
        out[j + _BONUS + colour] = 2 * ((held >> (2 * colour)) & 1) + ((held >> (2 * colour + 1)) & 1)
        out[j + _LEFT + colour] = count_bits(int(t.colour_hexes[board, colour]) & empty)
    for i in range(s.stored[p]):
        colour = int(COLOUR_OF[s.storage[p, i]])
        if colour >= 0:
            out[j + _STORED + colour] += 1
    for die in range(2):
        out[j + _DICE + die] = s.dice[p, die] if s.used[p, die] == 0 else 0
    out[j + _TRACK] = s.track[p]
    for i in range(t.seats):
        if s.standing[i] == p:
            out[j + _STANDING] = i
    out[j + _TURN] = turn
    out[j + _DONE] = s.stage == STAGE_TURN and turn < s.turn


@kernel_of_constants
def _write_own(t, s, p, out):
    board, bits = int(s.duchy[p]), int(s.monasteries[p]) >> 1
    _write_empty(t, s, p, board, out)
    out[_DUCHY] = board
    for goods in range(GOODS):
        out[_SOLD + goods] = min(int(s.sold[p, goods]), _MANY)
    for die in range(2):
        if s.dice[p, die] > 0 and s.used[p, die] == 0:
            out[_OWN_DICE + 6 * die + int(s.dice[p, die]) - 1] = 1
    out[_BOUGHT] = s.bought[p]
    out[_RECRUITED] = s.recruited[p]
    for number in range(MONASTERIES):
        out[_MONASTERIES + number] = (bits >> number) & 1
    for i in range(s.stored[p]):
        _write_tile(out, _STORAGE + TILE * i, int(s.storage[p, i]))


@kernel_of_constants
def _write_empty(t, s, p, board, out):
    """Without a branch: what lies where can't be guessed, and a wrong guess costs as much as ten numbers."""
    empty = ~int(s.occupied[p]) & ((1 << HEXES) - 1)
    for colour in range(_COLOURS):
        _spread(int(t.colour_hexes[board, colour]) & empty, out, _EMPTY + HEXES * colour)
    _spread(int(s.reach[p]) & empty, out, _REACH)
    for h in range(HEXES):
        out[_REGION_LEFT + h] = count_bits(int(t.region[board, h]) & empty)
        out[_NUMBER + h] = t.number[board, h]


@kernel_of_constants
def _spread(bits, out, j):
    """A set of hexes, a byte for each; a few more than there are hexes become 0, so what follows is written later."""
    for eight in range(_EIGHTS):
        some = (bits >> (8 * eight)) & 255
        for k in range(8):
            out[j + 8 * eight + k] = _BITS[some, k]


@kernel_of_constants
def _write_tile(out, j, tile):
    for k in range(TILE):
        out[j + k] = _TILE_BYTES[tile, k]


@kernel_of_constants
def _write_table(s, out):
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            tile = int(s.depot[depot, slot])
            j = _DEPOTS + FACE * (SLOTS * depot + slot)
            for k in range(FACE):
                out[j + k] = _FACE_BYTES[tile, k]
        for goods in range(GOODS):
            out[_DEPOT_GOODS + GOODS * depot + goods] = min(int(s.depot_goods[depot, goods]), _MANY)
    for slot in range(BLACK_SLOTS):
        if s.black_depot[slot] != 0:
            _write_tile(out, _BLACK + TILE * slot, int(s.black_depot[slot]))
    for colour in range(_COLOURS):
        out[_BONUS_LEFT + colour] = s.bonus_left[colour]
    i = 0
    while i < ROUNDS and s.round_goods[i] == 0:
        i += 1
    if i < ROUNDS:
        out[_NEXT + int(s.round_goods[i]) - 1] = 1
    if s.white_die > 0:
        out[_WHITE + int(s.white_die) - 1] = 1
    out[_PHASE + int(s.phase)] = 1
    out[_ROUND + int(s.round_number)] = 1


@kernel_of_constants
def _write_decision(s, out):
    out[_STAGE + int(s.stage)] = 1
    top = int(s.depth) - 1
    if top < 0:
        return
    kind, a = int(s.pending[top, KIND]), int(s.pending[top, ARG_A])
    out[_KIND + kind] = 1
    out[_WAITING] = top
    if kind == P_SHIP2 or kind == P_KEEP:
        out[_DEPOT + a] = 1
    elif kind == P_TAKE:
        for colour in range(_COLOURS):
            out[_TAKE + colour] = (a >> colour) & 1
    elif kind == P_PICK:
        out[_HEX] = a + 1
        out[_BY + int(s.pending[top, ARG_B])] = 1
    elif (kind == P_DISCARD or kind == P_SET) and a < DOUBLE:
        _write_tile(out, _TILE, a)


@kernel_of_constants
def write_config(t, out, j):
    """Which game is played, from out[j] on, which is 0 so far."""
    out[j + int(t.seats) - 1] = 1
    out[j + _ALEA] = t.alea_2011
    if t.modules != 0:
        for module in range(len(_MODULES)):
            out[j + _PLAYED + module] = (int(t.played) >> module) & 1


@kernel_of_constants
def _write_modules(t, s, p, out):
    out[_POSTS_LEFT] = s.bonus_left[POST]
    out[_INNS] = min(int(s.inn_stack), _MANY)
    out[_SET_ASIDE] = min(int(s.set_aside), _MANY)
    out[_HEAPED] = min(int(s.heaped[p]), _MANY)
    out[_DOUBLED] = s.doubled[p]
    out[_TEAM_STORED] = s.team_stored[p]
    out[_ROUTE_LAID] = min(int(s.route_laid[p]), _MANY)
    out[_SHIELDS] = count_bits(int(s.shields[p]))
    for depot in range(DEPOTS):
        out[_LYING + depot] = count_bits(int(s.depot_shields[depot]))


@kernel_of_constants
def _write_chateauma(t, s, out):
    out[_CHATEAUMA_DIE] = s.chateauma_die
    for card in range(_CARDS):
        number = int(s.card[card])
        out[_CARD_POINTS + card] = min(int(t.card_points[number]), _MANY)
        for space in range(t.card_size[number]):
            out[_CARD_LEFT + card] += s.card_tiles[card, space] == 0
    for i in range(s.held_count):
        pile = pile_of(s.held[i])
        out[_JOKERS if pile == JOKERS else _INVENTORY + pile] += 1
    for i in range(s.settled_count):
        out[_SETTLED + int(colour_of_settled(int(s.settled[i])))] += 1
    out[_POSTS] = min(int(s.posts), _MANY)
