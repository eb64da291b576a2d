"""Processes that play games: one game at a time each, watched from here."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from burgundy_agents import AgentError

from ..config import ConfigError
from ..data import DataError
from ..engine import jit
from .entrants import ArenaError
from .plan import Plan
from .play import Cast
from .result import Failure, Result
from .schedule import Fixture

_SENT = (AgentError, ArenaError, ConfigError, DataError)
_GRACE = 3.0  # seconds that a process has to end before it is ended


def play_in_processes(plan: Plan, fixtures: Iterable[Fixture], count: int) -> Iterator[Result | Failure]:
    """Play the games on `count` processes; the results come as they are done.

    Closing the generator, as an exception in its user does, ends the processes and the games they are at.
    """
    waiting = iter(fixtures)
    workers: list[_Worker] = []
    try:
        for fixture in waiting:
            workers.append(_Worker(plan, fixture, announces=not workers))
            if len(workers) == count:
                break
        while workers:
            for worker in _ready(workers):
                outcome = worker.outcome()
                following = next(waiting, None)
                if worker.is_dead:
                    worker.end()
                    workers.remove(worker)
                    if following is not None:
                        workers.append(_Worker(plan, following))
                elif following is not None:
                    worker.give(following)
                else:
                    worker.dismiss()
                    workers.remove(worker)
                yield outcome
    finally:
        _end(workers)


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Those that have something to say; a dead one's connection says that it has ended."""
    # A timeout, because Windows hears of Ctrl-C between waits only.
    heard: list[Any] = []
    while not heard:
        heard = wait([worker.connection for worker in workers], 0.5)
    return [worker for worker in workers if worker.connection in heard]


@dataclass
class _Worker:
    """A process and the game it is at."""

    plan: Plan
    fixture: Fixture
    announces: bool = False  # tells a person what it compiles; all compile the same

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # everywhere the same, and safe with threads
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_work, args=(theirs, self.plan.to_json(), self.announces), daemon=True
        )
        self.is_dead = False
        with _deaf():
            self.process.start()
        theirs.close()
        self.give(self.fixture)

    def give(self, fixture: Fixture) -> None:
        """Have it play a game."""
        self.fixture = fixture
        with contextlib.suppress(OSError):  # it has died; waiting for its answer will show that
            self.connection.send(fixture)

    def outcome(self) -> Result | Failure:
        """The game it has finished, or that it died of."""
        try:
            answer: Result | Failure | Exception = self.connection.recv()
        except (EOFError, OSError):
            self.is_dead = True
            return self._death()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def dismiss(self) -> None:
        """There is nothing more to do."""
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self.process.join(_GRACE)
        self.end()

    def end(self) -> None:
        """See that it is gone."""
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.connection.close()

    def _death(self) -> Failure:
        self.process.join(_GRACE)
        code = self.process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
        names = [self.plan.entrants[i].name for i in self.fixture.seats]
        message = f"the process that played the game ended {how}"
        result = Result(
            game=self.fixture.number, block=self.fixture.block, seed=self.fixture.seed, seats=names, duchies=[],
            totals=[], breakdown=[], ranking=[], winners=[], decided_by="error", decisions=[], seconds=0.0,
            error={"seat": None, "agent": None, "message": message},
        )  # fmt: skip
        return Failure(
            game=self.fixture.number,
            seed=self.fixture.seed,
            config=self.fixture.config.to_dict(),
            seat=None,
            agent=None,
            error=message,
            traceback="",
            position=None,
            result=result,
        )


def _end(workers: list[_Worker]) -> None:
    """End processes in the middle of their games: kindly, so that they can end what they have started."""
    for worker in workers:
        worker.process.terminate()
    deadline = time.monotonic() + _GRACE
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        worker.end()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes started meanwhile don't hear of Ctrl-C, which is for us, not even before they run our code."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _work(connection: Connection, plan_document: dict[str, Any], announces: bool) -> None:
    """What a process does."""
    cast: Cast | None = None

    def leave(number: int, frame: Any) -> None:
        # An exception would come up wherever Python happens to be, in callbacks of the compiler even.
        if cast is not None:
            cast.close()
        os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    os.dup2(2, 1)  # what agents print is no result
    try:
        cast = Cast(Plan.from_json(plan_document))
        with contextlib.nullcontext() if announces else jit.unannounced():
            while (fixture := connection.recv()) is not None:
                connection.send(cast.play(fixture))
    except EOFError:
        pass
    except Exception as error:
        # Not every exception survives the way through a pipe.
        connection.send(error if type(error) in _SENT else RuntimeError(traceback.format_exc()))
    finally:
        if cast is not None:
            cast.close()
