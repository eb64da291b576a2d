"""What is kept of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..data.cursor import is_finite, shown
from ..engine.layout import SCORE_NAMES
from ..outcome import DECIDED_BY
from ..store import write_json

_MOST, _MANY = 32_767, 1_000_000
_DECIDED_BY = (*DECIDED_BY, "forfeit", "error")


def _is_breakdown(value: object) -> bool:
    return isinstance(value, dict) and all(
        key in SCORE_NAMES and type(points) is int and abs(points) <= _MOST for key, points in value.items()
    )


def _are_counts(value: object, length: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == length
        and all(type(number) is int and 0 <= number <= _MANY for number in value)
    )


def _is_error(value: object, seats: int) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"seat", "agent", "message"}
        and (value["seat"] is None or (type(value["seat"]) is int and 0 <= value["seat"] < seats))
        and isinstance(value["agent"], str | None)
        and isinstance(value["message"], str)
    )


@dataclass(frozen=True)
class Result:
    """A game that was played: a line of `games.jsonl`. Lists are by seat, the Châteauma's last, in the team game by
    team."""

    game: int  # its number in the tournament
    block: int  # games with the same number here have the same seed
    seed: int
    seats: list[str]  # names of the entrants
    duchies: list[int]
    totals: list[int]
    breakdown: list[dict[str, int]]  # points by source; sources that gave none are left out
    ranking: list[int]  # seats, best first
    winners: list[int]
    decided_by: str  # as Outcome says it, "forfeit", or "error" for a game that doesn't count
    decisions: list[int]
    seconds: float  # of games that were played in a batch: the mean
    thinking: list[float] | None = None  # seconds by seat; None for games played in a batch
    error: dict[str, Any] | None = None  # seat, agent and message of what went wrong
    actions: str | None = None  # `packed`, where the plan has them kept
    first: int | None = None  # who began
    choices: list[int] | None = None  # the decisions in which there was something to decide
    leads: int | None = None  # how often another one led than before, at ends of rounds and at the end

    @property
    def counts(self) -> bool:
        """Whether the game has a result."""
        return self.decided_by != "error"

    @property
    def is_complete(self) -> bool:
        """Whether it was played to its end, so that its points count."""
        return self.error is None

    @classmethod
    def from_json(cls, line: Mapping[str, Any], seats: int) -> Result:
        """What a line says; ValueError where it is none of a game with so many seats."""
        try:
            result = cls(**line)
        except TypeError:
            raise ValueError(
                f"no game of this tournament; it would have the keys {', '.join(field.name for field in fields(cls))}"
            ) from None
        wrong = next(result._wrong(seats), None)
        if wrong is not None:
            raise ValueError(f"{wrong}: {shown(getattr(result, wrong))} is none of a game with {seats} seats")
        return result

    def _wrong(self, seats: int) -> Iterator[str]:
        """The keys whose values can't be."""
        for key in ("game", "block", "seed"):
            if type(getattr(self, key)) is not int or getattr(self, key) < 0:
                yield key
        for key, least, most in (("duchies", 0, 99), ("totals", -_MOST, _MOST), ("ranking", 0, seats - 1),
                                 ("winners", 0, seats - 1), ("decisions", 0, _MANY)):  # fmt: skip
            value = getattr(self, key)
            if (
                not isinstance(value, list)
                or len(value) > seats
                or not all(type(number) is int and least <= number <= most for number in value)
            ):
                yield key
        if self.totals and self.counts and sorted(self.ranking) != list(range(seats)):
            yield "ranking"
        if not isinstance(self.breakdown, list) or not all(_is_breakdown(one) for one in self.breakdown):
            yield "breakdown"
        if len(self.breakdown) != len(self.totals) or len(self.totals) not in (0, seats):
            yield "totals"
        if len(self.decisions) != len(self.totals):
            yield "decisions"
        if self.decided_by not in _DECIDED_BY:
            yield "decided_by"
        for key, most in (("first", seats - 1), ("leads", _MOST)):
            value = getattr(self, key)
            if value is not None and not (type(value) is int and 0 <= value <= most):
                yield key
        if self.choices is not None and not _are_counts(self.choices, len(self.totals)):
            yield "choices"
        if not is_finite(self.seconds) or self.seconds < 0:
            yield "seconds"
        thinking = [] if self.thinking is None else self.thinking
        if not isinstance(thinking, list) or len(thinking) not in (0, seats) or not all(map(is_finite, thinking)):
            yield "thinking"
        if self.error is not None and not _is_error(self.error, seats):
            yield "error"
        if not isinstance(self.actions, str | None):
            yield "actions"
        if (self.error is None) == (self.decided_by in ("error", "forfeit")):
            yield "error"

    def to_json(self) -> dict[str, Any]:
        """The line as a dict, keys that say nothing left out."""
        return {key: value for key, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class Failure:
    """An agent that raised an exception or played what isn't legal."""

    game: int
    seed: int
    config: dict[str, Any]
    seat: int | None  # None: the process died, and not in the code of a seat
    agent: str | None
    error: str
    traceback: str
    position: dict[str, Any] | None
    result: Result  # what is kept of the game where the tournament goes on

    def to_json(self) -> dict[str, Any]:
        """The `crash-*.json` of the tournament's folder."""
        document = asdict(self)
        del document["result"]
        return document

    def keep(self, folder: Path) -> Path:
        """Write it into a folder; the file's path."""
        path = folder / f"crash-{self.game:06}.json"
        write_json(path, self.to_json())
        return path


Outcome = Result | Failure
