"""Vineyards: double tiles with two vines each, on a board beside the duchy whose spaces bring two bonuses."""

from __future__ import annotations

from .chateauma import CARDS
from .descriptor import (
    Argument,
    Array,
    Block,
    Chance,
    ConfigKey,
    Fact,
    Facts,
    Field,
    Key,
    Module,
    Pending,
    Score,
    Step,
)
from .sizes import SEATS

VINES = ("orange", "yellow", "green", "red", "black", "blue")
DOUBLES = tuple(f"{first}+{second}" for i, first in enumerate(VINES) for second in VINES[i:])  # by number, from 1
LAID = tuple(f"{first}+{second}" for first in VINES for second in VINES)  # the first vine on the space's first hex
BOARDS = (1, 2, 3, 4)
SPACES, ROWS = 13, 4  # for double tiles, and rows of them, on a board at most
SLOTS, STORE_SLOTS = 6, 3  # of the depot and the store, at most
PLACES = ("depot", "store")
MOST_OF_A_KIND = 7  # double tiles: three bits
LARGEST_GROUP = 13  # larger ones are worth the same
# What a space may bring: decisions, then what comes at once.
DECISIONS = (
    "take_building", "take_mine_monastery_castle", "take_ship_livestock", "take_black", "take_double", "sell_goods",
    "place_tile", "free_action",
)  # fmt: skip
BONUSES = (*DECISIONS, "workers_4", "silver_2", "vp_4")
_VINES = (len(VINES),)
_BOARDS = len(BOARDS) + 1  # by their number, 0 unused
_HEXES = 2 * SPACES  # the two of a space follow each other
_SPACE_NAMES = tuple(f"p{space}" for space in range(1, SPACES + 1))
_SLOT_NAMES = tuple(str(slot) for slot in range(1, SLOTS + 1))
_STORE_NAMES = tuple(f"v{slot}" for slot in range(1, STORE_SLOTS + 1))
_CHANNELS = {"d1": "by the first die", "d2": "by the second die", "free": "by an effect"}


def _takes() -> tuple[Block, ...]:
    meaning = "the double tile in this slot of the vineyard depot, to storage"
    return tuple(Block(f"{c}_double", f"{c} double", _SLOT_NAMES, f"{by}: {meaning}") for c, by in _CHANNELS.items())


def _plantings() -> tuple[Block, ...]:
    meaning = "a stored double tile onto this space of the vineyard"
    return tuple(Block(f"{c}_plant", f"{c} plant", _SPACE_NAMES, f"{by}: {meaning}") for c, by in _CHANNELS.items())


MODULE = Module(
    key="vineyards",
    title="Vineyards",
    config=(
        ConfigKey("vineyards", "random", "the vineyard boards, one a player", items=BOARDS, example="2,4"),
        ConfigKey(
            "vines_out", None, "the vines that leave the game with 2 or 3 seats", items=VINES, example="red,blue"
        ),
    ),
    state=(
        Array("doubles", "i8", (), "double tiles in the bag: three bits for each name, how many"),
        Array("stored_doubles", "i8", (SEATS,), "those in storage, likewise"),
        Array("chateauma_doubles", "i8", (), "those of the Châteauma, likewise"),
        Array("vines", "i4", (SEATS, 3), "the vine on each hex, from 1: a set of hexes for each of its bits"),
        Array("doubled", "i1", (SEATS,), "how many double tiles are in storage"),
        Array("double_depot", "i1", (SLOTS,), "double tiles in the vineyard depot"),
        Array("double_store", "i1", (STORE_SLOTS,), "and in the store"),
        Array("vineyard", "i1", (SEATS,), "number of the vineyard board"),
        Array("vine_tiles", "i1", (SEATS + 1, len(VINES)), "vine bonus tiles of each seat, and last of the reserve"),
        Array("vines_out", "i1", (), "bit i: vine i is not played with"),
        Array("doubles_due", "i1", (), "the Châteauma: double symbols covered and not yet carried out"),
    ),
    tables=(
        Array("vineyards", "i1", (), "whether the module is played"),
        Array("double_box", "i8", (), "all double tiles, as the bag of a game has them"),
        Array("double_slots", "i1", (64,), "the depot's slots, as a set, that a set of values reaches"),
        Array("slot_values", "i1", (SLOTS,), "the values of each slot, as a set"),
        Array("store_slots", "i1", (), "of the store"),
        Array("vineyard_given", "i1", (SEATS,), "the boards given, 0: they are drawn"),
        Array("vines_given", "i1", (), "the vines that leave the game, as a set"),
        Array("vines_drawn", "i1", (), "how many are drawn instead"),
        Array("vine_bonus_tiles", "i1", (), "of each vine"),
        Array("vine_near", "i4", (_BOARDS, _HEXES), "the hexes around each hex of a board"),
        Array("vine_row", "i4", (_BOARDS, SPACES), "the hexes of the row that a space lies in"),
        Array("first_row", "i2", (_BOARDS,), "the spaces of the bottom row"),
        Array("space_values", "i2", (_BOARDS, 64), "spaces whose number is in a set of values"),
        Array("space_number", "i1", (_BOARDS, SPACES), "the number of each"),
        Array("space_bonus", "i1", (_BOARDS, SPACES, 2), "what it brings, as places in BONUSES"),
        Array("vine_vp", "i2", (LARGEST_GROUP + 1,), "for a group of vines, by size"),
        Array("card_double", "i1", (CARDS,), "bit i: space i of a county card has a double symbol"),
        Array("chateauma_double_vp", "i2", (LARGEST_GROUP + 1,), "at the end, by number"),
    ),
    actions=(
        *_takes(),
        *_plantings(),
        Block("lay", "plant", LAID, "which one is laid, the first vine on the space's first hex"),
        Block("buy_store", "buy", _STORE_NAMES, "2 silver: this double tile of the store", purchase=True),
        Block("free_store", "free take", _STORE_NAMES, "this double tile of the store"),
        Block("bonus", "bonus", DECISIONS, "which of a space's two bonuses comes first"),
        Block("vine", "vine", VINES, "the vine bonus tile for a full row"),
        Block("discard_double", "discard", DOUBLES, "a stored double tile leaves the game"),
    ),
    pending=(
        Pending("plant", (Argument("space", "space"), Argument("by", "channel")), any=False),
        Pending("bonuses", (Argument("left", "bonuses"),)),
        Pending("double", skip=True),
        Pending("take_black", skip=True),
        Pending("vine", lapses=True),
    ),
    chance=(
        Chance("vine_out", ("number",), "vine"),
        Chance("vineyard", ("seat",)),
        Chance("vine_bonus", ("seat",), "vine"),
        Chance("double_tile", ("place", "number"), "double", opens=True),
    ),
    steps=(
        Step("takes_double", (Fact("double", "double", "result"), Fact("slot", "number", "a"))),
        Step("buys_double", (Fact("double", "double", "result"), Fact("slot", "number", "a"))),
    ),
    scores=(
        Score("vineyard_spaces", "vineyards"),
        Score("vines", "vineyards", final=True, chateauma=True),
    ),
    position=(
        Key("table", "vineyards"),
        Key("hidden", "doubles"),
        Key("player", "vineyard"),
        Key("chateauma", "doubles"),
    ),
    table_fields=(
        Field("vines_out", _VINES, f"vines that are not played with, of {', '.join(VINES)}"),
        Field("double_depot", (SLOTS, len(VINES)), "vines of the double tile in each slot of the depot, / 2"),
        Field("double_store", (STORE_SLOTS, len(VINES)), "and of the store"),
        Field("vine_reserve", _VINES, "vine bonus tiles of the reserve / 4", high=2),
        Field("chateauma_doubles", (len(DOUBLES),), "the Châteauma's double tiles by name / 4", high=2),
        Field("coming_double", _VINES, "vines of the double tile that comes, / 2: discard, set"),
        Field("plant", (SPACES,), "the space where a double tile is laid"),
        Field("plant_by", (len(_CHANNELS),), "what pays for it: one of " + ", ".join(_CHANNELS)),
        Field("bonuses_left", (len(DECISIONS),), "bonuses to be put in order, the first one 1, the second 0.5"),
    ),
    seat_fields=(
        Field("vineyard", (), "number of the vineyard board / 4"),
        Field("vines", (len(VINES), _HEXES), "hexes with each vine"),
        Field("open_spaces", (SPACES,), "spaces that the next double tile may come to: their number / 6"),
        Field("vine_tiles", _VINES, "vine bonus tiles / 4", high=2),
        Field("stored_doubles", (len(DOUBLES),), "stored double tiles by name / 2", high=4),
    ),
    data=(
        Facts("vineyards", lists={"boards": None}),
        Facts("vineyard_county_cards", "chateauma.json", lists={"vineyard_county_cards": "cards"}),
    ),
)  # fmt: skip
