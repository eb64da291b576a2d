"""Levels for people, 1 (a beginner) to 7 (the strongest): each is to win about three of four games against the one
below. How many it wins with two seats on random boards docs/results.md says.

Level 1 is the reflex, 2 and 3 think a turn through now and then, from 4 on the search plays, with ten times as many
futures at each level.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel
from ..engine.rng import below
from .heuristic.choice import choose_best
from .heuristic.turn import choose_turn
from .turn.search import choose_by_search

# By level: the share of decisions that are thought through, in thousandths; futures of the search, 0: none.
THOUGHT = np.array([0, 0, 550, 900, 0, 0, 0, 0], np.int64)
SEARCHED = np.array([0, 0, 0, 0, 3, 30, 300, 3000], np.int64)
LEVELS = len(THOUGHT) - 1


@kernel
def choose_level(level, net, t, s, stream, ids, count):
    """The action that a player of this level takes; from 4 on a net corrects its judge."""
    if SEARCHED[level] > 0:
        return choose_by_search(t, s, SEARCHED[level], net, stream, ids, count)
    if below(stream, 1000) < THOUGHT[level]:
        return choose_turn(t, s, stream, ids, count)
    return choose_best(t, s, stream, ids, count)
