"""Strengths from who came in before whom: the Plackett-Luce model, with two at a table Bradley and Terry's.

The chance to be first among those still to be placed is proportional to exp(x b): x are the things somebody brings to
the table (a board, an agent, the first seat), b what each is worth on the scale of log-odds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_STEPS, _TINY, _CAUTION = 60, 1e-10, 0.05
_PIECE = 20_000  # games at a time: rows of all in floating point would fill the memory


@dataclass(frozen=True)
class Ratings:
    """Worths of the columns of x, and two covariances: blocks being independent and games of one not, and only those
    of one table being not. Blocks fewer than columns can't tell how these scatter, so the larger is told."""

    worths: Array
    covariances: tuple[Array, Array]

    def contrast(self, weights: Array) -> tuple[float, float]:
        """A weighted sum of worths and its standard error."""
        variance = max(float(weights @ covariance @ weights) for covariance in self.covariances)
        return float(weights @ self.worths), math.sqrt(max(variance, 0.0))


Part = tuple[Array, Array, Array]  # games with one number of seats: x, ranking, blocks


def plackett_luce(x: Array, ranking: Array, blocks: Array) -> Ratings:
    """Fit worths. `x`: by game, seat and column; `ranking`: by game the seats, best first; `blocks`: by game."""
    return together([(x, ranking, blocks)])


def together(parts: Sequence[Part]) -> Ratings:
    """Fit worths to games with several numbers of seats; blocks with one number are one block.

    A weak pull to 0, as a small part of a game would have, keeps those finite who always won, and settles what the
    games leave open: one of the boards may be worth anything, if all others are worth as much more.
    """
    columns = parts[0][0].shape[2]
    ordered = [np.take_along_axis(x, ranking[:, :, None], axis=1) for x, ranking, _ in parts]
    b = np.zeros(columns)
    pull = _CAUTION * np.eye(columns)
    for _ in range(_STEPS):
        slopes, bends = _derivatives(ordered, b)
        step = np.linalg.solve(bends + pull, slopes.sum(axis=0) - pull @ b)
        longest = np.abs(step).max(initial=0)
        b = b + step / max(1.0, longest / 2)  # far steps overshoot
        if longest < _TINY:
            break
    slopes, bends = _derivatives(ordered, b)
    inverse = np.linalg.inv(bends + pull)
    blocks = np.concatenate([blocks for _, _, blocks in parts])
    tables = np.repeat(np.arange(len(parts)), [len(part[2]) for part in parts])
    by_table = blocks + tables * (int(blocks.max(initial=0)) + 1)
    # What pulls counts as a thing not known: else who always won would be surest of all.
    first, second = (inverse @ (scatter(slopes, groups) + pull) @ inverse for groups in (blocks, by_table))
    return Ratings(b, (first, second))


def scatter(slopes: Array, groups: Array) -> Array:
    """How sums by group scatter: the middle of a sandwich."""
    _, numbers = np.unique(groups, return_inverse=True)
    count = int(numbers.max(initial=-1)) + 1
    sums = np.zeros((count, slopes.shape[1]))
    np.add.at(sums, numbers, slopes)
    found: Array = count / max(count - 1, 1) * sums.T @ sums
    return found


def _derivatives(parts: Sequence[Array], b: Array) -> tuple[Array, Array]:
    """By game the slope of the log-likelihood, and how it bends in all (minus the second derivative)."""
    slopes, bends = [], np.zeros((len(b), len(b)))
    for part in parts:
        for first in range(0, len(part), _PIECE):
            there, bend = _derivatives_of(part[first : first + _PIECE].astype(np.float64), b)
            slopes.append(there)
            bends += bend
    return np.concatenate(slopes), bends


def _derivatives_of(ordered: Array, b: Array) -> tuple[Array, Array]:
    games, seats, columns = ordered.shape
    logs = ordered @ b
    slopes, bends = np.zeros((games, columns)), np.zeros((columns, columns))
    for place in range(seats - 1):
        left, rest = logs[:, place:], ordered[:, place:]
        weights = np.exp(left - left.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        mean = (weights[:, None, :] @ rest)[:, 0]
        slopes += rest[:, 0] - mean
        flat = (np.sqrt(weights)[:, :, None] * rest).reshape(-1, columns)
        bends += flat.T @ flat - mean.T @ mean
    return slopes, bends
