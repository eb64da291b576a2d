"""The search from Python, future by future: it keeps to a time, and whoever waits for it can interrupt it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from ...engine.jit import kernel, read_only
from ...engine.layout import SEATS, STAGE_TURN, STATE
from ...engine.play import Play
from ...engine.seeds import STREAM
from ..net.weights import SHIPPED
from ..policies import new_stream
from .ends import END_OF_TURN
from .plans import next_of_plan, remember
from .search import (
    CANDIDATES,
    enough_for,
    first_future,
    halvings,
    keep_better_half,
    last_round,
    meet_futures,
    more_for_each,
    write_candidates,
)

Array = np.ndarray[Any, Any]


class WatchedSearch:
    """A player that thinks once a turn: about so many futures, as in batches, or for some milliseconds."""

    def __init__(self, seed: int, *, futures: int = 0, ms: float = 0.0, net: Array | None = None) -> None:
        """`seed`: a number of up to 62 bits. Without a number of futures the clock decides."""
        self._net = SHIPPED if net is None else net
        self._futures, self._seconds, self._stream = futures, ms / 1000, np.zeros(1, STREAM)
        new_stream(self._stream, seed)
        self._ends, self._states = np.zeros(CANDIDATES, END_OF_TURN), np.zeros(CANDIDATES, STATE)

    def choose(self, play: Play) -> int:
        """The id of the action it takes."""
        until = perf_counter() + self._seconds
        if play.count == 1:
            return int(play.ids[0])
        planned = int(next_planned(play.tables, play.state, self._stream))
        if planned >= 0:
            return planned
        n = int(list_candidates(play.tables, play.state, self._net, play.ids, play.count, self._ends, self._states))
        if self._futures and play.state["stage"][0] >= STAGE_TURN:
            n = min(n, int(enough_for(self._futures)))
        best = self._best(play, n, until) if n > 1 else 0
        keep_plan(play.tables, play.state, self._stream, self._ends, best)
        return int(self._ends[best]["path"][0])

    def _best(self, play: Play, n: int, until: float) -> int:
        alive, sums, expected = np.arange(n), np.zeros(n), np.zeros((n, SEATS))
        future, left = int(begin_futures(self._stream)), n
        while left > 1:
            for _ in self._share(n, left, until):
                meet(
                    play.tables, play.state, self._net, future, alive, left, self._ends, self._states, sums, expected
                )
                future += 1
            left = int(keep_better_half(alive, sums, left))
        return int(alive[0])

    def _share(self, n: int, left: int, until: float) -> Iterable[int]:
        """As many turns as those still alive may have futures, until they are halved again."""
        return range(int(more_for_each(self._futures, n, left))) if self._futures else _until(until, left)


def _until(end: float, left: int) -> Iterator[int]:
    """Every halving has its share of the time that is left, and one future at least."""
    begin, done = perf_counter(), 0
    share = begin + max(end - begin, 0) / int(halvings(left))
    while not done or perf_counter() < share:
        yield done
        done += 1


@kernel
def begin_futures(streams):
    """The first future of a search."""
    return first_future(streams[0])


@kernel
def next_planned(tables, states, streams):
    """The next action of what the turn is to be, -1 if that has not been thought of."""
    return next_of_plan(tables[0], states[0], streams[0])


@kernel
def list_candidates(tables, states, net, ids, count, ends, end_states):
    """Write the ends of the turn that are worth a search; how many."""
    return write_candidates(tables[0], states[0], read_only(net), ids, count, ends, end_states)


@kernel
def meet(tables, states, net, future, alive, left, ends, end_states, sums, expected):
    """One more future for those alive."""
    meet_futures(
        tables[0],
        states[0],
        read_only(net),
        last_round(tables[0], states[0]),
        future,
        1,
        alive,
        left,
        ends,
        end_states,
        sums,
        expected,
    )


@kernel
def keep_plan(tables, states, streams, ends, best):
    """Keep the way to the best end for the decisions to come."""
    remember(tables[0], states[0], streams[0], ends[best])
