"""What came of the games of a player in training with others."""

from __future__ import annotations

from typing import NamedTuple

from ..arena.statistics import wilson


class Match(NamedTuple):
    """Some games, in sums and means."""

    games: int
    won: float  # a win that is shared counts as a part of one
    vp: float
    other_vp: float  # of the best other

    @property
    def share(self) -> float:
        """Of the games."""
        return self.won / max(self.games, 1)

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return wilson(self.won, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{100 * self.share:.1f} % of {self.games:,} ({100 * low:.1f}-{100 * high:.1f}), "
            f"{self.vp:.1f} : {self.other_vp:.1f} VP"
        )
