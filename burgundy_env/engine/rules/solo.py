"""The solo game: a target to reach again and again, and 37 hexes to cover in 25 rounds (solo).

A tile sets off its steps one by one (region, colour, effect), and after each gain points may be bought or
the target be reached. So what is still to come waits on the stack below the decision it waits for.
"""

from __future__ import annotations

from ...modules.solo import SMALLEST_TARGET
from ..jit import kernel, lowest_bit
from ..layout import (
    AFTER_STEPS,
    ARG_A,
    BLACK_TILE,
    DEPOTS,
    FROM_SILVER,
    FROM_TARGETS,
    MAY_SKIP,
    P_AFTER,
    P_BLACK,
    P_CASTLE,
    P_CLEAR,
    P_PAY,
    P_POINTS,
    P_SWAP,
    SLOTS,
    STAGE_OVER,
)
from ..legal import can_be_used
from ..legal_modules import SWAP_PRICE
from .pending import pop, push, top, top_a, top_b
from .placement import add_to_duchy, tile_effect
from .scoring import colour_covered, empty_hexes, gain, score_region
from .storage import to_storage

TARGET_STEP = 5
_REGION, _COLOUR, _EFFECT = range(len(AFTER_STEPS))


@kernel
def settle(t, s, before):
    """After an action: gains reach the target or let points be bought, waiting steps are carried out, what can't
    be used is dropped, until there is something to decide. `before`: the VP marker before the action."""
    p = 0
    while True:
        if empty_hexes(s, p) == 0:
            _win(s)
            return
        if s.vp[p] > before:
            _gained(s, p)
        before = int(s.vp[p])
        kind = top(s)
        if kind == P_AFTER:
            _next_step(t, s, p)
        elif kind == P_CLEAR:
            pop(s)
            s.depot_goods[:, :] = 0
            push(s, P_SWAP, 0, 0)
        elif kind >= 0 and MAY_SKIP[kind] and not can_be_used(t, s, p, kind):
            pop(s)
        else:
            return


@kernel
def _win(s):
    """The last hex is covered: the game is over at once."""
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
def _next_step(t, s, p):
    """The first of the steps that a tile still sets off; the others wait below what it opens."""
    h, steps = top_a(s), top_b(s)
    pop(s)
    step = lowest_bit(steps)
    steps &= steps - 1
    if steps != 0:
        push(s, P_AFTER, h, steps)
    if step == _REGION:
        score_region(t, s, p, h)
    elif step == _COLOUR:
        if colour_covered(t, s, p, t.colour[s.duchy[p], h]):
            push(s, P_BLACK, 0, 0)
    else:
        tile_effect(t, s, p, h, int(s.tiles[p, h]))


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
    s.black_depot[slot] = 0
    push(s, P_PAY, SWAP_PRICE, 0)


@kernel
def pay(s, p, goods):
    """One of the five goods leaves the game; after the last the tile comes to storage, face down."""
    s.goods[p, goods] -= 1
    left = top_a(s) - 1
    if left > 0:
        s.pending[int(s.depth) - 1, ARG_A] = left
        return
    pop(s)
    to_storage(s, p, BLACK_TILE)


@kernel
def place_from_black_depot(t, s, p, slot, h):
    """A completed colour: a black-depot tile comes straight onto a hex, with its effect."""
    pop(s)
    tile = int(s.black_depot[slot])
    s.black_depot[slot] = 0
    add_to_duchy(t, s, p, h, tile)


@kernel
def remove_a_tile(s):
    """Each round a tile leaves the depot of the white die, the top one; of the next depot with one if it is empty."""
    for i in range(DEPOTS):
        depot = (int(s.white_die) - 1 + i) % DEPOTS
        for slot in range(SLOTS):
            if s.depot[depot, slot] != 0:
                s.depot[depot, slot] = 0
                return
