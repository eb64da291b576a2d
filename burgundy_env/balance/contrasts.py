"""What is estimated in each study: a measure of a cell, alone or above that of another cell with the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .cells import Cell
from .designs import BASELINE, STRENGTH
from .frame import Array, Frame
from .question import Question
from .statistics.intervals import Estimate, estimate


@dataclass(frozen=True)
class Contrast:
    """An effect: of what, as which agent plays it, measured how."""

    thing: str
    agent: str
    cell: int
    measure: str
    baseline: int | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """Those it needs."""
        return (self.cell,) if self.baseline is None else (self.cell, self.baseline)

    def values(self, frame: Frame, blocks: int, measure: str | None = None) -> Array:
        """By block, NaN where it was not played."""
        name = measure or self.measure
        found = frame.games(self.cell, blocks).blockwise(name, blocks)
        if self.baseline is not None:
            found = found - frame.games(self.baseline, blocks).blockwise(name, blocks)
        return found

    def estimate(self, frame: Frame, blocks: int, measure: str | None = None) -> Estimate:
        """With its interval."""
        return estimate(self.values(frame, blocks, measure))


# What things are in a study's cells, the measure, and the factor that names the cell to compare with.
_OF_STUDY = {
    "boards": ("board", "vp"),
    "modules": ("modules", "vp"),
    "seats": ("", "first"),
    "players": ("players", "vp"),
    "economy": ("gift", "lead"),
    "strategies": ("without", "lead"),
    "handicap": ("handicap", "lead"),
    "factors": ("board", "vp"),
}


def contrasts_of(question: Question, cells: Sequence[Cell]) -> list[Contrast]:
    """All effects of a study, in the order of its cells."""
    if question.study not in _OF_STUDY:  # tiles: what its twins show is no measure of games
        return []
    factor, measure = _OF_STUDY[question.study]
    if question.study == "boards" and question.design != "mirror":
        measure = "lead"
    found = []
    for number, cell in enumerate(cells):
        thing = cell.factor(factor) or "first seat"
        if cell.factor(STRENGTH):
            continue
        baseline = None
        if question.study == "modules":
            if thing == BASELINE:
                continue
            baseline = _baseline(cells, cell)
        if question.study == "economy" and thing == BASELINE:
            continue
        found.append(Contrast(_named(question, cell, thing), cell.factor("agent"), number, measure, baseline))
    return found


def _baseline(cells: Sequence[Cell], cell: Cell) -> int:
    """The cell without modules, on the same boards and with the same agent."""
    wanted = {"modules": BASELINE, "where": cell.factor("where"), "agent": cell.factor("agent")}
    return next(i for i, other in enumerate(cells) if dict(other.factors) == wanted)


def _named(question: Question, cell: Cell, thing: str) -> str:
    if question.study == "boards" and question.design in ("pairs", "next"):
        return f"{thing} : {cell.factor('against')}"
    if question.study == "handicap":
        return f"{thing} to {cell.factor('to')}"
    if question.study == "factors":
        return f"board {thing}, {cell.factor('modules')}, {cell.factor('players')} players"
    return thing


def near_even(contrasts: Sequence[Contrast], frame: Frame, blocks: int) -> list[Contrast]:
    """Of handicaps those between which, as far as is known, both sides are even: the search goes on there."""
    found = []
    for agent in dict.fromkeys(c.agent for c in contrasts):
        own = [c for c in contrasts if c.agent == agent]
        leads = [c.estimate(frame, blocks) for c in own]
        open_ones = [c for c, lead in zip(own, leads, strict=True) if not lead.differs]
        above = min((i for i in range(len(own)) if leads[i].low > 0), key=lambda i: leads[i].mean, default=None)
        below = max((i for i in range(len(own)) if leads[i].high < 0), key=lambda i: leads[i].mean, default=None)
        found += open_ones + [own[i] for i in (above, below) if i is not None]
    return found
