"""What each study tells beside its effects."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...arena.report import Table
from ...modules import SCORE_GROUPS
from ..designs import BASELINE
from ..frame import MEASURES
from ..human import figures, people
from ..statistics.intervals import Estimate, estimate
from . import factors, handicap, ratings, tiles
from .agreement import Means, agreement
from .effects import Effects, told
from .summary import Bar, Forest, Stacked, Summary, interval, number

_COURSE = ("vp", "winner", "margin", "first", "actions", "choices", "leads")  # of a game, see MEASURES


# --- of boards ---------------------------------------------------------------------------------------


def _boards(summary: Summary, effects: Effects) -> None:
    question = effects.question
    if question.design == "mirror":
        _measures(summary, effects)
        _sources(summary, effects)
        if question.against is not None:
            told_means = []
            for agent in effects.agents:
                found = [effects.estimate(thing, agent) for thing in effects.things]
                boards = tuple(map(int, effects.things))
                values, errors = np.array([e.mean for e in found]), np.array([e.error for e in found])
                told_means.append(Means(agent, boards, values, errors))
            agreement(summary, told_means, people(question.against), effects.store.data, question.seed)
        return
    ratings.add(summary, effects)


# --- of modules, seats, players, economy -------------------------------------------------------------


def _modules(summary: Summary, effects: Effects) -> None:
    """What each module changes beside points, and where these come from."""
    for agent in effects.agents:
        rows = []
        for thing in effects.things:
            found = [effects.estimate(thing, agent, measure) for measure in _COURSE]
            rows.append((thing, *(f"{number(e.mean, 1, sign=True)} ±{number(e.half)}" for e in found)))
            summary.numbers.setdefault("changes", {}).setdefault(agent, {})[thing] = {
                measure: told(e) for measure, e in zip(_COURSE, found, strict=True)
            }
        heads = ("", *(MEASURES[measure] for measure in _COURSE))
        summary.tables.append(Table(f"What changes, above the same seeds without: {agent}", heads, tuple(rows)))
    _first_seats(summary, effects)
    _sources(summary, effects)


def _measures(summary: Summary, effects: Effects) -> None:
    """Each thing's course of the game."""
    for agent in effects.agents:
        rows = []
        for thing in effects.things:
            found = [effects.estimate(thing, agent, measure) for measure in _COURSE]
            rows.append((thing, *(f"{number(e.mean)} ±{number(e.half)}" for e in found)))
        heads = ("", *(MEASURES[measure] for measure in _COURSE))
        summary.tables.append(Table(f"The course of the game: {agent}", heads, tuple(rows)))


def _cells(effects: Effects, agent: str) -> list[tuple[str, int]]:
    """The cells of an agent by what they are, first what others are compared with."""
    mine = [(i, cell) for i, cell in enumerate(effects.cells) if cell.factor("agent") == agent]
    compared = {contrast.baseline for contrast in effects.contrasts}
    plain = [(BASELINE, i) for i, cell in mine if i in compared and not cell.factor("where")]
    return plain + [(thing, effects.contrast(thing, agent).cell) for thing in effects.things]


def _first_seats(summary: Summary, effects: Effects) -> None:
    bars = []
    for agent in effects.agents:
        for thing, cell in _cells(effects, agent):
            found = estimate(effects.frame.games(cell, effects.blocks).blockwise("first"))
            bars.append(Bar(thing, found.mean, found.low, found.high, agent))
            summary.numbers.setdefault("first_seat", {}).setdefault(agent, {})[thing] = told(found)
    summary.plots.append(Forest("What it is worth to begin", "VP", tuple(bars), zero=True))


def _sources(summary: Summary, effects: Effects) -> None:
    """Where points come from."""
    for agent in effects.agents:
        cells = _cells(effects, agent)
        names = [thing for thing, _ in cells]
        games = [effects.frame.games(cell, effects.blocks) for _, cell in cells]
        table = np.array([[float(one.group(group).mean()) for group in SCORE_GROUPS] for one in games])
        used = [k for k in range(table.shape[1]) if (np.abs(table[:, k]) > 0.05).any()]
        groups = [list(SCORE_GROUPS)[k] for k in used]
        rows = tuple((name, *(number(v) for v in row[used])) for name, row in zip(names, table, strict=True))
        summary.tables.append(Table(f"Where the points come from (VP a seat): {agent}", ("", *groups), rows))
        summary.plots.append(
            Stacked(f"Where the points come from: {agent}", "VP", tuple(groups),
                    tuple((name, tuple(row[used])) for name, row in zip(names, table, strict=True)))
        )  # fmt: skip


def _seats(summary: Summary, effects: Effects) -> None:
    """By turn order at the start: points, wins, and what one could bid to begin."""
    for contrast in effects.contrasts:
        games = effects.frame.games(contrast.cell, effects.blocks)
        n = games.totals.shape[1]
        rows, bars = [], []
        for k in range(n):
            sits = (games.first + k) % n
            vp, lead, won = (
                estimate(games.by_block(np.take_along_axis(values, sits[:, None], axis=1)[:, 0]))
                for values in (games.totals, games.lead(), 100 * games.won)
            )
            rows.append((f"{k + 1}", *(f"{number(e.mean)} ±{number(e.half)}" for e in (vp, lead, won))))
            bars.append(Bar(f"{k + 1} in turn", lead.mean, lead.low, lead.high, contrast.agent))
            summary.numbers.setdefault("seats", {}).setdefault(contrast.agent, {})[str(k + 1)] = {
                "vp": told(vp), "lead": told(lead), "wins": told(won)
            }  # fmt: skip
        heads = ("in turn at the start", "VP", "lead (VP)", f"wins % (even: {100 / n:.1f})")
        summary.tables.append(Table(f"By turn order: {contrast.agent}", heads, tuple(rows)))
        summary.plots.append(Forest(f"Lead by turn order: {contrast.agent}", "VP", tuple(bars), zero=True))
        found = effects.estimate(contrast.thing, contrast.agent)
        summary.findings.append(_bid(contrast.agent, found, effects.question.margin))


def _bid(agent: str, found: Estimate, margin: float) -> str:
    text = f"{agent}: who begins leads by {number(found.mean, sign=True)} VP ({interval(found.low, found.high)})"
    if found.differs and found.mean > 0:
        return f"{text}; a bid below {number(max(found.low, 0.0))} VP for the first seat pays."
    if found.differs:
        return f"{text}; the later seats' workers are worth more than to begin, and no bid pays."
    return f"{text}; no bid surely pays, and one above {number(max(found.high, 0.0))} VP surely does not."


def _players(summary: Summary, effects: Effects) -> None:
    _measures(summary, effects)
    _sources(summary, effects)
    online = figures()
    rows = tuple(
        (thing, *(number(effects.estimate(thing, agent).mean) for agent in effects.agents),
         number(online["mean_vp"].get(thing, math.nan)))
        for thing in effects.things
    )  # fmt: skip
    summary.tables.append(Table("Mean VP beside people's", ("players", *effects.agents, "people online"), rows))
    summary.notes.append(f"People online: {online['source']}. {online['note']}")


def _economy(summary: Summary, effects: Effects) -> None:
    """Where points come from without gifts, beside what gifts are worth."""
    for i, cell in enumerate(effects.cells):
        if cell.factor("gift") == BASELINE:
            games = effects.frame.games(i, effects.blocks)
            rows, bars = [], []
            for group in SCORE_GROUPS:
                found = estimate(games.by_block(games.group(group)))
                if abs(found.mean) > 0.05:
                    rows.append((group, f"{number(found.mean)} ±{number(found.half)}"))
                    bars.append((group, found.mean))
            agent = cell.factor("agent")
            summary.tables.append(Table(f"Where the points come from: {agent}", ("", "VP a seat ±95%"), tuple(rows)))
            summary.plots.append(
                Stacked(f"Where the points come from: {agent}", "VP", tuple(name for name, _ in bars),
                        ((agent, tuple(value for _, value in bars)),))
            )  # fmt: skip


def _strategies(summary: Summary, effects: Effects) -> None:
    for agent in effects.agents:
        rows = []
        for thing in effects.things:
            wins = effects.estimate(thing, agent, "wins")
            rows.append((thing, f"{number(wins.mean)} ±{number(wins.half)}"))
            summary.numbers.setdefault("wins", {}).setdefault(agent, {})[thing] = told(wins)
        heads = ("without", "wins %")
        summary.tables.append(Table(f"Wins of who does without, against itself: {agent}", heads, tuple(rows)))
    summary.notes.append(
        "Who does without knows it, and so do the others: the list of legal actions leaves it out for whoever thinks "
        "ahead. What the agent thinks positions are worth was fitted to games in which everything was allowed."
    )


def _factors(summary: Summary, effects: Effects) -> None:
    factors.add(summary, effects)
    _measures(summary, effects)
    _sources(summary, effects)


ADD: dict[str, Callable[[Summary, Effects], None]] = {
    "boards": _boards,
    "modules": _modules,
    "seats": _seats,
    "players": _players,
    "tiles": tiles.add,
    "economy": _economy,
    "strategies": _strategies,
    "handicap": handicap.add,
    "factors": _factors,
}
