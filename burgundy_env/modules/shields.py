"""Shields: taken with two equal dice, put on castles, paid for at the end of each phase."""

from __future__ import annotations

from .descriptor import (
    Argument,
    Array,
    Block,
    Chance,
    Fact,
    Facts,
    Field,
    Key,
    Module,
    Number,
    Pending,
    Row,
    Score,
    Step,
)
from .order import TILES
from .sizes import BLACK_SLOT_NAMES, DEPOTS, GOODS_NAMES, HEX_NAMES, MOST_VP, PLAYERS, SEATS

SHIELDS = 18
SHIELD_NAMES = tuple(str(number) for number in range(1, SHIELDS + 1))
STRAIGHT_FROM = ("depots", "black")  # where shields 14 and 15 take their tile from
CLOSING_STEPS = (14, 15)  # shields that act at the end of a phase, in this order

MODULE = Module(
    key="shields",
    title="Shields",
    state=(
        Array("depot_shields", "i4", (DEPOTS,), "bit i: shield i lies in the depot"),
        Array("shields", "i4", (SEATS,), "bit i: shield i is in force"),
        Array("chateauma_shields", "i4", (), "bit i: the Châteauma has shield i"),
        Array("shield_hex", "i1", (SHIELDS + 1,), "the hex that a shield in force lies on"),
        Array("lender", "i1", (SEATS,), "the seat named by shield 6, counted from 1, 0: none"),
        Array("wild", "i1", (SEATS,), "the die, 1 or 2, that shield 16 was used for, 0: none"),
        Array("heap", "i1", ("tiles",), "tiles stored with shield 4 beyond those in the key spaces, by name"),
        Array("heaped", "i2", (SEATS,), "how many, of the one seat that may have them"),
    ),
    tables=(
        Array("shields", "i1", (), "whether the module is played"),
        Array("shields_per_depot", "i1", (DEPOTS,), "laid there at the setup"),
        Array("shield_box", "i1", (SHIELDS + 1,), "1 for each that may be laid"),
        Array("shield_vp", "i1", (SHIELDS + 1,), "at the end"),
        Array("shield_cards", "i4", (), "bit i: county card i has a shield"),
        Array("chateauma_shield_vp", "i2", (5,), "at the end, by number"),
    ),
    stages=("phase_end",),
    actions=(
        Block("shield", "shield", SHIELD_NAMES, "both dice: this shield of the depot that both are brought to"),
        Block("castle_shield", "free shield", SHIELD_NAMES, "shield 11: this shield of any depot"),
        Block("shield_on", "shield", HEX_NAMES, "the shield goes on the castle on this hex"),
        Block("any", "any", ("d1", "d2"), "shield 16: this die takes any value"),
        Block(
            "copy", "copy", tuple(map(str, range(SEATS))), "shield 6: this seat's monasteries are mine, too",
            purchase=True,
        ),
        Block("gather", "gather", GOODS_NAMES, "shield 5: all goods of this type from all depots"),
        Block("upkeep", "pay", ("silver", "worker"), "upkeep of a shield"),
        Block("lose", "lose", ("",), "a shield is lost"),
        Block("straight_black", "free take", BLACK_SLOT_NAMES, "this black-depot tile"),
        Block("straight_inn", "free take", ("inn",), "an inn"),
    ),
    pending=(
        Pending("shield", (Argument("id", "count", most=SHIELDS),), any=False),
        Pending("gather", skip=True),
        Pending("straight", (Argument("from", "source"),), skip=True, any=False),
        Pending("set", (Argument("tile", "tile"),), any=False),
        Pending("upkeep", (Argument("shields", "shields"), Argument("worker", "true")), any=False),
        Pending("phase_end", (Argument("step", "count", most=SHIELDS),), waits=True),
    ),
    chance=(Chance("shield", ("depot", "number")),),
    steps=(Step("takes_shield", (Fact("shield", "number", "result"), Fact("depot", "depot", "a"))),),
    scores=(Score("shields", "shields", final=True, chateauma=True),),
    position=(
        Key("table", "shields"),
        Key("player", "shields"),
        Key("player", "copied", optional=True),
        Key("player", "wild", optional=True),
        Key("chateauma", "shields", "numbers", "chateauma_shields", least=1, most=SHIELDS),
    ),
    table_fields=(
        Field("depot_shields", (DEPOTS, SHIELDS), "shields that lie in each depot, by number"),
        Field("heap", (len(TILES),), "tiles stored beyond three, by their ids, / 4", high=25),
        Field(
            "deciding_shields", (SHIELDS,),
            "by number: the shield that is to be put on a castle, those still to be paid for, 14 or 15 at work",
        ),
        Field("workers_pay", (), "1 if workers may pay for them though shield 3 is lost"),
    ),
    seat_fields=(
        Field("shields", (SHIELDS,), "by number: the hex of the castle it lies on, h1 .. h37 as 1 .. 37, / 37; "
              "the Châteauma's 1"),
        Field("wild", (2,), "whether this die may take any value"),
        Field("lender", (SEATS,), "the seat named by shield 6, by the places it moves after this one"),
        Field("heaped", (), "tiles stored beyond three / 10", high=20, state="heaped", per=10),
    ),
    data=(
        Facts(
            "shields",
            "components.json",
            {
                "final_vp": {number: Number(0, MOST_VP) for number in SHIELD_NAMES},
                # 12 at most, so there are always enough
                "per_depot": {str(n): Row(Number(0, 2), DEPOTS) for n in PLAYERS},
            },
        ),
    ),
)  # fmt: skip
