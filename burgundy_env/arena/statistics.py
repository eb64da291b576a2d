"""The numbers of a tournament's tables, from its games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; a win that is shared counts as a part of one."""
    if games == 0:
        return 0.0, 1.0
    share, z = wins / games, _Z
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At the ends the difference would be 0 but for rounding.
    return 0.0 if wins == 0 else (centre - spread) / whole, 1.0 if wins == games else (centre + spread) / whole


def mean_interval(groups: Iterable[Sequence[float]]) -> tuple[float, float, float] | None:
    """The mean of all values and its 95 % interval, where those of a group are not independent.

    Games with the same seed are such a group: a set-up that is rich for one is rich for all. The error is
    the cluster-robust one of the mean, and with one value in each group the usual one. With fewer than
    two groups there is no interval: the ends are not a number.
    """
    clusters = [list(group) for group in groups if len(group)]
    count = sum(map(len, clusters))
    if count == 0:
        return None
    mean = math.fsum(value for cluster in clusters for value in cluster) / count
    if len(clusters) < 2:
        return mean, math.nan, math.nan
    squares = math.fsum((math.fsum(cluster) - len(cluster) * mean) ** 2 for cluster in clusters)
    free = len(clusters) - 1
    error = math.sqrt(squares * len(clusters) / free) / count
    half = student_t(free) * error
    return mean, mean - half, mean + half


def student_t(free: int) -> float:
    """The 97.5 % point of Student's distribution: exact for one and two, else by its expansion in 1/free."""
    if free == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    if free == 2:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE * CONFIDENCE))
    z = _Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / math.pow(free, i + 1) for i, term in enumerate(terms))
