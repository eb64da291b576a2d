"""Agents whose rules are compiled into the engine (`burgundy_env.players.policies`), as Python objects."""

from __future__ import annotations

import hashlib
import secrets
from itertools import count
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from burgundy_env import Game


class CompiledAgent:
    """Plays by a compiled policy, and exactly as the arena's kernel does with the same seed.

    Like any other agent it is shown what lies open only; the arena has no need of it for the policies it knows.
    """

    policy: ClassVar[str]

    def __init__(self, seed: int | str | None = None) -> None:
        from burgundy_env.players.policies import Policy

        number = stream_seed(seed)
        self._policy = Policy(self.policy, number)
        self._deals = count(number)  # what is hidden is dealt otherwise at each decision

    def act(self, game: Game) -> str:
        """The policy's action for the seat to decide."""
        from burgundy_env.engine.actions import STRINGS

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        return STRINGS[self._policy.choose(game.view(next(self._deals)))]


class RandomAgent(CompiledAgent):
    """The agent everybody beats: each legal action with the same probability.

    Equal seeds play equally in equal games; without a seed every agent is different.
    """

    policy = "random"


class GreedyAgent(CompiledAgent):
    """Takes the action that gives the most victory points at once."""

    policy = "greedy"


class ReflexAgent(CompiledAgent):
    """Plays the action that hand-written rules of thumb think most of: fast, and good enough for playouts."""

    policy = "reflex"


class HeuristicAgent(CompiledAgent):
    """Thinks its whole turn through and judges by rules of thumb what is left then."""

    policy = "heuristic"


def stream_seed(seed: int | str | None) -> int:
    """A seed the kernels take: any number or text gives one."""
    if seed is None:
        return secrets.randbits(62)
    if isinstance(seed, int) and 0 <= seed < 1 << 62:
        return seed
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "big") >> 2
