"""Playing what a dataset still lacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ..arena import Failure, Result
from ..arena.runner import play_all
from .store import Store

_PIECE = 4096  # games that are planned at a time

Progress = Callable[[int], None]  # games that are there by now


@dataclass
class Run:
    """How far it got."""

    interrupted: bool = False
    crash: tuple[Failure, Path] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all games were played."""
        return not self.interrupted and self.crash is None


def play(store: Store, workers: int | None = None, progress: Progress | None = None) -> Run:
    """Play the games that are missing; each is kept as soon as it is there."""
    store.take()
    run = Run()
    try:
        store.read()
        missing = store.missing()
        while run.is_done and (some := list(islice(missing, _PIECE))):
            outcomes = play_all(store.plan, some, workers)
            for played in outcomes:
                store.add([one for one in played if isinstance(one, Result)])
                failure = next((one for one in played if isinstance(one, Failure)), None)
                if failure is not None:
                    run.crash = failure, store.add_crash(failure)
                    outcomes.close()
                    break
                if progress is not None:
                    progress(len(store.results))
    except KeyboardInterrupt:
        run.interrupted = True
    finally:
        store.close()
    return run
