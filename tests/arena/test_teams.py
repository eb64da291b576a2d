"""Tournaments of teams: agents alone or in pairs, which change places as teams."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from burgundy_env import Record
from burgundy_env.arena import ArenaError, Plan, Store, run, summarise

CONFIG = {"players": 4, "modules": ["team"], "duchies": [31, 32]}


def tournament(folder: Path, plan: Plan) -> Store:
    store = Store.create(folder / "out", plan)
    run(store, 0)
    return store


def test_entrants_are_teams_that_change_places() -> None:
    plan = Plan.of(["random", "greedy", "random + greedy"], 2, config=CONFIG)
    assert [entrant.name for entrant in plan.entrants] == ["random", "greedy", "random + greedy"]
    assert len(plan.match_ups) == 3
    seats = Counter(fixture.seats for fixture in plan.fixtures)
    assert seats == {(0, 1): 1, (1, 0): 1, (0, 2): 1, (2, 0): 1, (1, 2): 1, (2, 1): 1}
    assert {fixture.entrant_of(seat) for fixture in plan.fixtures[:1] for seat in (0, 2)} == {0}


def test_results_are_by_team(tmp_path: Path) -> None:
    plan = Plan.of(["greedy", "random + greedy"], 4, config=CONFIG)
    store = tournament(tmp_path, plan)
    for result in store.in_order():
        assert sorted(result.seats) == ["greedy", "random + greedy"]
        assert len(result.totals) == len(result.breakdown) == len(result.decisions) == len(result.duchies) == 2
        assert [sum(points.values()) for points in result.breakdown] == result.totals
        assert result.winners == [result.totals.index(max(result.totals))]
    summary = summarise(plan, store.in_order(), speeds=False)
    assert {row["name"]: row["games"] for row in summary["agents"]} == {"greedy": 4, "random + greedy": 4}
    assert {row["expected_win_rate"] for row in summary["agents"]} == {0.5}


def test_games_one_by_one_are_those_of_a_batch_with_names_by_seat(tmp_path: Path) -> None:
    teams = ["greedy", "random + greedy"]
    batch = tournament(tmp_path / "a", Plan.of(teams, 2, config=CONFIG)).in_order()
    records = tmp_path / "records"
    alone = tournament(tmp_path / "b", Plan.of(teams, 2, config=CONFIG, records=str(records))).in_order()
    assert [one.totals for one in batch] == [one.totals for one in alone]
    assert [one.decisions for one in batch] == [one.decisions for one in alone]
    names = {Record.load(path).players for path in records.iterdir()}
    greedy, mixed = ("greedy@1", "greedy@1"), ("random@1", "greedy@1")
    assert names == {
        (first[0], second[0], first[1], second[1]) for first, second in ((greedy, mixed), (mixed, greedy))
    }


def test_an_agent_that_fails_costs_its_team_the_game(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def act(self, game):\n        return 'nonsense'\n")
    team = f"greedy + {tmp_path / 'bad.py'}:Bad"
    plan = Plan.of(["random", team], 2, config=CONFIG, on_error="forfeit")
    for result in tournament(tmp_path, plan).in_order():
        loser = result.seats.index(team)
        assert (result.decided_by, result.winners, result.ranking[-1]) == ("forfeit", [1 - loser], loser)
        assert result.error is not None
        assert (result.error["seat"], result.error["agent"]) == (loser, team)


@pytest.mark.parametrize(
    ("agents", "why"),
    [
        (["random + greedy + random", "random"], "3 agents; a team has 2"),
        (["random", "chateauma:hard"], "does not play against teams"),
    ],
)
def test_what_is_no_team_is_refused(agents: list[str], why: str) -> None:
    with pytest.raises(ArenaError, match=why):
        Plan.of(agents, 2, config=CONFIG)
