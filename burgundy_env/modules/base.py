"""The base game, described like any module."""

from __future__ import annotations

from .descriptor import Argument, Array, Block, Chance, Facts, Key, Module, Pending, Score, Tile
from .sizes import (
    ALL_HEX_NAMES,
    BLACK_SLOT_NAMES,
    BLACK_SLOTS,
    BOARDS,
    CHANNELS,
    COLOURS,
    DEPOTS,
    DUCHIES,
    GOODS,
    GOODS_NAMES,
    HEXES,
    MOST,
    MOST_HEXES,
    MOST_TILES,
    PENDING_DEPTH,
    PHASES,
    ROUNDS,
    SEATS,
    SLOT_NAMES,
    SLOTS,
    STORAGE,
)

BUILDING_KINDS = (
    "warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "town_hall",
)  # fmt: skip
MONASTERIES = 26  # of the base game
SCORING_MONASTERIES = tuple(range(15, 27))  # at the end
SPECIES = ("cow", "sheep", "pig", "chicken")
ANIMAL_COUNTS = (2, 3, 4)
VALUE_SETS = 64  # sets of die values: bit v-1 for value v
LARGEST_REGION = 10
# Boards that the box of 2011 had otherwise, by the number printed on them there.
BOARDS_OF_2011 = {4: 44, 8: 48}
_COLOURS = len(COLOURS)

_CHANNELS = {"d1": "the first die", "d2": "the second die", "free": "an effect"}


def _four_actions(channel: str) -> tuple[Block, ...]:
    by = _CHANNELS[channel]
    return (
        Block(
            f"{channel}_take", f"{channel} take", SLOT_NAMES, f"by {by}: the tile in this slot of a depot, to storage"
        ),
        Block(f"{channel}_place", f"{channel} place", ALL_HEX_NAMES, f"by {by}: a stored tile onto this hex"),
        Block(f"{channel}_sell", f"{channel} sell", GOODS_NAMES, f"by {by}: all goods of this type"),
        Block(f"{channel}_workers", f"{channel} workers", ("",), f"by {by}: take workers"),
    )


_STATE = (
    Array("rng", "u8", (), "the generator: all that is hidden and not a count"),
    # per seat: the duchy
    Array("occupied", "i8", (SEATS,), "hexes with a tile"),
    Array("reach", "i8", (SEATS,), "hexes that touch an occupied hex"),
    Array("monasteries", "i4", (SEATS,), "bit m: monastery m is in the duchy"),
    Array("bonus", "i2", (SEATS,), "bonus tiles held, see BONUS_NAMES"),
    Array("duchy", "i1", (SEATS,), "number of the board"),
    Array("tiles", "i1", (SEATS, HEXES), "the tile on each hex"),
    # per seat: the player board
    Array("vp", "i2", (SEATS,), "victory points"),
    Array("source", "i2", (SEATS, "sources"), "points so far by where they came from"),
    Array("workers", "i2", (SEATS,), "workers"),
    Array("silver", "i2", (SEATS,), "silver"),
    Array("goods", "i1", (SEATS, GOODS), "goods held by type"),
    Array("sold", "i1", (SEATS, GOODS), "goods sold by type"),
    Array("storage", "i1", (SEATS, STORAGE), "stored tiles, sorted"),
    Array("stored", "i1", (SEATS,), "how many tiles are in storage"),
    Array("dice", "i1", (SEATS, 2), "the two dice"),
    Array("used", "i1", (SEATS, 2), "whether they have been used"),
    Array("bought", "i1", (SEATS,), "whether the purchase of the turn was made"),
    Array("recruited", "i1", (SEATS,), "whether monastery 6 was used this turn"),
    # the table
    Array("depot", "i1", (DEPOTS, SLOTS), "tiles in the numbered depots"),
    Array("depot_goods", "i1", (DEPOTS, GOODS), "goods there by type"),
    Array("black_depot", "i1", (BLACK_SLOTS,), "tiles in the black depot"),
    Array("round_goods", "i1", (ROUNDS,), "types, 0 once laid out"),
    Array("bonus_left", "i1", ("bonus_tiles",), "bonus tiles left, 2 of each at first"),
    Array("white_die", "i1", (), "the white die"),
    # the hidden counts
    Array("supply", "i1", ("tiles",), "what is left of each tile with a coloured back"),
    Array("black_supply", "i1", ("tiles",), "and with a black one"),
    Array("supply_left", "i1", (_COLOURS,), "tiles left in the supply of each colour"),
    Array("black_left", "i1", (), "tiles left in the black supply"),
    Array("pile", "i1", (GOODS,), "the goods of the phases to come"),
    # whose turn it is
    Array("track", "i1", (SEATS,), "space of each marker"),
    Array("standing", "i1", (SEATS,), "seats by their markers: front first, top first"),
    Array("order", "i1", (SEATS,), "of this round"),
    Array("turn", "i1", (), "index in `order`"),
    Array("active", "i1", (), "seat to decide, -1 when over"),
    Array("phase", "i1", (), "0 .. 4"),
    Array("round_number", "i1", (), "0 .. 4"),
    Array("stage", "i1", (), "see STAGES"),
    Array("pending", "i1", (PENDING_DEPTH, 3), "decisions: kind and two arguments, the last one is made now"),
    Array("depth", "i1", (), "entries in `pending`"),
)
_TABLES = (
    # the duchies, by number
    Array("neighbours", "i8", (DUCHIES, MOST_HEXES), "the hexes around each hex"),
    Array("region", "i8", (DUCHIES, MOST_HEXES), "the region a hex lies in, as a set of hexes"),
    Array("colour_hexes", "i8", (DUCHIES, _COLOURS), "the hexes of each colour"),
    Array("start_hexes", "i8", (DUCHIES,), "where the start castle may go"),
    Array("value_hexes", "i8", (DUCHIES, VALUE_SETS), "hexes whose number is in a set of values"),
    Array("colour", "i1", (DUCHIES, MOST_HEXES), "the colour of each hex"),
    Array("number", "i1", (DUCHIES, MOST_HEXES), "its number"),
    # changing a die; a value of 0 is any value, as an effect gives
    Array("cost", "i1", (2, 2, 7, 7), "[monastery 8][free step][value shown][value wanted] in workers"),
    Array("values", "i1", (2, 2, 4, 7), "[..][..][workers, 3 for more][value shown]: values in reach"),
    # scoring
    Array("region_vp", "i2", (LARGEST_REGION + 1,), "by size"),
    Array("phase_bonus", "i2", (PHASES,), "for a region completed in this phase"),
    Array("bonus_vp", "i2", (2,), "large, small"),
    Array("goods_vp", "i2", (), "for a goods tile sold"),
    Array("sold_type_vp", "i2", (), "monastery 15"),
    Array("bonus_tile_vp", "i2", (), "monastery 26"),
    Array("monastery_building", "i1", (30,), "building kind that monasteries 16-23 and 29 score"),
    # components
    Array("supply", "i1", ("tiles",), "how many tiles of each name have a coloured back"),
    Array("black_supply", "i1", ("tiles",), "and a black one"),
    Array("slot_colour", "i1", (PHASES, DEPOTS, SLOTS), "-1: not filled"),
    Array("black_slots", "i1", (), "of the black depot"),
    Array("goods_per_type", "i1", (), "goods tiles"),
    Array("start_goods", "i1", (), "dealt to a player"),
    # the config
    Array("players", "i1", (), "seats that decide"),
    Array("seats", "i1", (), "the Châteauma included"),
    Array("parties", "i1", (), "who are ranked: the seats, but in the team game the teams"),
    Array("alea_2011", "i1", (), "whether the ruleset is that of 2011"),
    Array("duchy_mode", "i1", (), "given, random or sides"),
    Array("duchies", "i1", (SEATS,), "the boards given"),
    Array("duchy_pool", "i1", (DUCHIES,), "sides that may be dealt"),
    Array("front", "i1", (DUCHIES,), "the odd side of the board that a side is on"),
    Array("back", "i1", (DUCHIES,), "its even side, if both may be dealt"),
    Array("restricted", "i1", (), "whether a seat may not do all that is legal, see `engine/restricted.py`"),
    Array("barred_actions", "i1", (SEATS, "actions"), "what a seat may not do"),
    Array("barred_tiles", "i1", (SEATS, "tiles"), "and not take or buy"),
    Array("modules", "i1", (), "whether any module is played"),
    Array("played", "i2", (), "which, as bits in the order of MODULES"),
)

BASE = Module(
    key="base",
    title="Base game",
    boards=tuple(range(1, 11)),
    state=_STATE,
    tables=_TABLES,
    tiles=(
        *(Tile(kind, "building") for kind in BUILDING_KINDS),
        *(Tile(f"m{number}", "monastery") for number in range(1, MONASTERIES + 1)),
        Tile("ship", "ship"),
        *(
            Tile(f"{species}{animals}", "livestock", species, animals)
            for species in SPECIES
            for animals in ANIMAL_COUNTS
        ),
        Tile("castle", "castle"),
        Tile("mine", "mine"),
    ),
    stages=("sides", "start", "turn", "over"),
    actions=(
        Block("start", "start", ALL_HEX_NAMES, "put the start castle on this hex"),
        *(block for channel in CHANNELS for block in _four_actions(channel)),
        Block("pick", "pick", "tiles", "the stored tile meant by the placement"),
        Block("discard", "discard", "tiles", "the stored tile thrown away to make room"),
        Block("goods", "goods", tuple(map(str, range(1, DEPOTS + 1))), "a ship takes the goods of this depot"),
        Block("keep", "keep", GOODS_NAMES, "the type of goods taken where not all types fit"),
        Block("buy_black", "buy", BLACK_SLOT_NAMES, "2 silver: this black-depot tile", purchase=True),
        Block(
            "buy_depot", "buy", SLOT_NAMES, "2 silver: this tile of a numbered depot (monastery 6, 2011 rules)",
            purchase=True,
        ),
        Block("recruit", "recruit", SLOT_NAMES, "2 workers: this building (monastery 6)", purchase=True),
        Block("skip", "skip", ("",), "decline what is offered"),
        Block("end", "end", ("",), "end the turn"),
        Block(
            "side", "side", tuple(str(board) for board in BOARDS), "play this side of the duchy board dealt"
        ),
    ),
    pending=(
        Pending("castle", places=True),
        Pending("ship"),
        Pending("ship2", (Argument("near", "depot"),), skip=True),
        Pending("keep", (Argument("depot", "depot"),), any=False),
        Pending("take", (Argument("colours", "colours"),), skip=True),
        Pending("sell", skip=True),
        Pending("place", skip=True, places=True),
        Pending("pick", (Argument("hex", "hex"), Argument("by", "channel")), any=False),
        Pending("discard", (Argument("for", "tile"),), any=False),
    ),
    chance=(
        Chance("first_player"),
        Chance("duchy", ("seat",)),
        Chance("pile_goods", ("number",), "goods"),
        Chance("start_goods", ("owner", "number"), "goods"),
        Chance("depot_tile", ("depot", "number"), "tile", opens=True),
        Chance("black_tile", ("number",), "tile", opens=True),
        Chance("round_goods", ("number",), "goods", opens=True),
        Chance("die", ("seat", "number"), opens=True),
        Chance("white_die", opens=True),
    ),
    bonus_tiles=COLOURS,
    scores=(
        Score("regions", "regions"),
        Score("phase_bonuses", "phase"),
        Score("colour_bonuses", "colours", chateauma=True),
        Score("livestock", "livestock", chateauma=True),
        Score("goods", "goods", chateauma=True),
        Score("watchtowers", "buildings", chateauma=True),
        Score("m7", "livestock"),
        Score("earlier", chateauma=True),  # what a seat had when a position was set up by hand
        *(Score(f"m{number}", "monasteries", final=True) for number in SCORING_MONASTERIES),
        Score("leftover_goods", "left over", final=True, chateauma=True),
        Score("leftover_silver", "left over", final=True, chateauma=True),
        Score("leftover_workers", "left over", final=True),
    ),
    position=(
        Key("table", "phase"),
        Key("table", "round"),
        Key("table", "order"),
        Key("table", "active"),
        Key("table", "stage"),
        Key("table", "white_die"),
        Key("table", "track"),
        Key("table", "depots"),
        Key("table", "black_depot"),
        Key("table", "round_goods"),
        Key("table", "bonus_tiles"),
        Key("depot", "tiles"),
        Key("depot", "goods", "goods", "depot_goods", most="goods"),
        Key("player", "vp", "count", most=MOST),
        Key("player", "dice"),
        Key("player", "used", "flags"),
        Key("player", "bought", "flag"),
        Key("player", "recruited", "flag"),
        Key("player", "workers", "count", most=MOST),
        Key("player", "silver", "count", most=MOST),
        Key("player", "goods", "goods", most="goods"),
        Key("player", "sold", "goods", most="goods"),
        Key("player", "storage"),
        Key("player", "duchy", "board", least=1, most=DUCHIES - 1),
        Key("player", "placed"),
        Key("player", "bonus", "bonus"),
        Key("hidden", "supply", most=MOST_TILES),
        Key("hidden", "black", most=MOST_TILES),
        Key("hidden", "goods", field="pile", most="goods"),
    ),
    data=(
        Facts("duchies", lists={"duchies": None}),
        Facts("components"),
    ),
)  # fmt: skip
