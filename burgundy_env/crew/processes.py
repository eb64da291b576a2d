"""Processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any

from .crew import Found, Piece, Work, begin

_work: list[Work[Any, Any]] = []  # of this process


class Processes:
    """So many processes; they are started with the first piece and end with the last."""

    def __init__(self, hands: int) -> None:
        self._hands = hands

    @property
    def hands(self) -> int:
        """How many there are."""
        return self._hands

    def do(self, work: Work[Piece, Found], pieces: Iterable[Piece]) -> Generator[tuple[Piece, Found], None, None]:
        """Do all pieces; they come out as they are done."""
        context = multiprocessing.get_context("spawn")  # everywhere the same, and safe with threads
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self._hands, context, _begin, (work,))
        waiting, at_work = iter(pieces), dict[Future[Found], Piece]()
        try:
            while True:
                for piece in islice(waiting, self._hands - len(at_work)):
                    at_work[pool.submit(_do, piece)] = piece
                if not at_work:
                    return
                done, _ = wait(at_work, return_when=FIRST_COMPLETED)
                for future in done:
                    piece = at_work.pop(future)
                    yield piece, future.result()
        finally:
            ours = set(multiprocessing.active_children()) - others if at_work else set()
            pool.shutdown(wait=not at_work, cancel_futures=True)
            for process in ours:
                process.kill()

    def close(self) -> None:
        """They have ended by themselves."""


def _begin(work: Work[Any, Any]) -> None:
    """Ctrl-C is for whoever hands out the work; one thread each is what two processes have on two cores."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    begin(work)
    _work.append(work)


def _end_with_parent() -> None:
    """Whoever handed out the work was killed: nobody would take what is done, and a pool's process waits for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(piece: Any) -> Any:
    return _work[0](piece)
