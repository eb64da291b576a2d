"""Analyses as objects: of a position, and of a record, with tables, curves and pictures for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, overload

import numpy as np

from ..game import Game
from ..hooks import hook
from ..records import Record
from ..telling.seats import seat_name
from . import report
from .errors import AnalysisError
from .judge import USUAL, Judge
from .pieces import in_order, watched_lines
from .review import DRAWN, Entry, check
from .summary import is_mistake, mistakes, summarise
from .work import Task, entries


@overload
def analyse(what: Record, agent: str = ..., **options: Any) -> Analysis: ...
@overload
def analyse(what: Game | Mapping[str, Any], agent: str = ..., **options: Any) -> PositionAnalysis: ...
def analyse(what: Record | Game | Mapping[str, Any], agent: str = USUAL, **options: Any) -> Any:
    """Judge a record turn by turn, or the best turns of a position (a game, or a document).

    `agent`: `turn` with its number of futures. `seed` decides which futures. Of a record, too: `workers`, processes
    beside this one; `folder`, where what was found is kept and gone on with; `progress`, told how many are done.

    >>> from burgundy_env import Game, analyse
    >>> game = Game.new({"players": 2}, seed=7)
    >>> game.push("start h19")
    >>> game.push("start h19")
    >>> len(analyse(game, "turn:futures=20").best) > 1
    True
    """
    if isinstance(what, Record):
        return Analysis.of(what, agent, **options)
    game = what if isinstance(what, Game) else Game.from_json(what, options.get("seed", 1))
    return PositionAnalysis.of(game, agent, **options)


class PositionAnalysis:
    """The best turns of a position.

    >>> from burgundy_env import Game, analyse
    >>> analysis = analyse(Game.new({"players": 2}, seed=7), "turn:futures=20")
    >>> analysis.seat, analysis.best[0].split()[0], analysis.to_json()["seat"]
    (0, 'start', 0)
    >>> analysis.table() is not None, analysis.board() is not None
    (True, True)
    """

    def __init__(self, game: Game, agent: str, lines: Sequence[dict[str, Any]]) -> None:
        self.game, self.agent, self.lines = game, agent, list(lines)

    @classmethod
    def of(
        cls,
        game: Game,
        agent: str = USUAL,
        *,
        seed: int = 1,
        watch: Callable[[PositionAnalysis], object] | None = None,
    ) -> PositionAnalysis:
        """Judge a position; `watch` sees what is known so far, again and again."""
        if game.active is None:
            raise AnalysisError("the game is over; there is nothing to decide")
        judge, found = Judge.of(agent, seed), cls(game, agent, [])
        for compared in watched_lines(judge, game):
            told = [compared.told(line) for line in in_order(compared, game.config.solo)]
            found = cls(game, agent, told)
            if watch is not None:
                watch(found)
        return found

    @property
    def seat(self) -> int:
        """Who is to decide."""
        assert self.game.active is not None
        return self.game.active

    @property
    def best(self) -> list[str]:
        """The best turn."""
        return list(self.lines[0]["turn"]) if self.lines else []

    def table(self) -> Any:
        """The lines as a table."""
        rows = [
            {
                "turn": ", ".join(line["turn"]),
                "lead": line["margin"],
                "error": line["error"],
                "vp": line["vp"][self.seat],
                "win": line["win"][self.seat],
            }
            for line in self.lines
        ]
        return as_table(rows)

    def board(self, turn: Sequence[str] | None = None) -> Any:
        """The position as a picture with the best turn, or another one, drawn on it."""
        return hook("turn_drawn")(self.game, self.best if turn is None else turn)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "format": "burgundy-lines/1",
            "agent": self.agent,
            "seat": self.seat,
            "lines": self.lines,
            "position": self.game.to_json(),
        }

    def __str__(self) -> str:
        return report.lines_table(self.lines, self.seat)

    def _repr_html_(self) -> str:
        html: str = hook("analysis_html")(str(self), self.board())
        return html


class Analysis:
    """A record, judged turn by turn.

    >>> from burgundy_agents import make
    >>> from burgundy_env import Game, Record, analyse
    >>> game, agent = Game.new({"players": 2}, seed=7), make("reflex", seed=1)
    >>> while len(game.events) < 70:
    ...     game.push(agent.act(game))
    >>> analysis = analyse(Record.of(game), "turn:futures=20")
    >>> sorted(analysis.summary)[:2], len(analysis.rows()) == len(analysis.table()), "<html" in analysis.page()
    (['accuracy', 'mistakes'], True, True)
    >>> analysis.board(0) is not None, analysis.to_json()["agent"]
    (True, 'turn:futures=20')
    >>> curves = analysis.curves()  # with matplotlib
    """

    def __init__(self, record: Record, agent: str, found: Sequence[Entry]) -> None:
        self.record, self.agent, self.entries = record, agent, list(found)

    @classmethod
    def of(
        cls,
        record: Record,
        agent: str = USUAL,
        *,
        seed: int = 1,
        workers: int = 1,
        folder: str | Path | None = None,
        data: str | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Analysis:
        """Judge all turns of a record."""
        check(record)
        Judge.of(agent, seed)
        task = Task(record, agent, seed, data)
        return cls(record, agent, entries(task, workers=workers, folder=folder, progress=progress))

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Choices, luck, what is left, mistakes and accuracy by seat."""
        return summarise(self.record, self.entries)

    def table(self) -> Any:
        """A row for each turn that was judged."""
        return as_table(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """The same as a list of dicts."""
        return [_row(entry) for entry in self.entries if "cost" in entry]

    def curves(self) -> Any:
        """Expected final points and chances to win through the game, drawn by matplotlib where that is installed."""
        if find_spec("matplotlib") is None:
            raise AnalysisError(
                "curves are drawn by matplotlib, which is not installed: pip install 'burgundy-env[notebook]'; "
                ".table() has the numbers"
            )
        pyplot: Any = import_module("matplotlib.pyplot")
        judged = [entry for entry in self.entries if "cost" in entry]
        figure, (points, chance) = pyplot.subplots(2, 1, sharex=True, figsize=(9, 6))
        at = [entry["first"] + 1 for entry in judged]
        taken = [entry["lines"][entry["taken"]] for entry in judged]
        for seat in range(self.record.config.seats):
            name = seat_name(seat, self.record.players)
            points.plot(at, [line["vp"][seat] for line in taken], label=name)
            chance.plot(at, [100 * line["win"][seat] for line in taken])
        points.set_ylabel("expected final VP")
        chance.set_ylabel("chance to win (%)")
        chance.set_xlabel("action")
        points.legend()
        pyplot.close(figure)  # a notebook would draw what is open once more
        return figure

    def board(self, number: int) -> Any:
        """The position before a turn, with the best line drawn on it."""
        entry = self.entries[number]
        if "lines" not in entry:
            raise AnalysisError(f"turn {number} was not played to its end, so nothing was judged")
        line = entry["lines"][entry["better"]]["turn"]
        return hook("turn_drawn")(self.record.game(entry["first"]), line)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "format": "burgundy-analysis/1",
            "agent": self.agent,
            "summary": self.summary,
            "turns": self.entries,
            "told": str(self),
            "mistakes": [{"first": one["first"], "told": report.mistake(one)} for one in mistakes(self.entries)],
        }

    def page(self) -> str:
        """The replay page with all of it."""
        made: str = hook("replay_page")(self.record, analysis=self.to_json())
        return made

    def __str__(self) -> str:
        return report.report(self.summary)

    def _repr_html_(self) -> str:
        dearest = [found for seat in self.summary["mistakes"] for found in seat[:1]]
        drawn = self.board(max(dearest, key=lambda one: one["cost"]["vp"])["number"]) if dearest else None
        html: str = hook("analysis_html")(str(self), drawn)
        return html


def _row(entry: Entry) -> dict[str, Any]:
    taken = entry["lines"][entry["taken"]]
    by = entry["luck"].get("by", {})
    dice = [found["vp"][entry["seat"]] for name, found in by.items() if name != DRAWN]
    return {
        "turn": entry["number"],
        "action": entry["first"] + 1,
        "seat": entry["seat"],
        "phase": entry["phase"],
        "round": entry["round"],
        "played": ", ".join(entry["played"]),
        "best": ", ".join(entry["lines"][entry["better"]]["turn"]),
        "cost": entry["cost"]["vp"],
        "error": entry["cost"]["error"],
        "win_lost": entry["cost"]["win"],
        "mistake": is_mistake(entry),
        "lead": taken["margin"],
        "vp": taken["vp"][entry["seat"]],
        "win": taken["win"][entry["seat"]],
        "dice_after": round(float(np.sum(dice)), 3) if dice else 0.0,
        "drawn_after": by[DRAWN]["vp"][entry["seat"]] if DRAWN in by else 0.0,
    }


def as_table(rows: list[dict[str, Any]]) -> Any:
    """A data frame of polars or pandas, whichever is installed, or the list itself."""
    for library in ("polars", "pandas"):
        if find_spec(library) is not None:
            return import_module(library).DataFrame(rows)
    return rows
