"""A game is drawn by what is registered for it, and knows nobody who draws."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from burgundy_env import Game, hooks


def test_a_game_is_drawn_without_anybody_loading_pictures() -> None:
    program = (
        "import sys\n"
        "from burgundy_env.game import Game\n"
        "game = Game.new({'players': 2}, seed=1)\n"
        "assert not any(name.startswith('burgundy_env.render') for name in sys.modules)\n"
        "assert str(game).startswith('Phase A')\n"
        "assert game._repr_mimebundle_()['text/html'].startswith('<img')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


def test_whoever_registers_draws_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_ENTRY_POINTS", dict(hooks._ENTRY_POINTS))
    monkeypatch.setattr(sys.modules[__name__], "drawn", lambda document, **options: f"seat {document['active']}")
    hooks.register("text", f"{__name__}:drawn")
    assert str(Game.new({"players": 2}, seed=1)) == "seat 0"


def drawn(document: Any, **options: Any) -> str:
    """Replaced while it is tested."""
    raise NotImplementedError


def test_what_nobody_has_registered_is_told_by_name() -> None:
    with pytest.raises(LookupError, match="nothing is registered as 'film'; there is text, notebook"):
        hooks.hook("film")
