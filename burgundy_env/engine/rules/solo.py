"""The solo game: a target to reach again and again, and 37 hexes to cover in 25 rounds.

A tile sets off its steps one by one (region, colour, effect), and after each gain points may be bought or
the target be reached. So what is still to come waits on the stack below the decision it waits for.
`solo_steps` has what needs the rules of placement.
"""

from __future__ import annotations

from ...modules.solo import AFTER_STEPS, SMALLEST_TARGET, SOLO_SLOTS, SWAP_PRICE
from ..actions import block_number, first_id
from ..jit import kernel
from ..layout import (
    ARG_A,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    GOODS,
    MONASTERY,
    MONASTERY_0,
    P_CASTLE,
    SLOTS,
    STAGE_OVER,
    pending_kind,
    source,
    tile_id,
)
from .duchy import colour_covered, empty_hexes, goods_held
from .pending import pop, push, top_a
from .points import gain
from .storage import take_from_black_depot, to_storage

BLACK_TILE = tile_id("black")  # face down on a duchy: it fits any colour and is nothing more
P_BLACK, P_POINTS, P_SWAP, P_PAY = map(pending_kind, ("black", "points", "swap", "pay"))
P_AFTER, P_CLEAR = map(pending_kind, ("after", "clear"))
B_POINTS, B_SWAP, B_PAY = map(block_number, ("points", "swap", "pay"))
POINTS, SWAP, PAY = map(first_id, ("points", "swap", "pay"))
FROM_SILVER, FROM_TARGETS = source("bought_points"), source("targets")
WORKERS = 2  # at the beginning
TARGET_STEP = 5
_ALL_STEPS = (1 << len(AFTER_STEPS)) - 1
_COLOURS = len(COLOURS)


def fill_tables(t, config, data):
    """That it is played, and the first target."""
    t.solo, t.solo_target = 1, config.solo_target


@kernel
def set_up_solo(t, s):
    """There are no bonus tiles."""
    s.bonus_left[:] = 0
    s.target, s.workers[0] = t.solo_target, WORKERS


@kernel
def colours_covered(t, s, p):
    """How many colours have all their hexes covered."""
    colours = 0
    for colour in range(_COLOURS):
        if colour_covered(t, s, p, colour):
            colours += 1
    return colours


@kernel
def set_steps_off(s, h):
    """What the tile on hex h sets off comes step by step, as a step may open a decision before the next one. A
    monastery is in force at once."""
    tile = int(s.tiles[0, h])
    if COLOUR_OF[tile] == MONASTERY:
        s.monasteries[0] |= 1 << (tile - MONASTERY_0)
    push(s, P_AFTER, h, _ALL_STEPS)


@kernel
def react_to_gains(t, s, before):
    """After each step: the last hex wins at once; a gain reaches the target or lets points be bought. `before`: the
    VP marker before the step; returns where it stands now."""
    if empty_hexes(s, 0) == 0:
        _win(s)
    elif s.vp[0] > before:
        _gained(s, 0)
    return int(s.vp[0])


@kernel
def _win(s):
    while s.depth > 0:
        pop(s)
    s.stage = STAGE_OVER
    s.active = -1


@kernel
def _gained(s, p):
    """On the target: back to 0, the next one 5 lower, and an action as from a castle; else points may be bought."""
    if s.vp[p] < s.target:
        push(s, P_POINTS, 0, 0)
        return
    gain(s, p, FROM_TARGETS, -int(s.vp[p]))
    s.target = max(SMALLEST_TARGET, s.target - TARGET_STEP)
    push(s, P_CASTLE, 0, 0)


@kernel
def clear_goods_later(s):
    """A ship: when it has fetched, the goods that it left leave the depots, and a swap is offered."""
    push(s, P_CLEAR, 0, 0)


@kernel
def clear_goods(s):
    """What waited for the ship is due."""
    pop(s)
    s.depot_goods[:, :] = 0
    push(s, P_SWAP, 0, 0)


@kernel
def offer_swaps(s, ids, n):
    """List the black-depot tiles that five goods may be paid for."""
    for slot in range(SOLO_SLOTS):
        if s.black_depot[slot] != 0:
            ids[n] = SWAP + slot
            n += 1
    return n


@kernel
def offer_payments(s, p, ids, n):
    """List the types of goods held."""
    for goods in range(GOODS):
        if s.goods[p, goods] > 0:
            ids[n] = PAY + goods
            n += 1
    return n


@kernel
def may_swap(s, p):
    """Whether there are five goods, and a tile to have for them."""
    tiles = 0
    for slot in range(SOLO_SLOTS):
        if s.black_depot[slot] != 0:
            tiles += 1
    return goods_held(s, p) >= SWAP_PRICE and tiles > 0


@kernel
def buy_point(s, p):
    """1 VP for 1 silver, after a gain."""
    pop(s)
    s.silver[p] -= 1
    gain(s, p, FROM_SILVER, 1)


@kernel
def begin_swap(s, slot):
    """A black-depot tile is chosen; five goods are to be paid for it."""
    pop(s)
    take_from_black_depot(s, slot)
    push(s, P_PAY, SWAP_PRICE, 0)


@kernel
def pay(t, s, p, goods):
    """One of the five goods leaves the game; after the last the tile comes to storage, face down."""
    s.goods[p, goods] -= 1
    left = top_a(s) - 1
    if left > 0:
        s.pending[int(s.depth) - 1, ARG_A] = left
        return
    pop(s)
    to_storage(t, s, p, BLACK_TILE)


@kernel
def remove_a_tile(s):
    """Each round a tile leaves the depot of the white die, the top one; of the next depot with one if it is empty."""
    for i in range(DEPOTS):
        depot = (int(s.white_die) - 1 + i) % DEPOTS
        for slot in range(SLOTS):
            if s.depot[depot, slot] != 0:
                s.depot[depot, slot] = 0
                return
