"""A tournament in the middle of its first game: it stands where it is until it may go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from burgundy_env import arena
from burgundy_env.arena import Plan, Store, onlookers

BOT = """
import time
from pathlib import Path

class Bot:
    def __init__(self, gate: str):
        self.gate = Path(gate)
    def act(self, game):
        made = sum("action" in event for event in game.events)
        while made >= int(self.gate.read_text() or 0):
            time.sleep(0.02)
        return game.legal_actions()[0]
"""


class GoingOn:
    """The tournament, and how far its games may go."""

    def __init__(self, folder: Path, **more: Any) -> None:
        (folder / "bot.py").write_text(BOT)
        self.gate = folder / "gate"
        self.upto(20)
        self.bot = f"{folder / 'bot.py'}:Bot:gate={self.gate}"
        self.store = Store.create(folder / "arena", Plan.of([self.bot, "random"], 1, config={"players": 2}, **more))
        self._thread = threading.Thread(target=lambda: arena.run(self.store, 0))

    @property
    def folder(self) -> Path:
        return self.store.folder

    def upto(self, actions: int) -> None:
        """Let the game go on as far as that."""
        draft = self.gate.with_suffix(".draft")
        draft.write_text(str(actions))
        draft.replace(self.gate)

    def wait(self) -> None:
        """Until the game stands."""
        file, before = onlookers.file_of(self.folder, 0), -1.0
        for _ in range(300):
            time.sleep(0.2)
            now = file.stat().st_mtime if file.exists() else -1.0
            if now == before > 0:
                return
            before = now
        raise AssertionError("the game is not shown")

    def end(self) -> None:
        """Play all games to their ends."""
        self.upto(10**6)
        self._thread.join()

    def start(self) -> None:
        self._thread.start()


@contextmanager
def going_on(folder: Path, **more: Any) -> Iterator[GoingOn]:
    """With every action shown at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(onlookers, "EVERY", 0.0)
        patch.setattr(onlookers, "_REST", 0)
        tournament = GoingOn(folder, **more)
        tournament.start()
        try:
            tournament.wait()
            yield tournament
        finally:
            tournament.end()
