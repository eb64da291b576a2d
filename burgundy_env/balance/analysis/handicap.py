"""What makes two boards even: read off between the handicaps that were tried."""

from __future__ import annotations

import math

import numpy as np

from ...arena.report import Table
from ..frame import Array
from ..statistics.bootstrap import percentiles, resampled_means
from .effects import Effects
from .summary import Summary, interval, number


def even_at(sizes: Array, values: Array, goal: float) -> Array:
    """By row: the size at which values that rise with it pass the goal, on a line between those beside it; NaN if
    they don't.

    Chance may have one value below its left neighbour: a value counts as at least as high as those before.
    """
    rising = np.maximum.accumulate(values, axis=1)
    found = np.full(len(values), math.nan)
    for row, line in enumerate(rising):
        right = int(np.searchsorted(line, goal))
        if 0 < right < len(line):
            rise = line[right] - line[right - 1]
            found[row] = sizes[right - 1] + (goal - line[right - 1]) / rise * (sizes[right] - sizes[right - 1])
        elif right == 0 and line[0] == goal:
            found[row] = sizes[0]
    return found


def _ends(draws: Array) -> tuple[float, float]:
    """The interval of a number that may be known in no draw."""
    if not np.isfinite(draws).any():
        return math.nan, math.nan
    low, high = percentiles(draws[:, None])
    return float(low[0]), float(high[0])


def add(summary: Summary, effects: Effects) -> None:
    """Say what makes the boards even in points and in wins."""
    question = effects.question
    first, second = question.boards
    rows = []
    for agent in effects.agents:
        sizes, columns, wins = [], [], []
        for thing in effects.things:
            size, _, to = thing.partition(" to ")
            # Signed: what the second board is given, below zero what the first is.
            sizes.append(int(size) * (1 if to == str(second) else -1))
            columns.append(-effects.values(thing, agent))
            wins.append(100 - effects.values(thing, agent, "wins"))
        order = np.argsort(sizes)
        scale = np.array(sizes, float)[order]
        found = []
        for values, goal in ((columns, 0.0), (wins, 50.0)):
            table = np.column_stack(values)[:, order]
            known = ~np.isnan(table).all(axis=0)
            draws = even_at(scale[known], resampled_means(table[:, known], question.seed), goal)
            middle = float(even_at(scale[known], np.nanmean(table[:, known], axis=0)[None], goal)[0])
            found.append((middle, *_ends(draws)))
        (points, points_low, points_high), (share, share_low, share_high) = found
        rows.append((agent, number(points, sign=True), interval(points_low, points_high),
                     number(share, sign=True), interval(share_low, share_high)))  # fmt: skip
        summary.numbers.setdefault("even", {})[agent] = {
            "points": {"size": points, "low": points_low, "high": points_high},
            "wins": {"size": share, "low": share_low, "high": share_high},
        }
        if math.isnan(share):
            summary.findings.append(f"{agent}: none of the handicaps tried makes the boards even in wins.")
        else:
            board = second if share >= 0 else first
            nearest, farthest = sorted((abs(share_low), abs(share_high)))
            summary.findings.append(
                f"{agent}: boards {first} and {second} win equally often if board {board} is given "
                f"{number(abs(share))} {_unit(question.unit)} ({interval(nearest, farthest)})."
            )
    unit = _unit(question.unit)
    heads = ("agent", f"even points at ({unit})", "95%", f"even wins at ({unit})", "95%")
    summary.tables.append(Table(f"What board {second} must be given; below 0: board {first}", heads, tuple(rows)))


def _unit(unit: str) -> str:
    return "VP" if unit == "vp" else unit
