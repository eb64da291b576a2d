"""Whether two tables say the same: rank correlation, order of pairs, regression, components of variance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .bootstrap import ranks

Array = np.ndarray[Any, Any]
DRAWS = 4000


def spearman(values: Array, others: Array) -> Array:
    """Rank correlation of each row of the one with the same row of the other."""
    a, b = ranks(values), ranks(others)
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Array = (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    return found


def scattered(means: Array, errors: Array, seed: int | tuple[int, ...], draws: int = DRAWS) -> Array:
    """A table many times over, each time scattered once more by its errors: a row for each draw.

    Rank correlations of such rows lie below that of the tables: noise takes some of it away, and it is there twice.
    """
    found: Array = means + errors * np.random.default_rng(seed).standard_normal((draws, len(means)))
    return found


def pairs_in_order(better: Array, worse: Array) -> tuple[int, int]:
    """In how many of the pairs the one that should be higher is."""
    return int((better > worse).sum()), len(better)


@dataclass(frozen=True)
class Fit:
    """Least squares: what each column is worth, what is predicted, and how much of the variance that explains."""

    worths: Array
    predicted: Array
    explained: float


def regression(columns: Array, values: Array) -> Fit:
    """A fit with a constant before the columns."""
    x = np.column_stack([np.ones(len(values)), columns])
    worths, *_ = np.linalg.lstsq(x, values, rcond=None)
    predicted = x @ worths
    around = ((values - values.mean()) ** 2).sum()
    explained = 1 - ((values - predicted) ** 2).sum() / around if around > 0 else math.nan
    return Fit(worths, predicted, float(explained))


def left_out(columns: Array, values: Array) -> Array:
    """What a regression on all other rows predicts for each: so that it is not asked about what it was told."""
    rows = np.arange(len(values))
    out = np.empty(len(values))
    for row in rows:
        fit = regression(columns[rows != row], values[rows != row])
        out[row] = fit.worths[0] + columns[row] @ fit.worths[1:]
    return out


@dataclass(frozen=True)
class Components:
    """Variances of a table of means: of its rows, its columns, and what is a matter of both; noise taken off."""

    rows: float
    columns: float
    both: float
    noise: float


def components(means: Array, errors: Array) -> Components:
    """Of a table by thing and agent, with the standard errors of its means (method of moments; none below 0)."""
    r, c = means.shape
    noise = float((errors**2).mean())
    middle = means.mean()
    by_row, by_column = means.mean(axis=1) - middle, means.mean(axis=0) - middle
    rest = means - middle - by_row[:, None] - by_column[None, :]
    mixed = float((rest**2).sum() / max((r - 1) * (c - 1), 1))
    of_rows = float((by_row**2).sum() / max(r - 1, 1))
    of_columns = float((by_column**2).sum() / max(c - 1, 1))
    # With one column, or one row, what is a matter of both can't be told from the other.
    both = max(mixed - noise, 0.0) if r > 1 and c > 1 else 0.0
    return Components(
        max(of_rows - (both + noise) / c, 0.0) if r > 1 else 0.0,
        max(of_columns - (both + noise) / r, 0.0) if c > 1 else 0.0,
        both,
        noise,
    )
