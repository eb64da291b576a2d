"""A game as a film: its positions one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.sitting.sitting import Sitting, moment


class Reel:
    """The positions of a game one after the other: all of them, or as many as the players have made so far."""

    def __init__(self, sitting: Sitting, games: Sequence[Game] | None = None) -> None:
        self.sitting = sitting
        self.games = [sitting.game] if games is None else list(games)

    @classmethod
    def of(cls, record: Record) -> Reel:
        """A recorded game, with nobody at the table."""
        reel = cls(Sitting(record.game(0), record.players, {}))
        reel.read_on(record)
        return reel

    def read_on(self, record: Record) -> None:
        """What a record of the same game has besides: it has gone on since."""
        for number, step in enumerate(record.steps()):
            if number >= self.last:
                told = moment(step.game, step.action, step.after, step.events, record.players)
                self.sitting.moments.append(told)
                self.sitting.thoughts.append(step.thought)
                self.games.append(step.after)

    @property
    def grows(self) -> bool:
        """Whether there are players who go on."""
        return bool(self.sitting.agents) and not self.sitting.game.is_over

    def push(self, action: str) -> None:
        """A player has decided."""
        self.sitting.push(action)
        self.games.append(self.sitting.game)

    @property
    def last(self) -> int:
        """The number of actions there are."""
        return len(self.games) - 1

    def rounds(self) -> list[int]:
        """The actions that begin a round, by number."""
        moments = self.sitting.moments
        return [i for i, done in enumerate(moments) if not i or done.when != moments[i - 1].when]
