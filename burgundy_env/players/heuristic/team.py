"""What the heuristic thinks of the actions of the team game."""

from __future__ import annotations

from ...engine.jit import kernel
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.pending import top_a
from ...engine.rules.team import B_DISCARD_TEAM, B_PICK_TEAM, B_STOW, TEAM_TILE
from .weights import PARTNER
from .worth import best_place, place_worth

SHARED = 0.5  # what it is worth that a partner may place a tile, too


@kernel
def team_action_worth(t, s, p, w, block, thing, worth):
    """The worth of a legal action that only teams have."""
    if block == B_PICK_TEAM:
        return place_worth(t, s, p, w, int(TEAM_TILE[thing]), top_a(s), worth)
    if block == B_DISCARD_TEAM:
        return -max(0.0, best_place(t, s, p, w, int(TEAM_TILE[thing]), ALL_VALUES, worth))
    if block == B_STOW and thing == 1:
        return w[PARTNER] * SHARED
    return 0.0
