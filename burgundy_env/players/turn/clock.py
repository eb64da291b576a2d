"""The search within a time: as many futures as fit, the candidates halved by the clock."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from ...engine.jit import kernel
from ...engine.layout import STATE
from ...engine.play import Play
from ...engine.seeds import STREAM, seeded
from .ends import END_OF_TURN
from .plans import next_of_plan, remember
from .search import CANDIDATES, first_future, halvings, keep_better_half, meet_futures, write_candidates


class TimedSearch:
    """A player that thinks for some milliseconds a turn, and not at all about what it has thought out."""

    def __init__(self, ms: float, seed: int) -> None:
        """`seed`: a number of up to 62 bits."""
        self._seconds, self._stream = ms / 1000, np.zeros(1, STREAM)
        _begin_stream(self._stream, seed)
        self._ends, self._states = np.zeros(CANDIDATES, END_OF_TURN), np.zeros(CANDIDATES, STATE)

    def choose(self, play: Play) -> int:
        """The id of the action it takes."""
        until = perf_counter() + self._seconds
        if play.count == 1:
            return int(play.ids[0])
        planned = int(_planned(play.tables, play.state, self._stream))
        if planned >= 0:
            return planned
        n = int(_candidates(play.tables, play.state, play.ids, play.count, self._ends, self._states))
        best = self._best(play, n, until) if n > 1 else 0
        _remember(play.tables, play.state, self._stream, self._ends, best)
        return int(self._ends[best]["path"][0])

    def _best(self, play: Play, n: int, until: float) -> int:
        """Every halving has its share of the time that is left, and one future at least."""
        alive, sums = np.arange(n), np.zeros(n)
        future, left = int(_first_future(self._stream)), n
        while left > 1:
            begin = perf_counter()
            share = begin + max(until - begin, 0) / int(halvings(left))
            while True:
                _meet(play.tables, play.state, future, alive, left, self._ends, self._states, sums)
                future += 1
                if perf_counter() >= share:
                    break
            left = int(keep_better_half(alive, sums, left))
        return int(alive[0])


@kernel
def _begin_stream(streams, seed):
    streams[0].rng = seeded(seed)


@kernel
def _first_future(streams):
    return first_future(streams[0])


@kernel
def _planned(tables, states, streams):
    return next_of_plan(tables[0], states[0], streams[0])


@kernel
def _candidates(tables, states, ids, count, ends, end_states):
    return write_candidates(tables[0], states[0], ids, count, ends, end_states)


@kernel
def _meet(tables, states, future, alive, left, ends, end_states, sums):
    """One more future for those alive."""
    meet_futures(tables[0], states[0], future, 1, alive, left, ends, end_states, sums)


@kernel
def _remember(tables, states, streams, ends, best):
    remember(tables[0], states[0], streams[0], ends[best])
