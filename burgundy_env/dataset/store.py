"""The folder of a dataset: who plays what, and every game as soon as it is done.

`dataset.json` says what is played, `games.jsonl` has a line per game with its actions. All else is written from them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

from ..arena import Failure, Plan, Result
from ..arena.schedule import Fixture, derived_seed
from ..config import GameConfig
from ..safe import line
from ..store import Folder, Kind

FORMAT = "burgundy-dataset/1"
LINES = "games.jsonl"
KIND = Kind("dataset", FORMAT, (LINES,))


class DatasetError(ValueError):
    """A dataset that can't be made or read; the message says why."""


class Store:
    """A dataset's folder: to read from at any time, and to write in by one process at a time."""

    def __init__(self, folder: Folder, plan: Plan) -> None:
        """`plan`: who plays, how many games, with which config, data and seed; its own match-ups nobody plays."""
        self._folder, self.folder, self.plan = folder, folder.path, plan
        self._players = [i for i, entrant in enumerate(plan.entrants) if entrant.agents]
        self._others = tuple(i for i, entrant in enumerate(plan.entrants) if not entrant.agents)  # the Châteauma
        self._games = folder.lines(LINES, load=self._result, dump=Result.to_json, key=attrgetter("game"))
        self.results: dict[int, Result] = {}

    @classmethod
    def create(
        cls,
        folder: str | os.PathLike[str],
        agents: Sequence[str],
        games: int,
        *,
        config: GameConfig | Mapping[str, Any] | str | None = None,
        seed: int = 1,
        data: str | None = None,
    ) -> Store:
        """Begin a folder. Agents take their seats in turn, each game one seat further."""
        plan = Plan.of(agents, games, config=config, seed=seed, data=data, keeps_actions=True)
        return cls(Folder.create(folder, KIND, {"plan": plan.to_json()}), plan)

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, trusts: Callable[[Sequence[str]], bool] | None = None) -> Store:
        """A folder begun earlier, with its games. `trusts` is asked about agents that are code of others."""
        found = Folder.open(folder, KIND)
        header = found.path / KIND.header
        try:
            plan = Plan.from_json(found.document["plan"])
        except (KeyError, TypeError, AttributeError) as error:
            raise DatasetError(f"{header}: {error!r} is missing or of another kind") from None
        except ValueError as error:
            raise DatasetError(f"{header}: {error}") from None
        if plan.programs and not (trusts is not None and trusts(plan.programs)):
            raise DatasetError(
                f"{header}: names agents that run programs: {', '.join(map(line, plan.programs))}; whoever trusts "
                "the folder opens it with trusts=lambda programs: True"
            )
        store = cls(found, plan)
        store.read()
        return store

    def fixture(self, number: int) -> Fixture:
        """A game by its number."""
        config, players = self.plan.config, self._players
        places = config.parties - len(self._others)
        seats = tuple(players[(number + place) % len(players)] for place in range(places)) + self._others
        return Fixture(number, number, derived_seed(self.plan.seed, "game", number), config, seats)

    def missing(self) -> Iterator[Fixture]:
        """The games that were not played yet."""
        return (self.fixture(number) for number in range(self.plan.games) if number not in self.results)

    def read(self) -> None:
        """Take in the games that were not read yet."""
        self.results.update({result.game: result for result in self._games.read()})

    def take(self) -> None:
        """Become the one who plays; StoreError names another who is at it."""
        self._folder.take()

    def add(self, results: Sequence[Result]) -> None:
        """Keep results."""
        self.results.update({result.game: result for result in self._games.add(results)})

    def add_crash(self, failure: Failure) -> Path:
        """Keep what an agent fell over; the file's path."""
        return failure.keep(self.folder)

    def close(self) -> None:
        """Nothing more is written."""
        self._folder.close()

    def _result(self, document: dict[str, Any]) -> Result:
        number = document.get("game")
        if type(number) is not int or not 0 <= number < self.plan.games:
            raise ValueError("no game of this dataset")
        fixture = self.fixture(number)
        result = Result.from_json(document, self.plan.config.parties)
        if (result.seed, result.seats) != (fixture.seed, [self.plan.entrants[i].name for i in fixture.seats]):
            raise ValueError(f"game {number} has another seed or other players here")
        if result.actions is None or not result.is_complete:
            raise ValueError(f"game {number} is not whole")
        return result
