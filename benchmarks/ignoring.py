"""The heuristic without what a module brings: to see what it makes of it.

burgundy arena heuristic benchmarks/ignoring.py:shields --modules shields --duchies random:1-30 --games 1000
burgundy arena heuristic benchmarks/ignoring.py:vineyards --modules vineyards --duchies random:1-30 --games 1000
"""

from __future__ import annotations

from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import DEFAULT, DOUBLE_STORED, SHIELD_BASE

_NO_SHIELDS = DEFAULT.copy()
_NO_SHIELDS[SHIELD_BASE] = 1000.0  # more than any brings


def shields(t, s, stream, ids, count):
    """The same thoughts, but no shield is ever taken."""
    return choose_turn_weighted(t, s, _NO_SHIELDS, VALUES, stream, ids, count)


_NO_DOUBLES = DEFAULT.copy()
_NO_DOUBLES[DOUBLE_STORED] = -1000.0  # worse than anything


def vineyards(t, s, stream, ids, count):
    """The same thoughts, but no double tile is ever taken."""
    return choose_turn_weighted(t, s, _NO_DOUBLES, VALUES, stream, ids, count)
