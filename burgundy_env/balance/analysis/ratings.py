"""Ratings of boards that met: how likely one comes in before another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...arena.report import Table
from ..designs import STRENGTH
from ..frame import Games
from ..statistics.network import Pair, network
from ..statistics.ratings import Part, Ratings, together
from .effects import Effects, in_order, who_played
from .summary import Matrix, Summary, number


def add(summary: Summary, effects: Effects) -> None:
    """Plackett and Luce's model with the first seat beside the boards, as each agent plays them; then as all do."""
    boards = _boards_that_met(effects)
    for agent in effects.agents:
        cells = [contrast.cell for contrast in effects.contrasts if contrast.agent == agent]
        tables = [effects.frame.games(cell, effects.blocks) for cell in cells]
        found = together([_brought(games, boards) for games in tables if len(games)])
        order = _tell(summary, found, boards, agent)
        _points(summary, effects, cells, boards, agent)
        summary.plots.append(_wins(agent, tables, [boards[k] for k in order]))
    if len(effects.agents) > 1:
        _of_all(summary, effects, boards)


def _points(summary: Summary, effects: Effects, cells: Sequence[int], boards: Sequence[int], agent: str) -> None:
    """The same in points: least squares of the leads by block."""
    pairs = []
    for cell in cells:
        one, other = (boards.index(int(effects.cells[cell].factor(name))) for name in ("board", "against"))
        games = effects.frame.games(cell, effects.blocks)
        pairs.append(Pair(one, other, games.blockwise("lead", effects.blocks)))
    found = network(len(boards), pairs)
    worths, errors = found.worths.tolist(), found.errors.tolist()
    rows = tuple(
        (str(boards[k]), number(worths[k], sign=True), number(1.96 * errors[k]))
        for k in sorted(range(len(boards)), key=lambda k: -worths[k])
    )
    summary.tables.append(Table(f"Worths (VP above the mean of all boards): {agent}", ("board", "VP", "±95%"), rows))
    summary.numbers.setdefault("worths", {})[agent] = {
        str(b): {"mean": w, "error": e} for b, w, e in zip(boards, worths, errors, strict=True)
    }


def _boards_that_met(effects: Effects) -> list[int]:
    met: set[int] = set()
    for contrast in effects.contrasts:
        met |= set(np.unique(effects.frame.games(contrast.cell, effects.blocks).duchies).tolist())
    return sorted(met)


def _of_all(summary: Summary, effects: Effects, boards: Sequence[int]) -> None:
    """All agents' games in one model, those between agents among them: board, first seat and agent side by side."""
    agents = effects.question.agents
    parts: list[Part] = []
    for i, cell in enumerate(effects.cells):
        # The agents meet as often as it takes to put them in order, whatever the boards need.
        games = effects.frame.games(i, None if cell.factor(STRENGTH) else effects.blocks)
        if len(games):
            x, ranking, blocks = _brought(games, boards)
            parts.append((np.concatenate([x, who_played(games, cell, len(agents))], axis=2), ranking, blocks))
    found = together(parts)
    _tell(summary, found, boards, "all agents")
    rows = in_order(found, agents, len(boards) + 1)
    summary.tables.append(
        Table("Agents beside boards and first seat (log-odds to beat the weakest)", ("agent", "strength", "±95%"),
              tuple((one.agent, number(one.worth, 2, sign=True), number(1.96 * one.error, 2)) for one in rows))
    )  # fmt: skip
    summary.numbers["ratings"]["all agents"]["agents"] = {
        one.agent: {"worth": one.worth, "error": one.error} for one in rows
    }
    summary.notes.append(
        "Ratings of all agents: one model for all games, in which board, first seat and agent add up. Agents that "
        "part over a board stand in the tables of their own."
    )


def _tell(summary: Summary, found: Ratings, boards: Sequence[int], agent: str) -> list[int]:
    """A table of boards and first seat; the boards by worth."""
    width = len(found.worths)
    centre = np.zeros((len(boards), width))
    centre[:, : len(boards)] = np.eye(len(boards)) - 1 / len(boards)
    worths = [found.contrast(weights) for weights in centre]
    first = found.contrast(np.eye(width)[len(boards)])
    order = sorted(range(len(boards)), key=lambda k: -worths[k][0])
    rows = [
        (name, number(worth, 2, sign=True), number(1.96 * error, 2), number(100 / (1 + math.exp(-worth)), 0))
        for name, (worth, error) in [*((str(boards[k]), worths[k]) for k in order), ("first seat", first)]
    ]
    summary.tables.append(
        Table(f"Ratings: {agent} (log-odds above the mean of all boards)",
              ("board", "rating", "±95%", "wins % against an even one"), tuple(rows))
    )  # fmt: skip
    summary.numbers.setdefault("ratings", {})[agent] = {
        "boards": {str(b): {"worth": w, "error": e} for b, (w, e) in zip(boards, worths, strict=True)},
        "first_seat": {"worth": first[0], "error": first[1]},
    }
    return order


def _brought(games: Games, boards: Sequence[int]) -> Part:
    """By game and place: the board, and whether it began; how the games ended, and their blocks."""
    count, n = games.totals.shape
    x = np.zeros((count, n, len(boards) + 1), np.int8)
    numbers = np.searchsorted(boards, games.duchies)
    np.put_along_axis(x, numbers[:, :, None], 1, axis=2)
    x[np.arange(count), games.first, -1] = 1
    return x, games.ranking(), games.block


def _wins(agent: str, tables: Sequence[Games], boards: Sequence[int]) -> Matrix:
    """How often one board came in before another."""
    size = len(boards)
    ahead, met = np.zeros((size, size)), np.zeros((size, size))
    place_of = {board: k for k, board in enumerate(boards)}
    for games in tables:
        n = games.totals.shape[1]
        for p in range(n):
            for q in range(n):
                if p != q:
                    a = np.array([place_of[b] for b in games.duchies[:, p].tolist()])
                    b = np.array([place_of[b] for b in games.duchies[:, q].tolist()])
                    np.add.at(ahead, (a, b), games.place[:, p] < games.place[:, q])
                    np.add.at(met, (a, b), 1)
    with np.errstate(invalid="ignore"):
        shares = 100 * ahead / met
    np.fill_diagonal(shares, math.nan)
    return Matrix(
        f"Wins of the row's board (%): {agent}", tuple(map(str, boards)), tuple(map(tuple, shares.tolist()))
    )
