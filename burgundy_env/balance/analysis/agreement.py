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
from ..statistics.agreement import left_out, pairs_in_order, scattered, spearman
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


@dataclass(frozen=True)
class Agreed:
    """How far somebody agrees with people: rank correlation, its interval and draws, pairs in their order."""

    rho: float
    low: float
    high: float
    draws: Array
    pairs: tuple[int, int] | None

    def shown(self) -> tuple[str, str]:
        """Two cells of a table."""
        right = DASH if self.pairs is None else f"{self.pairs[0]} of {self.pairs[1]}"
        return f"{number(self.rho, 2)} ({interval(self.low, self.high, 2)})", right

    def told(self) -> dict[str, Any]:
        """For `summary.json`."""
        found: dict[str, Any] = {"rho": self.rho, "low": self.low, "high": self.high}
        return found if self.pairs is None else found | {"pairs_in_order": self.pairs[0], "pairs": self.pairs[1]}


def agreement(summary: Summary, told: Sequence[Means], people: People, data: Data, seed: int) -> None:
    """Add to the summary how far agents, random play and a regression agree with people."""
    found: dict[str, dict[str, Agreed]] = {}
    meant: list[list[int]] = []  # the boards of each reading; two that come to the same are told once
    for name, reading in people.readings().items():
        boards = [board for board in reading.boards if all(board in one.boards for one in told)]
        if boards not in meant and len(boards) > 2:
            found[name] = _read(boards, told, reading, data, seed)
            meant.append(boards)
    if "" not in found:
        summary.notes.append("People's results have fewer than three of these boards; nothing is compared with them.")
        return
    names = list(found[""])
    rows = tuple((_shown(name), *(cell for of in found.values() for cell in of[name].shown())) for name in names)
    heads = [f"{reading or 'rank correlation'} {end}".strip() for reading in found for end in ("(95%)", "pairs")]
    heads[1] = "pairs in people's order"
    summary.tables.append(Table(f"Agreement with people ({len(meant[0])} boards)", ("", *heads), rows))
    summary.numbers["people"] = {
        "source": people.source,
        "boards": meant[0],
        "agreement": {name: one.told() for name, one in found[""].items()},
        "read_otherwise": {
            reading: {name: one.told() for name, one in of.items()} for reading, of in found.items() if reading
        },
    }
    summary.findings += [_beats(name, found) for name in names if name not in (RANDOM, REGRESSION)]
    summary.notes.append(
        f"People: {people.source}. The interval scatters both tables by their errors, so it lies lower than the "
        "correlation: noise is in it twice. Regression: least squares of people's means on the points of all regions "
        "and the squares of pastures, each board predicted from the others. Only what surely beats both it and "
        "random play, whichever boards are meant, says more than the boards' geometry."
    )


def _shown(name: str) -> str:
    return "regression on regions and pastures" if name == REGRESSION else name


def _read(boards: Sequence[int], told: Sequence[Means], people: People, data: Data, seed: int) -> dict[str, Agreed]:
    """By agent, and for the regression: how far they agree with people about these boards."""
    by_board = {board: (mean, error) for board, mean, error in people.means}
    theirs, errors = np.array([by_board[board] for board in boards]).T
    regressed = Means(REGRESSION, tuple(boards), left_out(geometry(data, boards), theirs), np.zeros(len(boards)))
    # The same draws of people for all: what is told of two of them is told of the same people.
    noisy = scattered(theirs, errors, abs(seed))
    found = {}
    for k, one in enumerate((*told, regressed)):
        values, own = one.of(boards)
        draws = spearman(scattered(values, own, (abs(seed), k)), noisy)
        low, high = np.nanpercentile(draws, [2.5, 97.5])
        rho = float(spearman(values, theirs)[0])
        found[one.name] = Agreed(rho, float(low), float(high), draws, _in_order(one, people))
    return found


def _in_order(one: Means, people: People) -> tuple[int, int] | None:
    known = [pair for pair in people.order if set(pair) <= set(one.boards)]
    if not known:
        return None
    better, worse = (one.of([pair[k] for pair in known])[0] for k in (0, 1))
    return pairs_in_order(better, worse)


def _beats(name: str, found: dict[str, dict[str, Agreed]]) -> str:
    """Whether an agent surely agrees better with people than what needs no player, whichever boards are meant."""
    left = [
        other
        for other in (RANDOM, REGRESSION)
        if any(np.nanpercentile(of[name].draws - of[other].draws, 2.5) <= 0 for of in found.values() if other in of)
    ]
    if not left:
        return f"{name} agrees with people better than random play and the regression do: a finding."
    rest = " and ".join(_shown(other) for other in left)
    return f"{name} does not surely agree with people better than {rest.replace(RANDOM, 'random play')}."
