"""Agents whose rules are compiled into the engine (`burgundy_env.players.policies`), as Python objects."""

from __future__ import annotations

import hashlib
import secrets
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.game import Play
    from burgundy_env.players.handed import UserPlayer
    from burgundy_env.records import Thought


class _Chooses(Protocol):
    def choose(self, play: Play) -> int: ...


class Asked:
    """Shown what lies open only, at each decision in another deal of what is hidden."""

    def __init__(self, policy: _Chooses, number: int) -> None:
        self._policy, self._deals = policy, count(number)

    def act(self, game: Game) -> str:
        """The policy's action for the seat to decide."""
        from burgundy_env.engine.actions import STRINGS

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        return STRINGS[self._policy.choose(game.view(next(self._deals)))]


class CompiledAgent(Asked):
    """Plays by a compiled policy, and exactly as the arena's kernel does with the same seed.

    Like any other agent it is shown what lies open only; the arena has no need of it for the policies it knows.
    """

    policy: ClassVar[str]

    def __init__(self, seed: int | str | None = None) -> None:
        from burgundy_env.players.policies import Policy

        number = stream_seed(seed)
        super().__init__(Policy(self.policy, number), number)


class RandomAgent(CompiledAgent):
    """The agent everybody beats: each legal action with the same probability.

    Equal seeds play equally in equal games; without a seed every agent is different.

    >>> from burgundy_env import Game
    >>> RandomAgent(seed=1).act(Game.new(seed=7)).split()[0]
    'start'
    """

    policy = "random"


class GreedyAgent(CompiledAgent):
    """Takes the action that gives the most victory points at once.

    >>> from burgundy_env import Game
    >>> GreedyAgent(seed=1).act(Game.new(seed=7)).split()[0]
    'start'
    """

    policy = "greedy"


class ReflexAgent(CompiledAgent):
    """Plays the action that hand-written rules of thumb think most of: fast, and good enough for playouts."""

    policy = "reflex"


class HeuristicAgent(CompiledAgent):
    """Thinks its whole turn through and judges by rules of thumb what is left then.

    >>> from burgundy_env import Game
    >>> HeuristicAgent(seed=1).act(Game.new(seed=7)).split()[0]
    'start'
    """

    policy = "heuristic"

    def think(self, game: Game) -> Thought:
        """The best turns, as it judges where they end."""
        from burgundy_env.players.net.forward import NO_NET

        from .thinking import judged

        return judged(game, NO_NET, heuristic=True)


class UserAgent(Asked):
    """Plays as a user's compiled player does; what it answers is legal, or the agent raises."""

    def __init__(self, player: UserPlayer, seed: int | str | None = None) -> None:
        from burgundy_env.players.handed import UserPolicy

        number = stream_seed(seed)
        super().__init__(UserPolicy(player, number), number)


def explained(game: Game, error: BaseException) -> BaseException:
    """What an agent raised; for an answer of a compiled player that is not legal, what is."""
    from burgundy_env.players.handed import illegal_answer

    answer = illegal_answer(error)
    try:
        if answer is not None:
            game.copy().push(answer)
    except (ValueError, TypeError) as refused:
        return refused
    return error


def stream_seed(seed: int | str | None) -> int:
    """A seed the kernels take: any number or text gives one."""
    if seed is None:
        return secrets.randbits(62)
    if isinstance(seed, int) and 0 <= seed < 1 << 62:
        return seed
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "big") >> 2
