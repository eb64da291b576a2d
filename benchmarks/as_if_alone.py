"""The heuristic in the team game as if its duchy were its own: it counts neither on its partner's dice nor on the
tiles that the partner has stored.

    burgundy arena heuristic benchmarks/as_if_alone.py:choose --modules team --games 1000
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import WEIGHTS, with_chances

ALONE = with_chances(np.array(list({**WEIGHTS, "partner": 0.0, "team_pace": 1.0}.values())))


def choose(t: Any, s: Any, stream: Any, ids: Any, count: int) -> int:
    """The first action of the best turn."""
    return choose_turn_weighted(t, s, ALONE, VALUES, stream, ids, count)
