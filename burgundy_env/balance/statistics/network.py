"""Worths in points from leads of one thing over another: least squares, things being joined by whom they met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .ratings import scatter

Array = np.ndarray[Any, Any]
_LEAST = 0.25  # of the usual variance: a few leads that happen to be alike don't say all


@dataclass(frozen=True)
class Pair:
    """Two things by number, and by block by how much the one led; NaN where they did not meet."""

    one: int
    other: int
    leads: Array


@dataclass(frozen=True)
class Network:
    """Worths above the mean of all, and their covariance as planned, which says where a game more tells most."""

    worths: Array
    errors: Array  # standard errors of the worths
    planned: Array

    def apart(self) -> Array:
        """By two things: the variance of the difference of their worths, as planned."""
        own = np.diag(self.planned)
        found: Array = own[:, None] + own[None, :] - 2 * self.planned
        return found


def network(things: int, pairs: Sequence[Pair]) -> Network:
    """Fit worths to leads, those of a pair counting by how little they scatter."""
    known = [(pair, ~np.isnan(pair.leads)) for pair in pairs]
    known = [(pair, there) for pair, there in known if there.sum() > 1]
    spread = [float(pair.leads[there].var(ddof=1)) for pair, there in known]
    usual = float(np.mean(spread)) if spread else 1.0
    bends, right = np.zeros((things, things)), np.zeros(things)
    weights = [1 / max(one, _LEAST * usual, 1e-9) for one in spread]
    for (pair, there), weight in zip(known, weights, strict=True):
        x = np.zeros(things)
        x[pair.one], x[pair.other] = 1, -1
        bends += weight * there.sum() * np.outer(x, x)
        right += weight * pair.leads[there].sum() * x
    inverse = np.linalg.pinv(bends, hermitian=True)
    worths = inverse @ right
    slopes, blocks = [np.zeros((0, things))], [np.zeros(0, np.int64)]
    for (pair, there), weight in zip(known, weights, strict=True):
        here = np.zeros((int(there.sum()), things))
        here[:, pair.one] = weight * (pair.leads[there] - worths[pair.one] + worths[pair.other])
        here[:, pair.other] = -here[:, pair.one]
        slopes.append(here)
        blocks.append(np.flatnonzero(there))
    all_slopes = np.concatenate(slopes)
    # Pairs of a block had the same seed; but blocks that are fewer than things can't show how these scatter.
    groups = np.concatenate(blocks), np.arange(len(all_slopes))
    found = [np.diag(inverse @ scatter(all_slopes, group) @ inverse) for group in groups]
    return Network(worths, np.sqrt(np.maximum(np.maximum(*found), 0.0)), inverse)
