"""What it is worth to be given a tile: the twins of the study of tiles."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ...arena.report import Table
from ...engine.layout import COLOURS, PHASES
from ...telling.tiles import does
from ..frame import Array
from ..laboratory import Run
from ..sample import Twin
from ..statistics.intervals import Estimate, by_block, estimate
from ..store import Store
from ..things import KIND_OF, KINDS, THINGS
from .effects import Effects, told
from .summary import DASH, Summary, number

_THING, _PHASE, _LEAD, _WINS = range(1, 5)  # columns of samples, after the block
_FEWEST = 5  # pairs of twins that an interval can be told from
_PHASES = "ABCDE"
_TOLD = (*COLOURS, "inn")  # kinds whose tiles have numbers that say nothing


class TileEffects(Effects):
    """Differences between twins, by tile."""

    def __init__(self, store: Store, run: Run) -> None:
        super().__init__(store, run.frame, run.blocks)
        self._by_agent = {
            cell.factor("agent"): [twin for (number, _), twin in sorted(run.twins.items()) if number == i]
            for i, cell in enumerate(store.layout.cells)
            if cell.twins
        }
        often = set.intersection(*(self._often(agent) for agent in self.agents))
        self.things = tuple(THINGS[thing] for thing in sorted(often, key=lambda thing: (KIND_OF[thing], thing)))

    @property
    def is_effect(self) -> bool:
        """0 is a tile worth nothing."""
        return True

    @property
    def unit(self) -> str:
        """What is measured."""
        return "lead (VP) of who is given the tile, above the same position without it"

    def twins(self, agent: str) -> list[Twin]:
        """Of an agent, in the order of their blocks."""
        return self._by_agent[agent]

    @cached_property
    def _samples(self) -> dict[str, Array]:
        return {agent: _table(twins) for agent, twins in self._by_agent.items()}

    def samples(self, agent: str) -> Array:
        """A row for each pair of twins: block, thing, phase, and by how much lead and wins (%) differ."""
        return self._samples[agent]

    def _often(self, agent: str) -> set[int]:
        """The things that came up often enough."""
        things, counts = np.unique(self.samples(agent)[:, _THING], return_counts=True)
        return {int(thing) for thing in things[counts >= _FEWEST]}

    def values(self, thing: str, agent: str, measure: str | None = None) -> Array:
        """By block; NaN where the tile did not come up."""
        rows = self.samples(agent)
        return self.by_block(rows[rows[:, _THING] == THINGS.index(thing)], measure)

    def by_block(self, rows: Array, measure: str | None = None) -> Array:
        """Means by block of samples."""
        column = _WINS if measure == "wins" else _LEAD
        return by_block(rows[:, column], rows[:, 0].astype(np.int64), self.blocks)

    def games_a_value(self, thing: str, agent: str, values: int) -> float:
        """A tile comes up in few games."""
        return len(self.twins(agent)) / values


def _table(twins: list[Twin]) -> Array:
    rows = [
        (twin.block, s.thing, s.phase, s.given.lead(s.seat) - s.not_given.lead(s.seat),
         100 * ((s.given.winner == s.seat) - (s.not_given.winner == s.seat)))
        for twin in twins
        for s in twin.samples
    ]  # fmt: skip
    return np.array(rows, np.float64).reshape(-1, 5)


def add(summary: Summary, effects: Effects) -> None:
    """Wins beside points, by phase, and what one would have believed from who wins with what."""
    assert isinstance(effects, TileEffects)
    for agent in effects.agents:
        naive = _wins_with(effects, agent)
        rows = []
        for thing in effects.things:
            count = int((effects.samples(agent)[:, _THING] == THINGS.index(thing)).sum())
            worth, wins = effects.estimate(thing, agent), effects.estimate(thing, agent, "wins")
            with_it = naive.get(thing)
            rows.append((
                thing, f"{count:,}", f"{number(worth.mean, sign=True)} ±{number(worth.half)}",
                f"{number(wins.mean, sign=True)} ±{number(wins.half)}",
                DASH if with_it is None else f"{number(with_it.mean)} ±{number(with_it.half)}",
            ))  # fmt: skip
            summary.numbers.setdefault("tiles", {}).setdefault(agent, {})[thing] = {
                "pairs": count, "wins": told(wins), "wins_with_it": None if with_it is None else told(with_it)
            }  # fmt: skip
        heads = ("tile", "pairs", "worth (VP)", "wins more (points of %)", "wins of who has it (%)")
        summary.tables.append(Table(f"Given a tile: {agent}", heads, tuple(rows)))
        summary.tables.append(_by_phase(summary, effects, agent))
    tiles = [thing for thing in effects.things if KINDS[KIND_OF[THINGS.index(thing)]] in _TOLD]
    if tiles:
        summary.notes.append(f"{'; '.join(f'{tile}: {does(tile, effects.question.ruleset)}' for tile in tiles)}.")
    summary.notes.append(
        "Worth: the same position played on twice, with the tile given to the seat whose turn it is (to its storage, "
        "shields onto a castle, bonus tiles at once), and with the tile out of the game; position, seat and tile are "
        "drawn by lot. Wins of who has it: the share of games won by seats with the tile in their duchy in the end; "
        "it says who takes what as much as what that is worth."
    )


def _by_phase(summary: Summary, effects: TileEffects, agent: str) -> Table:
    """Of each kind, in each phase: the samples of a tile and a phase are few."""
    rows = effects.samples(agent)
    kinds = KIND_OF[rows[:, _THING].astype(np.int64)]
    lines = []
    for kind, name in enumerate(KINDS):
        if not (kinds == kind).any():
            continue
        cells = []
        for phase in range(PHASES):
            here = rows[(kinds == kind) & (rows[:, _PHASE] == phase)]
            if len(here) < _FEWEST:
                cells.append(DASH)
                continue
            found = estimate(effects.by_block(here))
            cells.append(f"{number(found.mean, sign=True)} ±{number(found.half)}")
            of_agent = summary.numbers.setdefault("by_phase", {}).setdefault(agent, {})
            of_agent.setdefault(name, {})[_PHASES[phase]] = told(found)
        lines.append((name, *cells))
    return Table(f"By phase (VP): {agent}", ("", *_PHASES), tuple(lines))


def _wins_with(effects: TileEffects, agent: str) -> dict[str, Estimate]:
    """How often seats won that had a tile in the end."""
    won: dict[int, list[tuple[int, float]]] = {}
    for twin in effects.twins(agent):
        for seat, things in enumerate(twin.owned):
            for thing in things:
                won.setdefault(thing, []).append((twin.block, 100.0 * (seat == twin.itself.winner)))
    found = {}
    for thing, rows in won.items():
        blocks, values = zip(*rows, strict=True)
        found[THINGS[thing]] = estimate(by_block(np.array(values), np.array(blocks), effects.blocks))
    return found
