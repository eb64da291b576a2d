"""The heuristic without what a module brings: to see what it makes of it.

burgundy arena heuristic benchmarks/ignoring.py:shields --modules shields --duchies random:1-30 --games 1000
"""

from __future__ import annotations

from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import DEFAULT, TAKES_SHIELDS

_NO_SHIELDS = DEFAULT.copy()
_NO_SHIELDS[TAKES_SHIELDS] = 0


def shields(t, s, stream, ids, count):
    """The same thoughts, but no shield is ever taken."""
    return choose_turn_weighted(t, s, _NO_SHIELDS, VALUES, stream, ids, count)
