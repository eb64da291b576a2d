"""Reviews: choice, luck and what is left add up, planted mistakes are named, and work that was stopped goes on."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from burgundy_agents import make

import burgundy_env
from burgundy_env import AnalysisError, Game, Record
from burgundy_env.analysis import judge as judge_module
from burgundy_env.analysis.judge import Compared, Judge, margins, with_played
from burgundy_env.analysis.report import report
from burgundy_env.analysis.review import Reviewer
from burgundy_env.analysis.summary import is_mistake, summarise, why
from burgundy_env.analysis.turns import turns_of
from burgundy_env.analysis.work import Task, entries
from burgundy_env.engine.actions import IDS
from burgundy_env.game import inside
from burgundy_env.players.net.weights import IN_SEARCH

AGENT = "turn:futures=12"


def played(config: dict[str, Any], seed: int = 4, agent: str = "heuristic", actions: int = 10_000) -> Record:
    game, player = Game.new(config, seed=seed), make(agent, seed=1)
    while game.active is not None and actions:
        game.push(player.act(game))
        actions -= 1
    return Record.of(game)


@pytest.fixture(scope="module")
def record() -> Record:
    return played({"players": 2})


@pytest.fixture(scope="module")
def found(record: Record) -> list[dict[str, Any]]:
    return entries(Task(record, AGENT))


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2},
        {"players": 3, "duchies": "random", "modules": "all"},
        {"players": 1, "chateauma": "hard"},
        {"players": 4, "modules": ["team"]},
    ],
    ids=str,
)
def test_choices_luck_and_what_is_left_add_up(config: dict[str, Any]) -> None:
    record = played(config)
    found = entries(Task(record, "turn:futures=8"))
    totals = [score["total"] for score in record.game().scores()]
    for seat, told in enumerate(summarise(record, found)["seats"]):
        parts = ("start", "choices", "others_choices", "dice", "others_dice", "drawn", "left")
        assert sum(told[part] for part in parts) == pytest.approx(told["final"], abs=0.05)
        own = totals[seat % len(totals)]
        others = [total for party, total in enumerate(totals) if party != seat % len(totals)]
        assert told["final"] == own - max(others)


def test_every_action_belongs_to_one_turn(record: Record) -> None:
    turns = list(turns_of(record))
    actions = [event["action"] for event in record.events if "action" in event]
    assert [action for turn in turns for action in turn.actions] == actions
    assert [turn.first for turn in turns] == list(np.cumsum([0] + [len(turn.actions) for turn in turns])[:-1])
    assert len(turns) == 52  # two start castles, then 25 rounds of two
    assert all(turn.actions[-1] == "end" for turn in turns[2:])


def test_luck_comes_where_chance_does(record: Record, found: list[dict[str, Any]]) -> None:
    for turn, entry in zip(turns_of(record), found, strict=True):
        by = entry["luck"].get("by", {})
        assert set(by) == ({"drawn", "0", "1"} if turn.rolled else set())
        for name in by:
            gained, lost = by[name]["vp"]
            assert gained == pytest.approx(-lost, abs=0.002)


def test_the_same_again_in_any_order_and_in_processes(record: Record, found: list[dict[str, Any]]) -> None:
    reviewer = Reviewer(record, Judge.of(AGENT))
    assert [reviewer.entry(number) for number in (30, 3)] == [found[30], found[3]]
    assert entries(Task(record, AGENT), workers=2) == found


def test_nothing_is_judged_twice(record: Record, found: list[dict[str, Any]], tmp_path: Path) -> None:
    steps: list[int] = []

    def stop(done: int, count: int) -> None:
        steps.append(done)
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        entries(Task(record, AGENT), folder=tmp_path / "kept", progress=stop)
    begun: list[int] = []
    again = entries(Task(record, AGENT), folder=tmp_path / "kept", progress=lambda done, _: begun.append(done))
    assert begun[0] == 20
    assert again == found


def test_another_game_or_judge_is_not_mixed_in(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = played({"players": 2}, actions=6)
    entries(Task(short, AGENT), folder=tmp_path / "kept")
    with pytest.raises(AnalysisError, match="of another game"):
        entries(Task(record, AGENT), folder=tmp_path / "kept")
    with pytest.raises(AnalysisError, match=r"with agent turn:futures=12, not turn:futures=9"):
        entries(Task(short, "turn:futures=9"), folder=tmp_path / "kept")
    monkeypatch.setattr(judge_module, "IN_SEARCH", IN_SEARCH[:3])
    with pytest.raises(AnalysisError, match=r"with net \w+, not \w+;"):
        entries(Task(short, AGENT), folder=tmp_path / "kept")


def test_a_turn_that_was_not_played_to_its_end_is_not_judged() -> None:
    short = played({"players": 2}, actions=3)
    found = entries(Task(short, AGENT))
    assert "cost" not in found[-1]
    assert summarise(short, found)["seats"][0]["final"] == pytest.approx(found[-2]["luck"]["known"][0], abs=0.01)


@pytest.mark.parametrize("over", [False, True])
def test_what_is_left_is_what_values_change_by_without_choice_or_chance(record: Record, over: bool) -> None:
    """A game that goes on has the luck of its last roll in what is expected now."""
    if not over:
        rolled = [turn for turn in turns_of(record) if turn.rolled][3]
        record = played({"players": 2}, actions=rolled.first + len(rolled.actions))
    found = [entry for entry in entries(Task(record, "turn:futures=8")) if "cost" in entry]
    left = np.zeros(2)
    for entry, following in pairwise(found):
        left += np.subtract(following["before"], entry["luck"].get("known", entry["after"]))
    if over:
        left += np.subtract(found[-1]["final"], found[-1]["after"])
    else:
        assert found[-1]["luck"]["by"]  # it stops where dice have just been rolled
    told = summarise(record, found)
    assert [seat["left"] for seat in told["seats"]] == pytest.approx(left.tolist(), abs=0.05)
    assert ("lead at the end" if over else "expected now") in report(told)


def test_what_is_hidden_has_no_part_in_what_is_judged(record: Record) -> None:
    """The truth dealt otherwise, all values are the same: of lines, and after a roll."""
    judge = Judge(40)
    for turn in list(turns_of(record))[2:40:9]:
        values = []
        for seed in (1, 2):
            before, after = (game.view(seed) for game in (turn.before, turn.after))
            search, ends = judge.search(before, turn.number)
            rows = judge.rows(before, ends, search.last, 5 * 36, 40)
            values.append((ends.paths, rows["vp"].tolist(), rows["win"].tolist(), rows["margin"].tolist()))
            values[-1] += (judge.rows_on(after, search.last, 36, 0b11)["vp"].tolist(),)
        assert values[0] == values[1]


def test_every_seed_turn_and_question_has_futures_of_its_own() -> None:
    begun = {
        Judge(8, seed).first_future(number, question)
        for seed in (-1, 0, 1, 2, 1 << 14, 1 << 60)
        for number in range(300)
        for question in range(8)
    }
    assert len(begun) == 6 * 300 * 8
    assert all(first % 36 == 0 and 0 <= first < 1 << 54 for first in begun)
    assert np.diff(sorted(begun)).min() > 50_000


def test_a_turn_that_is_the_best_line_is_no_mistake() -> None:
    entry = {"cost": {"vp": 4.0, "error": 1.0}, "better": 1, "taken": 0}
    assert is_mistake(entry)
    assert not is_mistake(entry | {"better": 0})


def test_planted_mistakes_are_named() -> None:
    """A turn in which nothing is done with the dice but taking workers costs a lot."""
    game, player = Game.new({"players": 2}, seed=12), make("turn:futures=60", seed=1)
    planted = []
    while game.active is not None:
        document = game.to_json()
        if (document["phase"], document["round"], game.active) in (
            ("B", 2, 0),
            ("C", 3, 1),
        ) and "d1 workers" in game.legal_actions():
            planted.append(sum("action" in event for event in game.events))
            game.push("d1 workers")
            game.push("d2 workers")
            game.push("end")
        elif document["phase"] == "D":
            break
        else:
            game.push(player.act(game))
    assert len(planted) == 2
    record = Record.of(game)
    reviewer = Reviewer(record, Judge.of("turn:futures=100"))
    spoiled = [reviewer.entry(turn.number) for turn in reviewer.turns if turn.first in planted]
    assert all(is_mistake(entry) and entry["cost"]["vp"] > 4 for entry in spoiled)


def test_the_reasons_add_up_to_the_difference(found: list[dict[str, Any]]) -> None:
    for entry in found:
        better, taken = entry["lines"][entry["better"]], entry["lines"][entry["taken"]]
        reasons = why(better, taken, entry["seat"])
        assert sum(reasons.values()) == pytest.approx(better["margin"] - taken["margin"], abs=0.6)


def test_half_of_the_futures_choose_for_the_other_half() -> None:
    """Of lines that are all the same a best one that was chosen by its own luck would look better than the rest."""
    draw = np.random.default_rng(3)
    costs, greedy = [], []
    for _ in range(400):
        own = draw.normal(0, 10, (40, 6, 1))
        leads = np.concatenate([own, -own], axis=2)
        compared = Compared(((1,),) * 6, 0, leads, leads, leads, np.zeros((6, 1)))
        best = leads[np.arange(40), compared.best(), 0]
        costs.append((best - leads[:, 0, 0]).mean())
        greedy.append((own[np.arange(40), compared.best(halves=False), 0] - own[:, 0, 0]).mean())
    assert abs(np.mean(costs)) < 3 * np.std(costs) / 20
    assert np.mean(greedy) > 1  # what would be seen if all futures chose for themselves


def test_leads_are_over_the_best_other_and_partners_are_no_others() -> None:
    vp = np.array([[100.0, 90.0, 120.0]])
    assert margins(vp).tolist() == [[-20.0, -30.0, 20.0]]
    assert margins(np.array([[5.0, 3.0, 5.0, 3.0]]), teams=2).tolist() == [[2.0, -2.0, 2.0, -2.0]]


def test_turns_that_end_in_the_same_position_are_one_line(record: Record) -> None:
    judge = Judge(20)
    turn = next(turn for turn in turns_of(record) if turn.stage == "turn")
    _, ends = judge.search(inside(turn.before), 0)
    best = ends.paths[0]
    game = turn.before.copy()
    for action in best[:-1]:
        game.push(action)
    again, place = with_played(ends, inside(game).state, best)
    assert (again, place) == (ends, 0)
    longer, place = with_played(ends, inside(turn.before).state, (IDS["d1 workers"],))
    assert place == len(ends.paths)
    assert len(longer.paths) == place + 1


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        ("heuristic", "the agent is turn with a number"),
        ("turn:ms=50", "the agent is turn with a number"),
        ("turn:futures=3", "at least 8 futures"),
        ("turn:futures=20,net=nowhere.npz", "nowhere.npz"),
    ],
)
def test_who_can_not_judge_is_refused(agent: str, problem: str) -> None:
    with pytest.raises(AnalysisError, match=problem):
        Judge.of(agent)


def test_what_can_not_be_reviewed_is_refused() -> None:
    with pytest.raises(AnalysisError, match="the solo game has no lead"):
        burgundy_env.analyse(played({"players": 1, "modules": ["solo"]}, actions=5), AGENT)
    with pytest.raises(AnalysisError, match="no action has been taken"):
        burgundy_env.analyse(Record.of(Game.new(seed=1)), AGENT)
    over = played({"players": 2}, agent="reflex").game()
    with pytest.raises(AnalysisError, match="the game is over"):
        burgundy_env.analyse(over, AGENT)
