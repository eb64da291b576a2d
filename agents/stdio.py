"""Programs in any language as agents: they read positions and write actions as JSON lines (docs/stdio.md)."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from burgundy_env.safe import line as safe_line

from .protocol import AgentError

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.records import Thought

PROTOCOL = "burgundy-stdio/1"
LONGEST_LINE = 64 * 1024  # bytes that a program may write as an answer
_LINES_KEPT = 20  # of what a program says on its standard error
_GRACE = 2.0  # seconds that a program has to end by itself
_ON_THEIR_WAY = 2  # lines that need no answer: a game has ended, the next one begins


class StdioError(RuntimeError):
    """The program has broken the protocol; the message says how, and what it said last on its standard error.

    >>> issubclass(StdioError, RuntimeError)
    True
    """


class StdioAgent:
    """A program that plays by standard input and output. It is started by the first game and kept for more.

    >>> StdioAgent("./my_bot --fast", seconds=5).name
    './my_bot --fast'
    """

    def __init__(
        self,
        cmd: str,
        seconds: float = 10.0,
        startup: float = 60.0,
        seed: int | str | None = None,
        folder: str | None = None,
    ) -> None:
        try:
            self._words = shlex.split(cmd)
        except ValueError as error:
            raise AgentError(f"stdio: cmd {cmd!r} can't be read as a shell would: {error}") from None
        if not self._words:
            raise AgentError("stdio: cmd is empty; it is the command that starts the program")
        self.seconds, self.startup, self._folder = seconds, startup, folder
        self.name = cmd
        self._random = random.Random(seed)
        self._program: _Program | None = None
        self._answered: tuple[dict[str, Any], str] | None = None  # a position and the action for it

    # --- what the arena calls -------------------------------------------------------------------------

    def begin(self, game: Game, seat: int, seed: int | None) -> None:
        """Tell the program that a game begins."""
        self._random = random.Random(seed)
        self._running().send({"type": "game", "seat": seat, "config": game.config.to_dict()})

    def act(self, game: Game) -> str:
        """What the program answers; StdioError, and the program is ended, if it is no legal action."""
        shown, self._answered = self._answered, None
        if shown is not None and shown[0] == visible(game):
            return shown[1]  # it was asked for its thoughts a moment ago
        return self._ask(game)[0]

    def think(self, game: Game) -> Thought:
        """What the program says besides its action, which it is asked for now and not again by `act`."""
        from burgundy_env.records import thought_of

        action, answer = self._ask(game, thoughts=True)
        try:
            thought = thought_of(answer)
            thought.check(game.legal_actions(), game.config.seats)
        except ValueError as error:
            self._running().fail(f"has told a thought that is none: {error}")
        self._answered = visible(game), action
        return thought

    def _ask(self, game: Game, **more: Any) -> tuple[str, dict[str, Any]]:
        """The action that the program answers, and all of its answer."""
        legal = game.legal_actions()
        if not legal:
            raise ValueError("the game is over; there is nothing to decide")
        document = {
            "type": "position",
            "position": visible(game),
            "legal": legal,
            "seat": game.active,
            "seed": self._random.getrandbits(31),
            **more,
        }
        program = self._running()
        answer = program.ask(document, self.seconds)
        action = answer.get("action")
        if not isinstance(action, str):
            program.fail(f'answered {_short(answer)}; {{"action": "..."}} is needed')
        if action not in legal:
            program.fail(f"wants to play {action!r}, which is not legal there; `legal` had {_few(legal)}")
        return action, answer

    def end(self, game: Game, seat: int) -> None:
        """Tell the program how the game ended."""
        outcome = game.outcome()
        if self._program is None or outcome is None:
            return
        document = {"type": "result", "seat": seat, "ranking": list(outcome.ranking), "scores": game.scores()}
        self._program.send(document)

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # at the interpreter's end half of it is gone already
            self.close()

    # --- starting -------------------------------------------------------------------------------------

    def _running(self) -> _Program:
        if self._program is not None and not self._program.ended:
            return self._program
        self._program = program = _Program(self._words, self._folder)
        hello = program.ask({"type": "hello", "protocol": PROTOCOL, "seconds": self.seconds}, self.startup)
        if hello.get("type") != "hello":
            program.fail(f'answered the hello with {_short(hello)}; {{"type": "hello"}} is needed')
        self.name = str(hello.get("name", self.name))
        return program


def visible(game: Game) -> dict[str, Any]:
    """The position as it lies on the table, without what is hidden."""
    return {key: value for key, value in game.to_json().items() if key != "hidden"}


class _Program:
    """A running program: lines to it and from it, and its end."""

    def __init__(self, words: list[str], folder: str | None) -> None:
        self.ended = False
        self._name = Path(words[0]).name
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                # A group of its own: Ctrl-C is for us, and its children can be ended with it.
                start_new_session=True,
            )
        except OSError as error:
            raise AgentError(f"stdio: {shlex.join(words)} can't be started: {error.strerror}") from None
        # Room for one line that nobody asked for; a program that floods us stops at the pipe.
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=2)
        self._errors: deque[str] = deque(maxlen=_LINES_KEPT)
        self._readers = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        # Lines to the program wait in a thread of their own: one that does not read would hold us up in the write.
        # It can be added to in a signal handler that comes while it is added to.
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._sent = self._written = 0
        for thread in (*self._readers, threading.Thread(target=self._write_lines, daemon=True)):
            thread.start()

    def send(self, document: dict[str, Any]) -> None:
        """Write a line; that the program is gone shows when it is asked the next time."""
        self._sent += 1
        self._to_write.put(json.dumps(document, separators=(",", ":")).encode() + b"\n")

    def ask(self, document: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Write a line and read the answer to it."""
        if not self._lines.empty():
            self._refuse_line(self._lines.get_nowait())
        if self._sent - self._written > _ON_THEIR_WAY:
            self.fail("answers without reading what it is asked")
        self.send(document)
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self.fail(f"has not answered within {seconds:g} s")
        if line == b"":
            self.fail(self._how_it_ended())
        if len(line) > LONGEST_LINE:
            self.fail(f"has written a line of more than {LONGEST_LINE // 1024} KiB")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            self.fail(f"has written {_short(line)}, which is no JSON; what is no answer belongs on standard error")
        if not isinstance(answer, dict):
            self.fail(f"has written {_short(answer)}; a JSON object is needed")
        return answer

    def fail(self, what: str) -> NoReturn:
        """End the program and say what it did, and what it said last."""
        self.end(at_once=True)
        said = "".join(f"\n  | {line}" for line in self._errors)
        raise StdioError(f"stdio: the program {self._name} {what}" + (f"\nIts standard error:{said}" if said else ""))

    def end(self, *, at_once: bool = False) -> None:
        """Have it end, by itself if there is time, with all it has started."""
        self.ended = True
        if not at_once:
            self.send({"type": "bye"})
        self._to_write.put(None)
        if not at_once:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        self._kill()
        self._process.wait()
        # Where there are no groups, children may hold the pipes open; then the readers are left behind.
        deadline = time.monotonic() + _GRACE
        while any(reader.is_alive() for reader in self._readers):
            if time.monotonic() > deadline:
                return
            with contextlib.suppress(queue.Empty):  # a reader that waits for room gets some
                self._lines.get_nowait()
            for reader in self._readers:
                reader.join(0.01)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _kill(self) -> None:
        """Kill the group: children that outlive the program would keep its pipes open."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "has closed its standard output"
        return f"has ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    def _refuse_line(self, line: bytes) -> NoReturn:
        if line == b"":
            self.fail(self._how_it_ended())
        self.fail(f"has written {_short(line)}, which nobody asked for; one line is due for each position")

    def _write_lines(self) -> None:
        """What is sent, until the program is to end or has ended: then what is still to be read is of no use."""
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError, ValueError), stream:
            while (line := self._to_write.get()) is not None:
                stream.write(line)
                stream.flush()
                self._written += 1

    def _read_lines(self, stream: IO[bytes]) -> None:
        while True:
            line = stream.readline(LONGEST_LINE + 1)
            self._lines.put(line)
            if line == b"" or len(line) > LONGEST_LINE:
                return

    def _read_errors(self, stream: IO[bytes]) -> None:
        while line := stream.readline(1000):
            self._errors.append(safe_line(line.decode(errors="replace").rstrip()))


def _short(value: Any) -> str:
    text = value.decode(errors="replace").rstrip("\n") if isinstance(value, bytes) else json.dumps(value)
    return repr(text if len(text) <= 80 else text[:80] + "...") if isinstance(value, bytes) else text[:80]


def _few(legal: list[str]) -> str:
    return ", ".join(legal[:10]) + (f" and {len(legal) - 10} more" if len(legal) > 10 else "")
