"""Where everything lives: tile ids, the STATE record of one game, and the constants both speak of.

Bitboards are int64, not uint64: 58 hexes leave the sign bit alone, and Numba (like NumPy) turns
uint64 mixed with int64 into float64. Small numbers are signed for the same kind of reason: without
the compiler, NumPy's uint8 would wrap below zero.
"""

from __future__ import annotations

import numpy as np

# --- colours and tiles -------------------------------------------------------------------------------

COLOURS = ("building", "monastery", "ship", "livestock", "castle", "mine")
BUILDING, MONASTERY, SHIP, LIVESTOCK, CASTLE, MINE = range(6)

BUILDING_KINDS = (
    "warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "town_hall",
    "white_castle", "crane",
)  # fmt: skip
MONASTERIES = 29
SPECIES = ("cow", "sheep", "pig", "chicken")
ANIMAL_COUNTS = (2, 3, 4)

TILES = (
    None,  # 0: nothing
    *BUILDING_KINDS,
    *(f"m{number}" for number in range(1, MONASTERIES + 1)),
    "ship",
    *(f"{species}{count}" for species in SPECIES for count in ANIMAL_COUNTS),
    "geese",
    "castle",
    "mine",
    "inn",
    "black",
)
TILE_IDS = {name: number for number, name in enumerate(TILES) if name}
TILE_COUNT = len(TILES)

(WAREHOUSE, WATCHTOWER, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, TOWN_HALL, WHITE_CASTLE, CRANE) = range(
    1, 11
)
MONASTERY_0 = TILE_IDS["m1"] - 1  # monastery number m is tile MONASTERY_0 + m
SHIP_TILE = TILE_IDS["ship"]
LIVESTOCK_0 = TILE_IDS["cow2"]  # the first of SPECIES x ANIMAL_COUNTS
GEESE_TILE = TILE_IDS["geese"]
CASTLE_TILE = TILE_IDS["castle"]
MINE_TILE = TILE_IDS["mine"]
INN_TILE = TILE_IDS["inn"]
BLACK_TILE = TILE_IDS["black"]  # face down on a duchy: it fits any colour and is nothing more (solo)


def _colour_of(tile: str | None) -> int:
    if tile in BUILDING_KINDS:
        return BUILDING
    if tile in ("ship", "castle", "mine"):
        return COLOURS.index(tile)
    if tile == "geese" or (tile and tile[:-1] in SPECIES):
        return LIVESTOCK
    if tile and tile[0] == "m":
        return MONASTERY
    return -1  # nothing, an inn and a face-down tile have no colour of their own


COLOUR_OF = np.array([_colour_of(tile) for tile in TILES], np.int8)
COLOUR_FIRST = np.array([list(COLOUR_OF).index(c) for c in range(6)], np.int8)
COLOUR_END = np.array([TILE_COUNT - list(COLOUR_OF[::-1]).index(c) for c in range(6)], np.int8)
SPECIES_OF = np.full(TILE_COUNT, -1, np.int8)
ANIMALS = np.zeros(TILE_COUNT, np.int8)
for _tile, _name in enumerate(TILES):
    if _name and COLOUR_OF[_tile] == LIVESTOCK:
        SPECIES_OF[_tile] = len(SPECIES) if _name == "geese" else SPECIES.index(_name[:-1])
        ANIMALS[_tile] = 2 if _name == "geese" else int(_name[-1])

# --- sizes -------------------------------------------------------------------------------------------

SEATS = 4
HEXES = 37
DEPOTS = 6
SLOTS = 4
BLACK_SLOTS = 8
SOLO_SLOTS = 4  # of the black depot in the solo game
GOODS = 6  # types of goods
STORAGE = 3  # key spaces for tiles; as many types of goods fit the goods storage
PHASES = 5
ROUNDS = 5
TRACK_SPACES = 7
DUCHIES = 37  # boards by their number, 0 unused
PENDING_DEPTH = 32
POSTS = 3  # border posts of a duchy
ROUTE_TILES = 13  # trade-route tiles by their number, 0 unused
ROUTE_LENGTH = 5  # tiles in a row, at most
ROUTE_SPACES = 3  # on a tile

# --- stages and pending decisions --------------------------------------------------------------------

STAGES = ("sides", "routes", "start", "turn", "over")
STAGE_SIDES, STAGE_ROUTES, STAGE_START, STAGE_TURN, STAGE_OVER = range(5)

PENDING_KINDS = (
    "castle", "ship", "ship2", "keep", "take", "sell", "place", "pick", "discard", "white_castle", "crane",
    "black", "points", "swap", "pay", "after", "clear",
)  # fmt: skip
(P_CASTLE, P_SHIP, P_SHIP2, P_KEEP, P_TAKE, P_SELL, P_PLACE, P_PICK, P_DISCARD, P_WHITE_CASTLE, P_CRANE,
 P_BLACK, P_POINTS, P_SWAP, P_PAY, P_AFTER, P_CLEAR) = range(len(PENDING_KINDS))  # fmt: skip
# An entry is (kind, a, b): ship2 (near), keep (depot), take (set of colours), pick (hex, by), discard (tile),
# pay (goods left to pay), after (hex, set of steps). The last two wait below a decision, and are no decisions.
KIND, ARG_A, ARG_B = 0, 1, 2
_OPTIONAL = ("ship2", "take", "sell", "place", "white_castle", "crane", "black", "points", "swap")
MAY_SKIP = np.array([kind in _OPTIONAL for kind in PENDING_KINDS])
MAY_INTERRUPT = np.array([kind not in ("keep", "pick", "discard", "pay") for kind in PENDING_KINDS])
AFTER_STEPS = ("region", "colour", "effect")  # what a tile sets off, in this order; bits of an `after`

CHANNELS = ("d1", "d2", "free")
FREE = 2

# --- where victory points come from ------------------------------------------------------------------

# Counted while playing, in `state.source`. `earlier`: what a seat had when a position was set up by hand.
# `county_cards` and `boarding_houses` are the Châteauma's. Solo: monasteries score at once, points are bought,
# and `targets` takes back what the marker had when it reached a target.
SOURCES = (
    "regions", "phase_bonuses", "colour_bonuses", "livestock", "goods", "watchtowers", "m7", "earlier",
    "county_cards", "boarding_houses", "border_posts", "trade_routes", "retrievals", "monasteries_at_once",
    "bought_points", "targets",
)  # fmt: skip
(FROM_REGIONS, FROM_PHASE, FROM_COLOURS, FROM_LIVESTOCK, FROM_GOODS, FROM_WATCHTOWERS, FROM_M7, FROM_EARLIER,
 FROM_CARDS, FROM_BOARDING_HOUSES, FROM_POSTS, FROM_ROUTES, FROM_RETRIEVALS, FROM_MONASTERIES,
 FROM_SILVER, FROM_TARGETS) = range(len(SOURCES))  # fmt: skip
FINAL_MONASTERIES = (15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 29)
FINAL_SOURCES = (
    *(f"m{number}" for number in FINAL_MONASTERIES),
    "leftover_goods", "leftover_silver", "leftover_workers", "monasteries", "inventory", "unfinished_cards",
)  # fmt: skip
SCORE_NAMES = SOURCES + FINAL_SOURCES
# The scores that only games with a module have.
MODULE_SCORES = {
    "border_posts": "border_posts", "trade_routes": "trade_routes", "retrievals": "castle_rule",
    "monasteries_at_once": "solo", "bought_points": "solo", "targets": "solo", "m29": "white_castles",
}  # fmt: skip
CHATEAUMA_SCORES = (
    "county_cards", "colour_bonuses", "livestock", "goods", "watchtowers", "boarding_houses", "earlier",
    "border_posts", "trade_routes",
    "leftover_goods", "leftover_silver", "monasteries", "inventory", "unfinished_cards",
)  # fmt: skip
PLAYER_SCORES = tuple(
    name
    for name in SCORE_NAMES
    if name not in ("county_cards", "boarding_houses", "monasteries", "inventory", "unfinished_cards")
)
FINAL_0 = len(SOURCES)

# --- bonus tiles -------------------------------------------------------------------------------------

# `state.bonus` is a set of bits: bit 2 * colour for the large tile, 2 * colour + 1 for the small one; the
# tiles of the border posts stand after the colours.
POST = len(COLOURS)
BONUS_TILES = (*COLOURS, "post")
BONUS_NAMES = tuple(f"{name}_{size}" for name in BONUS_TILES for size in ("large", "small"))

# --- the Châteauma ------------------------------------------------------------------------------------

CARDS = 18  # county cards by their number, 0 unused
CARD_SPACES = 5
LEFT, RIGHT = 0, 1
HELD = 84  # inventory and jokers: 44 black tiles and 37 buildings that fetch a tile are all that can come
SETTLED = 72  # tiles in its duchy
FACE_DOWN = 64  # added to a tile that lies face down: a joker
UNSEEN = 96  # plus a colour: a tile of modifier A on a space of that colour
UNSEEN_TILES = 5  # of modifier A

# --- the tape: what happens --------------------------------------------------------------------------

# Row 0 is the header. The other rows are events (kind, a, b, result, more). A replaying tape has its
# script in the rows from TAPE_READ on and is written like a recording one.
CHANCE_KINDS = (
    "action", "first_player", "duchy", "pile_goods", "start_goods", "depot_tile", "black_tile", "round_goods", "die",
    "white_die", "county_card", "joker_tile", "preset_tile", "chateauma_die", "route",
)  # fmt: skip
(E_ACTION, E_FIRST_PLAYER, E_DUCHY, E_PILE_GOODS, E_START_GOODS, E_DEPOT_TILE, E_BLACK_TILE, E_ROUND_GOODS, E_DIE,
 E_WHITE_DIE, E_COUNTY_CARD, E_JOKER_TILE, E_PRESET_TILE, E_CHATEAUMA_DIE,
 E_ROUTE) = range(len(CHANCE_KINDS))  # fmt: skip
# The Châteauma's steps follow the kinds of chance; they are told, never scripted.
STEP_KINDS = (
    "takes", "uses_inventory", "uses_joker", "takes_joker", "finds_nothing", "sells", "has_nothing_to_sell",
    "gets_silver", "gets_vp", "fetches", "fetches_nothing", "ships", "finishes", "plays_again", "wins_bonus",
    "buys", "mines", "links_posts", "wins_post", "gets_route_vp",
)  # fmt: skip
STEP_0 = len(CHANCE_KINDS)
(
    S_TAKES,
    S_USES_INVENTORY,
    S_USES_JOKER,
    S_TAKES_JOKER,
    S_FINDS_NOTHING,
    S_SELLS,
    S_HAS_NOTHING_TO_SELL,
    S_GETS_SILVER,
    S_GETS_VP,
    S_FETCHES,
    S_FETCHES_NOTHING,
    S_SHIPS,
    S_FINISHES,
    S_PLAYS_AGAIN,
    S_WINS_BONUS,
    S_BUYS,
    S_MINES,
    S_LINKS_POSTS,
    S_WINS_POST,
    S_GETS_ROUTE_VP,
) = range(STEP_0, STEP_0 + len(STEP_KINDS))  # fmt: skip
TAPE_COLUMNS = 5
TAPE_OFF, TAPE_RECORD, TAPE_REPLAY = 0, 1, 2
TAPE_MODE, TAPE_NEXT, TAPE_TROUBLE, TAPE_READ, TAPE_END = range(TAPE_COLUMNS)
LONGEST_STEP = 400  # more events than one action can ever cause


def new_tape(rows: int = 1, mode: int = TAPE_OFF) -> np.ndarray:
    """An empty tape; the default one records nothing."""
    tape = np.zeros((rows, TAPE_COLUMNS), np.int16)
    tape[0, TAPE_MODE] = mode
    tape[0, TAPE_NEXT] = 1
    return tape


# --- one game ----------------------------------------------------------------------------------------

_seat = (SEATS,)
STATE = np.dtype(
    (
        np.record,  # so that kernels run without the compiler may say `s.vp`, too
        np.dtype(
            [
                ("rng", "u8"),  # the generator: all that is hidden and not a count
                # per seat: the duchy
                ("occupied", "i8", _seat),  # hexes with a tile
                ("reach", "i8", _seat),  # hexes that touch an occupied hex
                ("monasteries", "i4", _seat),  # bit m: monastery m is in the duchy
                ("bonus", "i2", _seat),  # bonus tiles held, see BONUS_NAMES
                ("inns", "i8", _seat),  # hexes with an inn
                ("duchy", "i1", _seat),  # number of the board
                ("tiles", "i1", (SEATS, HEXES)),
                # per seat: the player board
                ("vp", "i2", _seat),
                ("source", "i2", (SEATS, len(SOURCES))),
                ("workers", "i2", _seat),
                ("silver", "i2", _seat),
                ("goods", "i1", (SEATS, GOODS)),
                ("sold", "i1", (SEATS, GOODS)),
                ("storage", "i1", (SEATS, STORAGE)),
                ("stored", "i1", _seat),  # how many tiles are in storage
                ("dice", "i1", (SEATS, 2)),
                ("used", "i1", (SEATS, 2)),
                ("bought", "i1", _seat),
                ("recruited", "i1", _seat),
                ("route", "i1", (SEATS, ROUTE_LENGTH)),  # trade-route tiles, left to right
                ("route_goods", "i1", (SEATS, ROUTE_LENGTH * ROUTE_SPACES)),  # types laid on their spaces
                ("route_laid", "i1", _seat),  # how many
                ("route_hand", "i2", _seat),  # bit i: tile i is still to be put into the row
                # the table
                ("depot", "i1", (DEPOTS, SLOTS)),
                ("depot_goods", "i1", (DEPOTS, GOODS)),
                ("black_depot", "i1", (BLACK_SLOTS,)),
                ("round_goods", "i1", (ROUNDS,)),  # types, 0 once laid out
                ("bonus_left", "i1", (len(BONUS_TILES),)),
                ("white_die", "i1"),
                ("inn_stack", "i1"),
                ("set_aside", "i1"),  # castles that nobody took
                ("target", "i2"),  # solo: the victory points to reach
                # the hidden counts
                ("supply", "i1", (TILE_COUNT,)),
                ("supply_left", "i1", (len(COLOURS),)),
                ("black_supply", "i1", (TILE_COUNT,)),
                ("black_left", "i1"),
                ("pile", "i1", (GOODS,)),  # the goods of the phases to come
                ("unseen", "i1", (UNSEEN_TILES,)),  # what modifier A's tiles are; nobody will ever know
                # the Châteauma; its goods, silver and so on stand with the seats
                ("card", "i1", (2,)),  # numbers of the left and the right county card
                ("card_tiles", "i1", (2, CARD_SPACES)),  # FACE_DOWN added for jokers
                ("card_done", "i1", (2,)),  # finished, to be replaced
                ("deck", "i4"),  # bit i: card i is in the deck
                ("card_discard", "i4"),
                ("held", "i1", (HELD,)),  # inventory by type, then jokers (FACE_DOWN added); top ones last
                ("held_count", "i1"),
                ("settled", "i1", (SETTLED,)),  # tiles of its duchy by colour, in order of arrival
                ("settled_count", "i1"),
                ("posts", "i1"),  # finished cards with a border post
                ("sells_due", "i1"),  # sell symbols covered and not yet carried out
                ("chateauma_die", "i1"),
                # whose turn it is
                ("track", "i1", _seat),  # space of each marker
                ("standing", "i1", _seat),  # seats by their markers: front first, top first
                ("order", "i1", _seat),  # of this round
                ("turn", "i1"),  # index in `order`
                ("active", "i1"),  # seat to decide, -1 when over
                ("phase", "i1"),
                ("round_number", "i1"),
                ("stage", "i1"),
                ("pending", "i1", (PENDING_DEPTH, 3)),
                ("depth", "i1"),  # entries in `pending`
            ],
            align=True,
        ),
    )
)

BIT = np.array([1 << h for h in range(63)], np.int64)
