"""What shields are worth to the heuristic. Estimates by hand, in victory points."""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel, lowest_bit
from ...engine.layout import FINAL_MONASTERIES, MINE_TILE, PHASES
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.inns import INN_TILE
from ...engine.rules.pending import top_a
from ...engine.rules.shields import (
    BORROWS,
    DOUBLES_MINES,
    DOUBLES_MONASTERIES,
    DOUBLES_SHIELDS,
    FROM_BLACK,
    FROM_DEPOTS,
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
from .basics import NOWHERE, rounds_left, silver_worth, worker_worth
from .weights import GOODS_TILE, TAKES_SHIELDS
from .worth import best_place, count_tiles

# By its number: points for each round that it is in force, besides those at the end.
_EACH_ROUND = np.array(
    [0.0, 0.3, 0.5, 0.1, 0.2, 0.5, 0.3, 0.4, 0.1, 0.5, 0.2, 0.1, 0.9, 0.0, 0.0, 0.0, 0.8, 1.0, 0.4]
)
_STRAIGHT = 6.0  # a tile that needs no dice, at the end of each phase
_BORROWED = 2.5  # a monastery of another seat
_AGAIN = 5.0  # the points of a monastery that counts at the end, once more
_AT_ONCE = 90.0  # what costs nothing comes first


@kernel
def shield_worth(t, s, p, w, shield):
    """What a shield of the seat brings until the end, if it is kept, less the upkeep."""
    value = float(t.shield_vp[shield]) * (2.0 if holds(s, p, DOUBLES_SHIELDS) else 1.0)
    return value + _to_come(t, s, p, w, shield)


@kernel
def _to_come(t, s, p, w, shield):
    """The same without its points at the end."""
    phases = PHASES - int(s.phase)
    value = _EACH_ROUND[shield] * rounds_left(s) - phases * _price(s, p, w)
    if shield == FROM_DEPOTS or shield == FROM_BLACK:
        value += _STRAIGHT * phases
    elif shield == DOUBLES_MINES:
        value += count_tiles(s, p, MINE_TILE) * phases * silver_worth(s, w)
    elif shield == DOUBLES_SHIELDS and not holds(s, p, shield):
        value += _final_vp(t, int(s.shields[p])) + float(t.shield_vp[shield])
    elif shield == DOUBLES_MONASTERIES and not holds(s, p, shield):
        value += _AGAIN * count_bits(int(s.monasteries[p]) >> FINAL_MONASTERIES[0])
    elif shield == BORROWS and s.lender[p] == 0:
        most = 0
        for seat in range(t.seats):
            if seat != p:
                most = max(most, count_bits(_monasteries_of(t, s, seat)))
        value += _BORROWED * most
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
def _price(s, p, w):
    """What keeping a shield costs at the end of a phase."""
    silver = silver_worth(s, w)
    return min(silver, worker_worth(s, w)) if holds(s, p, WORKERS_PAY) else silver


@kernel
def _monasteries_of(t, s, seat):
    return monasteries_of_chateauma(s) if seat == t.chateauma else own_monasteries(s, seat)


@kernel
def shields_to_come(t, s, p, w):
    """What the shields of a seat are still to bring; their points at the end are counted already."""
    value, rest = 0.0, int(s.shields[p])
    while rest != 0:
        value += max(_to_come(t, s, p, w, lowest_bit(rest)), -float(t.shield_vp[lowest_bit(rest)]))
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
        return _upkeep_worth(t, s, p, w, top_a(s)) - (silver_worth(s, w) if thing == 0 else worker_worth(s, w))
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
    """What the shield to be paid for is worth before its price; nothing where better ones need all there is to pay."""
    means = int(s.silver[p]) + (int(s.workers[p]) if workers_pay(s, p) else 0)
    value, better = shield_worth(t, s, p, w, shield) + _price(s, p, w), 0
    rest = int(s.shields[p]) & ~((1 << (shield + 1)) - 1)
    while rest != 0:
        if shield_worth(t, s, p, w, lowest_bit(rest)) + _price(s, p, w) > value:
            better += 1
        rest &= rest - 1
    return value if better < means else 0.0
