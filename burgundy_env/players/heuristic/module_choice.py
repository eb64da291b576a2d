"""The worth of the actions that only games with modules have."""

from __future__ import annotations

from ...engine.actions import BLACK_PLACE, BUY_INN, EFFECT, HIRE, PAY, POINTS
from ...engine.jit import kernel
from ...engine.layout import HEXES
from .expansions import RETRIEVAL
from .worth import effect_of_building, place_worth, silver_worth, worker_worth

POINT_WORTH = 1.6  # solo: a point on the way to a target that brings an action


@kernel
def module_action_worth(t, s, p, w, action, worth):
    """The worth of a legal action of a module; `worth` has that of the hexes."""
    if action == HIRE:
        return 2.0 * worker_worth(s, w) - silver_worth(s, w)
    if action <= EFFECT:
        return RETRIEVAL
    if action < BUY_INN:
        return effect_of_building(t, s, p, w, action - EFFECT)
    if action == POINTS:
        return POINT_WORTH - silver_worth(s, w)
    if action < BLACK_PLACE:
        return float(-s.goods[p, action - PAY])  # the type there is least of
    tile = s.black_depot[(action - BLACK_PLACE) // HEXES]
    return place_worth(t, s, p, w, tile, (action - BLACK_PLACE) % HEXES, worth)
