"""The folder of a study: what it asks, every game, and what came of them.

`study.json` is the question with everything that its games depend on, `games.jsonl` has a line per game in the order
they were done. All else is written from these two, and can be written again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

from .. import data as component_data
from ..arena import Failure, Plan, Result
from ..safe import line
from ..store import Folder, Kind
from .cells import Layout
from .designs import cells_of
from .errors import BalanceError
from .question import Question
from .sample import Twin

FORMAT = "burgundy-study/1"
GAMES = "games.jsonl"
TWINS = "twins.jsonl"  # of the study of tiles
KIND = Kind("study", FORMAT, (GAMES, TWINS))


class Store:
    """A study's folder: to read from at any time, and to write in by one process at a time."""

    def __init__(self, folder: Folder, question: Question, plan: Plan) -> None:
        """`plan`: who plays, with which data and seed; its games are not the study's."""
        self._folder, self.folder, self.question, self.plan = folder, folder.path, question, plan
        loaded = plan.components()
        self.data = loaded
        self.layout = Layout(cells_of(question, plan.config.data), question.seed)
        self._games = folder.lines(GAMES, load=self._result, dump=Result.to_json, key=attrgetter("game"))
        self.twins = folder.lines(TWINS, load=self._twin, dump=Twin.to_json, key=attrgetter("cell", "block"))

    @classmethod
    def create(cls, folder: str | os.PathLike[str], question: Question) -> Store:
        """Begin a folder; one that holds a study, or something else, is refused."""
        plan = _plan_of(question)
        cells_of(question, plan.config.data)  # a study that can't be is no reason to leave a folder behind
        document = {"question": question.to_json(), "plan": plan.to_json()}
        return cls(Folder.create(folder, KIND, document), question, plan)

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, trusts: Callable[[Sequence[str]], bool] | None = None) -> Store:
        """The folder of a study begun earlier. `trusts` is asked about agents that are code of others."""
        found = Folder.open(folder, KIND)
        header = found.path / KIND.header
        try:
            question = Question.of(found.document["question"])
            plan = Plan.from_json(found.document["plan"])
        except (KeyError, TypeError, AttributeError) as error:
            raise BalanceError(f"{header}: {error!r} is missing or of another kind") from None
        except ValueError as error:
            raise BalanceError(f"{header}: {error}") from None
        if plan.texts != question.agents:
            raise BalanceError(f"{header}: its question and its plan name different agents; it has been changed")
        programs = question.programs
        if programs and not (trusts is not None and trusts(programs)):
            raise BalanceError(
                f"{header}: names agents that run programs: {', '.join(map(line, programs))}; whoever trusts the "
                "folder opens it with trusts=lambda programs: True"
            )
        return cls(found, question, plan)

    def take(self) -> None:
        """Become the one who plays this study; StoreError names another who is at it."""
        self._folder.take()

    def read(self) -> Iterator[Result]:
        """The games that were not read yet."""
        yield from self._games.read()

    def add(self, results: Sequence[Result]) -> list[Result]:
        """Keep results; those that are new."""
        return self._games.add(results)

    def add_crash(self, failure: Failure) -> Path:
        """Keep what an agent fell over; the file's path."""
        return failure.keep(self.folder)

    def close(self) -> None:
        """Nothing more is written."""
        self._folder.close()

    def _twin(self, document: dict[str, Any]) -> Twin:
        """What a line about twins says."""
        twin = Twin.from_json(document)
        if not 0 <= twin.cell < len(self.layout.cells) or not self.layout.cells[twin.cell].twins:
            raise ValueError("no game of this study")
        if len(twin.owned) != self.layout.cells[twin.cell].players:
            raise ValueError("has another number of players here")
        if twin.seed != self.layout.seed_of(twin.block):
            raise ValueError("has another seed here")
        return twin

    def _result(self, document: dict[str, Any]) -> Result:
        """What a line of this study says."""
        number = document.get("game")
        if type(number) is not int or number < 0:
            raise ValueError("no game of this study")
        block, seed, seats = self.layout.expected(number)
        result = Result.from_json(document, len(seats))
        names = [self.plan.entrants[i].name for i in seats]
        if (result.seed, result.block, result.seats) != (seed, block, names):
            raise ValueError(f"game {number} has another seed or other players here")
        if result.first is None or result.choices is None or result.leads is None or not result.is_complete:
            raise ValueError(f"game {number} is not whole")
        return result


def _plan_of(question: Question) -> Plan:
    """Who plays: a plan whose own games nobody plays."""
    loaded = component_data.load(question.data)
    return Plan.of(question.agents, 1, seed=question.seed, data=loaded.directory)
