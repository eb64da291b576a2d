"""People's results beside a study of boards, and beside both what needs no player at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arena.report import Table
from ...data import Data
from ...engine.layout import COLOURS
from ..frame import Array
from ..human import People
from ..question import RANDOM
from ..statistics.agreement import DRAWS, left_out, pairs_in_order, spearman, with_noise
from .summary import DASH, Summary, interval, number

REGRESSION = "regression"
_LIVESTOCK = COLOURS[3]


@dataclass(frozen=True)
class Means:
    """What an agent, or a formula, says of boards."""

    name: str
    boards: tuple[int, ...]
    values: Array
    errors: Array

    def of(self, boards: Sequence[int]) -> tuple[Array, Array]:
        """Of these boards, in their order."""
        places = [self.boards.index(board) for board in boards]
        return self.values[places], self.errors[places]


def geometry(data: Data, boards: Sequence[int]) -> Array:
    """By board: the points of all regions once they are covered, and the squares of its pastures' sizes: an animal
    counts again with each one that joins it."""
    worth = data.components["scoring"]["region"]
    rows = []
    for board in boards:
        duchy = data.duchies[board]
        points = sum(worth[min(len(region), len(worth) - 1)] for region in duchy.regions)
        pastures = sum(len(r) ** 2 for r in duchy.regions if duchy.colours[r[0] - 1] == _LIVESTOCK)
        rows.append((points, pastures))
    return np.array(rows, np.float64)


def agreement(summary: Summary, told: Sequence[Means], people: People, data: Data, seed: int) -> None:
    """Add to the summary how far agents, random play and a regression agree with people."""
    boards = [board for board in people.boards if all(board in one.boards for one in told)]
    if len(boards) < 3:
        summary.notes.append("People's results have fewer than three of these boards; nothing is compared with them.")
        return
    by_board = {board: (mean, error) for board, mean, error in people.means}
    theirs = np.array([by_board[board] for board in boards])
    regressed = left_out(geometry(data, boards), theirs[:, 0])
    everybody = [*told, Means(REGRESSION, tuple(boards), regressed, np.zeros(len(boards)))]
    sure = [board for board in boards if board not in people.doubtful]
    rows, numbers = [], {}
    for one in everybody:
        rho = _rho(one, boards, by_board, seed)
        without = _rho(one, sure, by_board, seed) if len(sure) < len(boards) else None
        known = [pair for pair in people.order if set(pair) <= set(one.boards)]
        right = DASH
        found: dict[str, Any] = {"rho": rho[0], "low": rho[1], "high": rho[2]}
        if known:
            better, worse = (one.of([pair[k] for pair in known])[0] for k in (0, 1))
            count, of = pairs_in_order(better, worse)
            right = f"{count} of {of}"
            found |= {"pairs_in_order": count, "pairs": of}
        if without is not None:
            found["rho_without_doubtful"] = without[0]
        numbers[one.name] = found
        rows.append((_shown(one.name), number(rho[0], 2), interval(rho[1], rho[2], 2),
                     DASH if without is None else number(without[0], 2), right))  # fmt: skip
    heads = ("", "rank correlation", "95% with people's noise", "without doubtful boards", "pairs in people's order")
    summary.tables.append(Table(f"Agreement with people ({len(boards)} boards)", heads, tuple(rows)))
    summary.numbers["people"] = {"source": people.source, "boards": boards, "agreement": numbers}
    _beats(summary, everybody, boards, theirs, seed)
    summary.notes.append(
        f"People: {people.source}. The interval scatters both tables by their errors, so it lies lower than the "
        "correlation: noise is in it twice. Regression: least squares of people's means on the points of all regions "
        "and the squares of pastures, each board predicted from the others. Only what surely beats both it and "
        "random play says more than the boards' geometry."
    )


def _shown(name: str) -> str:
    return "regression on regions and pastures" if name == REGRESSION else name


def _rho(one: Means, boards: Sequence[int], by_board: dict[int, tuple[float, float]], seed: int) -> Any:
    theirs = np.array([by_board[board] for board in boards])
    values, errors = one.of(boards)
    return with_noise(values, errors, theirs[:, 0], theirs[:, 1], seed)


def _beats(summary: Summary, everybody: Sequence[Means], boards: Sequence[int], theirs: Array, seed: int) -> None:
    """Say of each agent whether it surely agrees better with people than what needs no player."""
    random = np.random.default_rng(seed)
    shape = (DRAWS, len(boards))
    people = theirs[:, 0] + theirs[:, 1] * random.standard_normal(shape)
    rhos = {}
    for one in everybody:
        values, errors = one.of(boards)
        rhos[one.name] = spearman(values + errors * random.standard_normal(shape), people)
    for one in everybody:
        if one.name in (RANDOM, REGRESSION):
            continue
        beaten = [name for name in (RANDOM, REGRESSION) if np.nanpercentile(rhos[one.name] - rhos[name], 2.5) > 0]
        if len(beaten) == 2:
            text = f"{one.name} agrees with people better than random play and the regression do: a finding."
        else:
            rest = " and ".join(_shown(name) for name in (RANDOM, REGRESSION) if name not in beaten)
            text = f"{one.name} does not surely agree with people better than {rest.replace(RANDOM, 'random play')}."
        summary.findings.append(text)
