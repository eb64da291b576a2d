"""The second opinion of the team game checked by itself: each sentence of 6.7."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .games import dealer, new_game, play, position, table_of
from .parts import BOARD, NUMBERS, region
from .refusals import refusal


def team(shared: dict | None = None, **mine: Any) -> dict:
    """Seat 0 to move, of team 0 with seat 2, on board 31 with a castle on h29."""
    return position(modules=["team", *mine.pop("modules", [])], team=shared or {}, **mine)


def test_setup() -> None:
    doc = new_game(4, "special_edition", [31, 32], random.Random(1), ("team",))
    first = doc["order"][0]
    assert doc["order"] == [(first + i) % 4 for i in range(4)]
    assert [doc["teams"][t]["workers"] for t in (first % 2, 1 - first % 2)] == [3, 5]
    assert [sum(t["goods"].values()) for t in doc["teams"]] == [3, 3]
    assert [len(rows) for rows in (BOARD[31], BOARD[32])] == [58, 58]
    table = dealer(doc, random.Random(1))
    places = {31: ["start h29"], 32: ["start h22", "start h58"]}
    for seat in doc["order"][:2]:
        assert (table.stage, table.active) == ("start", seat)
        assert table.legal() == places[doc["teams"][seat % 2]["duchy"]]
        table.push(table.legal()[0], [])
    assert (table.stage, table.active) == ("turn", doc["order"][0])
    assert table.supply["castle"]["castle"] <= 14 - 2
    assert [len(t["placed"]) for t in table.teams] == [1, 1]
    assert len([tile for tile in table.black_depot if tile]) == 8


def test_what_is_shared_and_what_is_not() -> None:
    doc = team({"workers": 1, "silver": 4, "goods": {"1": 2}}, dice=[1, 1])
    doc["active"] = 2
    doc["players"][2]["dice"] = [1, 1]
    table = play(doc, "d1 sell 1", "d2 workers")
    assert (table.teams[0]["vp"], table.teams[0]["silver"], table.teams[0]["workers"]) == (2 * 4, 5, 3)
    assert table.players[2]["used"] == [True, True]
    assert table.players[0]["used"] == [False, False]
    bought = play(doc, "buy b1")
    assert (bought.players[2]["bought"], bought.players[0]["bought"]) == (True, False)


def test_a_new_tile_goes_where_the_player_wants_it() -> None:
    depots = {"1": {"tiles": ["bank", None, None, None]}}
    table = play(team(depots=depots), "d1 take 1.1")
    assert table.pending == [{"kind": "stow", "tile": "bank"}]
    assert table.legal() == ["stow own", "stow team"]
    table.push("stow team", [])
    assert (table.teams[0]["storage"], table.players[0]["storage"], table.pending) == (["bank"], [], [])
    table = play(team(storage=["ship"] * 2, depots=depots), "d1 take 1.1")
    assert (table.teams[0]["storage"], table.pending) == (["bank"], [])
    table = play(team({"storage": ["ship"] * 2}, depots=depots), "d1 take 1.1")
    assert (table.players[0]["storage"], table.pending) == (["bank"], [])


def test_only_ones_own_and_shared_tiles_are_thrown_away() -> None:
    depots = {"1": {"tiles": ["bank", None, None, None]}}
    doc = team({"storage": ["ship", "castle"]}, storage=["ship", "mine"], depots=depots)
    doc["players"][2]["storage"] = ["m3"]
    table = play(doc, "d1 take 1.1")
    assert sorted(table.legal()) == ["discard mine", "discard ship", "discard team castle", "discard team ship"]
    table.push("discard team ship", [])
    assert (table.teams[0]["storage"], table.players[0]["storage"]) == (["castle", "bank"], ["ship", "mine"])
    table = play(doc, "d1 take 1.1", "discard ship")
    assert (table.teams[0]["storage"], table.players[0]["storage"]) == (["ship", "castle"], ["mine", "bank"])


def test_a_tile_of_either_kind_is_placed_and_the_partners_own_are_not() -> None:
    assert (BOARD[31][28], BOARD[31][20]) == ("ship", "building")
    doc = team({"storage": ["ship"]}, storage=["ship"], dice=[NUMBERS[31][28]] * 2)
    doc["players"][2]["storage"] = ["bank", "church"]
    table = play(doc, "d1 place h28")
    assert table.pending == [{"kind": "pick", "hex": "h28", "by": "d1"}]
    assert table.legal() == ["pick ship", "pick team ship"]
    table.push("pick team ship", [])
    assert (table.teams[0]["storage"], table.players[0]["storage"]) == ([], ["ship"])
    assert not [action for action in play(doc).legal() if action == "d1 place h20"]
    doc["teams"][0]["storage"] = []
    assert play(doc, "d1 place h28").pending == [{"kind": "ship"}]


def test_two_partners_in_one_town() -> None:
    assert region(31, 20) == {12, 13, 20, 21}
    doc = team(storage=["bank", "church"], dice=[NUMBERS[31][20]] * 2)
    table = play(doc, "d1 place h20", "pick bank")
    after = table.to_json() | {"active": 2}
    after["players"][2].update(storage=["bank", "church"], dice=[NUMBERS[31][21]] * 2)
    assert table_of(after).placeable("d1", 21) == ["church"]
    after["teams"][0]["placed"]["h30"] = "m1"
    assert table_of(after).placeable("d1", 21) == ["bank", "church"]


def colour_but(colour: str, last: int) -> dict:
    return {f"h{h}": colour for h, c in BOARD[31].items() if c == colour and h != last}


def test_both_teams_finish_a_colour() -> None:
    doc = team(
        {"placed": {"h29": "castle"} | colour_but("mine", 24), "storage": ["mine"]}, dice=[NUMBERS[31][24]] * 2
    )
    doc["teams"][1].update(placed={"h29": "castle"} | colour_but("mine", 24), storage=["mine"])
    table = play(doc, "d1 place h24")
    assert (table.teams[0]["bonus"], table.teams[0]["vp"]) == (["mine_large"], 3 + 10 + 7)
    after = table.to_json() | {"active": 1}
    after["players"][1]["dice"] = [NUMBERS[31][24]] * 2
    table = play(after, "d1 place h24")
    assert (table.teams[1]["bonus"], table.teams[1]["vp"]) == (["mine_small"], 3 + 10 + 4)


def test_monasteries_serve_both_and_6_once_a_turn_each() -> None:
    depots = {"1": {"tiles": ["bank", "church", None, None]}}
    doc = team({"placed": {"h29": "castle", "h38": "m6", "h46": "m14"}, "workers": 4}, depots=depots)
    table = play(doc, "recruit 1.1", "stow own")
    assert not [action for action in table.legal() if action.startswith("recruit")]
    after = table.to_json() | {"active": 2}
    assert "recruit 1.2" in table_of(after).legal()
    assert play(after, "d1 workers").teams[0]["workers"] == 2 + 4


def test_monastery_27_serves_who_placed_it() -> None:
    doc = team({"storage": ["m27"], "placed": {"h29": "castle", "h28": "ship"}}, modules=["extra_tiles"])
    doc.update(active=2, track=[[0, 2], [1, 3], [], [], [], [], []])
    doc["players"][2]["dice"] = [NUMBERS[31][38]] * 2
    table = play(doc, "d1 place h38")
    assert table.track[:2] == [[2, 0], [1, 3]]
    assert table.to_json()["teams"][0]["m27"] == 2
    assert "m27" not in table.to_json()["teams"][1]
    after = table.to_json() | {
        "active": 0,
        "pending": [{"kind": "ship"}],
        "track": [[0], [2], [1, 3], [], [], [], []],
    }
    assert play(after, "goods 1").track[1] == [2, 0]


def test_a_marker_on_the_last_space_goes_on_top() -> None:
    doc = team(pending=[{"kind": "ship"}])
    doc["track"] = [[], [], [], [], [], [1], [3, 0, 2]]
    assert play(doc, "goods 1").track[6] == [0, 3, 2]


def test_mines_pay_once_per_team() -> None:
    doc = team({"placed": {"h29": "castle", "h27": "mine", "h23": "mine", "h38": "m2"}}, used=[True, True], round=5)
    doc["order"] = [1, 2, 3, 0]
    table = dealer(doc, random.Random(1))
    table.push("end", [])
    assert (table.phase, table.teams[0]["silver"], table.teams[0]["workers"]) == ("B", 2, 2)


def test_scores_are_two_and_level_teams_draw() -> None:
    doc = team({"vp": 30, "goods": {"1": 2}, "workers": 3}, stage="over", storage=["bank"]) | {"active": None}
    doc["teams"][1]["vp"] = 33
    table = table_of(doc)
    assert [score["total"] for score in table.scores()] == [33, 33]
    assert table.result() == {"winners": (0, 1)}
    table.teams[1]["placed"][30] = "ship"
    assert (table.result(), table.ranking()) == ({"winners": (1,)}, [1, 0])


# ----------------------------------------------------------------------- what can't be together
@pytest.mark.parametrize(
    ("modules", "chateauma", "word"),
    [
        (["team", "inns"], False, "team goes with"),
        (["team", "shields"], False, "team goes with"),
        (["team", "vineyards"], False, "team goes with"),
        (["team"], True, "Châteauma"),
        (["solo", "shields"], False, "solo goes with"),
        (["solo", "vineyards"], False, "solo goes with"),
        (["solo", "team"], False, "solo goes with"),
        (["inns", "shields"], True, "inns can't"),
        (["roads"], False, "no such module"),
        (["vineyards", "shields"], True, None),
        (["team", "extra_tiles", "white_castles"], False, None),
    ],
)
def test_refusals(modules: list[str], chateauma: bool, word: str | None) -> None:
    config = {"modules": modules, "ruleset": "alea_2011", "players": 3, "duchies": [1, 44, 48]}
    config["chateauma"] = {"difficulty": "easy", "modifiers": []} if chateauma else None
    if "team" in modules:
        config |= {"players": 4, "duchies": [31, 31]}
    why = refusal(config)
    assert (why is None) if word is None else (why is not None and word in why)


@pytest.mark.parametrize(
    ("changed", "allowed"),
    [
        ({"vineyards": [2, 4], "vines_out": ["red", "blue"]}, True),
        ({"vineyards": "random"}, True),
        ({"vineyards": [2, 2]}, False),
        ({"vineyards": [2, 5]}, False),
        ({"vineyards": [1]}, False),
        ({"vines_out": ["red"]}, False),
        ({"vines_out": ["red", "red"]}, False),
        ({"vines_out": ["red", "white"]}, False),
        ({"vineyards": [2, 4], "modules": []}, False),
    ],
)
def test_configs_of_vineyards(changed: dict, allowed: bool) -> None:
    config = {"modules": ["vineyards"], "ruleset": "alea_2011", "players": 2, "duchies": [1, 1], "chateauma": None}
    assert (refusal(config | changed) is None) is allowed
