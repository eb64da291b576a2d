"""What an agent is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.records import Thought


class AgentError(ValueError):
    """An agent can't be had as it was asked for; the message says why and what would be right.

    >>> from burgundy_agents import make
    >>> make("heuristc")
    Traceback (most recent call last):
    burgundy_agents.protocol.AgentError: ...
    """


@runtime_checkable
class Agent(Protocol):
    """Whoever decides for a seat. Any object with `act` will do; no base class is needed.

    What is called besides, where it is there: `begin(game, seat, seed)` before the first decision of a
    game, `end(game, seat)` when it is over, and `close()` when the agent is needed no more. An agent that
    has `begin` is kept for the games to come; of any other a new one is made for each game. Where thoughts
    are wanted, `think(game)` before `act(game)` for the same position: a `burgundy_env.records.Thought`, or
    an object with the same keys.

    >>> class First:
    ...     def act(self, game):
    ...         return game.legal_actions()[0]
    >>> isinstance(First(), Agent)
    True
    """

    def act(self, game: Game) -> str:
        """The action, in notation, of the seat to decide (`game.active`).

        The game is there to be looked at: an agent that wants to try something does it in `game.copy()`,
        and one that must not know what is hidden calls `redetermine` on its copy first.
        """
        ...


def thought_by(agent: object, game: Game) -> Thought | None:
    """What an agent thinks of a position that it is to decide in next; None if it says nothing. ValueError if what it
    says is no thought of this position."""
    from burgundy_env.records import Thought, thought_of

    think = getattr(agent, "think", None)
    if think is None:
        return None
    told = think(game)
    if told is None:
        return None
    if not isinstance(told, Thought):
        if not isinstance(told, Mapping):
            raise ValueError(f"think: a Thought or an object with its keys, not {told!r:.80}")
        told = thought_of(told)
    told.check(game.legal_actions(), game.config.seats)
    return told or None


def seen(game: Game, seed: int) -> Game:
    """The game as an agent may look at it: trying things in it shows a future, but not the real one."""
    view = game.copy()
    view.redetermine(seed)
    view.seed = None
    return view
