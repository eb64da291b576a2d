"""What is found out about positions in processes that think: the best turns piece by piece, what a turn of a record
cost, and what an agent makes of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from burgundy_env.analysis.judge import Judge
from burgundy_env.analysis.pieces import Begun, begun, piece
from burgundy_env.analysis.review import Entry, Reviewer
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.sitting.seats import Seat, agents_of, seat_of

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Piece:
    """The next futures of the best turns; the first time they are looked for."""

    agent: str  # `turn` with the futures that the search may spend
    met: int
    count: int
    these: Begun | None = None
    played: Sequence[str] = ()

    def done(self, game: Game) -> tuple[Begun, Array]:
        """The ends of turns, and what the futures say of them."""
        judge = Judge.of(self.agent)
        these = self.these or begun(judge, game, self.played)
        return these, piece(judge, game, these, self.met, self.count)


@dataclass(frozen=True)
class Turned:
    """What one turn of a record cost, and what luck brought after it."""

    record: str
    agent: str
    number: int

    def done(self, game: Game) -> Entry:
        """The turn as a review has it."""
        return _reviewer(self.record, self.agent).entry(self.number)


@lru_cache(maxsize=3)
def _reviewer(record: str, agent: str) -> Reviewer:
    return Reviewer(Record.parse(record), Judge.of(agent))


@dataclass(frozen=True)
class Opinion:
    """What an agent plays, and what it thinks of that."""

    name: str

    def done(self, game: Game) -> dict[str, Any]:
        """Its action, and its thought as records have it."""
        assert game.active is not None
        seats = [Seat("human")] * game.config.players
        seats[game.active] = seat_of(game.active, self.name)
        agent = agents_of(game, seats, thoughts=True)[game.active]
        try:
            action = agent.act(game)
            thought = getattr(agent, "thought", None)
        finally:
            close = getattr(agent, "close", None)
            if close is not None:
                close()
        return {"action": action, **(thought.to_dict() if thought else {})}
