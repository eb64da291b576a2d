"""Watching players of users: neither kernels nor Python can be interrupted, but the process that runs them can be."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from .result import Outcome
from .schedule import Fixture

PATIENCE = 10.0  # seconds of processor time for one decision
SLEEP = 120.0  # seconds in all, for those that wait for something
_GLANCE = 0.25  # seconds between two looks


class Watchable(Protocol):
    """A game or a batch in which players of users decide."""

    def mark(self) -> int | None:
        """What changes as long as they answer; None while nobody of them is asked."""

    def overdue(self, processor: float, passed: float) -> bool:
        """Whether so many seconds, of the processor and in all, are too many since the mark has changed."""

    def given_up(self) -> tuple[list[Outcome], Sequence[Fixture]]:
        """What is known by now, the failure of who does not answer included, and the games left to play."""


Watched = Callable[[Watchable], AbstractContextManager[object]]
Report = Callable[[list[Outcome], Sequence[Fixture]], None]


def no_answer(seconds: float | None = None) -> TimeoutError:
    """What becomes of a player that thinks for too long; None: for a compiled one."""
    allowed = f"{PATIENCE:g} s of processor time or {SLEEP:g} s in all" if seconds is None else f"{seconds:g} s"
    return TimeoutError(f"no answer within {allowed}")


def overdue(processor: float, passed: float) -> bool:
    """Whether a compiled player has had its time."""
    return processor > PATIENCE or passed > SLEEP


class Watch:
    """A thread that looks on; where nothing moves it reports and ends the process, the kernel with it."""

    def __init__(self, play: Watchable, report: Report) -> None:
        self._play, self._report = play, report
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        last, since, looks = self._play.mark(), time.process_time(), 0
        while not self._over.wait(_GLANCE):
            mark, now = self._play.mark(), time.process_time()
            looks += 1  # not the clock, which goes on while the machine sleeps
            if mark is None or mark != last:
                last, since, looks = mark, now, 0
            elif self._play.overdue(now - since, looks * _GLANCE):
                try:
                    self._report(*self._play.given_up())
                finally:  # also where nobody is left to be told: the kernel would go on for ever
                    os._exit(1)
