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


class Crew:
    """You and threads of your own; they begin with the first work, and end when you leave or are forgotten."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._mates: list[_Mate] = []
        self._work: _Work | None = None  # not done yet

    def work(self, share: Share, n: int) -> None:
        """Have all share n games; when this returns or raises, nobody plays any more.

        Ctrl-C does not leave a step half done: the others would play on, and meet those of the next step.
        """
        self._finish()  # what was interrupted once more while it was finished
        work = self._work = _Work(share, n, self.size)
        try:
            for rank, mate in enumerate(self._all_mates(), 1):
                mate.call(partial(work.help_out, rank))
            self._finish()
        except BaseException:
            self._finish()
            raise

    def _finish(self) -> None:
        while self._work is not None:
            if self._work.has_ended():
                failures, self._work = self._work.failures, None
                if failures:
                    raise failures[0]

    def leave(self) -> None:
        """Let the threads end, each with its mate."""
        self._mates.clear()

    def _all_mates(self) -> list[_Mate]:
        if not self._mates:
            self._mates = [_Mate() for _ in range(self.size - 1)]
        return self._mates

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has threads of its own."""
        return Crew, (self.size,)


class _Work:
    """Games to be shared, each to be played once."""

    def __init__(self, share: Share, n: int, size: int) -> None:
        self._share, self._n = share, n
        self._piece, self._progress = max(1, n // (size * PIECES)), np.zeros(size + 1, np.int64)
        self._helping: set[int] = set()
        self.failures: list[BaseException] = []

    def help_out(self, rank: int) -> None:
        """Play what nobody has begun."""
        self._helping.add(rank)
        try:
            self._share(self._piece, self._progress, rank, 0)
        except BaseException as failure:
            self.failures.append(failure)
        finally:
            self._helping.remove(rank)

    def has_ended(self) -> bool:
        """Play what nobody has begun; whether the others have come to an end too, if only by failing."""
        if self._share(self._piece, self._progress, 0, PATIENCE):
            return True
        # All games are taken now, so that whoever does not help by now will not.
        if not self._helping:
            return True
        time.sleep(0.0001)
        return False


class _Mate:
    """A thread that does the newest work it is called to."""

    def __init__(self) -> None:
        self._duty = _Duty()
        Thread(target=self._duty.serve, name="burgundy", daemon=True).start()
        weakref.finalize(self, self._duty.change, None)

    def call(self, work: Callable[[], None]) -> None:
        self._duty.change(work)


class _Duty:
    """What a thread knows: it must not hold on to whoever called it."""

    def __init__(self) -> None:
        self._work: Callable[[], None] | None = None
        self._news = Lock()
        self._news.acquire()

    def change(self, work: Callable[[], None] | None) -> None:
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
