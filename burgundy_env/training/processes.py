"""Work handed out to processes, and taken back in the order in which it is done."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

Job = TypeVar("Job")


def in_processes(work: Callable[[Job], Any], jobs: Iterable[Job], count: int) -> Iterator[Job]:
    """Do `work` for every job on `count` processes; jobs come out as they are done.

    Closing the generator, as an exception in its user does, ends the processes and what they are at.
    """
    context = multiprocessing.get_context("spawn")  # everywhere the same, and safe with threads
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, context, initializer=_begin)
    waiting, at_work = iter(jobs), dict[Future[Any], Job]()
    try:
        while True:
            for job in islice(waiting, count - len(at_work)):
                at_work[pool.submit(work, job)] = job
            if not at_work:
                return
            done, _ = wait(at_work, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
                yield at_work.pop(future)
    finally:
        ours = set(multiprocessing.active_children()) - others if at_work else set()
        pool.shutdown(wait=not at_work, cancel_futures=True)
        for process in ours:
            process.kill()


def _begin() -> None:
    """Ctrl-C is for whoever hands out the work; one thread each is what two processes have on two cores."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
