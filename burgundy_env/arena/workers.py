"""Processes that play games, watched from here: one at a time each, or a batch of compiled players."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

from burgundy_agents import AgentError

from ..config import ConfigError
from ..data import DataError
from ..engine import jit
from ..game import told_from
from ..safe import error_traceback
from .entrants import ArenaError
from .plan import Plan
from .play import Cast, Table, agents_of, game_of, is_compiled
from .result import Failure, Outcome
from .schedule import Fixture
from .trace import Trace
from .users import play_users
from .watch import Watch

_SENT = (AgentError, ArenaError, ConfigError, DataError)
_GRACE = 3.0  # seconds that a process has to end before it is ended


Job = Sequence[Fixture]  # one game, or a batch of compiled players


class Answer(NamedTuple):
    """What a process has to say about a job."""

    outcomes: list[Outcome]
    left: Job = ()  # games that it did not come to
    is_last: bool = False  # the process ends with it

    @property
    def still_to_play(self) -> list[Job]:
        """What it did not come to; where the process died of one of several games, each will show whether of that."""
        if not self.outcomes:
            return [[fixture] for fixture in self.left]
        return [self.left] if self.left else []


def play_in_processes(
    plan: Plan, jobs: Iterable[Job], count: int, folder: Path | None = None
) -> Iterator[list[Outcome]]:
    """Play the games on `count` processes; the results come as they are done. `folder`: for onlookers.

    Closing the generator, as an exception in its user does, ends the processes and the games they are at.
    """
    waiting = deque(jobs)
    workers: list[_Worker] = []
    try:
        while workers or waiting:
            while waiting and len(workers) < count:
                workers.append(_Worker(plan, waiting.popleft(), not workers, folder))
            for worker in _ready(workers):
                answer = worker.answer()
                waiting.extendleft(reversed(answer.still_to_play))
                if answer.is_last:
                    worker.end()
                    workers.remove(worker)
                elif waiting:
                    worker.give(waiting.popleft())
                else:
                    worker.dismiss()
                    workers.remove(worker)
                if answer.outcomes:
                    yield answer.outcomes
    finally:
        _end(workers)


class Chair:
    """One process that plays what it is given, and is there for what comes next."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._worker: _Worker | None = None

    def play(self, jobs: Iterable[Job]) -> list[Outcome]:
        """Play some games."""
        waiting, found = deque(jobs), list[Outcome]()
        while waiting:
            job = waiting.popleft()
            if self._worker is None:
                self._worker = _Worker(self._plan, job)
            else:
                self._worker.give(job)
            answer = self._worker.answer()
            found += answer.outcomes
            waiting.extendleft(reversed(answer.still_to_play))
            if answer.is_last:
                self._worker.end()
                self._worker = None
        return found

    def close(self) -> None:
        """Nothing more is to be played."""
        if self._worker is not None:
            self._worker.dismiss()
            self._worker = None


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Those that have something to say; a dead one's connection says that it has ended."""
    # A timeout, because Windows hears of Ctrl-C between waits only.
    heard: list[Any] = []
    while not heard:
        heard = wait([worker.connection for worker in workers], 0.5)
    return [worker for worker in workers if worker.connection in heard]


@dataclass
class _Worker:
    """A process and the games it is at."""

    plan: Plan
    job: Job
    announces: bool = False  # tells a person what it compiles; all compile the same
    folder: Path | None = None  # for onlookers

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # everywhere the same, and safe with threads
        self.connection, theirs = context.Pipe()
        self.trace = Trace()
        self.process: BaseProcess = context.Process(
            target=_work, args=(theirs, self.plan.to_json(), self.trace, self.announces, self.folder), daemon=True
        )
        with _deaf():
            self.process.start()
        theirs.close()
        self.give(self.job)

    def give(self, job: Job) -> None:
        """Have it play some games."""
        self.job = job
        self.trace.clear()
        with contextlib.suppress(OSError):  # it has died; waiting for its answer will show that
            self.connection.send(job)

    def answer(self) -> Answer:
        """The games it has finished, or the one that it died of."""
        try:
            answer: Answer | Exception = self.connection.recv()
        except (EOFError, OSError):
            if len(self.job) > 1:
                return Answer([], self.job, is_last=True)
            return Answer([self._death(self.job[0])], is_last=True)
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

    def _death(self, fixture: Fixture) -> Failure:
        self.process.join(_GRACE)
        code = self.process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
        config, data, state = fixture.config, self.plan.components(), self.trace.state
        game = game_of(self.plan, fixture)
        if state is not None:
            game = told_from(config, data, state, fixture.seed)
        table = Table(self.plan, fixture, game)
        table.seat, table.taken = self._blamed(fixture), None
        return table.failure(ChildProcessError(f"the process that played the game ended {how}"))

    def _blamed(self, fixture: Fixture) -> int | None:
        """The seat whose code ran, unless it is ours: that has not ended the process."""
        seat = self.trace.seat
        return None if seat is None or agents_of(self.plan, fixture)[seat].policy is not None else seat


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


def _sent(error: Exception) -> Exception:
    """What the other side is told."""
    if isinstance(error, OSError) and error.errno is not None:  # a record that can't be written, say
        return OSError(error.errno, error.strerror, error.filename)
    return error if type(error) in _SENT else RuntimeError(error_traceback(error))


def _work(
    connection: Connection, plan_document: dict[str, Any], trace: Trace, announces: bool, folder: Path | None
) -> None:
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
        plan = Plan.from_json(plan_document)
        cast = Cast(plan, trace, folder)

        def report(outcomes: list[Outcome], left: Job) -> None:
            connection.send(Answer(outcomes, left, is_last=True))

        watched = partial(Watch, report=report)
        with contextlib.nullcontext() if announces else jit.unannounced():
            while (job := connection.recv()) is not None:
                if is_compiled(plan, job[0]):
                    connection.send(Answer(play_users(plan, job, watched, trace)))
                else:
                    connection.send(Answer([cast.play(job[0], watched)]))
    except EOFError:
        pass
    except Exception as error:
        # Not every exception survives the way through a pipe.
        connection.send(_sent(error))
    finally:
        if cast is not None:
            cast.close()
