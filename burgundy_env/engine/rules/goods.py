"""Goods: ships fetch them, sales turn them into silver and victory points."""

from __future__ import annotations

from ..hooks.changes import (
    goods_types_that_fit,
    lay_sold_goods,
    marker_moved,
    sale_brings,
    ship_fetches_more,
    ship_stays,
)
from ..jit import kernel
from ..layout import DEPOTS, FROM_GOODS, GOODS, P_KEEP, P_SHIP, P_SHIP2, STORAGE
from .duchy import has_monastery
from .pending import pop, push, top, top_a
from .points import gain
from .track import advance_marker
from .workers import gain_workers


@kernel
def sell(t, s, p, goods):
    """Sell the whole stack of a type (0 .. 5)."""
    tiles = int(s.goods[p, goods])
    s.goods[p, goods] = 0
    silver, vp = 1, t.goods_vp * tiles
    if t.modules != 0:
        silver, vp = sale_brings(s, p, tiles, vp)
    s.silver[p] += silver + (1 if has_monastery(s, p, 3) else 0)
    if has_monastery(s, p, 4):
        gain_workers(t, s, p, 1)
    gain(s, p, FROM_GOODS, vp)
    if t.modules != 0:
        tiles = lay_sold_goods(t, s, p, goods, tiles)
    s.sold[p, goods] += tiles


@kernel
def has_goods(s, p):
    """Whether the seat holds any goods."""
    for goods in range(GOODS):
        if s.goods[p, goods] > 0:
            return True
    return False


@kernel
def types_held(s, p):
    """How many types of goods the seat holds."""
    types = 0
    for goods in range(GOODS):
        if s.goods[p, goods] > 0:
            types += 1
    return types


@kernel
def ship(t, s, p, depot):
    """A ship takes the goods of its first depot, or, by monastery 5, those of one next to it."""
    if top(s) == P_SHIP:
        _ship_first_depot(t, s, p, depot)
    else:
        pop(s)
        take_goods(t, s, p, depot)


@kernel
def _ship_first_depot(t, s, p, depot):
    """The marker moves now, whatever the depot holds."""
    pop(s)
    sail(t, s, p)
    if t.modules != 0:
        ship_fetches_more(s, p)
    if has_monastery(s, p, 5):
        push(s, P_SHIP2, depot, 0)
    take_goods(t, s, p, depot)


@kernel
def sail(t, s, p):
    """A ship moves its owner's marker."""
    if t.modules == 0:
        advance_marker(s, p)
    elif not ship_stays(t, s):
        advance_marker(s, p)
        marker_moved(s, p)


@kernel
def take_goods(t, s, p, depot):
    """Types already held come by themselves, new ones while they all fit; else the player chooses."""
    new_types = 0
    for goods in range(GOODS):
        if s.goods[p, goods] > 0:
            _move_goods(s, p, depot, goods)
        elif s.depot_goods[depot, goods] > 0:
            new_types += 1
    fit = goods_types_that_fit(t) if t.modules != 0 else STORAGE
    room = fit - types_held(s, p)
    if new_types <= room:
        for goods in range(GOODS):
            _move_goods(s, p, depot, goods)
    elif room > 0:
        push(s, P_KEEP, depot, 0)


@kernel
def keep(s, p, goods):
    """One of too many new types is taken; once three are held the rest stays in the depot."""
    _move_goods(s, p, top_a(s), goods)
    if types_held(s, p) == STORAGE:
        pop(s)


@kernel
def _move_goods(s, p, depot, goods):
    s.goods[p, goods] += s.depot_goods[depot, goods]
    s.depot_goods[depot, goods] = 0


@kernel
def depot_has_goods(s, depot):
    """Whether a numbered depot (0 .. 5) holds goods."""
    for goods in range(GOODS):
        if s.depot_goods[depot, goods] > 0:
            return True
    return False


@kernel
def neighbour_depot(depot, side):
    """The depot next to another on the ring 1-2-...-6-1; side 0 or 1."""
    return (depot + 1) % DEPOTS if side == 0 else (depot + DEPOTS - 1) % DEPOTS
