"""The heuristic without what a module brings: to see what it makes of it.

burgundy arena heuristic benchmarks/ignoring.py:shields --modules shields --duchies random:1-30 --games 1000
burgundy arena heuristic benchmarks/ignoring.py:alone --modules team --duchies 31,32 --games 1000
burgundy arena heuristic benchmarks/ignoring.py:partner --modules team --duchies 31,32 --games 1000
burgundy arena heuristic benchmarks/ignoring.py:vineyards --modules vineyards --duchies random:1-30 --games 1000
"""

from __future__ import annotations

import numpy as np

from burgundy_env.players.heuristic.team_values import TEAM_VALUES
from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import DEFAULT, DOUBLE_STORED, SHIELD_BASE, WEIGHTS, with_chances

_NO_SHIELDS = DEFAULT.copy()
_NO_SHIELDS[SHIELD_BASE] = 1000.0  # more than any brings
_ALONE = with_chances(np.array([*{**WEIGHTS, "partner": 0, "team_pace": 1}.values()], np.float64))


def shields(t, s, stream, ids, count):
    """The same thoughts, but no shield is ever taken."""
    return choose_turn_weighted(t, s, _NO_SHIELDS, VALUES, stream, ids, count)


_NO_DOUBLES = DEFAULT.copy()
_NO_DOUBLES[DOUBLE_STORED] = -1000.0  # worse than anything


def vineyards(t, s, stream, ids, count):
    """The same thoughts, but no double tile is ever taken."""
    return choose_turn_weighted(t, s, _NO_DOUBLES, VALUES, stream, ids, count)


def alone(t, s, stream, ids, count):
    """In the team game as if the duchy were one's own: the partner's dice and stored tiles count for nothing, and
    things are worth what they are to who fills a duchy alone."""
    return choose_turn_weighted(t, s, _ALONE, VALUES, stream, ids, count)


def partner(t, s, stream, ids, count):
    """In the team game with all that was learned from it, but for the partner's dice and stored tiles."""
    return choose_turn_weighted(t, s, _ALONE, TEAM_VALUES, stream, ids, count)
