"""The strongest player: turn search (`burgundy_env.players.turn`), by a number of futures or by the clock."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from .compiled import stream_seed
from .protocol import AgentError

if TYPE_CHECKING:
    from burgundy_env import Game

_UNWATCHED = 5000  # futures, some 0.3 s: nobody interrupts that, and to watch it would be compiled beside the rest


class TurnAgent:
    """Thinks once a turn: about `futures` games dealt anew, or about as many as `ms` milliseconds allow.

    With a number of futures and a seed it plays as it does in the arena's batches, always the same.
    """

    def __init__(self, futures: int | None = None, ms: float | None = None, seed: int | str | None = None) -> None:
        if futures is not None and ms is not None:
            raise AgentError("turn: give futures or ms, not both")
        from burgundy_env.players.policies import Policy
        from burgundy_env.players.turn.watched import WatchedSearch

        number = stream_seed(seed)
        self._deals = count(number)  # what is hidden is dealt otherwise at each decision
        self._player: Policy | WatchedSearch
        if ms is None and (futures or 0) <= _UNWATCHED:
            self._player = Policy("turn" if futures is None else f"turn:{futures}", number)
        else:
            self._player = WatchedSearch(number, futures=futures or 0, ms=ms or 0.0)

    def act(self, game: Game) -> str:
        """The next action of its turn."""
        from burgundy_env.engine.actions import STRINGS

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        return STRINGS[self._player.choose(game.view(next(self._deals)))]
