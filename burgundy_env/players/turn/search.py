"""The search: candidates for the turn, and which of them leads by most over common futures."""

from __future__ import annotations

import numpy as np

from ...engine.jit import kernel
from ...engine.layout import STAGE_TURN, STATE
from ...engine.rng import below
from ...engine.seeds import STREAM
from ..heuristic.worth import rounds_before
from .ends import END_OF_TURN, LAST_ROUND, SEEN, new_room, write_ends
from .futures import lead_in_future
from .plans import next_of_plan, remember

CANDIDATES = 40  # ends of the turn that futures are played for
WIDE, BEHIND, LOOK = 14, 30.0, 3000
CLOSE = 30.0  # VP that a candidate may look worse than the best
ROUNDS_ON = 2
ROUNDS_ON_AT_START = 5
SMALL_SEEN = 256


@kernel
def choose_by_search(t, s, futures, stream, ids, count):
    """The first action of the best turn."""
    if count == 1:
        return int(ids[0])
    planned = next_of_plan(t, s, stream)
    if planned >= 0:
        return planned
    ends, end_states = np.zeros(CANDIDATES, END_OF_TURN), np.empty(CANDIDATES, STATE)
    best = search(t, s, futures, stream, ids, count, ends, end_states)
    remember(t, s, stream, ends[best])
    return int(ends[best].path[0])


@kernel
def search(t, s, futures, stream, ids, count, ends, end_states):
    """Write the candidates and return which is best."""
    room = new_room(SEEN)
    last = min(rounds_before(s) + ROUNDS_ON, LAST_ROUND)
    if s.stage == STAGE_TURN:
        n = write_ends(t, s, WIDE, BEHIND, LOOK, room, ends, end_states)
        close = 1
        while close < n and ends[close].worth >= ends[0].worth - CLOSE:
            close += 1
        n = close
    else:
        last = ROUNDS_ON_AT_START - 1
        n = min(count, len(ends))
        for k in range(n):
            end_states[k] = s
            ends[k].path[0] = ids[k]
            ends[k].length = 1
    if n == 1:
        return 0
    first = below(stream, 1 << 30)
    return _best_of(t, int(s.active), futures, first, last, n, ends, end_states, room)


@kernel
def _best_of(t, p, futures, first, last, n, ends, end_states, room):
    """Sequential halving: all candidates meet the same futures, the better half of them more."""
    small = (np.zeros(1, END_OF_TURN), np.empty(1, STATE), new_room(SMALL_SEEN))
    work, noise, values = np.empty(1, STATE), np.zeros(1, STREAM), np.zeros(8)
    alive, sums, met = np.arange(n), np.zeros(n), 0
    left, phases = n, 0
    while (n >> phases) > 1:
        phases += 1
    while left > 1:
        more = max(1, futures // (phases * left))
        for k in range(met, met + more):
            for i in range(left):
                c = alive[i]
                work[0] = end_states[c]
                action = int(ends[c].path[ends[c].length - 1])
                sums[c] += lead_in_future(t, work, p, action, first + k, last, room, small, noise[0], values)
        met += more
        left = _keep_better_half(alive, sums, left)
    return alive[0]


@kernel
def _keep_better_half(alive, sums, left):
    """Sort those alive by their sums, best first; return how many go on."""
    for i in range(1, left):
        c = alive[i]
        k = i
        while k > 0 and sums[alive[k - 1]] < sums[c]:
            alive[k] = alive[k - 1]
            k -= 1
        alive[k] = c
    return (left + 1) // 2
