"""How surely points that are expected become a victory.

A party wins with the share that exp(points / spread) has among those of all. The spread was fitted by
`benchmarks/fit_winning.py` to games of the search with itself (docs/analysis.md tells how well it agrees with games
that the fit had not seen); at the end of a game it is 0.
"""

from __future__ import annotations

SPREAD, POWER = 3.3, 0.5  # of one round left, and how it grows with them


def spread_after(rounds_left: int) -> float:
    """VP by which what is expected so many rounds before the end is uncertain."""
    return SPREAD * max(rounds_left, 0.5) ** POWER  # in the last round others may still have to play
