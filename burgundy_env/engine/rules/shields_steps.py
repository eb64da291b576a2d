"""Shields, where they need the rules of dice, goods and placement: how they are taken and paid for, goods gathered,
tiles set straight into the duchy."""

from __future__ import annotations

from ..actions import FREE_ACTION, TAKE, block_number, first_id
from ..jit import kernel
from ..layout import BLACK_SLOTS, CASTLE_TILE, DEPOTS, GOODS, HEXES, SLOTS
from .dice import ALL_VALUES, shown_by, workers_for
from .goods import types_held
from .inns import INN_TILE
from .offers import offer_hexes
from .pending import pop, push, top_a
from .placement import add_to_duchy, hexes_for
from .shields import (
    ANY_VALUE,
    BORROWS,
    P_SET,
    P_SHIELD,
    borrow,
    holds,
    monasteries_of_chateauma,
    own_monasteries,
    pay_upkeep,
    workers_pay,
)

B_SHIELD, B_FREE_SHIELD, B_SHIELD_ON, B_ANY, B_COPY, B_GATHER, B_UPKEEP, B_LOSE = map(
    block_number, ("shield", "castle_shield", "shield_on", "any", "copy", "gather", "upkeep", "lose")
)
B_FREE_TAKE_BLACK, B_FREE_TAKE_INN = map(block_number, ("straight_black", "straight_inn"))
SHIELD, FREE_SHIELD = first_id("shield") - 1, first_id("castle_shield") - 1  # shields begin with 1
SHIELD_ON, ANY, COPY, GATHER, UPKEEP, LOSE, FREE_TAKE_BLACK, FREE_TAKE_INN = map(
    first_id, ("shield_on", "any", "copy", "gather", "upkeep", "lose", "straight_black", "straight_inn")
)
ALL_DEPOTS = (1 << DEPOTS) - 1
_FROM_DEPOTS = 0  # of a `straight`, else from the black depot

# --- taking one ----------------------------------------------------------------------------------------


@kernel
def castle_hexes(s, p):
    """The hexes with a burgundy castle, as a set."""
    hexes = 0
    for h in range(HEXES):
        if s.tiles[p, h] == CASTLE_TILE:
            hexes |= 1 << h
    return hexes


@kernel
def pair_cost(t, s, p, depot):
    """The workers that bring both dice to a depot's number."""
    cost = 0
    for die in range(2):
        cost += workers_for(t, s, p, shown_by(s, p, die), depot + 1, 0)
    return cost


@kernel
def depots_for_pair(t, s, p):
    """The depots that both dice, unused, may be brought to, as a set."""
    depots = 0
    if s.used[p, 0] == 0 and s.used[p, 1] == 0:
        for depot in range(DEPOTS):
            if pair_cost(t, s, p, depot) <= s.workers[p]:
                depots |= 1 << depot
    return depots


@kernel
def offer_shields(s, depots, ids, n, base):
    """List the shields that lie in a set of depots."""
    lying = 0
    for depot in range(DEPOTS):
        if (depots >> depot) & 1 != 0:
            lying |= int(s.depot_shields[depot])
    return offer_hexes(lying, ids, n, base)


@kernel
def depot_of(s, shield):
    """The depot that a shield lies in."""
    depot = 0
    while (int(s.depot_shields[depot]) >> shield) & 1 == 0:
        depot += 1
    return depot


@kernel
def pay_with_pair(t, s, p, shield):
    """Both dice are brought to the depot of a shield, and spent."""
    s.workers[p] -= pair_cost(t, s, p, depot_of(s, shield))
    s.used[p, 0] = 1
    s.used[p, 1] = 1


@kernel
def pick_up(s, shield):
    """A shield leaves its depot; which castle it goes on is asked."""
    s.depot_shields[depot_of(s, shield)] &= ~(1 << shield)
    push(s, P_SHIELD, shield, 0)


# --- shields 5, 6 and 16 -------------------------------------------------------------------------------


@kernel
def goods_to_gather(s, p):
    """The types of goods that lie in a depot and fit, as a set."""
    room, types = types_held(s, p) < 3, 0
    for goods in range(GOODS):
        if s.goods[p, goods] == 0 and not room:
            continue
        for depot in range(DEPOTS):
            if s.depot_goods[depot, goods] > 0:
                types |= 1 << goods
    return types


@kernel
def gather(s, p, goods):
    """All goods of a type come from all depots."""
    for depot in range(DEPOTS):
        s.goods[p, goods] += s.depot_goods[depot, goods]
        s.depot_goods[depot, goods] = 0


@kernel
def may_copy(s, p):
    """Whether a seat may still be named."""
    return s.lender[p] == 0 and holds(s, p, BORROWS)


@kernel
def copy_seat(t, s, p, seat):
    """Its monasteries are in force from now on."""
    s.lender[p] = seat + 1
    borrow(s, p, monasteries_of_chateauma(s) if seat == t.chateauma else own_monasteries(s, seat))


@kernel
def may_use_any(s, p, die):
    """Shield 16: whether this die's value may be let go."""
    return s.wild[p] == 0 and s.used[p, die] == 0 and holds(s, p, ANY_VALUE)


# --- what may be done ----------------------------------------------------------------------------------


@kernel
def offer_with_shields(t, s, p, kind, ids, n):
    """List, by their ids, what shields let do at a decision, -1: with nothing pending."""
    if kind < 0 and castle_hexes(s, p) != 0:
        n = offer_shields(s, depots_for_pair(t, s, p), ids, n, SHIELD)
    elif kind == P_SHIELD:
        n = offer_hexes(castle_hexes(s, p), ids, n, SHIELD_ON)
    if kind < 0:
        for die in range(2):
            if may_use_any(s, p, die):
                ids[n] = ANY + die
                n += 1
    return n


@kernel
def offer_copies(t, s, p, ids, n):
    """List the seats that may be named."""
    for seat in range(t.seats):
        if seat != p:
            ids[n] = COPY + seat
            n += 1
    return n


@kernel
def offer_upkeep(s, p, ids, n):
    """Silver, with shield 3 workers, or the shield."""
    if s.silver[p] > 0:
        ids[n] = UPKEEP
        n += 1
    if s.workers[p] > 0 and workers_pay(s, p):
        ids[n] = UPKEEP + 1
        n += 1
    ids[n] = LOSE
    return n + 1


@kernel
def pay_shield(t, s, p, thing):
    """A silver, or a worker."""
    if thing == 0:
        s.silver[p] -= 1
    else:
        s.workers[p] -= 1
    pay_upkeep(t, s, p)


# --- shields 14 and 15 ---------------------------------------------------------------------------------


@kernel
def offer_straight(t, s, p, ids, n):
    """List the tiles of the numbered depots that have a hex to go to."""
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            tile = int(s.depot[depot, slot])
            if tile != 0 and hexes_for(t, s, p, tile, ALL_VALUES) != 0:
                ids[n] = FREE_ACTION + TAKE + depot * SLOTS + slot
                n += 1
    return n


@kernel
def offer_straight_black(t, s, p, ids, n):
    """List those of the black depot, and an inn."""
    for slot in range(BLACK_SLOTS):
        tile = int(s.black_depot[slot])
        if tile != 0 and hexes_for(t, s, p, tile, ALL_VALUES) != 0:
            ids[n] = FREE_TAKE_BLACK + slot
            n += 1
    if s.inn_stack > 0 and hexes_for(t, s, p, INN_TILE, ALL_VALUES) != 0:
        ids[n] = FREE_TAKE_INN
        n += 1
    return n


@kernel
def any_straight(t, s, p, ids):
    """Whether there is one."""
    if top_a(s) == _FROM_DEPOTS:
        return offer_straight(t, s, p, ids, 0) > 0
    return offer_straight_black(t, s, p, ids, 0) > 0


@kernel
def take_straight(s, tile):
    """A tile is chosen; the hex is asked."""
    pop(s)
    push(s, P_SET, tile, 0)


@kernel
def set_straight(t, s, p, h):
    """The tile comes to a hex, with its effect."""
    tile = top_a(s)
    pop(s)
    add_to_duchy(t, s, p, h, tile)
