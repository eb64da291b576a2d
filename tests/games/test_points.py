"""What an action scores: foretold for every legal one, told of every one that was taken."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from checker import CONFIGS, MODULE_CONFIGS, check_all_points_told, points_between
from policies import explorer
from test_chateauma_walks import CONFIGS as WITH_CHATEAUMA

from burgundy_env import Game, Record
from burgundy_env.engine.layout import SOURCES

ALL = [*CONFIGS[::4], *MODULE_CONFIGS, *WITH_CHATEAUMA[::3]]


@pytest.mark.parametrize("config", ALL, ids=str)
def test_every_legal_action_scores_what_was_foretold(config: dict[str, Any]) -> None:
    """By copies and `scores()`, at every tenth decision; a sentence for each, with all of it."""
    game, rng = Game.new(config, seed=5), random.Random(5)
    while not game.is_over:
        if rng.random() < 0.1:
            scores, seat = game.scores(), game.active
            for action, points in game.points_all().items():
                then = game.copy()
                then.push(action)
                assert points == points_between(scores, then.scores(), seat), action  # type: ignore[arg-type]
                assert points == game.points(action)
                told = game.explain(action)
                assert (f" {sum(points.values()):+} VP: " in told) == bool(points), told
        game.push(explorer(game, rng))
    check_all_points_told(game)


def test_points_all_is_quick() -> None:
    """By copies and `scores()` it took 13.6 ms."""
    game = _at_a_choice()
    game.points_all()
    times = []
    for _ in range(50):
        began = time.process_time()
        game.points_all()
        times.append(time.process_time() - began)
    assert min(times) < 0.001


def _at_a_choice() -> Game:
    game, rng = Game.new({"players": 2}, seed=3), random.Random(3)
    while len(game.legal_actions()) < 30:
        game.push(rng.choice(game.legal_actions()))
    return game


def test_nothing_is_changed_or_remembered() -> None:
    game = _at_a_choice()
    before, events = game.copy(), game.events
    game.points_all()
    assert game == before
    assert game.events == events
    assert game.copy().events == events


def test_sources_are_those_of_the_scores() -> None:
    game = Game.new(seed=1)
    assert set(SOURCES) >= {name for name, vp in game.scores()[0]["breakdown"].items() if name in SOURCES}


# --- in records ----------------------------------------------------------------------------------------


def played(config: dict[str, Any]) -> tuple[Game, list[str]]:
    game, rng = Game.new(config, seed=2), random.Random(2)
    while not game.is_over:
        game.push(explorer(game, rng))
    return game, list(Record.of(game).lines())


def test_a_record_without_points_replays() -> None:
    """As versions before wrote it: without points, and without the final scoring."""
    game, lines = played({"players": 1, "chateauma": "easy"})
    events = [json.loads(line) for line in lines[1:-1]]
    bare = [{k: v for k, v in event.items() if k != "points"} for event in events if "final" not in event]
    old = [lines[0], *map(json.dumps, bare), lines[-1]]
    assert Record.parse("\n".join(old)).events == tuple(game.events)


@pytest.mark.parametrize("key", ["action", "chateauma", "final"])
def test_points_that_are_not_those_of_the_replay_are_refused(key: str) -> None:
    _, lines = played({"players": 1, "chateauma": "easy"})
    number = next(i for i, line in enumerate(lines) if key in json.loads(line) and json.loads(line).get("points"))
    event = json.loads(lines[number])
    event["points"] = {"regions": 99}
    lines[number] = json.dumps(event)
    with pytest.raises(ValueError, match=f"line {number + 1}: the replay has"):
        Record.parse("\n".join(lines))


def test_points_of_no_form_are_refused() -> None:
    _, lines = played({"players": 1, "chateauma": "easy"})
    final = next(i for i, line in enumerate(lines) if "final" in json.loads(line))
    lines[final] = json.dumps({"final": 0})
    with pytest.raises(ValueError, match="final scoring is"):
        Record.parse("\n".join(lines))
