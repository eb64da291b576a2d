"""Games that are just being played, for onlookers: each is a record in the tournament's folder while it lasts.

Only a game that takes longer than a second is written, once a second at most and for a fiftieth of the time at most;
batches of compiled players are over before that, and never stop for it. A tournament never fails for want of a file
that nobody may be looking at.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from ..records import Record

EVERY = 1.0  # seconds
_REST = 50  # times as long as the writing took


def file_of(folder: Path, game: int) -> Path:
    """Where a game is while it is played."""
    return folder / f"playing-{game:06}.jsonl"


def playing(folder: Path) -> dict[int, Path]:
    """The games that are there, by number, and those that somebody was at who was killed."""
    numbers = {file: file.stem.removeprefix("playing-") for file in folder.glob("playing-*.jsonl")}
    return {int(number): file for file, number in sorted(numbers.items()) if number.isdecimal()}


def sweep(folder: Path) -> None:
    """Nobody plays here: before a tournament goes on, and when it has ended."""
    for number in playing(folder):
        forget(folder, number)


def forget(folder: Path, game: int) -> None:
    """A game is over, or whoever played it is."""
    with contextlib.suppress(OSError):
        file_of(folder, game).unlink(missing_ok=True)


class Shown:
    """One game, for those who look on: `with Shown(folder, 7) as shown`, and `shown.now(record)` at every action."""

    def __init__(self, folder: Path | None, game: int) -> None:
        """`folder`: None where nobody can look on."""
        self._folder, self._game = folder, game
        self._next = perf_counter() + EVERY

    def __enter__(self) -> Shown:
        return self

    def __exit__(self, *error: object) -> None:
        if self._folder is not None:
            forget(self._folder, self._game)

    def now(self, record: Callable[[], Record]) -> None:
        """Write the game as it is, if it is time."""
        begin = perf_counter()
        if self._folder is None or begin < self._next:
            return
        with contextlib.suppress(OSError):
            record().save(file_of(self._folder, self._game))
        end = perf_counter()
        self._next = end + max(EVERY, _REST * (end - begin))
