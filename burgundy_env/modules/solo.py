"""The game for one: a target to reach again and again, and 37 hexes to cover in 25 rounds."""

from __future__ import annotations

from .descriptor import Argument, Array, Block, ConfigKey, Facts, Field, Key, Module, Pending, Score, Tile
from .sizes import GOODS_NAMES, HEX_NAMES

SOLO_SLOTS = 4  # of the black depot in the solo game
SOLO_TARGET = 50
SMALLEST_TARGET = 5
LARGEST_TARGET = 999
SWAP_PRICE = 5  # goods tiles
AFTER_STEPS = ("region", "colour", "effect")  # what a tile sets off, in this order; bits of an `after`
_SLOTS = tuple(f"b{slot}" for slot in range(1, SOLO_SLOTS + 1))

MODULE = Module(
    key="solo",
    title="Solo game",
    only_with=("extra_tiles", "white_castles"),
    with_chateauma=False,
    players=(1,),
    in_all=False,
    boards=(33, 34),
    own_boards=True,
    counts_as=2,
    config=(
        ConfigKey(
            "solo_target",
            SOLO_TARGET,
            "the first target of the solo game",
            least=SMALLEST_TARGET,
            most=LARGEST_TARGET,
            unit="VP",
        ),
    ),
    state=(Array("target", "i2", (), "the victory points to reach"),),
    tables=(
        Array("solo", "i1", (), "whether it is played"),
        Array("solo_target", "i2", (), "the first target"),
    ),
    tiles=(Tile("black", None),),  # face down: it fits any colour and is nothing more
    actions=(
        Block("points", "points", ("",), "solo: 1 silver for 1 VP"),
        Block("swap", "swap", _SLOTS, "solo: 5 goods for this black-depot tile, face down"),
        Block("pay", "pay", GOODS_NAMES, "solo: a goods tile of this type, one of the five"),
        Block(
            "black_place",
            "free place",
            tuple(f"{slot} {h}" for slot in _SLOTS for h in HEX_NAMES),
            "solo: by a completed colour, this black-depot tile straight onto this hex",
        ),
    ),
    pending=(
        Pending("black", skip=True),
        Pending("points", skip=True),
        Pending("swap", skip=True),
        Pending("pay", (Argument("left", "count", most=SWAP_PRICE),), any=False),
        Pending("after", (Argument("hex", "hex"), Argument("steps", "steps")), waits=True),
        Pending("clear", waits=True),
    ),
    # Monasteries score at once, points are bought, and `targets` takes back what the marker had when it reached one.
    scores=(Score("monasteries_at_once", "monasteries"), Score("bought_points"), Score("targets")),
    position=(Key("player", "target", "count", least=SMALLEST_TARGET, most="solo_target"),),
    without=("track", "bonus_tiles"),
    table_fields=(
        Field(
            "steps",
            (len(AFTER_STEPS),),
            "solo: the hex / 37 of the tile whose step waits below the decision, the next one to come: "
            + ", ".join(AFTER_STEPS),
        ),
        Field("to_pay", (), "solo: goods still to be paid / 5"),
    ),
    seat_fields=(Field("target", (), f"solo: the target / {SOLO_TARGET}", high=20),),
    data=(Facts("solo_duchies", "duchies.json", lists={"solo_duchies": None}),),
)
