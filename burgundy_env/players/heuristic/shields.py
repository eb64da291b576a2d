"""What shields are worth to the heuristic. Estimates by hand, in victory points."""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel, lowest_bit
from ...engine.layout import FINAL_MONASTERIES
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.inns import INN_TILE
from ...engine.rules.pending import top_a
from ...engine.rules.shields import (
    BORROWS,
    DOUBLES_MONASTERIES,
    DOUBLES_SHIELDS,
    WORKERS_PAY,
    holds,
    monasteries_of_chateauma,
    own_monasteries,
    shield_on,
    workers_pay,
)
from ...engine.rules.shields_steps import (
    B_ANY,
    B_COPY,
    B_FREE_SHIELD,
    B_FREE_TAKE_BLACK,
    B_FREE_TAKE_INN,
    B_GATHER,
    B_SHIELD,
    B_SHIELD_ON,
    B_UPKEEP,
    castle_hexes,
    depot_of,
    pair_cost,
)
from ...modules.shields import SHIELDS
from .basics import NOWHERE, early, rounds_left, silver_worth, worker_worth
from .weights import GOODS_TILE, SHIELD_BASE, SHIELD_EARLY
from .worth import best_place

# By its number what it brings besides its points at the end, upkeep paid: in the last phase, and what the start of
# the game adds. As one of two heuristics did that got it for nothing (docs/decisions.md).
_LATE = np.array([0, -7, -4, -3, -8, 0, 3, 0, 1, 0, 4, 1, 2, 4, 5, 0, 2, 2, 0], np.float64)
_EARLY = np.array(
    [0, -14, -14, -12, -14, -14, -11, -12, -10, -14, -9, -12, -20, -15, 15, 9, -20, -10, -18], np.float64
)
# What taking those that are worth most late costs at the start besides: they had better lie until then.
_WAITS = np.zeros(SHIELDS + 1)
_WAITS[BORROWS], _WAITS[DOUBLES_MONASTERIES] = 30.0, 15.0
_LAST = 4.0  # rounds that the last phase has behind its first
_SCORING = 4.0  # a monastery that counts at the end, of those that a shield brings or doubles
_AT_ONCE = 90.0  # what costs nothing comes first


@kernel
def shield_worth(t, s, p, shield):
    """What a shield of the seat brings until the end, if it is kept, less the upkeep."""
    value = float(t.shield_vp[shield]) * (2.0 if holds(s, p, DOUBLES_SHIELDS) else 1.0)
    return value + _to_come(s, shield)


@kernel
def _to_come(s, shield):
    """The same without its points at the end."""
    return _LATE[shield] * min(1.0, rounds_left(s) / _LAST) + _EARLY[shield] * early(s)


@kernel
def _new_worth(t, s, p, shield):
    """What a shield brings that the seat has not: the points too that it would bring if the game ended now."""
    value = shield_worth(t, s, p, shield)
    if shield == DOUBLES_SHIELDS:
        value += float(t.shield_vp[shield]) + _final_vp(t, int(s.shields[p]))
    elif shield == DOUBLES_MONASTERIES:
        value += _SCORING * count_bits(int(s.monasteries[p]) >> FINAL_MONASTERIES[0])
    elif shield == BORROWS:
        most = 0
        for seat in range(t.seats):
            if seat != p:
                most = max(most, count_bits(_monasteries_of(t, s, seat) >> FINAL_MONASTERIES[0]))
        value += _SCORING * most
    return value


@kernel
def _final_vp(t, shields):
    """The points at the end of a set of shields."""
    vp = 0.0
    while shields != 0:
        vp += float(t.shield_vp[lowest_bit(shields)])
        shields &= shields - 1
    return vp


@kernel
def _monasteries_of(t, s, seat):
    return monasteries_of_chateauma(s) if seat == t.chateauma else own_monasteries(s, seat)


@kernel
def shields_to_come(t, s, p):
    """What the shields of a seat are still to bring; their points at the end, which losing one costs, are counted."""
    value, rest = 0.0, int(s.shields[p])
    while rest != 0:
        shield = lowest_bit(rest)
        value += max(_to_come(s, shield), -float(t.shield_vp[shield]))
        rest &= rest - 1
    return value


@kernel
def _cost(s, w, shield):
    return w[SHIELD_BASE] + (w[SHIELD_EARLY] + _WAITS[shield]) * early(s)


@kernel
def cost_of_new_shields(s, before, p, w):
    """What shields taken since a position before have to bring more than the rest of the position says."""
    new, cost = int(s.shields[p]) & ~int(before.shields[p]), 0.0
    while new != 0:
        cost += _cost(s, w, lowest_bit(new))
        new &= new - 1
    return cost


@kernel
def upkeep_at_end(t, s, p):
    """The points that the last upkeep costs: a silver or half a worker for each shield, or the shield itself."""
    rest, workers = int(s.shields[p]), int(s.workers[p]) if holds(s, p, WORKERS_PAY) else 0
    due = count_bits(rest)
    by_workers = min(due, workers)
    by_silver = min(due - by_workers, int(s.silver[p]))
    lost, unpaid = 0.0, due - by_workers - by_silver
    while unpaid > 0:
        least = lowest_bit(rest)
        others = rest
        while others != 0:
            if t.shield_vp[lowest_bit(others)] < t.shield_vp[least]:
                least = lowest_bit(others)
            others &= others - 1
        rest &= ~(1 << least)
        lost += float(t.shield_vp[least]) * (2.0 if holds(s, p, DOUBLES_SHIELDS) else 1.0)
        unpaid -= 1
    return lost + by_silver + 0.5 * by_workers


@kernel
def shield_action_worth(t, s, p, w, block, thing, worth):
    """The worth of a legal action that shields bring."""
    if block == B_SHIELD or block == B_FREE_SHIELD:
        value = _new_worth(t, s, p, thing + 1) - _least_replaced(t, s, p) - _cost(s, w, thing + 1)
        if block == B_SHIELD:
            value -= pair_cost(t, s, p, depot_of(s, thing + 1)) * worker_worth(s, w)
        return value
    if block == B_SHIELD_ON:
        other = shield_on(s, p, thing)
        return -shield_worth(t, s, p, other) if other != 0 else 0.0
    if block == B_ANY:
        return _AT_ONCE
    if block == B_COPY:
        return _AT_ONCE + count_bits(_monasteries_of(t, s, thing))
    if block == B_GATHER:
        goods = 0
        for depot in range(len(s.depot_goods)):
            goods += int(s.depot_goods[depot, thing])
        return w[GOODS_TILE] * goods
    if block == B_UPKEEP:
        cheaper = silver_worth(s, w) - worker_worth(s, w) if thing == 1 else 0.0
        return _upkeep_worth(t, s, p, top_a(s)) + cheaper
    if block == B_FREE_TAKE_BLACK:
        return best_place(t, s, p, w, int(s.black_depot[thing]), ALL_VALUES, worth)
    if block == B_FREE_TAKE_INN:
        return best_place(t, s, p, w, INN_TILE, ALL_VALUES, worth)
    return 0.0


@kernel
def _least_replaced(t, s, p):
    """What is lost with the shield that is worth least, where no castle is without one."""
    castles, least = castle_hexes(s, p), -NOWHERE
    if count_bits(castles) > count_bits(int(s.shields[p])):
        return 0.0
    rest = int(s.shields[p])
    while rest != 0:
        least = min(least, shield_worth(t, s, p, lowest_bit(rest)))
        rest &= rest - 1
    return least


@kernel
def _upkeep_worth(t, s, p, shield):
    """What the shield to be paid for is worth; less than nothing where better ones need all there is to pay with."""
    means = int(s.silver[p]) + (int(s.workers[p]) if workers_pay(s, p) else 0)
    value, better = shield_worth(t, s, p, shield), 0
    rest = int(s.shields[p]) & ~((1 << (shield + 1)) - 1)
    while rest != 0:
        if shield_worth(t, s, p, lowest_bit(rest)) > value:
            better += 1
        rest &= rest - 1
    return value if better < means else NOWHERE
