"""A table to play at, without a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from table_pilot import begun

from burgundy_env.sitting.sitting import Sitting
from burgundy_env.table.play import Manner, PlayScreen


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., PlayScreen]:
    """A table to play at, two people unless told otherwise; saved in a file."""

    def make(
        actions: list[str] | None = None,
        agents: dict[int, Any] | None = None,
        config: Any = None,
        manner: Manner | None = None,
        names: list[str] | None = None,
    ) -> PlayScreen:
        game = begun(["start h2", "start h7"] if actions is None else actions, config)
        names = names or ["human:Ann", "human:Ben", "human:Cal", "human:Dee"][: game.config.players]
        sitting = Sitting(game, names, agents or {}, tmp_path / "game.jsonl")
        return PlayScreen(sitting, manner or Manner(pace=0))

    return make
