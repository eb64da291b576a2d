"""A suite that is played in a moment."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy_env.evaluation import suites

SMALL: dict[str, Any] = {
    "seed": 1,
    "games": 12,
    "quick": 6,
    "parts": [
        {"name": "board 1", "config": {"players": 2}, "against": ["reflex@1", "heuristic@1"]},
        {"name": "3 seats", "config": {"players": 3, "duchies": "random:17-19"}, "against": ["reflex@1"]},
        {"name": "Châteauma", "config": {"players": 2, "duchies": "random:1-10"}, "against": ["chateauma@1:easy"]},
    ],
    "ratings": {"reflex@1": 200, "heuristic@1": 1000, "chateauma@1:easy": 500},
}
BOT = """
import random

class Bot:
    def __init__(self, depth: int = 1, seed=None):
        self.random = random.Random(seed)
    def act(self, game):
        return self.random.choice(game.legal_actions())

class Fails(Bot):
    def act(self, game):
        if game.to_json()["phase"] == "B":
            raise ZeroDivisionError("seven by nine")
        return super().act(game)
"""


@pytest.fixture(autouse=True)
def _small(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everywhere but where the real suites are looked at."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(suites, "suite_file", lambda name: SMALL)


@pytest.fixture
def bot(tmp_path: Any) -> str:
    """A file with agents."""
    (tmp_path / "bot.py").write_text(BOT)
    return "bot.py:Bot"
