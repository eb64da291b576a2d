"""Agents in files, for tournaments of the tests."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

BOTS = """
import os, random, signal, time
from pathlib import Path
from burgundy_agents import RandomAgent

class Polite:
    \"\"\"Random, by a seed.\"\"\"
    def __init__(self, seed=None):
        self.random = random.Random(seed)
    def act(self, game):
        return self.random.choice(game.legal_actions())

class Kept(Polite):
    \"\"\"The same, kept from game to game; notes what it is told.\"\"\"
    def __init__(self, log: str = os.devnull, seed=None):
        self.log = log
        self.note("made")
    def begin(self, game, seat, seed):
        self.random = random.Random(seed)
        self.note(f"begin {seat} {game.active is not None}")
    def end(self, game, seat):
        self.note(f"end {seat} {game.is_over}")
    def close(self):
        self.note("close")
    def note(self, text):
        with open(self.log, "a") as file:
            file.write(text + chr(10))

class Fails(Polite):
    \"\"\"Has an error in phase B of the games in which a file is not there.\"\"\"
    def __init__(self, mended: str = "", seed=None):
        super().__init__(seed)
        self.mended = mended
    def act(self, game):
        if game.to_json()["phase"] == "B" and not (self.mended and Path(self.mended).exists()):
            raise ZeroDivisionError("seven by nine")
        return super().act(game)

class Disguised(RandomAgent):
    \"\"\"Calls itself one of the agents that the arena knows, and looks where it should not.\"\"\"
    def act(self, game):
        assert game.seed is None, "this is the true game"
        return super().act(game)

class Cheats(Polite):
    def act(self, game):
        return "end"

class Silent(Polite):
    def act(self, game):
        return None

class Quits(Polite):
    def act(self, game):
        raise SystemExit(3)

class Dies(Polite):
    def act(self, game):
        os._exit(7)

class Interrupts(Polite):
    def act(self, game):
        os.kill(os.getpid(), signal.SIGINT)
        return super().act(game)

class Prints(Polite):
    def act(self, game):
        print("thinking", flush=True)
        return super().act(game)

class Slow(Polite):
    def act(self, game):
        time.sleep(0.001)
        print("thinking", flush=True)
        return super().act(game)

class Spoils(Polite):
    \"\"\"Plays as Polite does, after it has played on in the game it is shown.\"\"\"
    def act(self, game):
        action = super().act(game)
        while not game.is_over:
            game.push(game.legal_ids()[0])
        return action
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with agents."""
    path = tmp_path / "bots.py"
    path.write_text(textwrap.dedent(BOTS))
    return path
