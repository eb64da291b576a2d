"""Where agents think: processes of their own, as many as the machine has cores to spare, a question at a time each.

A game asks one question at a time, and questions are answered in the order they came: nobody's game waits for more
than one decision of each other game. What takes too long is ended with its process.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from burgundy_env import safe
from burgundy_env.records import Line
from burgundy_env.serve.compiling import Compiling
from burgundy_env.sitting.seats import Seat, SeatError, agents_of, let_agents_act, seat_of

if TYPE_CHECKING:
    from burgundy_env.game import Game

_NICE = 5  # people's moves go first
_LONGEST = 120.0  # seconds for a decision; agents of ours are told less
_HINT = 2.0  # seconds that a hint is thought about
_LOOK = 0.05  # seconds from one look whether a hint is still wanted to the next
_STARTUP = 300.0  # the first decision of a process may have kernels to compile


class Job(Protocol):
    """What is to be found out about a game, in a process that thinks; it comes there as a copy."""

    def done(self, game: Game) -> object:
        """What was found; ValueError, a sentence, if it can't be."""


Answer = str | list[Line] | tuple[object]


@dataclass
class _Question:
    game: Game
    seat: int
    whom: str | float | Job  # an agent that decides; so many seconds for a hint; or something else to find out
    answer: Callable[[Answer | SeatError], None]
    compiles: Callable[[], None]  # told when the engine must be compiled first
    dropped: threading.Event = field(default_factory=threading.Event)

    @property
    def decides(self) -> bool:
        """Whether an agent is asked for its action."""
        return isinstance(self.whom, str)


class Thinkers:
    """The processes, each looked after by a thread."""

    def __init__(self, processes: int, longest: float = _LONGEST, hint: float = _HINT) -> None:
        self.longest, self._for_a_hint = longest, hint
        # Of what is found out for analyses no more than one piece a process stands among the questions of games.
        self._jobs = asyncio.Semaphore(processes)
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    async def decide(self, game: Game, seat: int, name: str, compiles: Callable[[], None]) -> str:
        """What an agent plays in a seat; SeatError if it fails or takes too long. `compiles` is called if the engine
        must be compiled first.
        """
        action = await self._ask(game, seat, name, compiles)
        assert isinstance(action, str)
        return action

    async def hint(self, game: Game, seat: int, compiles: Callable[[], None]) -> list[Line]:
        """The best turns of a seat. Whoever cancels this ends the thinking."""
        lines = await self._ask(game, seat, self._for_a_hint, compiles)
        assert isinstance(lines, list)
        return lines

    async def find(self, game: Game, job: Job, compiles: Callable[[], None]) -> Any:
        """What a job finds out; SeatError if it fails or takes too long."""
        async with self._jobs:
            found = await self._ask(game, 0, job, compiles)
            assert isinstance(found, tuple)
            return found[0]

    async def _ask(self, game: Game, seat: int, whom: str | float | Job, compiles: Callable[[], None]) -> Answer:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()

        def settle(answer: Answer | SeatError) -> None:
            if future.done():
                return
            if isinstance(answer, SeatError):
                future.set_exception(answer)
            else:
                future.set_result(answer)

        def tell(answer: Answer | SeatError) -> None:
            with contextlib.suppress(RuntimeError):  # the server has been stopped meanwhile
                loop.call_soon_threadsafe(settle, answer)

        def tell_compiles() -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(compiles)

        question = _Question(game, seat, whom, tell, tell_compiles)
        self._questions.put(question)
        try:
            return await future
        finally:
            question.dropped.set()

    def close(self) -> None:
        """Nothing more is asked."""
        for _ in self._threads:
            self._questions.put(None)

    # --- in a thread ------------------------------------------------------------------------------------

    def _serve(self) -> None:
        process: _Process | None = None
        while (question := self._questions.get()) is not None:
            if question.dropped.is_set():
                continue
            process = process or _Process()
            answer = process.ask(question, self.longest)
            if answer is None:
                process.end()
                process = None
                who = f"seat {question.seat} ({safe.line(question.whom)})" if question.decides else "thinking"
                answer = SeatError(f"{who} took longer than {self.longest:g} s or its process has ended")
            question.answer(answer)
        if process is not None:
            process.end()


class _Process:
    """A process that thinks, and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_think, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._asked = False

    def ask(self, question: _Question, longest: float) -> Answer | SeatError | None:
        """Its answer; None if it has none in time."""
        try:
            self._pipe.send((question.game, question.seat, question.whom))
            answer: Answer | SeatError | None = None
            while answer is None:
                if not self._waited(question, longest if self._asked else max(longest, _STARTUP)):
                    return None
                answer = self._pipe.recv()
                if answer is None:
                    question.compiles()
                    longest = max(longest, _STARTUP)
        except (OSError, EOFError):
            return None
        self._asked = True
        return answer

    def _waited(self, question: _Question, longest: float) -> bool:
        """Wait for what it says, at most so long; a hint that nobody wants any more is called off."""
        until, wanted = monotonic() + longest, not question.decides
        while wanted and monotonic() < until:
            if self._pipe.poll(_LOOK):
                return True
            if question.dropped.is_set():
                self._pipe.send(None)
                wanted = False
        return self._pipe.poll(max(0.0, until - monotonic()))

    def end(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


# --- in a process --------------------------------------------------------------------------------------


def _think(pipe: Connection[Any, Any]) -> None:
    """Answer until nobody asks any more: the pipe ends with the server, however that ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICE)
    Compiling(partial(_say_compiles, pipe))
    let_agents_act("heuristic")
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, OSError):
            return
        if asked is None:  # a hint was called off that had been given
            continue
        game, seat, whom = asked
        try:
            if isinstance(whom, str):
                answer: Answer | SeatError = _answer(game, seat, whom)
            elif isinstance(whom, float):
                answer = _hint(game, whom, pipe)
            else:
                answer = (whom.done(game),)
        except SeatError as error:
            answer = error
        except ValueError as error:
            answer = SeatError(safe.line(error))
        try:
            pipe.send(answer)
        except OSError:
            return


def _say_compiles(pipe: Connection[Any, Any]) -> None:
    """None before the answer: it takes longer, once."""
    with contextlib.suppress(OSError):
        pipe.send(None)


def _hint(game: Game, seconds: float, pipe: Connection[Any, Any]) -> list[Line]:
    """The best turns, as far as they are known when something comes through the pipe: that it is called off."""
    from burgundy_agents.thinking import searched

    return list(searched(game, seconds, pipe.poll).lines)


def _answer(game: Game, seat: int, name: str) -> str:
    """A new agent for each decision: it knows what lies on the table and nothing of before, so that a game that was
    resumed goes on as it would have.
    """
    seats = [Seat("human")] * game.config.players
    seats[seat] = seat_of(seat, name)
    agent = agents_of(game, seats)[seat]
    try:
        action: str = agent.act(game)
        return action
    finally:
        close = getattr(agent, "close", None)
        if close is not None:
            close()
