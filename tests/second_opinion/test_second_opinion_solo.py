"""The second opinion of the solo game checked by itself: the rulebook's sentences, and random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .games import dealer, new_game, play, position, table_of
from .parts import BOARD, HEXES, LAND, NEAR, NUMBERS, region
from .random_games import play_at_random

LINKED = [[1, 31], [10, 16], [10, 20], [16, 33], [31, 33]]  # the rivers of board 33


def solo(**mine: Any) -> dict:
    mine.setdefault("placed", {"h7": "castle"})
    return position(modules=mine.pop("modules", ["solo"]), **mine)


def all_but(hexes: list[int], tile: str = "mine") -> dict:
    return {f"h{h}": tile for h in HEXES if h not in hexes}


def test_rivers_lead_on_but_join_no_regions() -> None:
    for a, b in LINKED:
        assert b in NEAR[33][a]
        assert a in NEAR[33][b]
        assert b not in LAND[33][a]
    assert BOARD[33][1] == BOARD[33][31] == "ship"
    assert region(33, 1) == {1}
    doc = solo(placed={"h1": "ship"}, storage=["ship"], dice=[NUMBERS[33][31]] * 2)
    assert "d1 place h31" in table_of(doc).legal()


def test_the_white_die_takes_a_tile_away() -> None:
    for depots, left in (
        ({"5": ["bank", "m3"], "6": ["mine"]}, {"5": [None, "m3", None, None]}),
        ({"6": [None, "mine"], "2": ["ship"]}, {"6": [None] * 4}),
        ({"4": ["bank"], "1": ["ship"]}, {"1": [None] * 4, "4": ["bank", None, None, None]}),
        ({}, {}),
    ):
        table = dealer(solo(used=[True, True]), random.Random(1))
        for d, tiles in depots.items():
            table.depots[int(d)]["tiles"] = (tiles + [None] * 4)[:4]
        table._roll = lambda key: 5
        table.push("end", [])
        for d, tiles in left.items():
            assert table.depots[int(d)]["tiles"] == tiles
        assert table.depots[5]["goods"].total() == 1


def test_a_ship_takes_one_depot_and_the_rest_of_the_goods_goes() -> None:
    depots = {str(d): {"goods": {str(d): 1, "6": 1}} for d in range(1, 6)}
    doc = solo(pending=[{"kind": "ship"}], depots=depots, goods={"1": 1, "2": 1, "3": 1})
    table = play(doc, "goods 5")
    assert table.to_json()["players"][0]["goods"] == {"1": 1, "2": 1, "3": 1, "5": 1, "6": 1}
    assert not any(depot["goods"].total() for depot in table.depots.values())
    assert sorted(table.legal()) == ["skip", "swap b1", "swap b2", "swap b3"]
    table.push("swap b2", [])
    assert table.black_depot == ["m7", None, "bank", None]
    for left, t in enumerate((1, 2, 3, 5, 6)):
        assert table.pending == [{"kind": "pay", "left": 5 - left}]
        table.push(f"pay {t}", [])
    assert table.me["storage"] == ["black"]
    assert table.pending == []
    doc["players"][0]["goods"].pop("1")
    assert play(doc, "goods 5").pending == []  # four goods buy nothing


def test_monastery_5_chooses_before_the_goods_go() -> None:
    depots = {"1": {"goods": {"3": 1}}, "2": {"goods": {"4": 2}}, "3": {"goods": {"5": 1}}}
    doc = solo(placed={"h7": "castle", "h8": "m5"}, pending=[{"kind": "ship"}], depots=depots, goods={"6": 2})
    table = play(doc, "goods 2")
    assert table.pending == [{"kind": "clear"}, {"kind": "ship2", "near": 2}]
    assert sorted(table.legal()) == ["goods 1", "goods 3", "skip"]
    assert play(doc, "goods 2", "goods 1").pending == [{"kind": "swap"}]
    table.push("skip", [])
    assert table.pending == []
    assert not table.depots[3]["goods"].total()


def test_a_face_down_tile_fits_any_colour_and_does_nothing() -> None:
    for h, free in ((2, "m11"), (3, "m9"), (8, "m11")):
        doc = solo(placed={"h7": "castle", "h5": free}, storage=["black", "black"], dice=[NUMBERS[33][h]] * 2)
        assert f"d1 place h{h}" in table_of(doc).legal()
        wrong = NUMBERS[33][h] % 6 + 1
        doc["players"][0]["dice"] = [wrong, wrong]
        assert f"d1 place h{h}" not in table_of(doc).legal()  # no free step
    doc = solo(storage=["black"], dice=[NUMBERS[33][3]] * 2)
    assert play(doc, "d1 place h3").pending == []


def test_a_monastery_scores_when_it_is_placed() -> None:
    h = 8
    for tile, placed, vp in (
        ("m22", {"h3": "bank", "h4": "bank"}, 8),
        ("m22", {"h3": "crane", "h4": "bank"}, 8),
        ("m24", {"h6": "cow2", "h15": "geese"}, 8),
        ("m26", {f"h{mine}": "mine" for mine in HEXES if BOARD[33][mine] == "mine"}, 3),
        ("m27", {"h4": "bank"}, 0),
    ):
        doc = solo(
            modules=["extra_tiles", "solo"],
            placed={"h7": "castle"} | placed,
            storage=[tile],
            dice=[NUMBERS[33][h]] * 2,
        )
        assert region(33, h) == {8}  # a region of one: 1 + 10
        assert play(doc, f"d1 place h{h}").me["vp"] == vp + 11
    full = {f"h{y}": "m1" for y in HEXES if BOARD[33][y] == "monastery" and y != h}
    doc = solo(placed={"h7": "castle"} | full, storage=["m26"], dice=[NUMBERS[33][h]] * 2)
    table = play(doc, f"d1 place h{h}")
    assert table.pending == [{"kind": "after", "hex": "h8", "steps": ["effect"]}, {"kind": "black"}]
    table.push("skip", [])
    assert table.me["vp"] == 11 + 3  # the colour that it completed itself


def test_points_are_bought_after_each_gain_below_the_target() -> None:
    doc = solo(storage=["m22"], silver=2, dice=[3, 3], vp=0)
    doc["players"][0]["placed"]["h4"] = "bank"
    table = play(doc, "d1 place h8")
    assert table.pending == [{"kind": "after", "hex": "h8", "steps": ["colour", "effect"]}, {"kind": "points"}]
    assert {"points", "skip", "buy b1"} <= set(table.legal())
    table.push("points", [])
    table.push("skip", [])
    assert (table.me["vp"], table.me["silver"]) == (12 + 4, 1)
    assert table.pending == [{"kind": "points"}]  # the monastery's gain
    table.push("points", [])
    assert (table.me["vp"], table.me["silver"], table.pending) == (17, 0, [])
    del doc["players"][0]["placed"]["h4"]
    assert play(doc, "d1 place h8", "skip").pending == []  # a monastery worth nothing is no gain


def test_reaching_the_target() -> None:
    doc = solo(storage=["m22"], dice=[3, 3], vp=45)
    table = play(doc, "d1 place h8")
    assert (table.me["vp"], table.me["target"]) == (0, 45)
    assert table.pending == [{"kind": "after", "hex": "h8", "steps": ["colour", "effect"]}, {"kind": "castle"}]
    assert play(doc, "d1 place h8", "free workers").me["workers"] == 2
    doc["players"][0].update(vp=38, silver=2)
    table = play(doc, "d1 place h8", "points")  # 38 + 11 and one bought
    assert (table.me["vp"], table.me["target"], table.me["silver"]) == (0, 45, 1)
    assert table.pending[-1] == {"kind": "castle"}
    doc["players"][0].update(vp=4, target=5)
    assert play(doc, "d1 place h8").me["target"] == 5


def test_a_sale_pays_before_its_points() -> None:
    doc = solo(goods={"1": 1}, vp=47)
    table = play(doc, "d1 sell 1")
    assert (table.me["silver"], table.me["vp"], table.pending) == (1, 49, [{"kind": "points"}])
    table.push("points", [])
    assert table.pending == [{"kind": "castle"}]


def test_a_covered_colour_brings_a_black_tile() -> None:
    mines = [h for h in HEXES if BOARD[33][h] == "mine"]
    placed = {"h7": "castle", "h6": "cow2"} | {f"h{h}": "mine" for h in mines if h != 2}
    doc = solo(placed=placed, storage=["mine"], dice=[5, 5], vp=0)
    doc["black_depot"] = ["castle", "bank", "watchtower", "m3"]
    table = play(doc, "d1 place h2")
    after = {"kind": "after", "hex": "h2", "steps": ["effect"]}
    assert table.pending == [after, {"kind": "black"}]
    legal = table.legal()
    assert {"free place b2 h3", "free place b3 h4", "free place b4 h8", "skip"} <= set(legal)
    assert not [a for a in legal if a.startswith("free place b1 h2 ")]
    table.push("free place b3 h3", [])
    assert table.me["vp"] == 11 + 4
    assert table.pending == []
    table = play(doc, "d1 place h2", "skip")
    assert table.pending == []


def test_the_last_hex_wins_at_once() -> None:
    doc = solo(placed=all_but([2]), storage=["mine"], dice=[5, 5], silver=2, pending=[{"kind": "castle"}])
    doc.update(phase="C", round=2)
    table = play(doc, "free place h2")
    assert table.won
    assert table.rounds_used == 12
    assert (table.stage, table.active, table.pending, table.legal()) == ("over", None, [], [])
    assert table.players[0]["vp"] == 0


def test_a_monastery_is_in_force_as_soon_as_it_lies() -> None:
    doc = solo(placed={"h7": "castle", "h4": "bank"}, storage=["m14"], dice=[NUMBERS[33][8]] * 2, vp=39)
    table = play(doc, "d1 place h8")
    assert [entry["kind"] for entry in table.pending] == ["after", "castle"]
    table.push("free workers", [])
    assert table.me["workers"] == 4
    doc["players"][0]["storage"] = ["m25"]
    doc["players"][0]["sold"] = {"2": 3}
    table = play(doc, "d1 place h8")
    assert table.me["vp"] == 0  # its own step, that scores, comes after the target's action
    table.push("free workers", [])
    assert (table.me["vp"], table.pending) == (3, [])


def test_a_tile_swapped_for_goods_arrives_after_the_fifth_with_a_discard() -> None:
    goods = {"1": 3, "2": 3}
    doc = solo(pending=[{"kind": "swap"}], goods=goods, storage=["ship", "mine", "mine"])
    table = play(doc, "swap b1", "pay 1", "pay 1", "pay 2", "pay 2")
    assert (table.black_depot[0], sorted(table.me["storage"])) == (None, ["mine", "mine", "ship"])
    assert table.pending == [{"kind": "pay", "left": 1}]
    table.push("pay 1", [])
    assert table.pending == [{"kind": "discard", "for": "black"}]
    table.push("discard ship", [])
    assert sorted(table.me["storage"]) == ["black", "mine", "mine"]


@pytest.mark.parametrize("number", range(8))
def test_random_games(number: int) -> None:
    rng = random.Random(number)
    modules = tuple(sorted(["solo", *["extra_tiles"] * (number % 2), *["white_castles"] * (number % 3 > 0)]))
    doc = new_game(1, ["special_edition", "alea_2011"][number // 2 % 2], [33 + number // 4], rng, modules)
    doc["players"][0]["target"] = doc["config"]["solo_target"] = 5 + 5 * number
    table = play_at_random(doc, rng)
    assert table.won or table.rounds_used == 25
