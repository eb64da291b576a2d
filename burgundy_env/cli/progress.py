"""The progress of games at a terminal, where they are kept, and what is said when they stop."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env.cli import FAILED, INTERRUPTED
from burgundy_env.safe import line

if TYPE_CHECKING:
    from burgundy_env.arena import Failure, Run


class Bar:
    """The progress bar at a terminal, and what is to be told meanwhile."""

    def __init__(self, sittings: Sequence[Sequence[int]], done: Collection[int]) -> None:
        """`sittings`: who sits in each game; `done`: the games that were played before."""
        from tqdm import tqdm

        from burgundy_env.arena import TimeLeft

        shape = "{l_bar}{bar}| {n_fmt}/{total_fmt} games, {elapsed}{postfix}"
        self._bar = tqdm(total=len(sittings), initial=len(done), disable=not sys.stderr.isatty(), bar_format=shape)
        self.left, self._clock = TimeLeft(sittings, done), time.monotonic()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def advance(self, games: Sequence[int]) -> None:
        """These games are done."""
        now = time.monotonic()
        self.left.took(games, now - self._clock)
        self._clock = now
        self._bar.set_postfix_str(str(self.left), refresh=False)
        self._bar.update(len(games))

    def say(self, words: str) -> None:
        """Something beside the bar."""
        self._bar.write(words, file=sys.stderr)

    def tell(self, failure: Failure, path: Path) -> None:
        """An agent has failed."""
        kept = "the position is kept" if failure.position else "what is known is kept"
        lines = [_sentence(failure), f"  {kept} in {path}"]
        if failure.traceback:
            lines.insert(1, failure.traceback.rstrip())
        self.say("\n".join(lines))


def tell_break(outcome: Run, played: int, planned: int, go_on: str) -> None:
    """Say how far it got if it did not get to its end, and how to go on."""
    so_far = f"{played:,} of {planned:,} games"
    if outcome.interrupted:
        print(f"Interrupted after {so_far}; {go_on}", file=sys.stderr)
    elif outcome.stopped:
        print(f"Stopped after {so_far}; once that is mended, {go_on}", file=sys.stderr)


def tell_stop(crash: tuple[Failure, Path] | None, games: int, go_on: str) -> int:
    """Say how far games got that stop at the first failure, and how to go on; the exit code."""
    if crash is None:
        print(f"Interrupted after {games:,} games; {go_on}", file=sys.stderr)
        return INTERRUPTED
    failure, path = crash
    print(f"{_sentence(failure)}\n  {path}", file=sys.stderr)
    print(f"Stopped after {games:,} games; once that is mended, {go_on}", file=sys.stderr)
    return FAILED


def _sentence(failure: Failure) -> str:
    who = "nobody knows who" if failure.seat is None else f"seat {failure.seat}, {line(failure.agent)}"
    return f"Game {failure.game} (seed {failure.seed}; {who}): {failure.error}"


def free_folder(name: str) -> Path:
    """`name-1`, or the first after it that is not there yet."""
    return next(path for number in itertools.count(1) if not (path := Path(f"{name}-{number}")).exists())
