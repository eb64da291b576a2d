"""Threads that share the games of a vector.

Waking a thread takes some fifty microseconds, a tenth of a step of a thousand games. So nobody waits for it:
who is done with his own games takes over those that others have not begun.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from functools import partial
from threading import Lock, Thread
from typing import Any

import numpy as np

PATIENCE = 5_000  # looks at whether the others are done, some 40 microseconds, before the processor is let go
PIECES = 32  # for each thread: small ones end close together, large ones cost fewer looks at the counter
Share = Callable[[int, Any, int, int], bool]  # the last arguments of `step_games`


class ThreadPool:
    """The calling thread and workers; these begin with the first job, and end when it is closed or forgotten."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[_Worker] = []
        self._job: _Job | None = None  # not done yet

    def run(self, share: Share, n: int) -> None:
        """Have all threads play n games; when this returns or raises, none plays any more.

        Ctrl-C does not leave a step half done: the others would play on, and meet those of the next step.
        """
        self._finish()  # what was interrupted once more while it was finished
        job = self._job = _Job(share, n, self.size)
        try:
            for rank, worker in enumerate(self._started(), 1):
                worker.give(partial(job.help_out, rank))
            self._finish()
        except BaseException:
            self._finish()
            raise

    def _finish(self) -> None:
        while self._job is not None:
            if self._job.has_ended():
                failures, self._job = self._job.failures, None
                if failures:
                    raise failures[0]

    def close(self) -> None:
        """Let the threads end, each with its worker."""
        self._workers.clear()

    def _started(self) -> list[_Worker]:
        if not self._workers:
            self._workers = [_Worker() for _ in range(self.size - 1)]
        return self._workers

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has threads of its own."""
        return ThreadPool, (self.size,)


class _Job:
    """Games to be shared, each to be played once."""

    def __init__(self, share: Share, n: int, size: int) -> None:
        self._share = share
        self._piece, self._progress = max(1, n // (size * PIECES)), np.zeros(size + 1, np.int64)
        self._helping: set[int] = set()
        self.failures: list[BaseException] = []

    def help_out(self, rank: int) -> None:
        """Play what no thread has begun."""
        self._helping.add(rank)
        try:
            self._share(self._piece, self._progress, rank, 0)
        except BaseException as failure:
            self.failures.append(failure)
        finally:
            self._helping.remove(rank)

    def has_ended(self) -> bool:
        """Play what no thread has begun; whether the others have come to an end too, if only by failing."""
        if self._share(self._piece, self._progress, 0, PATIENCE):
            return True
        # All games are taken now, so that whoever does not help by now will not.
        if not self._helping:
            return True
        time.sleep(0.0001)
        return False


class _Worker:
    """A thread that does the newest work it is given."""

    def __init__(self) -> None:
        self._inbox = _Inbox()
        Thread(target=self._inbox.serve, name="burgundy", daemon=True).start()
        weakref.finalize(self, self._inbox.put, None)

    def give(self, work: Callable[[], None]) -> None:
        self._inbox.put(work)


class _Inbox:
    """What a thread knows: it must not hold on to its worker, or neither would ever be forgotten."""

    def __init__(self) -> None:
        self._work: Callable[[], None] | None = None
        self._news = Lock()
        self._news.acquire()

    def put(self, work: Callable[[], None] | None) -> None:
        self._work = work
        if self._news.locked():  # else there are news already that the thread has yet to see
            self._news.release()

    def serve(self) -> None:
        """Do what there is to do, until that is nothing."""
        while True:
            self._news.acquire()
            work = self._work
            if work is None:
                return
            work()
            del work
