"""Games in pieces of some time, however long those who play think."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from .schedule import Fixture

WITH_USERS = 32  # games of a batch in which users' players, who may think for longer, take part


class Pieces:
    """Games with the same config in pieces of some time, as games took until now: players may think for 0.1 ms or
    for 0.1 s, and neither Ctrl-C nor the progress bar is to wait."""

    def __init__(
        self, fixtures: Sequence[Fixture], *, seconds: float = 0.5, first: int = 4, largest: int = 256
    ) -> None:
        """`first`, `largest`: games of a piece."""
        self._left = [iter(batch) for batch in batches(fixtures, len(fixtures))]
        self._size, self._seconds, self._largest = first, seconds, largest

    def take(self) -> list[Fixture]:
        """The next games; none if all are taken."""
        while self._left:
            piece = list(islice(self._left[0], self._size))
            if piece:
                return piece
            del self._left[0]
        return []

    def took(self, games: int, seconds: float) -> None:
        """So long so many games took."""
        self._size = max(1, min(self._largest, int(games * self._seconds / max(seconds, 1e-6))))


def batches(fixtures: Sequence[Fixture], most: int) -> list[list[Fixture]]:
    """Games with the same config together, in the order of their numbers."""
    open_ones: dict[object, list[Fixture]] = {}
    found: list[list[Fixture]] = []
    for fixture in fixtures:
        batch = open_ones.get(fixture.kind)
        if batch is None or len(batch) == most:
            batch = open_ones[fixture.kind] = []
            found.append(batch)
        batch.append(fixture)
    return found
