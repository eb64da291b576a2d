"""Effects by thing and agent, and what they say together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..cells import Cell
from ..contrasts import Contrast, contrasts_of
from ..designs import STRENGTH
from ..frame import MEASURES, Array, Frame, Games
from ..statistics import bootstrap, dependence
from ..statistics.intervals import Estimate, equivalent, estimate, holm
from ..statistics.ratings import Part, Ratings, together
from ..store import Store


@dataclass(frozen=True)
class Strength:
    """How strong an agent is: log-odds to beat the weakest, with the standard error."""

    agent: str
    worth: float
    error: float


class Effects:
    """The contrasts of a study, estimated."""

    def __init__(self, store: Store, frame: Frame, blocks: int) -> None:
        self.store, self.question, self.frame, self.blocks = store, store.question, frame, blocks
        self.cells = store.layout.cells
        contrasts = contrasts_of(self.question, self.cells)
        if self.question.design == "next":  # most pairs of boards never meet
            contrasts = [contrast for contrast in contrasts if len(frame.games(contrast.cell))]
        self.contrasts = contrasts
        self.agents = tuple(strength.agent for strength in self.strengths)
        self.things = tuple(dict.fromkeys(contrast.thing for contrast in self.contrasts))
        self._values: dict[tuple[str, str, str], Array] = {}

    @cached_property
    def strengths(self) -> tuple[Strength, ...]:
        """The agents, weakest first; as they were named where they did not meet."""
        return strengths_of(self.store, self.frame)

    @property
    def is_effect(self) -> bool:
        """Whether 0 means that there is no effect; else things are compared with the mean of all."""
        first = self.contrasts[0]
        return first.measure != "vp" or first.baseline is not None

    @property
    def unit(self) -> str:
        """What is measured."""
        first = self.contrasts[0]
        return MEASURES[first.measure] + (", above the same games without" if first.baseline is not None else "")

    def contrast(self, thing: str, agent: str) -> Contrast:
        """The one of a thing and an agent."""
        return next(c for c in self.contrasts if (c.thing, c.agent) == (thing, agent))

    def values(self, thing: str, agent: str, measure: str | None = None) -> Array:
        """By block."""
        key = thing, agent, measure or ""
        if key not in self._values:
            self._values[key] = self.contrast(thing, agent).values(self.frame, self.blocks, measure)
        return self._values[key]

    def estimate(self, thing: str, agent: str, measure: str | None = None) -> Estimate:
        """The effect itself."""
        return estimate(self.values(thing, agent, measure))

    def games_a_value(self, thing: str, agent: str, values: int) -> float:
        """How many games were played for each value by block."""
        return self.cells[self.contrast(thing, agent).cell].rotations

    def table(self, agent: str) -> Array:
        """Values by block and thing."""
        return np.column_stack([self.values(thing, agent) for thing in self.things])

    def centred(self, agent: str) -> list[Estimate]:
        """Of each thing how far it lies above the mean of all, by block."""
        table = self.table(agent)
        middle = table.mean(axis=1, keepdims=True)  # NaN where one of them was not played
        if np.isnan(middle).all():
            return [Estimate(math.nan, math.nan, 0) for _ in self.things]
        return [estimate(column) for column in (table - middle).T]

    def deviations(self) -> tuple[Array, Array]:
        """By thing and agent: how far above the mean of all things, and the standard errors."""
        by_agent = [self.centred(agent) for agent in self.agents]
        means = np.array([[e.mean for e in row] for row in by_agent]).T
        errors = np.array([[e.error for e in row] for row in by_agent]).T
        return means, errors

    def effects(self) -> tuple[Array, Array]:
        """By thing and agent: the effects themselves, and the standard errors."""
        found = [[self.estimate(thing, agent) for agent in self.agents] for thing in self.things]
        return np.array([[e.mean for e in row] for row in found]), np.array([[e.error for e in row] for row in found])

    def rank_intervals(self, agent: str) -> tuple[Array, Array, Array]:
        """Places by effect, 1 for the highest, and where 95 % of resampled ones lie."""
        table = self.table(agent)
        draws = bootstrap.ranks(bootstrap.resampled_means(table, self.question.seed))
        low, high = bootstrap.percentiles(draws)
        return bootstrap.ranks(np.nanmean(table, axis=0))[0], low, high

    def tests(self, agent: str, found: Sequence[Estimate]) -> tuple[Array, Array]:
        """P-values that there is no effect, and that it is not within the margin; both corrected (Holm)."""
        margin = self.question.margin
        differs = holm(np.array([one.p for one in found]))
        return differs, holm(np.array([equivalent(one, margin) for one in found]))

    def labels(self, means: Array, errors: Array) -> list[str]:
        """What is said of each thing: a matter of the game, of strength, or of an agent."""
        found = []
        rows = list(zip(means, errors, strict=True))
        apart = holm(np.array([dependence.heterogeneity(*row) for row in rows]))
        for (row, row_errors), p in zip(rows, apart, strict=True):
            text = dependence.label(row, row_errors, p)
            if text == dependence.OWN:
                names = dependence.whose(row, row_errors, self.agents)
                text = f"{text}: {', '.join(names)}" if len(names) < len(self.agents) else dependence.EACH
            found.append(text)
        return found


def strengths_of(store: Store, frame: Frame) -> tuple[Strength, ...]:
    """By the games in which the agents met: Bradley and Terry's model, the weakest at 0."""
    agents = store.question.agents
    if len(agents) == 1:
        return (Strength(agents[0], 0.0, 0.0),)
    parts: list[Part] = []
    for i, cell in enumerate(store.layout.cells):
        if cell.factor(STRENGTH):
            games = frame.games(i)
            parts.append((who_played(games, cell, len(agents)), games.ranking(), games.block))
    if not sum(len(blocks) for *_, blocks in parts):
        return tuple(Strength(agent, math.nan, math.nan) for agent in agents)
    return in_order(together(parts), agents, 0)


def who_played(games: Games, cell: Cell, agents: int) -> Array:
    """By game, place and agent: 1 for who sat there."""
    x = np.zeros((*games.totals.shape, agents), np.int8)
    for place, entrant in enumerate(cell.entrants):
        x[:, place, entrant] = 1
    return x


def in_order(found: Ratings, agents: Sequence[str], first: int) -> tuple[Strength, ...]:
    """Agents whose worths stand from a column on, the weakest first and at 0."""
    own = found.worths[first : first + len(agents)]
    weakest = first + int(np.argmin(own))
    rows = []
    for i, agent in enumerate(agents):
        weights = np.zeros(len(found.worths))
        weights[first + i] += 1
        weights[weakest] -= 1
        rows.append(Strength(agent, *found.contrast(weights)))
    return tuple(sorted(rows, key=lambda one: (one.worth, agents.index(one.agent))))


def told(found: Estimate) -> dict[str, Any]:
    """An estimate for `summary.json`."""
    return {"mean": found.mean, "low": found.low, "high": found.high, "error": found.error, "blocks": found.blocks}
