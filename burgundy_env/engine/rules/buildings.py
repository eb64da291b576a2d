"""What buildings do when they are placed."""

from __future__ import annotations

from ..hooks.changes import building_effect_of_module
from ..jit import kernel
from ..layout import (
    BANK,
    BOARDING_HOUSE,
    CARPENTER,
    CHURCH,
    FROM_WATCHTOWERS,
    MARKET,
    P_PLACE,
    P_SELL,
    P_TAKE,
    TOWN_HALL,
    WAREHOUSE,
    WATCHTOWER,
)
from .offers import TAKES_BUILDING, TAKES_MINE_MONASTERY_CASTLE, TAKES_SHIP_LIVESTOCK
from .pending import push
from .points import gain
from .workers import gain_workers


@kernel
def building_effect(t, s, p, kind):
    """Automatic effects happen; optional ones wait for a decision."""
    if kind == WAREHOUSE:
        push(s, P_SELL, 0, 0)
    elif kind == WATCHTOWER:
        gain(s, p, FROM_WATCHTOWERS, 4)
    elif kind == CARPENTER:
        push(s, P_TAKE, TAKES_BUILDING, 0)
    elif kind == CHURCH:
        push(s, P_TAKE, TAKES_MINE_MONASTERY_CASTLE, 0)
    elif kind == MARKET:
        push(s, P_TAKE, TAKES_SHIP_LIVESTOCK, 0)
    elif kind == BOARDING_HOUSE:
        gain_workers(t, s, p, 4)
    elif kind == BANK:
        s.silver[p] += 2
    elif kind == TOWN_HALL:
        push(s, P_PLACE, 0, 0)
    else:
        building_effect_of_module(t, s, p, kind)
