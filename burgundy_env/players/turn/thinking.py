"""The search from Python with all that it finds: the candidates, what futures say of each, and the way to each.

It decides as the search in the kernels does, by the same futures, so that who is asked to think plays no other game.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ...engine.jit import INTEGER, NOTHING, beyond_base, read_only
from ...engine.layout import ROUNDS, SCORE_NAMES, SEATS, STAGE_TURN, STATE
from ...engine.play import Play
from ..heuristic.basics import LAST_ROUND
from ..heuristic.turn import BEAM, FAR_BEHIND, MOST_LOOKED_AT, may_be_thought_through
from ..net.forward import NO_NET
from ..net.outlook import still_to_come
from .ends import END_OF_TURN, SEEN, new_room, write_ends
from .judging import JUDGEMENT, judge_ends, judge_futures, judgements_of
from .plans import intend, next_of_plan, remember
from .search import (
    CANDIDATES,
    enough_for,
    first_future,
    halvings,
    keep_better_half,
    last_round,
    more_for_each,
    write_candidates,
)
from .winning import spread_after

Array = np.ndarray[Any, Any]
ALONE = 72  # futures that tell what the only end of a turn is worth
_SLICE = 200  # futures in all between two steps: nobody waits long for one
_SCORES = len(SCORE_NAMES)


class Line(NamedTuple):
    """A turn, and what is expected of it."""

    actions: tuple[int, ...]  # ids
    futures: int  # that were played from its end; 0: the judge alone has looked at it
    share: float  # of all futures that were spent on the turn
    margin: float  # VP more than the best other's at the end of the game
    error: float  # its standard error
    vp: tuple[float, ...]  # by seat
    win: tuple[float, ...]
    points: Array  # of the seat by source, where futures were judged


class Tally:
    """Judgements of some ends, added up."""

    def __init__(self, count: int) -> None:
        self.met = np.zeros(count, np.int64)
        self._margin, self._square = np.zeros(count), np.zeros(count)
        self._vp, self._win = np.zeros((count, SEATS)), np.zeros((count, SEATS))
        self._points = np.zeros((count, _SCORES))

    def add(self, chosen: Array, rows: Array) -> None:
        """The judgements of those chosen, a row for each future."""
        margin = rows["margin"]
        self.met[chosen] += len(rows)
        self._margin[chosen] += margin.sum(0)
        self._square[chosen] += (margin * margin).sum(0)
        self._vp[chosen] += rows["vp"].sum(0)
        self._win[chosen] += rows["win"].sum(0)
        self._points[chosen] += rows["points"].sum(0)

    def line(self, c: int, actions: tuple[int, ...], seats: int) -> Line:
        """What they say of one end."""
        n = max(int(self.met[c]), 1)
        mean = self._margin[c] / n
        spread = max(self._square[c] / n - mean * mean, 0.0) * n / max(n - 1, 1)
        return Line(
            actions,
            int(self.met[c]),
            float(self.met[c] / max(self.met.sum(), 1)),
            float(mean),
            float(np.sqrt(spread / n)),
            tuple((self._vp[c, :seats] / n).tolist()),
            tuple((self._win[c, :seats] / n).tolist()),
            self._points[c] / n,
        )


class Deliberation:
    """One search: what may be decided between, and how far it has come."""

    def __init__(self, play: Play, stream: Array, net: Array = NO_NET, futures: int = 0) -> None:
        """`stream`: the player's generator, of which the futures are drawn. Without a number of futures, by time."""
        self.play, self.net, self.futures = play, net, futures
        self.ends, self.states = np.zeros(CANDIDATES, END_OF_TURN), np.zeros(CANDIDATES, STATE)
        self.count = int(list_candidates(play.tables, play.state, net, play.ids, play.count, self.ends, self.states))
        if futures and play.state["stage"][0] >= STAGE_TURN:
            self.count = min(self.count, int(enough_for(futures)))
        self._drawn = stream if self.count > 1 else stream.copy()  # where nothing is to be decided nothing is drawn
        self.last = int(horizon(play.tables, play.state))
        self.spread = spread_after(LAST_ROUND - self.last)
        self.alive, self.left, self.sums = np.arange(self.count), self.count, np.zeros(self.count)
        self.tally = Tally(self.count)
        self._next = int(begin_futures(self._drawn))

    @property
    def best(self) -> int:
        """The end it decides for, as far as it has come."""
        return int(self.alive[0])

    def steps(self, until: float = 0.0) -> Iterator[int]:
        """Go on until one is left, or till a time, in steps after each of which it may be looked at: how many are
        left."""
        if self.count == 1:
            self._meet(min(self.futures or ALONE, ALONE))
            yield self.left
        while self.left > 1:
            if self.futures:
                more = int(more_for_each(self.futures, self.count, self.left))
                each = max(1, _SLICE // self.left)
                for done in range(0, more, each):
                    self._meet(min(each, more - done))
                    yield self.left
            else:
                begin = perf_counter()
                share = begin + max(until - begin, 0.0) / int(halvings(self.left))
                while True:
                    self._meet(1)
                    yield self.left
                    if perf_counter() >= share:
                        break
            self.left = int(keep_better_half(self.alive, self.sums, self.left))

    def _meet(self, more: int) -> None:
        chosen = self.alive[: self.left].copy()
        rows = np.zeros((more, len(chosen)), JUDGEMENT)
        judge_futures(
            self.play.tables, self.play.state, self.net, self.last, self._next, chosen, self.ends, self.states,
            self.spread, self.sums, rows,
        )  # fmt: skip
        self._next += more
        self.tally.add(chosen, rows)

    def lines(self, most: int = CANDIDATES) -> list[Line]:
        """The turns it compared, the one it decides for first."""
        return [self.tally.line(c, path(self.ends[c]), seats_of(self.play)) for c in self.alive[:most].tolist()]


def judged_lines(play: Play, net: Array, most: int = CANDIDATES, *, heuristic: bool = False) -> list[Line]:
    """The best turns as the judge sees their ends, or the replies, without futures: so `net` and `heuristic` play."""
    ends, states = np.zeros(most, END_OF_TURN), np.zeros(most, STATE)
    if play.state["stage"][0] < STAGE_TURN:
        return []
    if heuristic:
        n = int(list_as_heuristic(play.tables, play.state, ends, states))
    else:
        n = int(list_candidates(play.tables, play.state, net, play.ids, play.count, ends, states))
    rows = np.zeros((int(judgements_of(play.tables, play.state, net)), n), JUDGEMENT)
    left, tally = LAST_ROUND - int(rounds_so_far(play.state)), Tally(n)
    judge_ends(play.tables, play.state, net, ends, states, spread_after(left), rows)
    if len(net) and has_say(play.tables):
        rows["vp"][:, :, : int(play.tables["players"][0])] += still_to_come(net, left)
    tally.add(np.arange(n), rows)
    lines = (tally.line(k, path(ends[k]), seats_of(play)) for k in range(n))
    return [line._replace(futures=0, share=0.0, error=0.0) for line in lines]


def path(end: Any) -> tuple[int, ...]:
    """The actions to an end of the turn."""
    return tuple(end["path"][: end["length"]].tolist())


def seats_of(play: Play) -> int:
    """Who has points, the Châteauma counted."""
    return int(play.tables["players"][0]) + (int(play.tables["chateauma"][0]) >= 0)


def has_say(tables: Array) -> bool:
    """Whether a net corrects what is expected in such games: not alone, and not in teams."""
    return bool(tables["solo"][0] == 0 and tables["teams"][0] == 0)


def rounds_so_far(states: Array) -> int:
    """Rounds that came before this one."""
    return int(states["phase"][0]) * ROUNDS + int(states["round_number"][0])


@beyond_base(INTEGER)
def begin_futures(streams):
    """The first future of a search."""
    return first_future(streams[0])


@beyond_base(INTEGER)
def horizon(tables, states):
    """The round in which futures are judged."""
    return last_round(tables[0], states[0])


@beyond_base(INTEGER)
def next_planned(tables, states, streams):
    """The next action of what the turn is to be, -1 if that has not been thought of."""
    return next_of_plan(tables[0], states[0], streams[0])


@beyond_base(INTEGER)
def list_candidates(tables, states, net, ids, count, ends, end_states):
    """Write the ends of the turn that are worth a search; how many."""
    return write_candidates(tables[0], states[0], read_only(net), ids, count, ends, end_states)


@beyond_base(INTEGER)
def list_as_heuristic(tables, states, ends, end_states):
    """Write the ends of the turn that the heuristic compares, best first; how many."""
    if not may_be_thought_through(states[0]):
        return 0
    room = new_room(SEEN, NO_NET)
    return write_ends(tables[0], states[0], BEAM, FAR_BEHIND, MOST_LOOKED_AT, room, ends, end_states)


@beyond_base(NOTHING)
def keep_plan(tables, states, streams, ends, best, taken):
    """Keep the way to the best end for the decisions to come; whether its first action is `taken` now."""
    if taken != 0:
        remember(tables[0], states[0], streams[0], ends[best])
    else:
        intend(tables[0], states[0], streams[0], ends[best])
