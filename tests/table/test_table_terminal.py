"""The programs in a real terminal, driven through tmux: a whole game with a kill in the middle, and clean endings."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from burgundy_env import Record
from burgundy_env.cli.play import unfinished

FILE = "burgundy-5.jsonl"
PLAY = "play --seed 5 --seats human:Anna,random --pace 0"
ALONE = "play --seed 5 --seats human:Anna,chateauma:hard+AD"
_NUMBERS = itertools.count()


class Terminal:
    """A terminal of its own, 100x40, in which commands run in a folder."""

    def __init__(self, folder: Path, tmux_file: str) -> None:
        self.folder, self._command = folder, (tmux_file, "-L", f"burgundy-{os.getpid()}-{next(_NUMBERS)}")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", "100", "-y", "40", "-c", str(folder), "sh")

    def tmux(self, *arguments: str) -> str:
        """Tell the terminal something; what it answers."""
        run = subprocess.run([*self._command, *arguments], capture_output=True, text=True, timeout=60)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def keys(self, *names: str) -> None:
        """Press keys."""
        self.tmux("send-keys", "-t", "t", *names)

    def run(self, command: str, variables: str = "") -> None:
        """Type a command; its exit code is shown when it ends, its number of the process before."""
        # Some who run tests say how wide their own terminal is.
        path = os.environ.get("PYTHONPATH", "")
        python = f"-u COLUMNS -u LINES PYTHONPATH='{path}' {variables} {sys.executable} -m burgundy_env"
        self.keys(f"clear; sh -c 'echo $$ > pid; exec \"$@\"' sh env {python} {command}; echo LEFT-$?", "Enter")

    def screen(self) -> str:
        """What is to be seen."""
        return self.tmux("capture-pane", "-p", "-t", "t")

    def wait(self, text: str) -> str:
        """Until a text is to be seen."""
        end = time.monotonic() + 500
        while time.monotonic() < end:
            screen = self.screen()
            if text in screen:
                return screen
            time.sleep(0.1)
        raise AssertionError(f"{text!r} never came; the terminal shows:\n{self.screen()}")

    @property
    def process(self) -> int:
        """The number of the program's process."""
        return int((self.folder / "pid").read_text())

    def is_clean(self) -> bool:
        """Whether the terminal is as a program should leave it: its own screen, its cursor, its mouse."""
        flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"
        return self.tmux("display-message", "-p", "-t", "t", flags).strip() == "0 1 0"

    def close(self) -> None:
        """End the terminal and what runs in it."""
        self.tmux("kill-server")


@pytest.fixture
def terminal(tmp_path: Path, tmux_file: str) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, tmux_file)
    yield terminal
    terminal.close()


def actions(file: Path) -> int:
    """How many actions are saved."""
    return file.read_text().count('"action"') if file.exists() else 0


def play_until(terminal: Terminal, file: Path, number: int) -> None:
    """Press Enter, which takes what the cursor is on, until so many actions are saved or the game is over."""
    end = time.monotonic() + 500
    while (before := actions(file)) < number and '"scores"' not in file.read_text():
        terminal.keys("Enter")
        patience = time.monotonic() + 0.2  # a menu may have come up, which takes another Enter
        while actions(file) == before and time.monotonic() < patience:
            time.sleep(0.01)
        assert time.monotonic() < end, terminal.screen()


# The time limit is for machines that have a lot else to do; alone it takes about 20 seconds.
@pytest.mark.timeout(900)
def test_a_whole_game_with_a_kill_in_the_middle(terminal: Terminal) -> None:
    file = terminal.folder / FILE
    terminal.run(ALONE)
    terminal.wait("place the start castle")
    play_until(terminal, file, 40)
    os.kill(terminal.process, signal.SIGKILL)
    terminal.wait("LEFT-137")
    saved = actions(file)
    record = Record.load(file)
    assert len(record) == saved >= 40
    assert record.result is None
    assert unfinished(terminal.folder) == [file]

    terminal.tmux("respawn-pane", "-k", "-t", "t", "sh")  # a program that was killed puts nothing right
    terminal.run("play")
    assert "(human:Anna; 4" in terminal.wait("Go on with it? [Y/n]")
    terminal.keys("y", "Enter")
    terminal.wait("Châteauma: ")
    play_until(terminal, file, 1000)
    terminal.wait("wins with")
    while "LEFT-" not in terminal.screen():  # the first closes the points, if no Enter has done so
        terminal.keys("q")
        time.sleep(0.5)
    assert "LEFT-0" in terminal.screen()
    assert terminal.is_clean()
    finished = Record.load(file)
    assert finished.result is not None
    assert finished.events[: len(record.events)] == record.events


@pytest.mark.parametrize(
    ("ending", "code"), [("C-c", 130), (signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGINT, 130), ("q", 0)]
)
def test_every_ending_saves_and_leaves_the_terminal_clean(
    terminal: Terminal, ending: str | signal.Signals, code: int
) -> None:
    terminal.run(PLAY)
    terminal.wait("place the start castle")
    terminal.keys("Enter")
    terminal.wait("your turn")
    assert not terminal.is_clean()
    if isinstance(ending, str):
        terminal.keys(ending)
    else:
        os.kill(terminal.process, ending)
    screen = terminal.wait(f"LEFT-{code}")
    assert f"Go on with: burgundy play --resume {FILE}" in " ".join(screen.split())
    assert "Traceback" not in screen
    assert terminal.is_clean()
    assert len(Record.load(terminal.folder / FILE)) >= 2


def test_a_mouse_click_in_a_terminal_that_wants_no_colour(terminal: Terminal) -> None:
    terminal.run(PLAY, "NO_COLOR=1")
    screen = terminal.wait("▶h")
    line = next(i for i, text in enumerate(screen.splitlines()) if "»h19«" in text)
    column = screen.splitlines()[line].index("»h19«")
    painted = terminal.tmux("capture-pane", "-e", "-p", "-t", "t")
    colours = {int(number) for number in re.findall(r"[34]8;5;(\d+)", painted)}
    assert colours <= {0, 7, 8, 15, 16, 231, *range(232, 256)}, "black, white and grey only"
    assert not re.findall(r"[34]8;2;|[\[;][349][1-6]m", painted)
    for press in ("M", "m"):  # as terminals tell a click: button 0, column and line from 1
        terminal.tmux("send-keys", "-t", "t", "-l", f"\x1b[<0;{column + 3};{line + 1}{press}")
    terminal.wait("your turn")
    assert '"start h19"' in (terminal.folder / FILE).read_text()
    terminal.keys("q")
    terminal.wait("LEFT-0")


def test_watching_in_a_terminal(terminal: Terminal) -> None:
    terminal.run("watch random random chateauma:hard --seed 5 --speed 200 --save game.jsonl")
    terminal.wait("wins with")
    terminal.keys("q")
    terminal.wait("LEFT-0")
    assert terminal.is_clean()
    record = Record.load(terminal.folder / "game.jsonl")
    assert record.result is not None
    terminal.run("watch game.jsonl --stopped")
    terminal.wait(f"Action 0 of {len(record)}")
    terminal.keys("Right", "Right", "C-c")
    terminal.wait("LEFT-130")
    assert terminal.is_clean()
