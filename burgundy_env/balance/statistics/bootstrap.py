"""Resampled blocks: intervals for whatever has no formula, ranks above all."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import stdtrit

Array = np.ndarray[Any, Any]
DRAWS = 2000


def resampled_means(values: Array, seed: int, draws: int = DRAWS) -> Array:
    """Means of each column over resampled rows (blocks), a row for each draw; NaN are left out.

    Blocks are drawn for all columns together: columns of a block had the same seed. Draws of few blocks lie too near
    to each other; they are spread as far round the means as Student's interval is wide.
    """
    rows = len(values)
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    random = np.random.default_rng(seed)
    means = np.empty((draws, values.shape[1]))
    for first in range(0, draws, 100):  # a few at a time: the weights of all would fill the memory
        size = min(100, draws - first)
        weights = random.multinomial(rows, np.full(rows, 1 / rows), size=size).astype(np.float64)
        with np.errstate(invalid="ignore"):
            means[first : first + size] = (weights @ filled) / (weights @ known.astype(np.float64))
    counts = known.sum(axis=0)
    with np.errstate(invalid="ignore"):
        middle = filled.sum(axis=0) / counts
    found: Array = middle + _spread(counts) * (means - middle)
    return found


def _spread(counts: Array) -> Array:
    """By how much draws of so many values are to lie further apart: they scatter by the root of (n - 1) / n too
    little, and by an error that is itself a guess."""
    n = np.maximum(counts, 2)
    found: Array = np.sqrt(n / (n - 1)) * stdtrit(n - 1, 0.975) / stdtrit(np.inf, 0.975)
    return found


def percentiles(draws: Array, confidence: float = 0.95) -> tuple[Array, Array]:
    """The interval between which so many of the draws lie, by column."""
    below = 50 * (1 - confidence)
    low, high = np.nanpercentile(draws, [below, 100 - below], axis=0)
    return low, high


def ranks(values: Array) -> Array:
    """Places within each row, 1 for the highest value, equal ones shared."""
    values = np.atleast_2d(values)
    above = (values[:, None, :] > values[:, :, None]).sum(axis=2)
    same = (values[:, None, :] == values[:, :, None]).sum(axis=2)
    places: Array = above + (same + 1) / 2
    return places
