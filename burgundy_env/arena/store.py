"""The folder of a tournament: what it is, every game, crashes, the summary.

`tournament.json` says what is played, `games.jsonl` has a line per game in the order they were done,
`crash-NUMBER.json` what an agent fell over; `playing-NUMBER.jsonl` is a game while it is played (`onlookers.py`).
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from burgundy_agents import AgentError

from ..data.cursor import shown
from ..engine.layout import SCORE_NAMES
from ..safe import cell, line
from ..store import Folder, Kind, try_to_write, write_whole
from .entrants import ArenaError
from .plan import FORMAT, Plan
from .result import Failure, Result

GAMES = "games.jsonl"
KIND = Kind("tournament", FORMAT, (GAMES,))


class Store:
    """A tournament's folder: to read from at any time, and to write in by one process at a time."""

    def __init__(self, folder: Folder, plan: Plan) -> None:
        self._folder, self.folder, self.plan = folder, folder.path, plan
        self._records_named = plan.records
        self._games = folder.lines(GAMES, load=partial(_result, plan), dump=Result.to_json, key=attrgetter("game"))
        self.results: dict[int, Result] = {}

    @classmethod
    def create(cls, folder: str | os.PathLike[str], plan: Plan) -> Store:
        """Begin a folder; one that holds a tournament, or something else, is refused."""
        _try_records(plan)
        return cls(Folder.create(folder, KIND, plan.to_json()), plan)

    @classmethod
    def open(
        cls,
        folder: str | os.PathLike[str],
        *,
        trusts: Callable[[Sequence[str]], bool] | None = None,
        records: str | os.PathLike[str] | None = None,
    ) -> Store:
        """The folder of a tournament begun earlier, with the games that are in it now.

        To read it loads the agents it names. `trusts` is asked about those that would have code run that is not of
        this project; where it is not there, or says no, such a folder is refused. To play on, a folder for records
        that lies outside has to be named in `records`: else somebody else's file could write anywhere.
        """
        found = Folder.open(folder, KIND)
        header = found.path / KIND.header
        try:
            plan = Plan.from_json(found.document)
        except (KeyError, TypeError, AttributeError) as error:
            raise ArenaError(f"{header}: {error!r} is missing or of another kind") from None
        except ValueError as error:
            raise ArenaError(f"{header}: {error}") from None
        if plan.programs and not (trusts is not None and trusts(plan.programs)):
            raise ArenaError(
                f"{header}: names agents that run programs: {', '.join(map(line, plan.programs))}; whoever trusts "
                "the folder opens it with trusts=lambda programs: True"
            )
        try:
            store = cls(found, plan)
            store._records_named = None if records is None else os.path.abspath(records)
            _check_versions(header, plan, found.document.get("versions"))
            store._read()
        except AgentError as error:
            raise ArenaError(f"{header}: {error}") from None
        return store

    @property
    def version(self) -> str:
        """The version that the tournament was begun with."""
        return str(self._folder.document["version"])

    def take(self) -> None:
        """Become the one who plays this tournament; StoreError names another who is at it."""
        self._check_records()
        _try_records(self.plan)
        self._folder.take()
        self._read()

    def add(self, results: Sequence[Result]) -> None:
        """Keep results; of a game that has one already the first counts."""
        self._keep(self._games.add(results))

    def add_crash(self, failure: Failure) -> Path:
        """Keep what an agent fell over; the file's path."""
        return failure.keep(self.folder)

    def read_on(self) -> None:
        """Look what whoever plays it has added."""
        self._read()

    def close(self) -> None:
        """Nothing more is written."""
        self._folder.close()

    def in_order(self) -> list[Result]:
        """The results by the number of their game: in which order they were done must not matter."""
        return [self.results[number] for number in sorted(self.results)]

    def _check_records(self) -> None:
        """Only a folder that somebody has named is written in, or one inside of this."""
        told, named = self.plan.records, self._records_named
        if named is not None and named != told:
            goes = "no records are written" if told is None else f"records go to {line(told)}"
            raise ArenaError(f"{self.folder}: in this tournament {goes}, not to {line(named)}")
        if told is not None and named is None and self.folder.resolve() not in Path(told).resolve().parents:
            raise ArenaError(
                f"{self.folder / KIND.header}: has records written to {line(told)}, outside of this folder; "
                f"--records {line(told)} allows it"
            )

    def _read(self) -> None:
        self._keep(self._games.read())

    def _keep(self, results: Iterable[Result]) -> None:
        self.results.update({result.game: result for result in results})


def _try_records(plan: Plan) -> None:
    """Find out before the first game whether the records of all games can be written."""
    if plan.records is not None:
        Path(plan.records).mkdir(parents=True, exist_ok=True)
        try_to_write(Path(plan.records) / "game-000000.jsonl")


def free_folder(name: str = "arena") -> Path:
    """arena-1, arena-2 ...: the first that is not there."""
    number = 1
    while Path(f"{name}-{number}").exists():
        number += 1
    return Path(f"{name}-{number}")


def _check_versions(header: Path, plan: Plan, begun: object) -> None:
    """Refuse to go on where our agents play otherwise than when it was begun."""
    for now, then in zip(plan.versions, begun if isinstance(begun, list) else [], strict=False):
        if now != then:
            raise ArenaError(
                f"{header}: begun with {shown(then)}, and it would go on with {now}: games of both can't stand in "
                "one table; begin another tournament"
            )


def _result(plan: Plan, line: dict[str, Any]) -> Result:
    """What a line of this tournament says."""
    number = line.get("game")
    if type(number) is not int or not 0 <= number < len(plan.fixtures):
        raise ValueError("no game of this tournament")
    fixture = plan.fixtures[number]
    result = Result.from_json(line, len(fixture.seats))
    names = [plan.entrants[i].name for i in fixture.seats]
    if (result.game, result.seed, result.seats) != (fixture.number, fixture.seed, names):
        raise ValueError(f"game {result.game} has another seed or other players here")
    return result


def write_csv(path: Path, results: Iterable[Result]) -> None:
    """A row for every seat of every game, as statistics programs like it."""
    first = ("game", "block", "seed", "seat", "agent", "duchy", "total", "place", "won", "decided_by", "decisions",
             "seconds", "error")  # fmt: skip
    text = io.StringIO(newline="")
    rows = csv.DictWriter(text, [*first, *SCORE_NAMES], restval=0)
    rows.writeheader()
    for result in results:
        for seat in range(len(result.seats)):
            rows.writerow({key: cell(value) for key, value in _row(result, seat).items()})
    write_whole(path, text.getvalue())


def _row(result: Result, seat: int) -> dict[str, Any]:
    # A game that a process died of has nothing but its seats.
    played = bool(result.totals)
    return {
        "game": result.game,
        "block": result.block,
        "seed": result.seed,
        "seat": seat,
        "agent": result.seats[seat],
        "duchy": result.duchies[seat] if seat < len(result.duchies) else "",
        "total": result.totals[seat] if played else "",
        "place": result.ranking.index(seat) + 1 if result.counts else "",
        "won": int(seat in result.winners) if result.counts else "",
        "decided_by": result.decided_by,
        "decisions": result.decisions[seat] if played else "",
        "seconds": result.thinking[seat] if result.thinking else "",
        "error": result.error["message"] if result.error and result.error["seat"] in (seat, None) else "",
        **(result.breakdown[seat] if played else {}),
    }
