"""Games played by a crew: what a hand does with a piece of a tournament, on whatever machine it is."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..crew import Crew
from ..store import write_whole
from .pieces import WITH_USERS, Pieces, batches
from .plan import Plan
from .play import has_users, is_compiled, play_batch
from .result import Outcome
from .schedule import Fixture
from .workers import Chair

SECONDS, LARGEST = 2.0, 2048  # of a piece: what a node that dies costs each of its cores; games


class Played(NamedTuple):
    """What came of a piece."""

    outcomes: list[Outcome]
    records: dict[str, bytes]  # by the names of their files
    seconds: float


class Playing:
    """Plays pieces of a plan's games. Made where the tournament is kept, it prepares itself where it plays."""

    def __init__(self, plan: Plan) -> None:
        self._document = plan.to_json()

    def begin(self) -> None:
        """Read the plan as this machine has it: other data and other agents' files are refused."""
        plan = Plan.from_json(self._document)
        # Whoever keeps the results keeps the records, too.
        self._records = None if plan.records is None else tempfile.TemporaryDirectory(prefix="burgundy-")
        self._plan = plan if self._records is None else replace(plan, records=self._records.name)
        self._chair = Chair(self._plan)

    def __call__(self, piece: Sequence[Fixture]) -> Played:
        """Play some games, all of them with compiled players or none."""
        start = time.perf_counter()
        outcomes = self._outcomes(piece)
        return Played(outcomes, self._written(), time.perf_counter() - start)

    def close(self) -> None:
        """Others play here."""
        self._chair.close()
        if self._records is not None:
            self._records.cleanup()

    def _outcomes(self, piece: Sequence[Fixture]) -> list[Outcome]:
        if not is_compiled(self._plan, piece[0]):
            return self._chair.play([fixture] for fixture in piece)
        if has_users(self._plan, piece[0]):
            return self._chair.play(batches(piece, WITH_USERS))
        return [*play_batch(self._plan, piece)]

    def _written(self) -> dict[str, bytes]:
        """The records of the games that were just played."""
        found = {}
        for path in sorted(Path(self._records.name).iterdir()) if self._records is not None else ():
            found[path.name] = path.read_bytes()
            path.unlink()
        return found


def play_on(crew: Crew, plan: Plan, kinds: Sequence[Sequence[Fixture]]) -> Generator[list[Outcome], None, None]:
    """Have a crew play games, one kind after the other; records are written before the results are told."""
    for fixtures in filter(None, kinds):
        pieces = Pieces(fixtures, seconds=SECONDS, first=1, largest=LARGEST)
        done = crew.do(Playing(plan), iter(pieces.take, []))
        try:
            for piece, played in done:
                pieces.took(len(piece), played.seconds)
                for name, content in played.records.items():
                    write_whole(Path(str(plan.records)) / name, content)
                yield played.outcomes
        finally:
            done.close()
