"""What an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from burgundy_env import Game


@runtime_checkable
class Agent(Protocol):
    """Whoever decides for a seat. Any object with this method will do; no base class is needed."""

    def act(self, game: Game) -> str:
        """The action, in notation, of the seat to decide (`game.active`).

        The game is there to be looked at: an agent that wants to try something does it in `game.copy()`,
        and one that must not know what is hidden calls `redetermine` on its copy first.
        """
        ...
