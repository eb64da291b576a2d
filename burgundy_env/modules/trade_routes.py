"""A row of spaces for goods sold: a tile on its own number brings a bonus."""

from __future__ import annotations

from .descriptor import (
    Array,
    Block,
    ById,
    Chance,
    ConfigKey,
    Fact,
    Facts,
    Field,
    Key,
    Module,
    Number,
    OneOf,
    Row,
    Score,
    Step,
)
from .sizes import GOODS, PLAYERS, SEATS

ROUTE_TILES = 13  # by their number, 0 unused
_TILES = range(1, ROUTE_TILES)
ROUTE_LENGTH = 5  # tiles in a row, at most
ROUTE_SPACES = 3  # on a tile
ROUTE_BONUSES = (
    "silver_2", "workers_4", "vp_4", "take_building", "take_mine_monastery_castle", "take_ship_livestock", "take_any",
)  # fmt: skip
_SPACES = ROUTE_LENGTH * ROUTE_SPACES
_bonuses = ", ".join(f"{i} {name}" for i, name in enumerate(ROUTE_BONUSES, 1))

MODULE = Module(
    key="trade_routes",
    title="Trade routes",
    config=(
        ConfigKey(
            "trade_route_order",
            "random",
            "how the tiles of a trade route come to lie",
            choices=("random", "chosen"),
        ),
    ),
    state=(
        Array("route", "i1", (SEATS, ROUTE_LENGTH), "trade-route tiles, left to right"),
        Array("route_goods", "i1", (SEATS, _SPACES), "types laid on their spaces"),
        Array("route_laid", "i1", (SEATS,), "how many"),
        Array("route_hand", "i2", (SEATS,), "bit i: tile i is still to be put into the row"),
    ),
    tables=(
        Array("route_number", "i1", (ROUTE_TILES, ROUTE_SPACES), "goods number of each space"),
        Array("route_bonus", "i1", (ROUTE_TILES, ROUTE_SPACES), "its bonus, as a place in ROUTE_BONUSES"),
        Array("routes", "i1", (), "trade-route tiles of a player, 0: without them"),
        Array("routes_chosen", "i1", (), "whether their owners put them in order"),
    ),
    stages=("routes",),
    actions=(Block("route", "route", tuple(str(tile) for tile in _TILES), "the next tile of the trade route"),),
    chance=(Chance("route", ("seat", "number")),),
    steps=(Step("gets_route_vp", (Fact("vp", "number", "result"),), scores="trade_routes"),),
    scores=(Score("trade_routes", "routes", chateauma=True),),
    position=(
        Key("player", "route"),
        Key("player", "route_goods"),
        Key(
            "player",
            "route_hand",
            "numbers",
            least=1,
            most=ROUTE_TILES - 1,
            only=("trade_route_order", "chosen"),
            optional=True,
        ),
    ),
    seat_fields=(
        Field("route_numbers", (_SPACES,), "trade route: goods number / 6 of each space still free, left to right"),
        Field("route_bonuses", (_SPACES,), f"its bonus / 7: {_bonuses}"),
        Field("route_goods", (GOODS,), "goods laid on the route by type, tiles / 4", high=2),
        Field(
            "route_hand",
            (ROUTE_TILES - 1,),
            "trade-route tiles still to be put in order, by number",
            state="route_hand",
            bits=1,
        ),
    ),
    data=(
        Facts(
            "trade_routes",
            form={
                "per_player": {str(n): Number(1, min(ROUTE_LENGTH, len(_TILES) // n)) for n in PLAYERS},
                "tiles": ById(
                    _TILES,
                    {
                        "spaces": Row({"number": Number(1, GOODS), "bonus": OneOf(ROUTE_BONUSES)}, ROUTE_SPACES),
                        "provenance": str,
                    },
                ),
            },
            lists={"tiles": None},
        ),
    ),
)
