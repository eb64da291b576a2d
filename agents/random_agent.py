"""The agent everybody beats."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgundy_env import Game


class RandomAgent:
    """Plays each legal action with the same probability, from a generator of its own.

    Equal seeds play equally in equal games; without a seed every agent is different.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._generator = random.Random(seed)

    def act(self, game: Game) -> str:
        """A random legal action of the seat to decide."""
        actions = game.legal_actions()
        if not actions:
            raise ValueError("the game is over; there is nothing to decide")
        return self._generator.choice(actions)
