"""The search: candidates for the turn, and which of them leads by most over common futures."""

from __future__ import annotations

import numpy as np

from ...engine.jit import INTEGER, beyond_base, kernel
from ...engine.layout import MOST_HEXES, SEATS, STAGE_TURN, STATE
from ...engine.legal import MOST_LEGAL
from ...engine.rng import below
from ...engine.seeds import STREAM
from ..heuristic.basics import LAST_ROUND, rounds_before
from ..heuristic.choice import choose_best
from ..heuristic.turn import may_be_thought_through, write_likeliest
from ..heuristic.weights import DEFAULT
from .ends import END_OF_TURN, SEEN, new_room, write_ends
from .futures import PAIRS, lead_in_future
from .plans import next_of_plan, remember
from .replies import are_awaited, small_search, sort_by_replies

CANDIDATES = 40  # at most, of which futures are played
WIDE, BEHIND, LOOK = (
    14,
    30.0,
    3000,
)  # the beam over the own turn: actions at a step, VP behind, in all
FUTURES_EACH = 6  # that are to be had for each candidate, or there are fewer: with one future the best end is played
CLOSE = 30.0  # VP that a candidate may look worse than the best
ROUNDS_ON, ROUNDS_ON_ALONE = 3, 4  # that a future is played for
ROUNDS_ON_AT_START = 5  # before the first turn
FUTURES = 1 << 25  # to choose from, as often as there are pairs of dice


@beyond_base(INTEGER)
def choose_by_search(t, s, futures, net, stream, ids, count):
    """The next action of the best turn; `futures` are what may be spent on it, `net` what corrects the judge."""
    if count == 1:
        return int(ids[0])
    planned = next_of_plan(t, s, stream)
    if planned >= 0:
        return planned
    if futures == 0 and s.stage < STAGE_TURN:
        return choose_best(t, s, stream, ids, count)
    ends, end_states = np.zeros(CANDIDATES, END_OF_TURN), np.empty(CANDIDATES, STATE)
    n = write_candidates(t, s, net, ids, count, ends, end_states)
    if s.stage >= STAGE_TURN:
        n = min(n, enough_for(futures))
    best = 0
    if n > 1:
        best = _best_of(t, s, net, n, futures, first_future(stream), ends, end_states)
    remember(t, s, stream, ends[best])
    return int(ends[best].path[0])


@kernel
def first_future(stream):
    """The number of the first future of a turn."""
    return below(stream, FUTURES) * PAIRS


@kernel
def write_candidates(t, s, net, ids, count, ends, end_states):
    """Write what may be decided between: the best ends of the turn, before the first turn all legal actions; for
    the upkeep of shields one."""
    if s.stage >= STAGE_TURN and not may_be_thought_through(s):
        ends[0].path[0], ends[0].length = _likeliest(t, s), 1
        end_states[0] = s
        return 1
    if s.stage >= STAGE_TURN:
        n = write_ends(t, s, WIDE, BEHIND, LOOK, new_room(SEEN, net), ends, end_states)
        close = 1
        while close < n and ends[close].worth >= ends[0].worth - CLOSE:
            close += 1
        if close > 1 and are_awaited(t, s, net):
            sort_by_replies(t, s, net, close, ends, end_states)
        return close
    n = min(count, len(ends))
    for k in range(n):
        end_states[k] = s
        ends[k].path[0] = ids[k]
        ends[k].length = 1
    return n


@kernel
def _likeliest(t, s):
    """What the rules of thumb think most of: it is enough for the upkeep of shields."""
    ids, beam = np.empty(MOST_LEGAL, np.int16), np.empty(1, np.int16)
    write_likeliest(t, s, DEFAULT, 1, 0.0, ids, np.empty(MOST_LEGAL), np.empty(MOST_HEXES), beam)
    return int(beam[0])


@kernel
def last_round(t, s):
    """The round in which futures are judged."""
    if s.stage < STAGE_TURN:
        return ROUNDS_ON_AT_START - 1
    return min(rounds_before(s) + (ROUNDS_ON if t.solo == 0 else ROUNDS_ON_ALONE), LAST_ROUND)


@kernel
def _best_of(t, s, net, n, futures, first, ends, end_states):
    """Sequential halving: all candidates meet the same futures, the better half of them more."""
    alive, sums, expected, met = np.arange(n), np.zeros(n), np.zeros((n, SEATS)), 0
    left, last = n, last_round(t, s)
    while left > 1:
        more = more_for_each(futures, n, left)
        meet_futures(t, s, net, last, first + met, more, alive, left, ends, end_states, sums, expected)
        met += more
        left = keep_better_half(alive, sums, left)
    return alive[0]


@kernel
def enough_for(futures):
    """As many candidates as so many futures are enough for."""
    return max(1, futures // FUTURES_EACH)


@kernel
def more_for_each(futures, n, left):
    """The futures that those `left` of n candidates may have before they are halved again."""
    return max(1, futures // halvings(n) // left)


@kernel
def halvings(n):
    """How often the candidates are halved until one is left."""
    times = 0
    while n > 1:
        n = (n + 1) // 2
        times += 1
    return max(times, 1)


@kernel
def meet_futures(t, s, net, last, first, more, alive, left, ends, end_states, sums, expected):
    """Add to the sums of those alive their leads in so many futures, from `first` on, and all seats' points; a future
    ends with round `last`."""
    p = int(s.active)
    room = new_room(1, net)
    # Turns within a future are chosen without the net: it would cost two fifths of the futures.
    small = small_search()
    work, noise, values = np.empty(1, STATE), np.zeros(1, STREAM), np.zeros(SEATS)
    for future in range(first, first + more):
        for i in range(left):
            c = alive[i]
            work[0] = end_states[c]
            action = int(ends[c].path[ends[c].length - 1])
            sums[c] += lead_in_future(t, work, p, action, future, last, room, small, noise[0], values, expected[c])


@kernel
def keep_better_half(alive, sums, left):
    """Sort those alive by their sums, best first; return how many go on."""
    for i in range(1, left):
        c = alive[i]
        k = i
        while k > 0 and sums[alive[k - 1]] < sums[c]:
            alive[k] = alive[k - 1]
            k -= 1
        alive[k] = c
    return (left + 1) // 2
