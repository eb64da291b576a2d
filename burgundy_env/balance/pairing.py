"""Which boards meet next: those of whose difference least is known.

Boards begin in a ring, so that all are joined. Then, look after look, pairs whose interval is widest meet some more,
each board once a look, for all agents alike. What is looked at is the width of intervals, never who leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .contrasts import contrasts_of
from .designs import boards_of
from .frame import Array, Frame
from .statistics.network import Network, Pair, network
from .store import Store

STEP = 20  # blocks of each pair at a look


@dataclass(frozen=True)
class Meeting:
    """Two boards by their place among those of the study, and the cells in which they meet, by agent."""

    one: int
    other: int
    cells: tuple[int, ...]


def meetings(store: Store) -> list[Meeting]:
    """All pairs of boards."""
    boards = [str(board) for board in boards_of(store.question)]
    found: dict[str, list[int]] = {}
    for contrast in contrasts_of(store.question, store.layout.cells):
        found.setdefault(contrast.thing, []).append(contrast.cell)
    met = []
    for cells in found.values():
        cell = store.layout.cells[cells[0]]
        pair = sorted(boards.index(cell.factor(name)) for name in ("board", "against"))
        met.append(Meeting(pair[0], pair[1], tuple(cells)))
    return met


def worths(store: Store, frame: Frame, goal: dict[int, int], agent: int) -> Network:
    """What boards are worth in points to an agent, by the games of each cell up to so many blocks."""
    pairs = []
    for meeting in meetings(store):
        cell = meeting.cells[agent]
        if goal.get(cell, 0) > 0:
            games = frame.games(cell, goal[cell])
            pairs.append(Pair(meeting.one, meeting.other, games.blockwise("lead", goal[cell])))
    return network(len(boards_of(store.question)), pairs)


def looks(store: Store, frame: Frame) -> Iterator[dict[int, int]]:
    """By cell how many blocks it is to have, more at each look; from the games of the look before alone."""
    question, met = store.question, meetings(store)
    boards = len(boards_of(question))
    rotations = store.layout.cells[met[0].cells[0]].rotations
    left = max(boards, question.most_games * boards // (2 * rotations))  # blocks of pairs, for each agent
    ring = [meeting for meeting in met if meeting.other - meeting.one in (1, boards - 1)]
    goal = dict.fromkeys((cell for meeting in met for cell in meeting.cells), 0)
    chosen = ring
    while chosen and left > 0:
        step = max(1, min(STEP, left // len(chosen)))
        for meeting in chosen[:left]:
            for cell in meeting.cells:
                goal[cell] += step
            left -= step
        yield goal
        fitted = [worths(store, frame, goal, agent) for agent in range(len(question.agents))]
        if question.precision is not None and not too_wide(store, fitted):
            return
        chosen = _widest(met, np.sum([one.apart() for one in fitted], axis=0))


def too_wide(store: Store, fitted: list[Network]) -> list[str]:
    """Boards of which an agent does not say so precisely what they are worth as was asked."""
    wide = []
    for agent, one in zip(store.question.agents, fitted, strict=True):
        for board, error in zip(boards_of(store.question), one.errors.tolist(), strict=True):
            if not 1.96 * error <= (store.question.precision or np.inf):
                wide.append(f"{board} ({agent})")
    return wide


def _widest(met: list[Meeting], variances: Array) -> list[Meeting]:
    """Pairs by their width, the widest first, each board once."""
    found: list[Meeting] = []
    taken: set[int] = set()
    for meeting in sorted(met, key=lambda one: (-float(variances[one.one, one.other]), one.one, one.other)):
        if not taken & {meeting.one, meeting.other}:
            found.append(meeting)
            taken |= {meeting.one, meeting.other}
    return found
