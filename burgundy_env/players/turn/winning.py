"""How surely points that are expected become a victory.

A party wins with the share that exp(points / spread) has among those of all. The spread was fitted by
`benchmarks/fit_winning.py` to 960 games of the search with itself; at the end of a game it is 0. Of chances told in
480 games that the fit had not seen, each tenth came true within 3.3 points of a hundred (docs/analysis.md).
"""

from __future__ import annotations

SPREAD, POWER = 3.3, 0.46  # of one round left, and how it grows with them
LEAST = 0.25  # rounds: in the last one others may still have to play


def spread_after(rounds_left: int) -> float:
    """VP by which what is expected so many rounds before the end is uncertain."""
    return float(SPREAD * max(rounds_left, LEAST) ** POWER)
