"""The second opinion checked by itself: rulebook examples with their numbers, and random games.

Needs nothing of the engine; see `second_opinion.py` for what the model is for.
"""

from __future__ import annotations

import copy
import random

import pytest

from .game import Table
from .games import dealer, new_game, play, position
from .parts import BOARD, DUCHIES, HEXES, NEIGHBOURS, NUMBER, region
from .random_games import play_at_random, tiles_in_play


def test_neighbours_agree_with_the_data() -> None:
    assert [NEIGHBOURS[h] for h in HEXES] == DUCHIES["neighbours"]


# --------------------------------------------------------------------------- rulebook examples
def test_anna_turns_a_two_into_a_six_for_two_workers() -> None:
    depots = {"6": {"tiles": ["bank", None, None, None]}}
    table = play(position(dice=[2, 4], workers=2, depots=depots), "d1 take 6.1")
    assert table.players[0]["workers"] == 0
    assert table.players[0]["storage"] == ["bank"]
    short = Table.from_json(position(dice=[2, 2], workers=1, depots=depots))
    assert not [a for a in short.legal() if "take" in a]


@pytest.mark.parametrize(
    ("monasteries", "workers"),
    [([], 3), (["m8"], 2), (["m12"], 2), (["m8", "m12"], 1), (["m9", "m10", "m11"], 3)],
)
def test_carla_turns_a_three_into_a_six(monasteries: list[str], workers: int) -> None:
    placed = {"h19": "castle"} | dict(zip(["h3", "h4", "h8"], monasteries, strict=False))
    depots = {"6": {"tiles": ["bank", None, None, None]}}
    doc = position(dice=[3, 3], placed=placed, depots=depots, workers=workers)
    assert play(doc, "d1 take 6.1").players[0]["workers"] == 0
    doc["players"][0]["workers"] -= 1
    assert "d1 take 6.1" not in Table.from_json(doc).legal()


def livestock_points(placed: dict, tile: str, monastery_7: bool = False) -> int:
    """Points for `tile` on h10 of duchy 1, in the pasture h1 h5 h6 h10 h11."""
    placed = {"h19": "castle"} | placed | ({"h4": "m7"} if monastery_7 else {})
    doc = position(dice=[NUMBER[10]] * 2, placed=placed, storage=[tile])
    return play(doc, "d1 place h10").players[0]["vp"]


def test_ben_scores_his_pasture() -> None:
    assert sorted(region(1, 10)) == [1, 5, 6, 10, 11]
    assert livestock_points({"h5": "cow3", "h6": "sheep3"}, "cow4") == 7
    later = {"h5": "cow3", "h6": "sheep3", "h1": "cow4", "h28": "cow2"}  # h28: another pasture
    assert livestock_points(later, "cow4") == 11
    assert livestock_points(later, "sheep2") == 5
    # Filling the pasture of five: 15 points, 10 for phase A; with h28 also the colour, 5.
    later["h11"] = "pig2"
    assert livestock_points(later, "cow4") == 11 + 25 + 5


def test_monastery_7() -> None:
    assert livestock_points({"h5": "sheep4"}, "sheep3", monastery_7=True) == 9
    assert livestock_points({"h5": "sheep4", "h6": "sheep3"}, "pig2", monastery_7=True) == 3


def test_carla_keeps_one_of_two_new_goods() -> None:
    depots = {"2": {"goods": {"1": 1, "4": 2, "5": 1}}}
    doc = position(goods={"1": 1, "2": 2}, silver=2, pending=[{"kind": "ship"}], depots=depots)
    assert {"goods 6", "buy b1"} <= set(Table.from_json(doc).legal())
    table = play(doc, "goods 2")
    assert table.pending == [{"kind": "keep", "depot": 2}]
    assert sorted(table.legal()) == ["keep 4", "keep 5"]
    assert table.track[:2] == [[1], [0]]
    table.push("keep 4", [])
    assert table.to_json()["players"][0]["goods"] == {"1": 2, "2": 2, "4": 2}
    assert table.to_json()["depots"]["2"]["goods"] == {"5": 1}
    assert table.pending == []


def test_monastery_5_takes_from_a_second_depot() -> None:
    depots = {"1": {"goods": {"3": 1}}, "2": {"goods": {"4": 1}}, "3": {"goods": {"5": 1}}}
    placed = {"h19": "castle", "h4": "m5"}
    doc = position(placed=placed, pending=[{"kind": "ship"}], depots=depots)
    table = play(doc, "goods 6")
    assert table.pending == [{"kind": "ship2", "near": 6}]
    assert sorted(table.legal()) == ["goods 1", "skip"]
    table = play(doc, "goods 5")  # 4 and 6 are empty: nothing is asked
    assert table.pending == []
    assert table.track[1] == [0]


@pytest.mark.parametrize(
    ("ruleset", "placed", "sold", "parts"),
    [
        ("special_edition", ["m15"], {"1": 4, "2": 3, "3": 3, "4": 1}, {"m15": 8}),
        ("alea_2011", ["m15"], {"1": 4, "2": 3, "3": 3, "4": 1}, {"m15": 12}),
        ("special_edition", ["m25"], {"1": 4, "2": 3, "3": 3, "4": 1}, {"m25": 11}),
        (
            "special_edition",
            ["m17", "m22", *["watchtower"] * 2, *["bank"] * 4],
            {},
            {"m17": 8, "m22": 16},
        ),
        ("special_edition", ["m24", "sheep3", "sheep2", "sheep4", "cow2", "pig3"], {}, {"m24": 12}),
    ],
)
def test_dario_ben_and_anna_at_the_end(ruleset: str, placed: list[str], sold: dict, parts: dict) -> None:
    tiles = {f"h{i}": tile for i, tile in enumerate(placed, start=1)}
    doc = position(stage="over", ruleset=ruleset, placed=tiles, sold=sold)
    doc["active"] = None
    score = Table.from_json(doc).scores()[0]
    assert score["monasteries"] == parts
    assert score["total"] == sum(parts.values())


def test_final_scoring_and_ties() -> None:
    doc = position(stage="over", goods={"1": 2}, silver=3, workers=5, storage=["m25"])
    doc["active"] = None
    table = Table.from_json(doc)
    assert [score["total"] for score in table.scores()] == [7, 0]
    assert table.ranking() == [0, 1]
    doc["players"][1]["vp"] = 7
    assert Table.from_json(doc).ranking() == [1, 0]  # both 36 empty: seat 1's marker is behind
    doc["players"][0]["placed"]["h4"] = "m1"
    assert Table.from_json(doc).ranking() == [0, 1]


# --------------------------------------------------------------------------- where bugs are quiet
def test_town_rule_and_pick() -> None:
    assert sorted(region(1, 26)) == [26, 27, 32, 33, 37]
    near, spot = 26, 27
    placed = {"h19": "castle", f"h{near}": "bank"}
    doc = position(dice=[NUMBER[spot]] * 2, placed=placed, storage=["bank", "market", "carpenter"])
    table = play(doc, f"d1 place h{spot}")
    assert table.pending == [{"kind": "pick", "hex": f"h{spot}", "by": "d1"}]
    assert table.players[0]["used"] == [False, False]
    assert sorted(table.legal()) == ["pick carpenter", "pick market"]
    doc["players"][0]["placed"]["h4"] = "m1"
    assert "pick bank" in play(doc, f"d1 place h{spot}").legal()
    doc["players"][0]["storage"] = ["bank", "bank"]  # equal tiles: no pick
    assert play(doc, f"d1 place h{spot}").players[0]["silver"] == 2


def test_full_storage_discards_after_paying() -> None:
    doc = position(silver=2, storage=["bank", "bank", "ship"], pending=[{"kind": "castle"}])
    table = Table.from_json(doc)
    assert {"buy b1", "buy b2", "buy b3"} <= set(table.legal())
    assert "skip" not in table.legal()
    table.push("buy b1", [])
    assert table.players[0]["silver"] == 0
    assert table.black_depot[0] is None
    assert table.pending == [{"kind": "castle"}, {"kind": "discard", "for": "m7"}]
    assert sorted(table.legal()) == ["discard bank", "discard ship"]
    table.push("discard bank", [])
    assert sorted(table.players[0]["storage"]) == ["bank", "m7", "ship"]
    assert table.pending == [{"kind": "castle"}]
    doc = position(storage=["bank", "bank", "mine"], dice=[3, 3])
    doc["depots"]["3"]["tiles"][1] = "bank"
    table = play(doc, "d2 take 3.2", "discard bank")  # the other bank, not the new one
    assert sorted(table.players[0]["storage"]) == ["bank", "bank", "mine"]
    assert table.players[0]["used"] == [False, True]


def test_an_effect_that_can_do_nothing_is_lost() -> None:
    spot = 26  # a town next to the start castle
    for tile in ("town_hall", "warehouse", "market", "carpenter", "church"):
        doc = position(dice=[NUMBER[spot]] * 2, storage=[tile], silver=2)
        assert play(doc, f"d1 place h{spot}").pending == []
    doc = position(dice=[NUMBER[spot]] * 2, storage=["church"])
    doc["depots"]["6"]["tiles"] = ["bank", "cow2", "mine", "ship"]
    table = play(doc, f"d1 place h{spot}")
    assert table.pending == [{"kind": "take", "colours": ["monastery", "castle", "mine"]}]
    assert sorted(table.legal()) == ["free take 6.3", "skip"]


def test_pick_under_a_castle_and_a_castle_after_a_castle() -> None:
    doc = position(pending=[{"kind": "castle"}], storage=["bank", "carpenter", "castle"])
    table = play(doc, "free place h26")
    assert table.pending == [{"kind": "castle"}, {"kind": "pick", "hex": "h26", "by": "free"}]
    table.push("pick bank", [])
    assert table.pending == []
    assert table.players[0]["silver"] == 2
    doc["players"][0]["placed"]["h13"] = "mine"
    table = play(doc, "free place h7")
    assert table.pending == [{"kind": "castle"}]
    assert table.players[0]["vp"] == 0
    doc["players"][0]["placed"] |= {"h14": "m13", "h8": "m14"}
    table = play(doc, "free workers")
    assert (table.players[0]["workers"], table.players[0]["silver"]) == (4, 1)


def test_monastery_6_of_both_rulesets() -> None:
    depots = {"5": {"tiles": ["mine", "bank", None, None]}}
    placed = {"h19": "castle", "h4": "m6"}
    held = {"placed": placed, "depots": depots, "silver": 2, "workers": 2, "dice": [3, 3]}
    special = Table.from_json(position(**held))
    assert "recruit 5.2" in special.legal()
    assert "recruit 5.1" not in special.legal()
    assert not {"buy 5.1", "buy 5.2"} & set(special.legal())
    special.push("recruit 5.2", [])
    assert special.players[0]["workers"] == 0
    assert special.players[0]["recruited"]
    alea = Table.from_json(position(ruleset="alea_2011", **held))
    assert {"buy b1", "buy 5.1", "buy 5.2"} <= set(alea.legal())
    alea.push("buy 5.1", [])
    assert not [a for a in alea.legal() if a.startswith(("buy", "recruit"))]


def test_track_and_the_mine_of_three_players() -> None:
    rng = random.Random(3)
    doc = new_game(3, "special_edition", [1, 1, 1], rng)
    doc.update(stage="turn", round=5, order=[0, 1, 2], active=2, white_die=1)
    doc.update(track=[[], [0, 1], [2], [], [], [], []], pending=[])
    for player in doc["players"]:
        player.update(dice=[1, 1], used=[True, True], silver=0, workers=0)
        player["placed"] = {"h19": "castle", "h25": "mine", "h4": "m2"}
    doc["players"][1]["placed"].pop("h4")
    for phase, colour in [("A", "mine"), ("B", "castle")]:  # the phases that begin are B and C
        doc["phase"], doc["pending"] = phase, []
        doc["depots"]["1"] = {"tiles": ["bank", None, None, None], "goods": {"4": 2}}
        table = dealer(doc, rng)
        table.push("end", [])
        assert table.depots[6]["tiles"][2:] == [colour, None]
        assert table.depots[1]["goods"][4] >= 2
        assert table.order == [2, 0, 1]
        assert [(p["silver"], p["workers"]) for p in table.players] == [(1, 1), (1, 0), (1, 1)]
    doc.update(active=0, pending=[{"kind": "ship"}])
    assert play(doc, "goods 1").track[1:3] == [[1], [0, 2]]  # on top of the marker already there


def test_region_colour_and_small_bonus() -> None:
    # Mines of duchy 1: two regions; the last mine closes its region, then the colour.
    mines = [h for h in HEXES if BOARD[1][h] == "mine"]
    last = mines[-1]
    size = len(region(1, last))
    placed = {"h19": "castle"} | {f"h{h}": "mine" for h in mines[:-1]}
    near = next(h for h in NEIGHBOURS[last] if BOARD[1][h] != "mine")
    placed[f"h{near}"] = "bank"
    doc = position(dice=[NUMBER[last]] * 2, placed=placed, storage=["mine"])
    table = play(doc, f"d1 place h{last}")
    worth = [0, 1, 3, 6][size] + 10
    assert table.players[0]["vp"] == worth + 5
    assert table.players[0]["bonus"] == ["mine_large"]
    doc["bonus_tiles"]["mine"] = 1
    table = play(doc, f"d1 place h{last}")
    assert table.players[0]["vp"] == worth + 2
    assert table.players[0]["bonus"] == ["mine_small"]
    assert "mine" not in table.to_json()["bonus_tiles"]


# -------------------------------------------------------------------------------- random games
@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    players, ruleset = 2 + seed % 3, ["special_edition", "alea_2011"][seed % 2]
    doc = new_game(players, ruleset, [rng.randint(1, 30) for _ in range(players)], rng)
    assert tiles_in_play(doc) == 164
    table = play_at_random(doc, rng)
    assert sorted(table.ranking()) == list(range(players))
    assert not table.goods_supply.total()


def test_impossible_chance_is_refused_and_nothing_changes() -> None:
    rng = random.Random(5)
    made = dealer(new_game(3, "special_edition", [1, 2, 3], rng), rng)
    for _ in range(2):
        made.push(made.legal()[0], [])
    told, action = Table.from_json(made.to_json()), made.legal()[0]
    before = told.to_json()
    made.push(action, [])
    good = made.log
    # Three seats fill 18 depot slots and 6 black ones; then 5 goods, 6 dice and the white die.
    assert len(good) == 18 + 6 + 5 + 6 + 1
    wrong = copy.deepcopy(good)
    next(e for e in wrong if e["chance"] == "depot_tile")["result"] = "ship"
    roll = copy.deepcopy(good)
    roll[-1]["result"] = 7
    extra = [*good, {"chance": "die", "where": [0, 3], "result": 1}]
    for chance in ([], good[1:], wrong, roll, extra, [*good, good[0]]):
        with pytest.raises(AssertionError):
            told.push(action, chance)
        assert told.to_json() == before
    told.push(action, good)
    assert told.to_json() == made.to_json()
