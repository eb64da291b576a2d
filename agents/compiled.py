"""Agents whose rules are compiled into the engine (`burgundy_env.players.policies`), as Python objects."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from burgundy_env import Game


class CompiledAgent:
    """Plays by a compiled policy, and exactly as the arena's kernel does with the same seed."""

    policy: ClassVar[str]

    def __init__(self, seed: int | str | None = None) -> None:
        import numpy as np

        from burgundy_env.engine.seeds import STREAM
        from burgundy_env.players import policies

        self._decide, self._number = policies.decide, policies.POLICIES.index(self.policy)
        self._stream = np.zeros(1, STREAM)
        policies.new_stream(self._stream, _number(seed))

    def act(self, game: Game) -> str:
        """The policy's action for the seat to decide."""
        from burgundy_env.engine.actions import STRINGS

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        # The kernels want the record itself, which is nobody else's business.
        ids, count = game._ids, game._count
        number = self._decide(self._number, game._tables, game._state, 0, self._stream, ids, count)
        return STRINGS[int(number)]


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


def _number(seed: int | str | None) -> int:
    """A seed the kernels take: any number or text gives one."""
    if seed is None:
        return secrets.randbits(62)
    if isinstance(seed, int) and 0 <= seed < 1 << 62:
        return seed
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "big") >> 2
