"""Main effects and interactions of a factorial design: what each level adds, and what levels add only together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np

from ...arena.report import Table
from ..designs import STRENGTH
from ..frame import Array
from ..statistics.intervals import Estimate, estimate, holm
from .effects import Effects, told
from .summary import Bar, Forest, Summary, number, p_text

FACTORS = ("board", "modules", "players", "agent")
_JOINED = " x "
_MOST_ROWS = 30  # of interactions: all of them are in summary.json


@dataclass(frozen=True)
class Term:
    """Some factors, and by their levels how many VP these add to what fewer of them explain."""

    factors: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]  # by effect
    effects: tuple[Estimate, ...]
    p: tuple[float, ...]  # of no effect, corrected for all effects of the study

    @property
    def name(self) -> str:
        """As `board x modules`."""
        return _JOINED.join(self.factors)

    @property
    def spread(self) -> float:
        """How far the effects lie apart (standard deviation), noise taken off."""
        seen = np.mean([one.mean**2 for one in self.effects])
        noise = np.mean([one.error**2 for one in self.effects])
        return math.sqrt(max(float(seen - noise), 0.0))


def terms(values: Array, levels: Sequence[tuple[str, Sequence[str]]]) -> list[Term]:
    """All terms of a design, those of fewest factors first.

    `values`: by block and by the level of each factor; a block in which a cell was not played tells nothing. The main
    effect of a level is its mean above the mean of all, an interaction what is left of the mean of some levels
    together once the effects of fewer of them are taken off.
    """
    several = [k for k, (_, names) in enumerate(levels) if len(names) > 1]
    found = []
    for size in range(1, len(several) + 1):
        for chosen in combinations(several, size):
            found.append((chosen, [*_effects(values, chosen)]))
    # Of two levels the one is as far above the mean as the other below: that is one question, and asked once.
    asked: dict[tuple[int, tuple[int, ...]], float] = {}
    for number_of, (chosen, effects) in enumerate(found):
        for place, one in effects:
            asked.setdefault((number_of, _question(place, chosen, levels)), one.p)
    corrected = dict(zip(asked, holm(np.array([*asked.values()])).tolist(), strict=True))
    return [
        Term(
            tuple(levels[k][0] for k in chosen),
            tuple(tuple(levels[k][1][at] for k, at in zip(chosen, place, strict=True)) for place, _ in effects),
            tuple(one for _, one in effects),
            tuple(corrected[number_of, _question(place, chosen, levels)] for place, _ in effects),
        )
        for number_of, (chosen, effects) in enumerate(found)
    ]


def _effects(values: Array, chosen: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Estimate]]:
    """By levels of the chosen factors, and what they add."""
    axes = [1 + k for k in chosen]
    rest = values.mean(axis=tuple(axis for axis in range(1, values.ndim) if axis not in axes))
    for axis in range(1, rest.ndim):
        rest = rest - rest.mean(axis=axis, keepdims=True)
    for place in product(*(range(count) for count in rest.shape[1:])):
        yield place, estimate(rest[(slice(None), *place)])


def _question(
    place: Sequence[int], chosen: Sequence[int], levels: Sequence[tuple[str, Sequence[str]]]
) -> tuple[int, ...]:
    return tuple(0 if len(levels[k][1]) == 2 else at for k, at in zip(chosen, place, strict=True))


def table_of(effects: Effects) -> tuple[Array, list[tuple[str, Sequence[str]]]]:
    """VP a seat by block and by the level of each factor, and the levels."""
    cells = [(i, cell) for i, cell in enumerate(effects.cells) if not cell.factor(STRENGTH)]
    levels: list[tuple[str, Sequence[str]]] = [
        (name, effects.agents if name == "agent" else tuple(dict.fromkeys(cell.factor(name) for _, cell in cells)))
        for name in FACTORS
    ]
    values = np.full((effects.blocks, *(len(names) for _, names in levels)), np.nan)
    for i, cell in cells:
        place: tuple[Any, ...] = tuple(names.index(cell.factor(name)) for name, names in levels)
        values[(slice(None), *place)] = effects.frame.games(i, effects.blocks).blockwise("vp", effects.blocks)
    return values, levels


def add(summary: Summary, effects: Effects) -> None:
    """Tables of all terms, of main effects, and of interactions; a plot of the main effects."""
    found = terms(*table_of(effects))
    if not found:
        summary.notes.append("No factor has two levels: there is no effect to tell.")
        return
    summary.numbers["terms"] = {
        term.name: {
            _JOINED.join(names): {**told(one), "p": p}
            for names, one, p in zip(term.levels, term.effects, term.p, strict=True)
        }
        for term in found
    }
    rows = tuple((term.name, str(len(term.effects)), number(term.spread), p_text(min(term.p))) for term in found)
    heads = ("", "effects", "standard deviation (VP)", "smallest p")
    summary.tables.append(Table("What decides, alone and together", heads, rows))
    mains = [term for term in found if len(term.factors) == 1]
    summary.tables.append(_listed("Main effects (VP above the mean of all)", mains))
    together = [term for term in found if len(term.factors) > 1]
    if together:
        summary.tables.append(_listed("Interactions (VP above what fewer factors explain), surest first", together))
    bars = tuple(
        Bar(names[0], one.mean, one.low, one.high, term.name)
        for term in mains
        if term.factors != ("agent",)  # whose differences would leave no room for what there is to see
        for names, one in zip(term.levels, term.effects, strict=True)
    )
    if bars:
        summary.plots.append(Forest("Main effects", "VP", bars, zero=True))
    summary.notes.append(
        "Main effects: the mean of all cells with a level, above the mean of all cells. Interactions: what levels "
        "make together, less what fewer of them explain; 0 where effects add up. By block, so that seeds cancel; p "
        f"corrected for all effects (Holm). Interactions beyond {_MOST_ROWS} stand in summary.json."
    )


def _listed(title: str, some: Sequence[Term]) -> Table:
    rows = [
        (term.name, _JOINED.join(names), f"{number(one.mean, sign=True)} ±{number(one.half)}", p_text(p))
        for term in some
        for names, one, p in zip(term.levels, term.effects, term.p, strict=True)
    ]
    if len(some[0].factors) > 1:
        p = [p for term in some for p in term.p]
        rows = [rows[k] for k in np.argsort(p, kind="stable")[:_MOST_ROWS]]
    return Table(title, ("factors", "levels", "effect ±95%", "p"), tuple(rows), texts=2)
