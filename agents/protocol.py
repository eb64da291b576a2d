"""What an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from burgundy_env import Game


class AgentError(ValueError):
    """An agent can't be had as it was asked for; the message says why and what would be right."""


@runtime_checkable
class Agent(Protocol):
    """Whoever decides for a seat. Any object with `act` will do; no base class is needed.

    What is called besides, where it is there: `begin(game, seat, seed)` before the first decision of a
    game, `end(game, seat)` when it is over, and `close()` when the agent is needed no more. An agent that
    has `begin` is kept for the games to come; of any other a new one is made for each game.
    """

    def act(self, game: Game) -> str:
        """The action, in notation, of the seat to decide (`game.active`).

        The game is there to be looked at: an agent that wants to try something does it in `game.copy()`,
        and one that must not know what is hidden calls `redetermine` on its copy first.
        """
        ...


def seen(game: Game, seed: int) -> Game:
    """The game as an agent may look at it: trying things in it shows a future, but not the real one."""
    view = game.copy()
    view.redetermine(seed)
    view.seed = None
    return view
