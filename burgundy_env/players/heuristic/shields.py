"""What shields are worth to the heuristic. Estimates by hand, in victory points."""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel, lowest_bit
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.inns import INN_TILE
from ...engine.rules.pending import top_a
from ...engine.rules.shields import (
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
from .basics import NOWHERE, early, silver_worth, worker_worth
from .weights import GOODS_TILE, TAKES_SHIELDS
from .worth import best_place

# By its number what it brings besides its points at the end, upkeep paid: with no round left, and what the start of the
# game adds. Where it was given to one of two heuristics, those were its worth (docs/decisions.md).
_LATE = np.array([0, -1, -1, 0, -1, -1, -1, -1, 0, -1, -1, -1, -0.5, 0, 0, 0, -1, 1, -1], np.float64)
_EARLY = np.array([0, -12, -12, -10, -13, -12, -9, -7, -6, -7, -8, -8, -3, -4, 19, 17, 6, 3, 8], np.float64)
_AT_ONCE = 90.0  # what costs nothing comes first


@kernel
def shield_worth(t, s, p, w, shield):
    """What a shield of the seat brings until the end, if it is kept, less the upkeep."""
    value = float(t.shield_vp[shield]) * (2.0 if holds(s, p, DOUBLES_SHIELDS) else 1.0)
    return value + _to_come(s, shield)


@kernel
def _to_come(s, shield):
    """The same without its points at the end."""
    return _LATE[shield] + _EARLY[shield] * early(s)


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
        if w[TAKES_SHIELDS] <= 0.0:
            return NOWHERE
        value = shield_worth(t, s, p, w, thing + 1) - _least_replaced(t, s, p, w)
        if block == B_SHIELD:
            value -= pair_cost(t, s, p, depot_of(s, thing + 1)) * worker_worth(s, w)
        return value
    if block == B_SHIELD_ON:
        other = shield_on(s, p, thing)
        return -shield_worth(t, s, p, w, other) if other != 0 else 0.0
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
        return _upkeep_worth(t, s, p, w, top_a(s)) + cheaper
    if block == B_FREE_TAKE_BLACK:
        return best_place(t, s, p, w, int(s.black_depot[thing]), ALL_VALUES, worth)
    if block == B_FREE_TAKE_INN:
        return best_place(t, s, p, w, INN_TILE, ALL_VALUES, worth)
    return 0.0


@kernel
def _least_replaced(t, s, p, w):
    """What is lost with the shield that is worth least, where no castle is without one."""
    castles, least = castle_hexes(s, p), -NOWHERE
    if count_bits(castles) > count_bits(int(s.shields[p])):
        return 0.0
    rest = int(s.shields[p])
    while rest != 0:
        least = min(least, shield_worth(t, s, p, w, lowest_bit(rest)))
        rest &= rest - 1
    return least


@kernel
def _upkeep_worth(t, s, p, w, shield):
    """What the shield to be paid for is worth; less than nothing where better ones need all there is to pay with."""
    means = int(s.silver[p]) + (int(s.workers[p]) if workers_pay(s, p) else 0)
    value, better = shield_worth(t, s, p, w, shield), 0
    rest = int(s.shields[p]) & ~((1 << (shield + 1)) - 1)
    while rest != 0:
        if shield_worth(t, s, p, w, lowest_bit(rest)) > value:
            better += 1
        rest &= rest - 1
    return value if better < means else NOWHERE
