"""Small studies, played for the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from burgundy_env.balance import Question, Run, Store, Summary, run, summarise


class Study(NamedTuple):
    store: Store
    run: Run
    summary: Summary

    def effect(self, thing: object, agent: str = "random") -> dict[str, float]:
        """An effect as `summary.json` tells it."""
        found: dict[str, float] = self.summary.numbers["effects"][agent][str(thing)]
        return found


Play = Callable[..., Study]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Play a study in a folder of its own."""

    def study(workers: int = 1, folder: str = "study", **question: Any) -> Study:
        store = Store.create(tmp_path / folder, Question.of({"agents": ["random"], **question}))
        played = run(store, workers)
        return Study(store, played, summarise(store, played))

    return study
