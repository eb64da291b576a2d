"""Which actions are legal: state -> ids, in the order of the action table; or -> mask."""

from __future__ import annotations

from .actions import (
    BUY_BLACK,
    BUY_DEPOT,
    CHANNEL_SIZE,
    DIE_1,
    DISCARD,
    END,
    FREE_ACTION,
    GOODS_OF,
    KEEP,
    PICK,
    PLACE,
    RECRUIT,
    ROUTE,
    SELL,
    SIDE,
    SKIP,
    START,
    TAKE,
    WORKERS,
)
from .jit import kernel
from .layout import (
    BLACK_SLOTS,
    BUILDING,
    CASTLE,
    DEPOTS,
    FREE,
    GOODS,
    MAY_INTERRUPT,
    MAY_SKIP,
    P_CASTLE,
    P_DISCARD,
    P_KEEP,
    P_PICK,
    P_PLACE,
    P_SELL,
    P_SHIP,
    P_SHIP2,
    P_TAKE,
    P_WHITE_CASTLE,
    STAGE_OVER,
    STAGE_ROUTES,
    STAGE_SIDES,
    STAGE_START,
)
from .legal_modules import can_use_module, offer_of_modules
from .rules.dice import ALL_VALUES, free_step_for_taking, shown_by, values_in_reach
from .rules.goods import depot_has_goods, has_goods, neighbour_depot
from .rules.pending import top, top_a, top_b
from .rules.placement import hexes_for_stored, offer_hexes, tiles_for
from .rules.scoring import has_monastery
from .rules.storage import any_depot_tile, offer_depot_tiles, offer_names

ALL_COLOURS = 63
MOST_LEGAL = 256  # more ids than any position has: two dice, 24 slots, 37 hexes, 6 types, purchases


@kernel
def legal_ids(t, s, ids):
    """Write the ids of all legal actions and return how many there are."""
    if s.stage == STAGE_OVER:
        return 0
    p = s.active
    if s.stage == STAGE_START:
        castles = int(t.colour_hexes[s.duchy[p], CASTLE])
        return offer_hexes(castles, ids, 0, START)
    if s.stage == STAGE_SIDES:
        ids[0] = SIDE + int(s.duchy[p])  # dealt with its odd side up
        ids[1] = ids[0] + 1
        return 2
    if s.stage == STAGE_ROUTES:
        return offer_hexes(int(s.route_hand[p]), ids, 0, ROUTE)
    kind = top(s)
    if kind < 0:
        n = 0
        for die in range(2):
            if s.used[p, die] == 0:
                n = _offer_four(t, s, p, die, DIE_1 + die * CHANNEL_SIZE, ids, n)
        n = _offer_purchases(s, t, p, ids, n)
        if s.used[p, 0] != 0 and s.used[p, 1] != 0:
            ids[n] = END
            n += 1
    else:
        n = _offer_pending(t, s, p, kind, ids)
        if MAY_INTERRUPT[kind]:
            n = _offer_purchases(s, t, p, ids, n)
        if MAY_SKIP[kind]:
            ids[n] = SKIP
            n += 1
    if t.modules != 0:  # their actions have the highest ids
        n = offer_of_modules(t, s, p, kind, ids, n)
    return n


@kernel
def _offer_four(t, s, p, channel, base, ids, n):
    """The four actions, by a die or an effect: take, place, sell, workers."""
    shown = shown_by(s, p, channel)
    values = values_in_reach(t, s, p, shown, free_step_for_taking(s, p))
    n = offer_depot_tiles(s, ids, n, base + TAKE, values, ALL_COLOURS)
    n = offer_hexes(hexes_for_stored(t, s, p, channel), ids, n, base + PLACE)
    n = _offer_sales(s, p, ids, n, base, values_in_reach(t, s, p, shown, 0))
    ids[n] = base + WORKERS
    return n + 1


@kernel
def _offer_sales(s, p, ids, n, base, values):
    for goods in range(GOODS):
        if s.goods[p, goods] > 0 and (values >> goods) & 1 != 0:
            ids[n] = base + SELL + goods
            n += 1
    return n


@kernel
def _offer_pending(t, s, p, kind, ids):
    n = 0
    if kind == P_CASTLE or kind == P_WHITE_CASTLE:
        n = _offer_four(t, s, p, FREE, FREE_ACTION, ids, n)
    elif kind == P_TAKE:
        n = offer_depot_tiles(s, ids, n, FREE_ACTION + TAKE, ALL_VALUES, top_a(s))
    elif kind == P_PLACE:
        n = offer_hexes(hexes_for_stored(t, s, p, FREE), ids, n, FREE_ACTION + PLACE)
    elif kind == P_SELL:
        n = _offer_sales(s, p, ids, n, FREE_ACTION, ALL_VALUES)
    elif kind == P_PICK:
        tiles = ids[MOST_LEGAL - 8 :]  # out of the way of the ids written
        n = offer_names(tiles, tiles_for(t, s, p, top_b(s), top_a(s), tiles), ids, n, PICK)
    elif kind == P_DISCARD:
        n = offer_names(s.storage[p], s.stored[p], ids, n, DISCARD)
    elif kind == P_SHIP:
        for depot in range(DEPOTS):
            ids[n] = GOODS_OF + depot + 1
            n += 1
    elif kind == P_SHIP2:
        for depot in range(DEPOTS):
            if _next_to(top_a(s), depot) and depot_has_goods(s, depot):
                ids[n] = GOODS_OF + depot + 1
                n += 1
    elif kind == P_KEEP:
        for goods in range(GOODS):
            if s.depot_goods[top_a(s), goods] > 0 and s.goods[p, goods] == 0:
                ids[n] = KEEP + goods + 1
                n += 1
    return n


@kernel
def _next_to(depot, other):
    return other == neighbour_depot(depot, 0) or other == neighbour_depot(depot, 1)


@kernel
def _offer_purchases(s, t, p, ids, n):
    """What may be done at any time of the turn: the purchase, and monastery 6."""
    monastery_6 = has_monastery(s, p, 6)
    if s.bought[p] == 0 and s.silver[p] >= 2:
        for slot in range(BLACK_SLOTS):
            if s.black_depot[slot] != 0:
                ids[n] = BUY_BLACK + slot
                n += 1
        if monastery_6 and t.alea_2011 != 0:
            n = offer_depot_tiles(s, ids, n, BUY_DEPOT, ALL_VALUES, ALL_COLOURS)
    if monastery_6 and t.alea_2011 == 0 and s.recruited[p] == 0 and s.workers[p] >= 2:
        n = offer_depot_tiles(s, ids, n, RECRUIT, ALL_VALUES, 1 << BUILDING)
    return n


@kernel
def can_be_used(t, s, p, kind):
    """Whether a decision that may be skipped has any action of its own."""
    if kind == P_TAKE:
        return any_depot_tile(s, top_a(s))
    if kind == P_SELL:
        return has_goods(s, p)
    if kind == P_PLACE:
        return hexes_for_stored(t, s, p, FREE) != 0
    if kind != P_SHIP2:
        return can_use_module(t, s, p, kind)
    near = top_a(s)
    return depot_has_goods(s, neighbour_depot(near, 0)) or depot_has_goods(s, neighbour_depot(near, 1))


@kernel
def write_mask(ids, count, mask):
    """Turn a list of ids into a mask."""
    mask[:] = 0
    for i in range(count):
        mask[ids[i]] = 1
