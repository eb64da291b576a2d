"""The summary of a study: what is told of all of them, to which each adds its own."""

from __future__ import annotations

import math

import numpy as np

from ..._version import __version__
from ...arena.report import Table
from ..frame import Array
from ..laboratory import Run
from ..question import STUDIES
from ..statistics.agreement import components, spearman
from ..statistics.dependence import LEVEL
from ..statistics.intervals import blocks_needed
from ..store import Store
from .effects import Effects, told
from .headlines import agreement, headlines
from .sections import ADD
from .summary import Bar, Forest, Slope, Summary, number, p_text
from .tiles import TileEffects


def summarise(store: Store, run: Run, command: str = "") -> Summary:
    """All that came of a study, as far as it was played."""
    effects = _effects_of(store, run)
    question = store.question
    summary = Summary(f"The Castles of Burgundy: {STUDIES[question.study]}")
    summary.numbers["effects"] = {
        agent: {thing: told(effects.estimate(thing, agent)) for thing in effects.things} for agent in effects.agents
    }
    if effects.things:
        _effects(summary, effects)
    else:
        summary.notes.append("Nothing came up often enough to tell anything; play more games.")
    ADD[question.study](summary, effects)
    _agents(summary, effects)
    _notes(summary, effects, run)
    summary.manifest = manifest(store, run, command)
    return summary


def manifest(store: Store, run: Run, command: str = "") -> dict[str, object]:
    """From what the same numbers come again."""
    return {
        "command": command,
        "question": store.question.to_json(),
        "version": __version__,
        "data": store.data.hash,
        "seed": store.question.seed,
        "agents": store.plan.versions,
        "files": dict(store.plan.files),
        "games": run.games,
        "blocks": run.blocks,
        "looks": run.looks,
    }


# --- of all studies ----------------------------------------------------------------------------------


def _effects(summary: Summary, effects: Effects) -> None:
    """The table of effects, a row for each thing and a column for each agent, and the forest plot."""
    question = effects.question
    unit, is_effect = effects.unit, effects.is_effect
    rows, bars = [], []
    by_agent = {agent: [effects.estimate(thing, agent) for thing in effects.things] for agent in effects.agents}
    compared = by_agent if is_effect else {agent: effects.centred(agent) for agent in effects.agents}
    means, errors = effects.effects() if is_effect else effects.deviations()
    labels = effects.labels(means, errors)
    tests = {agent: effects.tests(agent, compared[agent]) for agent in effects.agents}
    # Agents that make 40 and 200 VP would leave no room for what there is to see.
    plotted = by_agent if len(effects.agents) == 1 else compared
    strongest = effects.agents[-1]
    places, low, high = effects.rank_intervals(strongest)
    for k, thing in enumerate(effects.things):
        cells = []
        for agent in effects.agents:
            found, shown = by_agent[agent][k], plotted[agent][k]
            cells.append(f"{number(found.mean, sign=is_effect)} ±{number(found.half)}")
            bars.append(Bar(thing, shown.mean, shown.low, shown.high, agent, labels[k]))
        said = _said(tests[strongest][0][k], tests[strongest][1][k])
        rank = f"{number(places[k], 0)} ({number(low[k], 0)}-{number(high[k], 0)})"
        rows.append((thing, *cells, rank, said, labels[k]))
    order = np.argsort(places, kind="stable")
    heads = ("", *(f"{agent} ±95%" for agent in effects.agents), "rank (95%)", "of the strongest agent", "agents")
    summary.tables.append(Table(unit, heads, tuple(rows[k] for k in order)))
    summary.numbers["labels"] = dict(zip(effects.things, labels, strict=True))
    summary.numbers["ranks"] = {
        thing: {"rank": places[k], "low": low[k], "high": high[k]} for k, thing in enumerate(effects.things)
    }
    summary.numbers["tests"] = {
        agent: {
            thing: {"differs_p": tests[agent][0][k], "equivalent_p": tests[agent][1][k]}
            for k, thing in enumerate(effects.things)
        }
        for agent in effects.agents
    }
    sorted_bars = sorted(bars, key=lambda bar: int(np.flatnonzero(order == effects.things.index(bar.name))[0]))
    title = unit if plotted is by_agent else f"{unit}, above the agent's mean"
    summary.plots.append(Forest(title, "VP", tuple(sorted_bars), zero=plotted is not by_agent or is_effect))
    what = "no effect" if is_effect else "the mean of all"
    summary.notes.append(
        f"±: 95 % intervals, games with equal seeds taken together. 'differs', 'equal': from {what}, by a t-test, or "
        f"within ±{question.margin:g} VP, by two one-sided tests; p corrected for {len(effects.things)} comparisons "
        f"(Holm) and below {LEVEL:g}. Ranks: bootstrap of the seeds."
    )
    if question.study != "handicap":  # what makes boards even is told there
        named = dict(zip(effects.things, by_agent[strongest], strict=True))
        summary.findings += headlines(strongest, named, tests[strongest], is_effect, question.margin)
    if len(effects.agents) > 1:
        if len(effects.things) > 1:
            summary.findings.append(agreement(labels))
        _across_agents(summary, effects, means, errors)


def _said(differs: float, equivalent: float) -> str:
    words = []
    if differs < LEVEL:
        words.append(f"differs (p {p_text(differs)})")
    if equivalent < LEVEL:
        words.append(f"equal (p {p_text(equivalent)})")
    return ", ".join(words) or "open"


def _across_agents(summary: Summary, effects: Effects, means: Array, errors: Array) -> None:
    """Where agents part: components of variance, rank correlations, the slope chart."""
    agents = effects.agents
    parts = components(*effects.effects())
    summary.numbers["components"] = {
        "thing": parts.rows, "agent": parts.columns, "thing_by_agent": parts.both, "noise": parts.noise
    }  # fmt: skip
    of_all = parts.rows + parts.columns + parts.both or math.nan
    rows = tuple(
        (name, number(math.sqrt(value)), f"{number(100 * value / of_all, 0)} %")
        for name, value in (("the thing", parts.rows), ("the agent", parts.columns), ("both together", parts.both))
    )
    summary.tables.append(Table("Components of variance", ("what decides", "standard deviation", "share"), rows))
    if len(effects.things) > 2:
        rho = [[float(spearman(means[:, i], means[:, j])[0]) for j in range(len(agents))] for i in range(len(agents))]
        summary.numbers["rank_correlations"] = {
            a: dict(zip(agents, row, strict=True)) for a, row in zip(agents, rho, strict=True)
        }
        summary.tables.append(
            Table("Rank correlation between agents", ("", *agents),
                  tuple((a, *(number(v, 2) for v in row)) for a, row in zip(agents, rho, strict=True)))
        )  # fmt: skip
    lines = tuple((thing, tuple(row)) for thing, row in zip(effects.things, means.tolist(), strict=True))
    summary.plots.append(Slope("By agent, weakest first", "VP", agents, lines))


def _agents(summary: Summary, effects: Effects) -> None:
    if len(effects.agents) < 2:
        return
    rows = tuple((s.agent, number(s.worth, 2, sign=True), number(1.96 * s.error, 2)) for s in effects.strengths)
    summary.tables.append(
        Table("The agents, weakest first (log-odds to beat the weakest)", ("agent", "strength", "±"), rows)
    )
    summary.numbers["strengths"] = {s.agent: {"worth": s.worth, "error": s.error} for s in effects.strengths}


def _notes(summary: Summary, effects: Effects, run: Run) -> None:
    question = effects.question
    if question.precision is not None:
        summary.notes.append(
            f"Played until intervals were ±{question.precision:g} VP, looked at {run.looks} times. To stop when an "
            "interval is narrow, not when an effect is seen, leaves means unbiased, and of simulated studies 94.8 to "
            "95.1 % of the intervals cover (benchmarks/coverage.py)."
        )
        if run.short:
            summary.notes.append(f"Not reached by {question.most_games:,} games: {', '.join(run.short)}.")
    if len(effects.agents) > 1:
        summary.notes.append(
            "'all agents agree': effects that differ by no more than chance, or all surely of one sign; 'grows' or "
            "'shrinks with strength': from agent to agent, surely from the weakest to the strongest; 'this agent's': "
            "anything else, with the names of those that stand apart, unless each does."
        )
    else:
        summary.notes.append("One agent: nothing here tells the game from its way of playing.")


def effects_power(store: Store, run: Run, effect: float) -> list[tuple[str, str, float, int]]:
    """Of each effect how many games would show one of this size in 80 of 100 studies, by the scatter of a pilot."""
    effects = _effects_of(store, run)
    found = []
    for thing in effects.things:
        for agent in effects.agents:
            known = effects.values(thing, agent)
            known = known[~np.isnan(known)]
            if len(known) > 1:
                spread = float(known.std(ddof=1))
                games = blocks_needed(spread, effect) * effects.games_a_value(thing, agent, len(known))
                found.append((thing, agent, spread, math.ceil(games)))
    return found


def _effects_of(store: Store, run: Run) -> Effects:
    return TileEffects(store, run) if store.question.study == "tiles" else Effects(store, run.frame, run.blocks)
