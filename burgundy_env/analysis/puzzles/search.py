"""Games looked through until there are enough problems: by processes side by side, kept game by game."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from burgundy_agents import make

from ...crew import Processes
from ...game import Game
from ...store import Folder, Kind
from ..errors import AnalysisError
from .make import CONFIGS, STRONG, of_game, problem

KIND = Kind("puzzles", "burgundy-puzzles/1", ("games.jsonl", "puzzles.jsonl"))
Looked = tuple[int, list[dict[str, Any]]]  # turns that were asked about, and the problems among them


@dataclass(frozen=True)
class Progress:
    """How far it is."""

    found: int
    wanted: int
    games: int
    seconds_a_game: float | None  # None until one has been looked through

    @property
    def seconds_left(self) -> float | None:
        """If problems go on to be as frequent as they were; None where nothing is known yet."""
        if not self.found or self.seconds_a_game is None:
            return None
        return max(self.wanted - self.found, 0) * self.games / self.found * self.seconds_a_game


def search(
    folder: str | Path,
    wanted: int,
    seed: int = 1,
    *,
    workers: int = 1,
    progress: Callable[[Progress], object] | None = None,
) -> list[dict[str, Any]]:
    """Play games until there are so many problems in the folder; goes on with what is there.

    With one worker or none, no process is started. Several end with the games they are at, so that a few problems
    more may be there than were wanted; what a game holds is the same whoever looks through it.
    """
    with _opened(Path(folder), seed) as kept:
        games = kept.lines("games.jsonl", load=dict, dump=dict, key=lambda one: one["game"])
        puzzles = kept.lines("puzzles.jsonl", load=dict, dump=dict, key=lambda one: one["id"])
        found, done = list(puzzles.read()), {one["game"] for one in games.read()}
        before, start = len(done), time.monotonic()

        def tell() -> None:
            new = len(done) - before
            each = (time.monotonic() - start) / new if new else None
            if progress is not None:
                progress(Progress(len(found), wanted, len(done), each))

        tell()
        left = _numbers(done, lambda: len(found) >= wanted)
        for number, (turns, some) in _looked_through(left, seed, workers):
            found += puzzles.add(some)
            games.add([{"game": number, "turns": turns}])
            done.add(number)
            tell()
    return found


def _opened(path: Path, seed: int) -> Folder:
    if not (path / KIND.header).exists():
        return Folder.create(path, KIND, {"seed": seed})
    folder = Folder.open(path, KIND)
    if (there := folder.document.get("seed")) != seed:
        raise AnalysisError(f"{path} holds problems of seed {there}, not {seed}; take another folder, or that seed")
    folder.take()
    return folder


def _numbers(done: Container[int], enough: Callable[[], bool]) -> Iterator[int]:
    """The games that nobody has looked through, as long as there are not enough problems."""
    for number in count():
        if enough():
            return
        if number not in done:
            yield number


def _looked_through(numbers: Iterator[int], seed: int, workers: int) -> Iterator[tuple[int, Looked]]:
    look = _Looking(seed)
    if workers < 2:
        yield from ((number, look(number)) for number in numbers)
        return
    problem(
        Game.new(CONFIGS[0], seed=1), make(STRONG, seed=1), 0
    )  # what has to be compiled is compiled once, and told
    yield from Processes(workers).do(look, numbers)


class _Looking:
    """Looks through a game, in whatever process it is taken to."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __call__(self, number: int) -> Looked:
        """The game with this number."""
        asked = list(of_game(number, self._seed))
        return len(asked), [problem for problem in asked if problem is not None]
