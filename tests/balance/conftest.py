"""Studies are played in folders of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from studies import Play, Study

from burgundy_env.balance import Question, Store, run, summarise


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Play a study."""

    def study(workers: int = 1, folder: str = "study", **question: Any) -> Study:
        store = Store.create(tmp_path / folder, Question.of({"agents": ["random"], **question}))
        played = run(store, workers)
        return Study(store, played, summarise(store, played))

    return study
