"""Vineyards, where they need the rules of dice, goods and placement: how double tiles are taken, bought and laid, and
what the spaces of a vineyard bring."""

from __future__ import annotations

import numpy as np

from ...modules.vineyards import BONUSES, DECISIONS, VINES
from ..actions import block_number, first_id
from ..jit import kernel, lowest_bit
from ..layout import (
    BLACK_SLOTS,
    DOUBLE,
    FREE,
    P_CASTLE,
    P_PLACE,
    P_SELL,
    P_TAKE,
)
from .dice import ANY_VALUE, shown_by, values_in_reach, workers_for
from .doubles import DOUBLE_OF, FIRST_VINE, KINDS, SECOND_VINE, count_of
from .offers import (
    TAKES_BUILDING,
    TAKES_MINE_MONASTERY_CASTLE,
    TAKES_SHIP_LIVESTOCK,
    offer_black_tiles,
    offer_hexes,
)
from .pending import pop, push, top, top_a, top_b
from .points import gain
from .shields import P_SET
from .shields_steps import FREE_TAKE_BLACK, FREE_TAKE_INN, take_straight
from .storage import remove_stored, to_storage
from .vineyards import (
    FROM_SPACES,
    P_BONUSES,
    P_DOUBLE,
    P_PLANT,
    P_TAKE_BLACK,
    P_VINE,
    PRICE,
    RESERVE,
    filled,
    lay,
    open_spaces,
    row_is_full,
    take_vine_tile,
)
from .workers import gain_workers

B_DOUBLE, B_FREE_DOUBLE, B_PLANT, B_FREE_PLANT = map(
    block_number, ("d1_double", "free_double", "d1_plant", "free_plant")
)
B_LAY, B_BUY_STORE, B_FREE_STORE, B_BONUS, B_VINE, B_DISCARD_DOUBLE = map(
    block_number, ("lay", "buy_store", "free_store", "bonus", "vine", "discard_double")
)
DOUBLE_BY, PLANT_BY = (
    np.array([first_id(f"{channel}_{verb}") for channel in ("d1", "d2", "free")], np.int16)
    for verb in ("double", "plant")
)
LAY, BUY_STORE, FREE_STORE, BONUS, VINE = map(first_id, ("lay", "buy_store", "free_store", "bonus", "vine"))
DISCARD_DOUBLE = first_id("discard_double") - 1  # double tiles count from 1
(_BUILDING, _MINE_MONASTERY_CASTLE, _SHIP_LIVESTOCK, _BLACK, _DOUBLE, _GOODS, _PLACE, _ACTION, _WORKERS, _SILVER,
 _VP) = range(len(BONUSES))  # fmt: skip
_DECISIONS, _VINE_COUNT = len(DECISIONS), len(VINES)

# --- what may be done ----------------------------------------------------------------------------------


@kernel
def offer_doubles(t, s, p, channel, ids, n):
    """List the depot's double tiles that a die, or what an effect shows, reaches; no free step."""
    values = values_in_reach(t, s, p, shown_by(s, p, channel), 0)
    return offer_hexes(filled(s.double_depot) & int(t.double_slots[values]), ids, n, int(DOUBLE_BY[channel]))


@kernel
def offer_plantings(t, s, p, channel, ids, n):
    """List the spaces that a stored double tile may come to."""
    if s.doubled[p] == 0:
        return n
    values = values_in_reach(t, s, p, shown_by(s, p, channel), 0)
    spaces = open_spaces(t, s, p) & int(t.space_values[s.vineyard[p], values])
    return offer_hexes(spaces, ids, n, int(PLANT_BY[channel]))


@kernel
def offer_with_dice(t, s, p, ids, n):
    """With nothing pending: both by each die that is unused."""
    for die in range(2):
        if s.used[p, die] == 0:
            n = offer_doubles(t, s, p, die, ids, n)
    for die in range(2):
        if s.used[p, die] == 0:
            n = offer_plantings(t, s, p, die, ids, n)
    return n


@kernel
def offer_by_effect(t, s, p, ids, n):
    """Both, as an effect lets."""
    n = offer_doubles(t, s, p, FREE, ids, n)
    return offer_plantings(t, s, p, FREE, ids, n)


@kernel
def laid_names(s, p):
    """The double tiles that may be laid, one bit for each two vines in their order: one that is set straight, else
    those stored; each in both directions."""
    below = int(s.depth) - 1
    while below >= 0 and s.pending[below, 0] == P_PLANT:
        below -= 1
    names = 0
    if below >= 0 and s.pending[below, 0] == P_SET:
        return _directions(int(s.pending[below, 1]) - DOUBLE)
    for double in range(1, KINDS):
        if count_of(s.stored_doubles[p], double) > 0:
            names |= _directions(double)
    return names


@kernel
def _directions(double):
    first, second = int(FIRST_VINE[double]), int(SECOND_VINE[double])
    return 1 << (_VINE_COUNT * first + second) | 1 << (_VINE_COUNT * second + first)


@kernel
def may_buy_from_store(s, p):
    """As the purchase of the turn."""
    return s.bought[p] == 0 and s.silver[p] >= PRICE


@kernel
def offer_store(s, ids, n, base):
    """List the double tiles of the store."""
    return offer_hexes(filled(s.double_store), ids, n, base)


@kernel
def any_straight_double(t, s, p):
    """Shield 15: whether the store has a double tile, and the vineyard a space."""
    return t.vineyards != 0 and filled(s.double_store) != 0 and open_spaces(t, s, p) != 0


@kernel
def offer_black_wares(s, ids, n):
    """List the tiles of the black depot, and an inn: `take_black` gives one."""
    n = offer_black_tiles(s, ids, n, FREE_TAKE_BLACK)
    if s.inn_stack > 0:
        ids[n] = FREE_TAKE_INN
        n += 1
    return n


@kernel
def any_black_ware(s):
    """Whether there is one, or a double tile in the store."""
    there = s.inn_stack > 0 or filled(s.double_store) != 0
    for slot in range(BLACK_SLOTS):
        there = there or s.black_depot[slot] != 0
    return there


@kernel
def offer_vine_tiles(s, ids, n):
    """List the vines of which the reserve has a bonus tile."""
    return offer_hexes(filled(s.vine_tiles[RESERVE]), ids, n, VINE)


@kernel
def offer_stored_doubles(s, p, ids, n):
    """List the stored double tiles that may be thrown away."""
    for double in range(1, KINDS):
        if count_of(s.stored_doubles[p], double) > 0:
            ids[n] = DISCARD_DOUBLE + double
            n += 1
    return n


# --- taking --------------------------------------------------------------------------------------------


@kernel
def take_double(t, s, p, channel, slot):
    """A double tile of the depot comes to storage: by the cheaper of the slot's numbers."""
    shown = shown_by(s, p, channel)
    if shown != ANY_VALUE:
        s.workers[p] -= cheapest(t, s, p, shown, int(t.slot_values[slot]))
    _use(s, p, channel)
    double = int(s.double_depot[slot])
    s.double_depot[slot] = 0
    to_storage(t, s, p, DOUBLE + double)


@kernel
def cheapest(t, s, p, shown, values):
    """The workers that bring a die to the nearest of some values."""
    cost = 6
    while values != 0:
        cost = min(cost, workers_for(t, s, p, shown, lowest_bit(values) + 1, 0))
        values &= values - 1
    return cost


@kernel
def _use(s, p, channel):
    """The die is used, or what the effect gave."""
    if channel == FREE:
        pop(s)
    else:
        s.used[p, channel] = 1


@kernel
def take_from_store(s, slot):
    """A double tile leaves the store; returns it as a tile."""
    double = int(s.double_store[slot])
    s.double_store[slot] = 0
    return DOUBLE + double


@kernel
def buy_from_store(t, s, p, slot):
    """2 silver: a double tile of the store."""
    s.silver[p] -= PRICE
    s.bought[p] = 1
    to_storage(t, s, p, take_from_store(s, slot))


@kernel
def take_ware(t, s, p, tile):
    """A tile of the black depot, the store or the inn stack was chosen: by `take_black` it comes to storage, by
    shield 15 it is set straight."""
    if top(s) == P_TAKE_BLACK:
        pop(s)
        to_storage(t, s, p, tile)
    else:
        take_straight(s, tile)


# --- laying --------------------------------------------------------------------------------------------


@kernel
def plant(t, s, p, channel, space):
    """A double tile is to come to a space; which one and how is asked only if there is a choice."""
    names = laid_names(s, p)
    if names & (names - 1) != 0:
        push(s, P_PLANT, space, channel)
    else:
        _lay_down(t, s, p, channel, space, lowest_bit(names))


@kernel
def plant_named(t, s, p, name):
    """It was asked."""
    space, channel = top_a(s), top_b(s)
    pop(s)
    _lay_down(t, s, p, channel, space, name)


@kernel
def _lay_down(t, s, p, channel, space, name):
    """Pay for it unless it is set straight, lay it, and let the space bring what it brings."""
    first, second = name // _VINE_COUNT, name % _VINE_COUNT
    if top(s) != P_SET:
        s.workers[p] -= workers_for(t, s, p, shown_by(s, p, channel), t.space_number[s.vineyard[p], space], 0)
        remove_stored(s, p, DOUBLE + int(DOUBLE_OF[first, second]))
    _use(s, p, channel)
    lay(s, p, space, first, second)
    if row_is_full(t, s, p, space):
        push(s, P_VINE, 0, 0)
    _bring(t, s, p, int(t.space_bonus[s.vineyard[p], space, 0]), int(t.space_bonus[s.vineyard[p], space, 1]))


@kernel
def _bring(t, s, p, one, other):
    """What comes at once does; two different decisions are put in order first."""
    _give(t, s, p, one)
    _give(t, s, p, other)
    if one < _DECISIONS and other < _DECISIONS and one != other:
        push(s, P_BONUSES, _DECISIONS * one + other, 0)
        return
    if one < _DECISIONS:
        _open(s, one)
    if other < _DECISIONS:
        _open(s, other)


@kernel
def _give(t, s, p, bonus):
    if bonus == _SILVER:
        s.silver[p] += 2
    elif bonus == _WORKERS:
        gain_workers(t, s, p, 4)
    elif bonus == _VP:
        gain(s, p, FROM_SPACES, 4)


@kernel
def _open(s, bonus):
    """As a building effect of that kind, or a castle's action."""
    if bonus == _BUILDING:
        push(s, P_TAKE, TAKES_BUILDING, 0)
    elif bonus == _MINE_MONASTERY_CASTLE:
        push(s, P_TAKE, TAKES_MINE_MONASTERY_CASTLE, 0)
    elif bonus == _SHIP_LIVESTOCK:
        push(s, P_TAKE, TAKES_SHIP_LIVESTOCK, 0)
    elif bonus == _BLACK:
        push(s, P_TAKE_BLACK, 0, 0)
    elif bonus == _DOUBLE:
        push(s, P_DOUBLE, 0, 0)
    elif bonus == _GOODS:
        push(s, P_SELL, 0, 0)
    elif bonus == _PLACE:
        push(s, P_PLACE, 0, 0)
    elif bonus == _ACTION:
        push(s, P_CASTLE, 0, 0)


@kernel
def offer_bonuses(s, ids, n):
    """List the two bonuses that are to be put in order."""
    one, other = top_a(s) // _DECISIONS, top_a(s) % _DECISIONS
    return offer_hexes(1 << one | 1 << other, ids, n, BONUS)


@kernel
def put_bonuses_in_order(s, bonus):
    """The one that is named is decided first."""
    one, other = top_a(s) // _DECISIONS, top_a(s) % _DECISIONS
    pop(s)
    _open(s, other if bonus == one else one)
    _open(s, bonus)


@kernel
def win_vine_tile(s, p, vine):
    """The vine bonus tile for a full row."""
    pop(s)
    take_vine_tile(s, p, vine)
