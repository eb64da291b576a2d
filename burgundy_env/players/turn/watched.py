"""The search from Python: it keeps to a time, whoever waits for it can interrupt it, and says what it thought."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from ...engine.play import Play
from ...engine.seeds import STREAM
from ..net.weights import IN_SEARCH
from ..policies import new_stream
from .thinking import Deliberation, keep_plan, next_planned

Array = np.ndarray[Any, Any]


class WatchedSearch:
    """A player that thinks once a turn: about so many futures, as in batches, or for some milliseconds."""

    def __init__(
        self, seed: int, *, futures: int = 0, ms: float = 0.0, net: Array | None = None, stream: Array | None = None
    ) -> None:
        """`seed`: a number of up to 62 bits. Without a number of futures the clock decides.

        `stream`: a generator and plan that it shares with the same player in a kernel.
        """
        self._net = IN_SEARCH if net is None else net
        self._futures, self._seconds = futures, ms / 1000
        self._stream = np.zeros(1, STREAM) if stream is None else stream
        if stream is None:
            new_stream(self._stream, seed)

    def choose(self, play: Play) -> int:
        """The id of the action it takes."""
        if play.count == 1:
            return int(play.ids[0])
        planned = int(next_planned(play.tables, play.state, self._stream))
        if planned >= 0:
            return planned
        search = self._searched(play)
        keep_plan(play.tables, play.state, self._stream, search.ends, search.best, 1)
        return int(search.ends[search.best]["path"][0])

    def think(self, play: Play) -> Deliberation | None:
        """The search that `choose` would make, made now: it then goes by it. None where it would not search.

        In the middle of a turn that is thought out it would not, nor where there is nothing to decide.
        """
        if play.count == 1 or self.planned(play):
            return None
        search = self._searched(play)
        keep_plan(play.tables, play.state, self._stream, search.ends, search.best, 0)
        return search

    def planned(self, play: Play) -> tuple[int, ...]:
        """All actions of its plan, if it has one for this position; `taken` of them have been taken."""
        if int(next_planned(play.tables, play.state, self._stream.copy())) < 0:
            return ()
        return tuple(self._stream["plan"][0][: int(self._stream["plan_end"][0])].tolist())

    @property
    def taken(self) -> int:
        """How many actions of its plan it has taken."""
        return int(self._stream["plan_at"][0])

    def _searched(self, play: Play) -> Deliberation:
        until = perf_counter() + self._seconds
        search = Deliberation(play, self._stream, self._net, self._futures)
        for _ in search.steps(until):
            pass
        return search
