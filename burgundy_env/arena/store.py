"""The folder of a tournament: what it is, every game, crashes, the summary.

`tournament.json` says what is played, `games.jsonl` has a line per game in the order they were done,
`crash-NUMBER.json` what an agent fell over.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from ..config import ConfigError
from ..engine.layout import SCORE_NAMES
from .entrants import ArenaError
from .plan import Plan
from .result import Failure, Result

PLAN, GAMES = "tournament.json", "games.jsonl"


class Store:
    """A tournament's folder, open for writing."""

    def __init__(self, folder: Path, plan: Plan, results: Sequence[Result] = ()) -> None:
        self.folder, self.plan = folder, plan
        self.results = {result.game: result for result in results}
        self._file: TextIO | None = None

    @classmethod
    def create(cls, folder: str | os.PathLike[str], plan: Plan) -> Store:
        """Begin a folder; one that holds a tournament is refused."""
        path = Path(folder)
        if (path / PLAN).exists():
            raise ArenaError(f"{path} holds a tournament already; go on with it by --resume {path}, or take another")
        path.mkdir(parents=True, exist_ok=True)
        if plan.records is not None:
            Path(plan.records).mkdir(parents=True, exist_ok=True)
        write_whole(path / PLAN, json.dumps(plan.to_json(), indent=1, ensure_ascii=False) + "\n")
        return cls(path, plan)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Store:
        """The folder of a tournament begun earlier. A line that was cut off while it was written goes."""
        path = Path(folder)
        try:
            document = json.loads((path / PLAN).read_text(encoding="utf-8"))
            plan = Plan.from_json(document)
        except FileNotFoundError:
            raise ArenaError(f"{path} holds no tournament: there is no {PLAN} in it") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, (ArenaError, ConfigError)) or not isinstance(error, ValueError):
                known = error if isinstance(error, ValueError) else f"{error!r} is missing or of another kind"
                raise ArenaError(f"{path / PLAN}: {known}") from None
            raise ArenaError(f"{path / PLAN}: {error}") from None
        return cls(path, plan, _read_games(path / GAMES, plan))

    def add(self, results: Sequence[Result]) -> None:
        """Keep results: all of them with one write, so that whoever reads finds whole lines."""
        if self._file is None:
            self._file = open(self.folder / GAMES, "a", encoding="utf-8")  # noqa: SIM115  closed by close()
        self._file.write("".join(f"{json.dumps(result.to_json(), ensure_ascii=False)}\n" for result in results))
        self._file.flush()
        self.results.update({result.game: result for result in results})

    def add_crash(self, failure: Failure) -> Path:
        """Keep what an agent fell over; the file's path."""
        path = self.folder / f"crash-{failure.game:06}.json"
        write_whole(path, json.dumps(failure.to_json(), indent=1, ensure_ascii=False) + "\n")
        return path

    def close(self) -> None:
        """Nothing more is written."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def in_order(self) -> list[Result]:
        """The results by the number of their game: in which order they were done must not matter."""
        return [self.results[number] for number in sorted(self.results)]


def free_folder() -> Path:
    """arena-1, arena-2 ...: the first that is not there."""
    number = 1
    while Path(f"arena-{number}").exists():
        number += 1
    return Path(f"arena-{number}")


def _read_games(path: Path, plan: Plan) -> list[Result]:
    if not path.exists():
        return []
    raw = path.read_bytes()
    whole = raw[: raw.rfind(b"\n") + 1]
    results = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            result = Result(**json.loads(line))
            fixture = plan.fixtures[result.game]
        except (ValueError, TypeError, IndexError):
            raise ArenaError(
                f"{path}, line {number}: no game of this tournament; delete the line or mend it"
            ) from None
        names = [plan.entrants[i].name for i in fixture.seats]
        if (result.seed, result.seats) != (fixture.seed, names):
            raise ArenaError(f"{path}, line {number}: game {result.game} has another seed or other players here")
        results.append(result)
    if len(whole) < len(raw):
        with open(path, "r+b") as file:
            file.truncate(len(whole))
    return results


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole: whoever reads it meanwhile finds the old one or the new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_csv(path: Path, results: Iterable[Result]) -> None:
    """A row for every seat of every game, as statistics programs like it."""
    first = ("game", "block", "seed", "seat", "agent", "duchy", "total", "place", "won", "decided_by", "decisions",
             "seconds", "error")  # fmt: skip
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, [*first, *SCORE_NAMES], restval=0)
        rows.writeheader()
        for result in results:
            rows.writerows(_row(result, seat) for seat in range(len(result.seats)))


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
