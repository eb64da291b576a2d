"""How long the rest of a tournament takes: those who think longer weigh more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

_CAUTION = 0.05  # how much the usual seconds weigh against what was seen, in games


def in_words(seconds: float) -> str:
    """Seconds as people say them: 90 s, 14 min, 3 h."""
    said, unit = seconds, "s"
    for longer, name in ((60, "min"), (60, "h")):
        if said >= 2 * longer:
            said, unit = said / longer, name
    return f"{said:.0f} {unit}"


class TimeLeft:
    """The seconds that a game takes for each entrant who sits in it, fitted to what was seen until now."""

    def __init__(self, sittings: Sequence[Sequence[int]], done: Collection[int]) -> None:
        """`sittings`: by game the numbers of those who sit there; `done`: the games that were played before."""
        self._sittings, size = sittings, 1 + max(max(sitting) for sitting in sittings)
        self._left = np.zeros(size)  # seats in games to be played
        self._seen = np.zeros(size)  # and in those that were played
        self._seconds = 0.0
        self._products, self._times = np.zeros((size, size)), np.zeros(size)
        for game in range(len(sittings)):
            if game not in done:
                self._left += self._seats(game)

    def took(self, games: Sequence[int], seconds: float) -> None:
        """These games came after so many seconds, played at the same time or not."""
        seats = sum((self._seats(game) for game in games), np.zeros(len(self._left)))
        self._left -= seats
        self._seen += seats
        self._seconds += seconds
        self._products += np.outer(seats, seats) / len(games)
        self._times += seats * seconds / len(games)

    @property
    def seconds(self) -> float:
        """What is left."""
        usual = self._seconds / max(self._seen.sum(), 1)
        caution = _CAUTION * np.eye(len(self._seen))
        costs = np.linalg.solve(self._products + caution, self._times + _CAUTION * usual)
        return float(np.clip(costs, 0, None) @ self._left)

    @property
    def is_whole(self) -> bool:
        """Whether everybody who still plays has been seen at it."""
        return bool((self._seen[self._left > 0] > 0).all())

    def __str__(self) -> str:
        if not self._seen.any():
            return ""
        return f"{'about' if self.is_whole else 'more than'} {in_words(self.seconds)} left"

    def _seats(self, game: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        seats = np.zeros(len(self._left))
        np.add.at(seats, list(self._sittings[game]), 1)
        return seats
