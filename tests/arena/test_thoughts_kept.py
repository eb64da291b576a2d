"""Thoughts in the records of tournaments: of all who say what they think, and no other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgundy_env import Record
from burgundy_env.arena import ArenaError, Plan, Store, run


def test_records_have_thoughts_and_the_games_are_the_same(tmp_path: Path) -> None:
    agents = ["turn:futures=12", "random"]
    plain = Store.create(tmp_path / "plain", Plan.of(agents, 2, records=str(tmp_path / "a")))
    asked = Store.create(tmp_path / "asked", Plan.of(agents, 2, records=str(tmp_path / "b"), thoughts=True))
    run(plain, 0)
    run(asked, 0)
    for name in ("game-000000.jsonl", "game-000001.jsonl"):
        without, kept = Record.load(tmp_path / "a" / name), Record.load(tmp_path / "b" / name)
        assert without.events == kept.events
        assert without.thoughts == ()
        seat = kept.players.index("turn@1:futures=12")
        steps = list(kept.steps())
        begun = [step for step in steps if step.game.active == seat and len(step.game.legal_actions()) > 1]
        assert all(step.thought.lines[0].turn[0] == step.action for step in begun if step.thought)
        assert sum(step.thought is not None for step in begun) > 20
        assert not any(step.thought for step in steps if step.game.active != seat)


def test_a_tournament_that_goes_on_still_keeps_them(tmp_path: Path) -> None:
    plan = Plan.of(["heuristic", "random"], 2, records=str(tmp_path / "r"), thoughts=True)
    assert Plan.from_json(plan.to_json()).thoughts


def test_thoughts_need_records(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="a folder for records is needed"):
        Plan.of(["heuristic", "random"], 2, thoughts=True)
