"""Positions that `from_json` refuses: with a sentence that names the key, and the document as it was."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from position_documents import Document, document, mine

from burgundy_env import Game, PositionError

Damage = Callable[[Document], object]


def put(path: str, value: Any) -> Damage:
    """Replace the value at a path, `players.0.vp`."""

    def damage(document: Document) -> None:
        *parents, key = (int(part) if part.isdigit() else part for part in path.split("."))
        target: Any = document
        for part in parents:
            target = target[_key(target, part)]
        target[_key(target, key)] = value

    return damage


def _key(target: Any, part: Any) -> Any:
    return str(part) if isinstance(target, dict) else part


def drop(path: str) -> Damage:
    """Delete the key at a path."""

    def damage(document: Document) -> None:
        *parents, key = path.split(".")
        target: Any = document
        for part in parents:
            target = target[int(part) if isinstance(target, list) else part]
        del target[key]

    return damage


def both(*damages: Damage) -> Damage:
    """One damage after another."""

    def damage(document: Document) -> None:
        for each in damages:
            each(document)

    return damage


# The table of damages: position, what is done to it, words that must be in the refusal.
TABLE: list[tuple[str, Damage, list[str]]] = [
    # the document itself
    ("full_storage", put("format", "burgundy-position/2"), ["format", "burgundy-position/1"]),
    ("full_storage", put("format", None), ["format", "null"]),
    ("full_storage", drop("format"), ["format", "missing"]),
    ("full_storage", drop("config"), ["config", "missing"]),
    ("full_storage", drop("track"), ["track", "missing"]),
    ("full_storage", put("weather", "fine"), ["unknown key", "weather"]),
    ("full_storage", put("note", "mine"), ["unknown key", "note"]),
    # config
    ("full_storage", put("config", "2 players"), ["config"]),
    ("full_storage", put("config.players", 5), ["config.players", "5"]),
    ("full_storage", put("config.players", True), ["config.players", "True"]),
    ("full_storage", put("config.players", 3), ["config.duchies", "3 players"]),
    ("full_storage", put("config.ruleset", "house"), ["config.ruleset", "house"]),
    ("full_storage", put("config.modules", ["inns"]), ["'inns' is missing"]),
    ("full_storage", put("config.modules", ["moon"]), ["config.modules", "moon"]),
    ("full_storage", put("config.duchies", [1]), ["config.duchies"]),
    ("full_storage", put("config.duchies", [0, 1]), ["config.duchies", "0"]),
    ("full_storage", put("config.dutchies", [1, 1]), ["config", "dutchies"]),
    ("full_storage", put("config.data", "123"), ["config.data", "123"]),
    ("first_turn_4p", put("config.duchies", "random:1-2"), ["duchy", "random:1-2"]),
    # where the game is
    ("full_storage", put("phase", "F"), ["phase", "F"]),
    ("full_storage", put("phase", 1), ["phase", "1"]),
    ("full_storage", put("round", 0), ["round", "0"]),
    ("full_storage", put("round", 6), ["round", "6"]),
    ("full_storage", put("round", 2.0), ["round", "2.0"]),
    ("full_storage", put("round", True), ["round", "true"]),
    ("full_storage", put("stage", "middle"), ["stage", "middle"]),
    ("full_storage", put("stage", "over"), ["active", "null"]),
    ("full_storage", put("stage", "start"), ["stage", "start"]),
    ("over", put("phase", "D"), ["hidden.goods"]),
    ("over", both(put("phase", "D"), drop("hidden")), ["stage", "phase E"]),
    ("over", put("active", 0), ["active", "null"]),
    ("over", put("pending", [{"kind": "castle"}]), ["pending", "stage"]),
    ("over", put("players.0.used", [True, False]), ["players[0].used"]),
    ("first_turn_2p", put("stage", "sides"), ["white_die", "null"]),
    ("start_castles_2p", put("stage", "sides"), ["stage", "sides"]),
    ("start_castles_2p", put("stage", "turn"), ["white_die"]),
    ("start_castles_2p", put("round", 2), ["stage", "round 1"]),
    ("start_castles_2p", put("phase", "B"), ["stage", "phase A"]),
    ("first_turn_4p", put("config.players", 3), ["order", "must have 3"]),
    (
        "start_castles_2p",
        both(drop("hidden"), put("depots.1.tiles", ["bank", None, None, None])),
        ["depots", "empty"],
    ),
    ("start_castles_2p", both(drop("hidden"), put("players.0.storage", ["bank"])), ["players[0]", "stored"]),
    ("start_castles_2p", put("players.0.dice", [1, 1]), ["players[0].dice"]),
    ("start_castles_2p", put("hidden.supply.castle", {}), ["hidden.supply", "castle"]),
    ("start_castles_last_of_4", put("hidden.supply.castle", {}), ["hidden.supply", "castle"]),
    ("start_castles_2p", lambda d: d["players"][d["order"][1]]["placed"].update(h1="castle"), ["placed"]),
    ("sides_to_choose_3p", lambda d: mine(d).update(duchy=mine(d)["duchy"] + 1), ["duchy", "odd side"]),
    ("sides_to_choose_3p", lambda d: mine(d).update(duchy=31), ["duchy", "31"]),
    # seats
    ("full_storage", put("active", 2), ["active", "2"]),
    ("full_storage", put("active", None), ["active", "null"]),
    ("full_storage", put("active", "0"), ["active", '"0"']),
    ("full_storage", put("order", [0, 0]), ["order", "each once"]),
    ("full_storage", put("order", [0]), ["order", "2"]),
    ("full_storage", put("order", [0, 2]), ["order", "2"]),
    ("full_storage", put("track", [[0, 1]]), ["track", "7"]),
    ("full_storage", put("track", [[0], [], [], [], [], [], []]), ["track", "1 markers"]),
    ("full_storage", put("track", [[0, 1], [1], [], [], [], [], []]), ["track", "seat 1", "twice"]),
    ("full_storage", put("track", [[0, 7], [], [], [], [], [], []]), ["track", "7"]),
    ("full_storage", lambda d: d["players"].append(d["players"][0]), ["players", "3 entries"]),
    ("full_storage", lambda d: d["players"].pop(), ["players", "1 entries"]),
    ("full_storage", put("players.1", None), ["players[1]", "null"]),
    ("last_turn_4p", lambda d: d["players"][d["order"][0]].update(used=[True, False]), ["used", "both"]),
    ("last_round_2p", lambda d: d["players"][d["order"][1]].update(used=[True, False]), ["used", "not had its turn"]),
    ("last_round_2p", lambda d: d["players"][d["order"][1]].update(bought=True), ["used", "bought"]),
    # the table
    ("full_storage", put("white_die", 7), ["white_die", "7"]),
    ("full_storage", put("white_die", None), ["white_die", "null"]),
    ("full_storage", drop("depots.6"), ["depots", "'6'"]),
    ("full_storage", put("depots.7", {"tiles": [None] * 4, "goods": {}}), ["depots", "'7'"]),
    ("full_storage", put("depots.1.tiles", [None] * 3), ["depots.1.tiles", "4"]),
    ("full_storage", put("depots.1.tiles.0", "mine"), ["depots.1.tiles[0]", "building"]),
    ("full_storage", put("depots.1.tiles.0", "pub"), ["depots.1.tiles[0]", "pub"]),
    ("full_storage", put("depots.1.tiles.3", "bank"), ["depots.1.tiles[3]", "not in use"]),
    ("full_storage", put("depots.1.goods", {"7": 1}), ["depots.1.goods", "7"]),
    ("full_storage", put("depots.1.goods", {"1": 8}), ["goods", "type 1", "7"]),
    ("full_storage", put("depots.1.goods", {"1": -1}), ["depots.1.goods.1", "-1"]),
    ("full_storage", put("depots.1.goods", [1]), ["depots.1.goods", "object"]),
    ("full_storage", put("depots.1.wares", {}), ["depots.1", "wares"]),
    ("depot_6_has_a_mine_3p", put("depots.6.tiles.2", "castle"), ["depots.6.tiles[2]"]),
    ("full_storage", put("black_depot", []), ["black_depot", "4"]),
    ("full_storage", put("black_depot.0", "m1"), ["black_depot[0]", "m1"]),
    ("full_storage", put("black_depot.0", "inn"), ["black_depot[0]", "inn"]),
    ("full_storage", put("black_depot", ["bank"] * 4), ["black_depot", "bank", "2"]),
    ("full_storage", put("round_goods", []), ["round_goods", "entries"]),
    ("full_storage", lambda d: d["round_goods"].append(1), ["round_goods", "entries"]),
    ("first_turn_2p", put("round_goods", [1, 2, 3, 7]), ["round_goods[3]", "7"]),
    ("first_turn_2p", put("round_goods", [1, 2, 3, 0]), ["round_goods[3]", "0"]),
    # bonus tiles
    ("full_storage", put("bonus_tiles.ship", 3), ["bonus_tiles.ship", "3"]),
    ("full_storage", put("bonus_tiles.sheep", 2), ["bonus_tiles", "sheep"]),
    ("full_storage", put("bonus_tiles.ship", 1), ["bonus_tiles.ship", "ship_large", "nobody"]),
    ("full_storage", drop("bonus_tiles.ship"), ["bonus_tiles.ship", "ship_large"]),
    ("full_storage", put("players.0.bonus", ["ship_large"]), ["bonus_tiles.ship", "seat 0"]),
    ("full_storage", put("players.0.bonus", ["ship_huge"]), ["players[0].bonus[0]", "ship_huge"]),
    ("full_storage", put("players.0.bonus", ["ship_large"] * 2), ["players[0].bonus", "twice"]),
    (
        "full_storage",
        both(put("players.0.bonus", ["ship_large", "ship_small"]), drop("bonus_tiles.ship")),
        ["players[0].bonus", "both ship tiles"],
    ),
    (
        "full_storage",
        both(put("players.0.bonus", ["ship_large"]), put("players.1.bonus", ["ship_large"])),
        ["players[1].bonus", "seat 0"],
    ),
    # a player
    ("full_storage", put("players.0.vp", -1), ["players[0].vp", "-1"]),
    ("full_storage", put("players.0.vp", 1.5), ["players[0].vp", "1.5"]),
    ("full_storage", put("players.0.vp", 10**30), ["players[0].vp", "32000"]),
    ("full_storage", put("players.0.workers", -1), ["players[0].workers", "-1"]),
    ("full_storage", put("players.0.silver", "3"), ["players[0].silver", '"3"']),
    ("full_storage", put("players.0.dice", [7, 1]), ["players[0].dice[0]", "7"]),
    ("full_storage", put("players.0.dice", [1, 0]), ["players[0].dice[1]", "0"]),
    ("full_storage", put("players.0.dice", [1]), ["players[0].dice", "2"]),
    ("full_storage", put("players.0.used", [1, 0]), ["players[0].used[0]", "true or false"]),
    ("full_storage", put("players.0.used", True), ["players[0].used", "list"]),
    ("full_storage", put("players.0.bought", None), ["players[0].bought", "true or false"]),
    ("full_storage", put("players.0.recruited", 0), ["players[0].recruited", "true or false"]),
    ("full_storage", drop("players.0.recruited"), ["players[0]", "recruited"]),
    ("full_storage", put("players.0.target", 50), ["players[0]", "target"]),
    ("full_storage", put("players.0.goods", {"1": 1, "2": 1, "3": 1, "4": 1}), ["players[0].goods", "4 types", "3"]),
    ("full_storage", put("players.0.goods", {"0": 1}), ["players[0].goods", "'0'"]),
    ("full_storage", put("players.0.sold", {"1": 43}), ["players[0].sold.1", "43"]),
    ("full_storage", put("players.0.sold", {"1": 9}), ["goods", "type 1"]),
    ("full_storage", put("players.0.storage", ["ship"] * 4), ["players[0].storage", "4 entries"]),
    ("full_storage", put("players.0.storage", ["shop"]), ["players[0].storage[0]", "shop"]),
    ("full_storage", put("players.0.storage", [None]), ["players[0].storage[0]", "null"]),
    ("full_storage", put("players.0.storage", ["inn"]), ["inn"]),
    ("full_storage", put("players.0.storage", ["m28"]), ["m28"]),
    ("full_storage", put("players.0.storage", ["crane"]), ["crane"]),
    ("start_castles_2p", lambda d: mine(d).update(duchy=3), ["duchy: is 3", "config.duchies"]),
    ("full_storage", put("players.0.duchy", 38), ["players[0].duchy", "38"]),
    ("full_storage", put("players.0.placed", {}), ["players[0].placed", "castle"]),
    ("full_storage", put("players.0.placed.h38", "bank"), ["players[0].placed.h38", "h37"]),
    ("full_storage", put("players.0.placed.h01", "bank"), ["players[0].placed.h01", "hex"]),
    ("full_storage", put("players.0.placed.x", "bank"), ["players[0].placed.x", "hex"]),
    ("first_turn_2p", put("players.0.placed.h5", "mine"), ["players[0].placed.h5", "livestock"]),
    ("first_turn_2p", put("players.0.placed.h5", "pub"), ["players[0].placed.h5", "pub"]),
    ("first_turn_2p", put("players.0.placed.h37", "bank"), ["players[0].placed.h37", "touch"]),
    # tiles and goods in all
    ("full_storage", lambda d: d["players"][0].update(storage=["m9", "m9"]), ["m9", "there is one"]),
    ("full_storage", put("players.0.storage", ["cow4", "cow4", "cow4"]), ["cow4", "there are 2"]),
    ("full_storage", put("hidden.supply.building.bank", 6), ["bank", "there are"]),
    ("full_storage", put("hidden.supply.building.ship", 1), ["hidden.supply.building", "ship"]),
    ("full_storage", put("hidden.supply.building.crane", 1), ["crane", "there are 0"]),
    ("full_storage", put("hidden.supply.ship.ship", 21), ["ship", "20"]),
    ("full_storage", put("hidden.supply.ship.ship", -1), ["hidden.supply.ship.ship", "-1"]),
    ("full_storage", put("hidden.black.bank", 3), ["bank", "2"]),
    ("full_storage", put("hidden.black.geese", 1), ["geese", "0"]),
    ("full_storage", put("hidden.black.pub", 1), ["hidden.black", "pub"]),
    ("castle_pending", put("hidden.goods", {}), ["hidden.goods", "0 tiles", "15"]),
    ("full_storage", put("hidden.goods", {"1": 25}), ["hidden.goods", "25"]),
    ("full_storage", put("hidden.deck", [1]), ["hidden", "deck"]),
    ("full_storage", drop("hidden.goods"), ["hidden", "goods"]),
    ("full_storage", put("hidden", None), ["hidden", "null"]),
    # pending decisions
    ("full_storage", put("pending", None), ["pending", "list"]),
    ("full_storage", put("pending", ["castle"]), ["pending[0]", "castle"]),
    ("full_storage", put("pending", [{}]), ["pending[0].kind", "castle"]),
    ("full_storage", put("pending", [{"kind": "crown"}]), ["pending[0].kind", "crown"]),
    ("full_storage", put("pending", [{"kind": "castle", "hex": "h1"}]), ["pending[0]", "hex"]),
    ("full_storage", put("pending", [{"kind": "ship2"}]), ["pending[0]", "near"]),
    ("full_storage", put("pending", [{"kind": "ship2", "near": 7}]), ["pending[0].near", "7"]),
    ("full_storage", put("pending", [{"kind": "take", "colours": []}]), ["pending[0].colours", "0 entries"]),
    ("full_storage", put("pending", [{"kind": "take", "colours": ["red"]}]), ["pending[0].colours[0]", "red"]),
    ("full_storage", put("pending", [{"kind": "castle"}] * 23), ["pending", "23 entries"]),
    ("full_storage", put("pending", [{"kind": "keep", "depot": 1}]), ["pending[0]", "nothing to choose"]),
    (
        "first_turn_2p",
        both(put("hidden.supply.ship", {}), put("pending", [{"kind": "discard", "for": "ship"}])),
        ["pending[0]", "room"],
    ),
    ("full_storage", put("pending", [{"kind": "discard", "for": "pub"}]), ["pending[0].for", "pub"]),
    ("full_storage", put("pending", [{"kind": "discard", "for": "mine"}, {"kind": "sell"}]), ["pending[0]", "last"]),
    ("full_storage", put("pending", [{"kind": "pick", "hex": "h40", "by": "d1"}]), ["pending[0].hex", "h40"]),
    ("full_storage", put("pending", [{"kind": "pick", "hex": "h1", "by": "d3"}]), ["pending[0].by", "d3"]),
    ("full_storage", put("pending", [{"kind": "pick", "hex": "h1", "by": "d1"}]), ["pending[0].hex", "two names"]),
    ("full_storage", put("pending", [{"kind": "pick", "hex": "h1", "by": "free"}]), ["pending[0].by", "free"]),
    ("pick_by_a_die", lambda d: mine(d).update(used=[True, True]), ["pending[0].by", "used"]),
    ("pick_by_a_die", lambda d: d["pending"].insert(0, {"kind": "castle"}), ["pending[1].by", "effect"]),
    ("town_hall_with_pick", lambda d: d["pending"].pop(0), ["pending[0].by", "free"]),
    ("town_hall_with_pick", lambda d: d["pending"].reverse(), ["pending[0]", "last"]),
    ("town_hall_with_pick", lambda d: mine(d).update(storage=["m11"]), ["pending[1].hex", "1 stored"]),
    ("keep_which_goods", lambda d: mine(d).update(goods={}), ["pending[0]", "nothing to choose"]),
    ("start_castles_2p", put("pending", [{"kind": "castle"}]), ["pending", "stage turn"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "damage", "words"), TABLE, ids=[f"{i}-{w[0]}" for i, (_, _, w) in enumerate(TABLE)])
def test_a_damaged_document_is_refused(name: str, damage: Damage, words: list[str]) -> None:
    damaged = document(name)
    Game.from_json(copy.deepcopy(damaged), seed=1)
    damage(damaged)
    before = copy.deepcopy(damaged)
    with pytest.raises(PositionError) as refusal:
        Game.from_json(damaged, seed=1)
    assert [word for word in words if word not in str(refusal.value)] == [], str(refusal.value)
    assert damaged == before


def test_a_town_has_each_building_once() -> None:
    position = document("first_turn_2p", hidden=False)
    position["players"][0]["placed"] = {"h19": "castle", "h26": "bank"}
    Game.from_json(position, seed=1)
    position["players"][0]["placed"] |= {"h27": "bank"}
    with pytest.raises(
        PositionError, match=r"players\[0\]\.placed\.h2[67]: a second bank in this town, without monastery 1"
    ):
        Game.from_json(position, seed=1)
    position["players"][0]["placed"] |= {"h13": "m1"}
    Game.from_json(position, seed=1)


def test_more_goods_in_sight_than_left_the_box() -> None:
    """Twenty-five tiles lie in the piles at first: what is on the table then can't be all the rest."""
    position = document("first_turn_2p", hidden=False)
    position["round_goods"] = [1, 2, 3, 4]
    for depot in position["depots"].values():
        depot["goods"] = {}
    for player, types in zip(position["players"], (("1", "2", "3"), ("4", "5", "6")), strict=True):
        player.update(goods={}, sold=dict.fromkeys(types, 3))
    Game.from_json(position, seed=1)
    position["players"][0]["sold"]["1"] = 4
    with pytest.raises(PositionError, match=r"goods: 23 tiles in stores.*with 20 face down.*there can be 22"):
        Game.from_json(position, seed=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("burgundy", "no JSON"),
        ("[]", "position"),
        ("null", "position"),
        ("7", "position"),
        ('{"format": 1, "format": 2}', "^key 'format' is there twice"),
        ("[" * 100_000, "no JSON"),
        ('{"format": ' + "1" * 5000 + "}", "no JSON"),
        ('{"format": "burgundy-position/1", "config": {"players": NaN}}', "config.players"),
    ],
    ids=range(10),
)
def test_a_text_that_is_no_position_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Game.from_json(text)


# Names for ids: that of object() is another in every process, which pytest-xdist can't have.
@pytest.mark.parametrize(
    "value", [None, 7, [], (), b"{}", {1, 2}, object(), {1: 2}], ids=lambda value: type(value).__name__
)
def test_a_value_that_is_no_document_is_refused(value: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_json(value)


def test_a_document_that_holds_itself_is_refused() -> None:
    position = document()
    position["players"][0]["goods"] = position["players"]
    position["players"][0]["storage"] = position["players"]
    with pytest.raises(PositionError, match=r"players\[0\]"):
        Game.from_json(position)
