"""Which actions are legal: state -> ids, in the order of the action table; or -> mask."""

from __future__ import annotations

from .actions import DISCARD, END, FREE_ACTION, GOODS_OF, KEEP, PICK, PLACE, SELL, SIDE, SKIP, START, START_FAR, TAKE
from .hooks.decisions import can_use, offer_base_actions, offer_in_stage, offer_own_actions
from .jit import kernel
from .layout import (
    DEPOTS,
    FREE,
    GOODS,
    HEXES,
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
    STAGE_OVER,
    STAGE_SIDES,
    STAGE_START,
    STAGE_TURN,
    TILE_COUNT,
)
from .restricted import allowed
from .rules.dice import ALL_VALUES
from .rules.four_actions import offer_four
from .rules.goods import depot_has_goods, has_goods, neighbour_depot
from .rules.offers import NEAR, any_depot_tile, offer_depot_tiles, offer_goods, offer_hexes, offer_names
from .rules.pending import top, top_a, top_b
from .rules.placement import hexes_for_stored, tiles_for
from .rules.purchases import offer_purchases
from .rules.shields import STAGE_PHASE_END
from .rules.storage import stored_names

MOST_LEGAL = 256  # more ids than any position has: two dice, 24 slots, 37 hexes, 6 types, purchases


@kernel
def legal_ids(t, s, ids):
    """Write the ids of all legal actions and return how many there are."""
    if s.stage != STAGE_TURN and s.stage != STAGE_PHASE_END:
        return _offer_outside_turns(t, s, ids)
    p = s.active
    kind = top(s)
    if kind < 0:
        n = 0
        for die in range(2):
            if s.used[p, die] == 0:
                n = offer_four(t, s, p, die, ids, n)
        n = offer_purchases(t, s, p, ids, n)
        if s.used[p, 0] != 0 and s.used[p, 1] != 0:
            ids[n] = END
            n += 1
    else:
        n = _offer_pending(t, s, p, kind, ids)
        if MAY_INTERRUPT[kind] and s.stage == STAGE_TURN:
            n = offer_purchases(t, s, p, ids, n)
        if MAY_SKIP[kind]:
            ids[n] = SKIP
            n += 1
    if t.modules != 0:  # their actions have the highest ids
        n = offer_own_actions(t, s, p, kind, ids, n)
    if t.restricted != 0:
        n = allowed(t, s, p, ids, n)
    return n


@kernel
def _offer_outside_turns(t, s, ids):
    p = s.active
    if s.stage == STAGE_OVER:
        return 0
    if s.stage == STAGE_START:
        hexes = int(t.start_hexes[s.duchy[p]])
        return offer_hexes(hexes >> HEXES, ids, offer_hexes(hexes & NEAR, ids, 0, START), START_FAR)
    if s.stage == STAGE_SIDES:
        ids[0] = SIDE[s.duchy[p]]  # dealt with its odd side up
        ids[1] = SIDE[t.back[s.duchy[p]]]
        return 2
    return offer_in_stage(s, p, ids)


@kernel
def _offer_pending(t, s, p, kind, ids):
    n = 0
    if kind == P_CASTLE:
        n = offer_four(t, s, p, FREE, ids, n)
    elif kind == P_TAKE:
        n = offer_depot_tiles(s, ids, n, FREE_ACTION + TAKE, ALL_VALUES, top_a(s))
    elif kind == P_PLACE:
        n = offer_hexes(hexes_for_stored(t, s, p, FREE) & NEAR, ids, n, FREE_ACTION + PLACE)
    elif kind == P_SELL:
        n = offer_goods(s, p, ids, n, FREE_ACTION + SELL, ALL_VALUES)
    elif kind == P_PICK:
        tiles = ids[MOST_LEGAL - TILE_COUNT :]  # out of the way of the ids written
        n = offer_names(tiles, tiles_for(t, s, p, top_b(s), top_a(s), tiles), ids, n, PICK)
    elif kind == P_DISCARD:
        tiles = ids[MOST_LEGAL - TILE_COUNT :]
        n = offer_names(tiles, stored_names(s, p, tiles), ids, n, DISCARD)
    elif kind == P_SHIP:
        for depot in range(DEPOTS):
            ids[n] = GOODS_OF + depot
            n += 1
    elif kind == P_SHIP2:
        for depot in range(DEPOTS):
            if _next_to(top_a(s), depot) and depot_has_goods(s, depot):
                ids[n] = GOODS_OF + depot
                n += 1
    elif kind == P_KEEP:
        for goods in range(GOODS):
            if s.depot_goods[top_a(s), goods] > 0 and s.goods[p, goods] == 0:
                ids[n] = KEEP + goods
                n += 1
    else:
        n = offer_base_actions(t, s, p, kind, ids, n)
    return n


@kernel
def _next_to(depot, other):
    return other == neighbour_depot(depot, 0) or other == neighbour_depot(depot, 1)


@kernel
def can_be_used(t, s, p, kind):
    """Whether a decision that may be skipped has any action of its own."""
    if kind == P_TAKE:
        return any_depot_tile(s, top_a(s))
    if kind == P_SELL:
        return has_goods(s, p)
    if kind == P_PLACE:
        return hexes_for_stored(t, s, p, FREE) != 0
    if kind == P_SHIP2:
        near = top_a(s)
        return depot_has_goods(s, neighbour_depot(near, 0)) or depot_has_goods(s, neighbour_depot(near, 1))
    return can_use(t, s, p, kind)


@kernel
def write_mask(ids, count, mask):
    """Turn a list of ids into a mask."""
    mask[:] = 0
    for i in range(count):
        mask[ids[i]] = 1
