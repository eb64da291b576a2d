"""What is kept of a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """A game that was played: a line of `games.jsonl`. Lists are by seat, the Châteauma's last."""

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

    @property
    def counts(self) -> bool:
        """Whether the game has a result."""
        return self.decided_by != "error"

    @property
    def is_complete(self) -> bool:
        """Whether it was played to its end, so that its points count."""
        return self.error is None

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


Outcome = Result | Failure
