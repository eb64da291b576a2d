"""Whether a finding is one about the game or one about who played it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import chdtrc

from .intervals import p_value

Array = np.ndarray[Any, Any]
AGREE, GROWS, SHRINKS, OWN, EACH, ALONE = (
    "all agents agree", "grows with strength", "shrinks with strength", "this agent's", "each agent's own",
    "one agent",
)  # fmt: skip
LEVEL = 0.05


def heterogeneity(means: Array, errors: Array) -> float:
    """The p-value of Cochran's Q: small if the means differ by more than their errors explain."""
    if len(means) < 2 or not (errors > 0).all():
        return math.nan
    weights = errors**-2.0
    middle = (weights * means).sum() / weights.sum()
    return float(chdtrc(len(means) - 1, (weights * (means - middle) ** 2).sum()))


def label(means: Array, errors: Array, p: float) -> str:
    """What is said of an effect that agents show, given in the order of their strength, weakest first.

    `p`: of their heterogeneity, corrected for how many things are asked about. Effects that differ by no more than
    their errors explain are one effect. Else those whose size rises from agent to agent (or falls), surely from the
    first to the last, go with strength; those that at least surely have the same sign agree; the others are an
    agent's own.
    """
    if len(means) < 2:
        return ALONE
    if not p < LEVEL:
        return AGREE
    # Sizes in the direction of the strongest agent's effect.
    sizes = means * (np.sign(means[-1]) or 1.0)
    change = p_value(sizes[-1] - sizes[0], float(np.hypot(errors[0], errors[-1])), 10_000)
    steps = np.diff(sizes)
    slack = 1.96 * np.hypot(errors[1:], errors[:-1])
    if change < LEVEL and (steps >= -slack).all() and sizes[-1] > sizes[0]:
        return GROWS
    if change < LEVEL and (steps <= slack).all() and sizes[-1] < sizes[0]:
        return SHRINKS
    sure = np.abs(means) > 1.96 * errors
    if sure.all() and len(set(np.sign(means))) == 1:
        return AGREE
    return OWN


def whose(means: Array, errors: Array, names: Sequence[str]) -> tuple[str, ...]:
    """The agents without whom the others say the same: left out one after the other, who stands apart most first."""
    left = list(range(len(means)))
    while len(left) > 2 and heterogeneity(means[left], errors[left]) < LEVEL:

        def agreement_without(i: int) -> float:
            rest = [k for k in left if k != i]
            return heterogeneity(means[rest], errors[rest])

        left.remove(max(left, key=agreement_without))
    apart = [name for k, name in enumerate(names) if k not in left]
    # Two that differ differ from each other.
    return tuple(apart) if not heterogeneity(means[left], errors[left]) < LEVEL else tuple(names)
