"""What buildings do when they are placed."""

from __future__ import annotations

from ..jit import kernel
from ..layout import (
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CASTLE,
    CHURCH,
    CRANE,
    FROM_WATCHTOWERS,
    LIVESTOCK,
    MARKET,
    MINE,
    MONASTERY,
    P_CRANE,
    P_PLACE,
    P_SELL,
    P_TAKE,
    P_WHITE_CASTLE,
    SHIP,
    TOWN_HALL,
    WAREHOUSE,
    WATCHTOWER,
    WHITE_CASTLE,
)
from .pending import push
from .scoring import gain

TAKES_BUILDING = 1 << BUILDING
TAKES_SHIP_LIVESTOCK = 1 << SHIP | 1 << LIVESTOCK
TAKES_MINE_MONASTERY_CASTLE = 1 << MINE | 1 << MONASTERY | 1 << CASTLE


@kernel
def building_effect(s, p, kind):
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
        s.workers[p] += 4
    elif kind == BANK:
        s.silver[p] += 2
    elif kind == TOWN_HALL:
        push(s, P_PLACE, 0, 0)
    elif kind == WHITE_CASTLE:
        push(s, P_WHITE_CASTLE, 0, 0)
    elif kind == CRANE:
        push(s, P_CRANE, 0, 0)
