"""Means and differences with intervals, from values by block."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr, stdtrit

CONFIDENCE = 0.95
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks, and how sure it is."""

    mean: float
    error: float  # standard error; NaN with fewer than two blocks
    blocks: int

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval (Student)."""
        return self.half_at(CONFIDENCE)

    def half_at(self, confidence: float) -> float:
        """Half the width of an interval."""
        return critical(confidence, self.blocks - 1) * self.error if self.blocks > 1 else math.nan

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    @property
    def p(self) -> float:
        """Two-sided, against a mean of 0."""
        return p_value(self.mean, self.error, self.blocks - 1)

    @property
    def differs(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


def critical(confidence: float, free: int) -> float:
    """The point of Student's distribution between minus and plus which so much of it lies."""
    return float(stdtrit(free, (1 + confidence) / 2))


def p_value(value: float, error: float, free: int) -> float:
    """Two-sided; NaN where there is no error to compare with."""
    if free < 1 or not error >= 0:
        return math.nan
    if error == 0:
        return 1.0 if value == 0 else 0.0
    return float(2 * stdtr(free, -abs(value / error)))


def estimate(values: Array) -> Estimate:
    """The mean of values by block."""
    known = values[~np.isnan(values)]
    n = len(known)
    if n == 0:
        return Estimate(math.nan, math.nan, 0)
    error = float(known.std(ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return Estimate(float(known.mean()), error, n)


def by_block(values: Array, blocks: Array, count: int) -> Array:
    """Means of the values of each block; NaN for blocks that have none."""
    sizes = np.bincount(blocks, minlength=count)[:count]
    sums = np.bincount(blocks, weights=values.astype(np.float64), minlength=count)[:count]
    with np.errstate(invalid="ignore"):
        means: Array = sums / sizes
    return means


def equivalent(found: Estimate, margin: float) -> float:
    """The p-value of two one-sided tests: small if the mean surely lies within the margin around 0."""
    free = found.blocks - 1
    if free < 1 or not found.error >= 0:
        return math.nan
    if found.error == 0:
        return 0.0 if abs(found.mean) < margin else 1.0
    return float(stdtr(free, -(margin - abs(found.mean)) / found.error))


def holm(p: Array) -> Array:
    """P-values corrected for how many there are (Holm): those below a level are true findings together."""
    known = ~np.isnan(p)
    out = np.full(len(p), math.nan)
    order = np.argsort(p[known], kind="stable")
    steps = np.arange(len(order), 0, -1)
    rising = np.minimum(np.maximum.accumulate(p[known][order] * steps), 1.0)
    corrected = np.empty(len(order))
    corrected[order] = rising
    out[known] = corrected
    return out


def blocks_needed(spread: float, effect: float, power: float = 0.8, level: float = 0.05) -> int:
    """How many blocks show an effect with this probability, if values by block scatter by `spread`."""
    if effect <= 0:
        raise ValueError(f"an effect above 0 is needed, not {effect}")
    n = 2
    for _ in range(50):  # Student's points depend on the number that is sought
        points = stdtrit(n - 1, 1 - level / 2) + stdtrit(n - 1, power)
        wanted = max(2, math.ceil((points * spread / effect) ** 2))
        if wanted == n:
            break
        n = wanted
    return n
