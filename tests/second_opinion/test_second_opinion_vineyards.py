"""The second opinion of the vineyards checked by itself: each sentence of 6.10, and where they meet other modules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from .games import dealer, new_game, play, position, table_of
from .random_games import doubles_in_play
from .vineyards import SPACES, stored_name, touching, turned, vineyard_vp

DEPOT = ["orange+blue", "red+red", None]


def growing(placed: dict | None = None, board: int = 1, bonus: dict | None = None, **mine: Any) -> dict:
    """Seat 0 with a vineyard; the depot is DEPOT, the store has one tile."""
    yard = {"depot": list(DEPOT), "store": ["green+black"], "reserve": {"orange": 3, "blue": 4}, "out": []}
    modules = ["vineyards", *mine.pop("modules", [])]
    vineyard = {"board": board, "placed": placed or {}, "bonus": bonus or {}}
    return position(modules=modules, vineyards=yard, vineyard=vineyard, **mine)


def verbs(actions: list[str], verb: str) -> list[str]:
    return sorted(action for action in actions if verb in action.split())


# ---------------------------------------------------------------------------------------- parts
@pytest.mark.parametrize(("seats", "doubles", "bonuses"), [(4, 51, 24), (3, 35, 20), (2, 22, 16)])
def test_vines_that_leave_the_game(seats: int, doubles: int, bonuses: int) -> None:
    doc = new_game(seats, "special_edition", [1] * seats, random.Random(seats), ("vineyards",))
    assert sum(doc["hidden"]["doubles"].values()) == doubles
    given = Counter(vine for player in doc["players"] for vine in player["vineyard"]["bonus"])
    assert sum(doc["vineyards"]["reserve"].values()) + seats == bonuses
    assert max(given.values()) == 1
    shown = {vine for name in doc["hidden"]["doubles"] for vine in name.split("+")}
    assert not set(doc["vineyards"]["out"]) & {*given, *shown}
    assert len({player["vineyard"]["board"] for player in doc["players"]}) == seats


def test_hexes_touch_as_the_data_say() -> None:
    assert touching(2, 0) == {(1, 0), (3, 0), (1, 1), (2, 1), (1, -1), (2, -1)}
    assert touching(2, 1) == {(1, 1), (3, 1), (2, 2), (3, 2), (2, 0), (3, 0)}
    for spaces in SPACES.values():
        hexes = [tuple(hex_) for space in spaces.values() for hex_ in space["hexes"]]
        assert len(hexes) == len(set(hexes)) == 26


def test_names() -> None:
    assert stored_name("blue+orange") == "orange+blue"
    assert turned("orange+blue") == "blue+orange"


# -------------------------------------------------------------------------------------- taking
@pytest.mark.parametrize(
    ("dice", "workers", "monasteries", "offered"),
    [
        ([1, 2], 0, [], ["d1 double 1", "d2 double 1"]),
        ([5, 5], 0, [], []),
        ([5, 1], 1, [], ["d1 double 2", "d2 double 1", "d2 double 2"][:2]),
        ([6, 6], 1, [], ["d1 double 1", "d2 double 1"]),  # 6 and 1 are neighbours
        ([5, 5], 1, ["m8"], ["d1 double 1", "d1 double 2", "d2 double 1", "d2 double 2"]),
        ([5, 5], 0, ["m9", "m10", "m11", "m12"], []),  # no free steps
    ],
)
def test_a_slot_is_taken_by_its_numbers(
    dice: list[int], workers: int, monasteries: list[str], offered: list[str]
) -> None:
    placed = {"h19": "castle"} | dict(zip(["h4", "h8", "h13", "h31"], monasteries, strict=False))
    doc = growing(dice=dice, workers=workers)
    doc["players"][0]["placed"] = placed
    assert verbs(table_of(doc).legal(), "double") == offered


def test_a_double_tile_fills_two_spaces() -> None:
    doc = growing(storage=["bank", "ship", "mine"])
    table = play(doc, "d1 double 1")
    assert table.pending == [{"kind": "discard", "for": "orange+blue"}]
    table.push("discard bank", [])
    assert table.pending == [{"kind": "discard", "for": "orange+blue"}]
    assert sorted(table.legal()) == ["discard mine", "discard ship"]
    table.push("discard ship", [])
    assert (sorted(table.me["storage"]), table.pending) == (["mine", "orange+blue"], [])
    doc = growing(storage=["bank", "red+red"])
    table = play(doc, "d1 double 1", "discard red+red")
    assert (sorted(table.me["storage"]), table.pending) == (["bank", "orange+blue"], [])
    table = play(doc, "d1 double 1", "discard bank", "discard red+red")
    assert table.me["storage"] == ["orange+blue"]


def test_a_double_tile_bought_with_storage_full() -> None:
    doc = growing(storage=["bank", "ship", "mine"], silver=4)
    table = play(doc, "buy v1")
    assert (table.me["silver"], table.me["bought"], table.yard["store"]) == (2, True, [None])
    assert sorted(table.legal()) == ["discard bank", "discard mine", "discard ship"]
    table = play(doc, "buy v1", "discard bank", "discard mine")
    assert sorted(table.me["storage"]) == ["green+black", "ship"]
    assert not [action for action in table.legal() if action.startswith("buy")]


# -------------------------------------------------------------------------------------- laying
def test_the_first_one_lies_in_the_bottom_row_and_later_ones_next_to_one() -> None:
    doc = growing(storage=["red+red"], dice=[1, 2], workers=9)
    assert verbs(table_of(doc).legal(), "plant") == sorted(f"d{d} plant p{p}" for d in (1, 2) for p in (1, 2, 3, 4))
    doc = growing({"p1": "red+red"}, storage=["red+red"], pending=[{"kind": "castle"}])
    assert verbs(table_of(doc).legal(), "plant") == ["free plant p2", "free plant p5"]
    doc = growing({"p6": "red+red"}, storage=["red+red"], dice=[6, 6])
    assert not verbs(table_of(doc).legal(), "plant")  # 5 and 1 are beside it, 3 and 4 above, 2 and 3 below


def test_names_and_directions_are_asked_before_anything_is_spent() -> None:
    doc = growing(storage=["orange+blue"], dice=[1, 1])
    table = play(doc, "d1 plant p1")
    assert table.pending == [{"kind": "plant", "space": "p1", "by": "d1"}]
    assert table.me["used"] == [False, False]
    assert table.legal() == ["plant blue+orange", "plant orange+blue"]
    table.push("plant blue+orange", [])
    assert table.me["vineyard"]["placed"] == {"p1": "blue+orange"}
    assert (table.me["storage"], table.me["used"], table.me["silver"]) == ([], [True, False], 2)
    doc["players"][0]["storage"] = ["bank", "orange+blue"]
    assert play(doc, "d1 plant p1", "plant blue+orange").me["storage"] == ["bank"]
    doc["players"][0]["storage"] = ["red+red"]
    assert play(doc, "d1 plant p1").me["vineyard"]["placed"] == {"p1": "red+red"}


def test_ben_gets_four_workers_and_an_animal() -> None:
    depots = {"3": {"tiles": ["cow2", "bank", None, None]}}
    table = play(growing(storage=["red+red"], dice=[4, 4], depots=depots), "d1 plant p4")
    assert table.me["workers"] == 4
    assert table.pending == [{"kind": "take", "colours": ["ship", "livestock"]}]
    table.push("free take 3.1", [])
    assert table.me["storage"] == ["cow2"]


def test_two_bonuses_are_ordered_by_the_player_and_a_row_comes_last() -> None:
    row = dict.fromkeys(["p1", "p5", "p7", "p8"], "red+red")
    depots = {"2": {"tiles": ["bank", None, None, None]}}
    doc = growing(row, storage=["red+red", "ship"], dice=[6, 6], depots=depots)
    table = play(doc, "d1 plant p6")
    vine, bonuses = {"kind": "vine"}, {"kind": "bonuses", "left": ["place_tile", "take_building"]}
    assert table.pending == [vine, bonuses]
    assert verbs(table.legal(), "bonus") == ["bonus place_tile", "bonus take_building"]
    first, second = {"kind": "place"}, {"kind": "take", "colours": ["building"]}
    assert play(doc, "d1 plant p6", "bonus place_tile").pending == [vine, second, first]
    table = play(doc, "d1 plant p6", "bonus take_building", "free take 2.1", "free place h12")
    assert table.pending == [vine]
    assert verbs(table.legal(), "vine") == ["vine blue", "vine orange"]
    assert "skip" not in table.legal()
    assert "buy v1" in table.legal()  # the building tile was not bought
    table.push("vine blue", [])
    assert (table.me["vineyard"]["bonus"], table.yard["reserve"]) == ({"blue": 1}, {"orange": 3, "blue": 3})
    doc["vineyards"]["reserve"] = {}
    table = play(doc, "d1 plant p6", "bonus place_tile", "skip", "skip")
    assert table.pending == []


def test_a_bonus_that_can_do_nothing_is_named_and_dropped() -> None:
    doc = growing({"p1": "red+red"}, storage=["red+red"], dice=[6, 6])
    doc["players"][0]["vineyard"]["placed"] = {"p1": "red+red", "p2": "red+red"}
    table = play(doc, "d1 plant p6")
    assert table.legal() == ["bonus place_tile", "bonus take_building"]
    table.push("bonus take_building", [])
    assert table.pending == []


def test_a_place_tile_that_completes_a_colour_and_its_free_action() -> None:
    doc = growing({"p4": "red+red"}, storage=["red+red", "ship"], dice=[2, 2], goods={"3": 1})
    doc["players"][0]["placed"] = {f"h{h}": "ship" for h in (16, 17, 18, 20, 21)} | {"h19": "castle"}
    table = play(doc, "d1 plant p8")  # a free action and four workers
    assert (table.me["workers"], table.pending) == (4, [{"kind": "castle"}])
    table.push("free place h22", [])
    assert table.me["vp"] == 6 + 10 + 5  # a region of three, and the ships
    table.push("goods 1", [])
    assert table.pending == []
    doc = growing({"p2": "red+red"}, storage=["red+red", "castle"], dice=[6, 6])
    doc["players"][0]["placed"] = {"h19": "castle", "h2": "castle", "h3": "castle", "h8": "m3"}
    table = play(doc, "d1 plant p6", "bonus place_tile", "free place h7")
    assert table.me["vp"] == 6 + 10 + 5
    assert table.pending == [{"kind": "take", "colours": ["building"]}, {"kind": "castle"}]


def test_doubles_by_castle_white_castle_and_town_hall() -> None:
    doc = growing({"p1": "red+red"}, storage=["red+red"], pending=[{"kind": "castle"}])
    assert {"free double 1", "free double 2", "free plant p2", "free plant p5"} < set(table_of(doc).legal())
    doc["config"]["modules"].append("white_castles")
    doc["pending"] = [{"kind": "white_castle"}]  # the white die shows 4
    assert verbs(table_of(doc).legal(), "double") == ["free double 2"]
    assert not verbs(table_of(doc).legal(), "plant")
    doc["players"][0]["workers"] = 1
    assert verbs(table_of(doc).legal(), "plant") == ["free plant p5"]
    table = play(doc, "free plant p5")
    assert (table.me["workers"], table.pending) == (0, [{"kind": "double"}])
    assert {"free double 1", "free double 2", "skip", "buy v1"} < set(table.legal())  # p5 gave two silver
    doc["pending"] = [{"kind": "place"}]
    assert not verbs(table_of(doc).legal(), "plant")


def test_take_black_is_no_purchase() -> None:
    doc = growing({"p5": "red+red"}, storage=["red+red"], dice=[3, 3], modules=["inns"], inns=1)
    table = play(doc, "d1 plant p9")
    assert table.pending == [{"kind": "take_black"}]
    assert table.legal() == ["free take b1", "free take b2", "free take b3", "free take inn", "free take v1", "skip"]
    table.push("free take v1", [])
    assert (table.me["storage"], table.me["bought"], table.me["silver"]) == (["green+black"], False, 0)


# -------------------------------------------------------------------------------- with shields
def test_shield_15_lays_a_store_tile_straight_with_both_bonuses() -> None:
    doc = growing({"p5": "red+red"}, modules=["shields"], shields={"h19": 15}, used=[True, True], round=5, silver=1)
    doc["order"], doc["black_depot"] = [1, 0], [None] * 4
    table = dealer(doc, random.Random(1))
    for action in ("end", "free take v1"):
        table.push(action, [])
    assert table.pending[1:] == [{"kind": "set", "tile": "green+black"}]
    assert table.legal() == ["free plant p1", "free plant p2", "free plant p6", "free plant p9", "free plant p10"]
    table.push("free plant p6", [])
    assert table.pending[1:] == [
        {"kind": "set", "tile": "green+black"},
        {"kind": "plant", "space": "p6", "by": "free"},
    ]
    assert table.legal() == ["plant black+green", "plant green+black"]
    table.push("plant black+green", [])
    assert table.pending[1:] == [{"kind": "bonuses", "left": ["place_tile", "take_building"]}]
    assert table.legal() == ["bonus place_tile", "bonus take_building"]  # no purchase at this stage
    table.push("bonus place_tile", [])
    assert table.pending == [{"kind": "upkeep", "shields": [15]}]


def test_shields_16_11_and_4_with_doubles() -> None:
    doc = growing({"p1": "red+red"}, modules=["shields"], shields={"h19": 16}, storage=["red+red"], dice=[3, 3])
    table = play(doc, "any d2")
    assert verbs(table.legal(), "double") == ["d1 double 2", "d2 double 1", "d2 double 2"]
    assert verbs(table.legal(), "plant") == ["d2 plant p2", "d2 plant p5"]
    doc["players"][0]["shields"] = {"h19": 4}
    assert play(doc, "d1 double 2").me["storage"] == ["red+red", "red+red"]
    doc["players"][0]["shields"] = {"h19": 11}
    doc.update(pending=[{"kind": "castle"}], shields={"5": [2]})
    assert {"free shield 2", "free double 1", "free plant p5"} < set(table_of(doc).legal())


def test_shield_18_is_for_the_duchy_only() -> None:
    doc = growing({"p1": "red+red"}, modules=["shields"], shields={"h19": 18}, storage=["red+red"], dice=[3, 3])
    assert not verbs(table_of(doc).legal(), "plant")


def test_shield_2_for_the_workers_of_a_space() -> None:
    doc = growing(storage=["red+red"], dice=[4, 4], modules=["shields"])
    doc["players"][1]["shields"] = {"h19": 2}
    assert play(doc, "d1 plant p4").players[1]["workers"] == 1


# --------------------------------------------------------------------------------- end, phases
def test_olivia() -> None:
    placed = {"p1": "green+green", "p2": "green+red", "p4": "green+blue", "p8": "red+blue"}
    assert vineyard_vp({"board": 1, "placed": placed, "bonus": {"green": 2, "blue": 1}}) == 6 + 1 + 3
    assert vineyard_vp({"board": 1, "placed": placed, "bonus": {"green": 3, "red": 1}}) == 6 + 1 + 1
    for lone in ("p1", "p5", "p9"):  # one bonus tile: the group of three, wherever the single one lies
        placed = {lone: "red+green", "p4": "green+green", "p8": "red+green"}
        assert vineyard_vp({"board": 1, "placed": placed, "bonus": {"green": 1}}) == 6
    assert vineyard_vp({"board": 1, "placed": {}, "bonus": {"green": 4}}) == 0
    full = dict.fromkeys(SPACES[1], "red+red")
    assert vineyard_vp({"board": 1, "placed": full, "bonus": {"red": 2}}) == 91


def test_depot_and_store_are_refilled_each_phase() -> None:
    doc = growing(used=[True, True], round=5)
    doc["order"] = [1, 0]
    table = dealer(doc, random.Random(1))
    before = doubles_in_play(doc).total()
    table.push("end", [])
    places = [(event["where"], event["result"]) for event in table.log if event["chance"] == "double_tile"]
    assert [where for where, _ in places] == [["depot", 1], ["depot", 2], ["depot", 3], ["store", 1]]
    assert [tile for _, tile in places] == [*table.yard["depot"], *table.yard["store"]]
    assert doubles_in_play(table.to_json()).total() == before - 3


def test_vine_bonus_tiles_are_none_for_monastery_26() -> None:
    doc = growing(bonus={"orange": 2}, stage="over") | {"active": None}
    doc["players"][0]["placed"]["h4"] = "m26"
    assert table_of(doc).scores()[0]["monasteries"] == {"m26": 0}


# -------------------------------------------------------------------------------- the Châteauma
def beside_the_chateauma(players: int = 1) -> Any:
    chateauma = {"difficulty": "easy", "modifiers": []}
    doc = new_game(players, "special_edition", [1] * players, random.Random(3), ("vineyards",), chateauma)
    doc.update(stage="turn", active=0, white_die=4, black_depot=[None] * (2 * players + 2))
    for player in doc["players"]:
        player.update(placed={"h19": "castle"}, dice=[1, 1])
    table = table_of(doc)
    table.auto["cards"][0] = {"id": 11, "tiles": [None] * 4}  # the second space has a double symbol
    return table


def test_its_deck_with_vineyards() -> None:
    chateauma = {"difficulty": "easy", "modifiers": []}
    doc = new_game(1, "special_edition", [1], random.Random(3), ("vineyards",), chateauma)
    assert {*doc["hidden"]["deck"], *(card["id"] for card in doc["chateauma"]["cards"])} == {1, *range(10, 18)}


def test_a_double_symbol_takes_from_the_white_dies_slot_to_the_right() -> None:
    for depot, taken in ((["a+b", "c+d", "e+f"], "c+d"), (["a+b", None, "e+f"], "e+f"), (["a+b", None, None], "a+b")):
        table = beside_the_chateauma()
        table.yard["depot"] = list(depot)
        table._cover(0, 1, "black:bank")
        table._use_symbols()
        assert table.auto["doubles"] == [taken]
        assert taken not in table.yard["depot"]
    table = beside_the_chateauma()
    table._cover(0, 1, "bank")
    table._use_symbols()
    assert table.auto["doubles"] == []


def test_it_buys_at_the_store_before_the_black_depot() -> None:
    table = beside_the_chateauma(2)
    table.auto["silver"], table.black_depot[0] = 5, "ship"
    table.yard["store"] = ["red+red", None, None]
    table._purchase()
    assert (table.auto["doubles"], table.auto["silver"], table.black_depot[0]) == (["red+red"], 3, "ship")
    table._purchase()
    assert (table.auto["inventory"], table.auto["silver"]) == ({"ship": ["ship"]}, 1)
    table.yard["store"] = ["red+red", None, None]
    table._purchase()
    assert table.auto["silver"] == 1
    for white, taken in ((1, "left"), (2, "left"), (3, "middle"), (4, "middle"), (5, "right"), (6, "right")):
        table = beside_the_chateauma(2)
        table.auto["silver"], table.white_die = 2, white
        table.yard["store"] = ["left", "middle", "right"]
        table._purchase()
        assert table.auto["doubles"] == [taken]


def test_its_double_tiles_score_by_their_number() -> None:
    for count, vp in ((0, 0), (1, 1), (4, 10), (13, 91), (15, 91)):
        table = beside_the_chateauma()
        table.stage, table.auto["doubles"] = "over", ["red+red"] * count
        assert table.scores()[1]["doubles"] == vp
