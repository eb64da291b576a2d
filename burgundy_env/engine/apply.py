"""(state, action) -> state. Dispatch only: what an action does stands in `rules`."""

from __future__ import annotations

from .actions import (
    BLACK_PLACE,
    BUY_BLACK,
    BUY_DEPOT,
    BUY_INN,
    CHANNEL_SIZE,
    DIE_1,
    DISCARD,
    EFFECT,
    END,
    GOODS_OF,
    HIRE,
    KEEP,
    PAY,
    PICK,
    PLACE,
    POINTS,
    RECRUIT,
    RETRIEVE,
    RETRIEVE_TO,
    ROUTE,
    SELL,
    SIDE,
    SKIP,
    SWAP,
    TAKE,
    WORKERS,
)
from .jit import kernel
from .layout import CASTLE_TILE, E_ACTION, FREE, HEXES, INN_TILE, MAY_SKIP, P_SHIP, SLOTS
from .legal import can_be_used
from .rng import told
from .rules.buildings import building_effect
from .rules.castle_rule import pay_retrieval, retrieve
from .rules.dice import free_step_for_taking, shown_by, workers_for
from .rules.goods import keep, sell, ship_first_depot, ship_second_depot
from .rules.monasteries import hire, take_workers
from .rules.pending import pop, top, top_a, top_b
from .rules.placement import add_to_duchy, place, put_down
from .rules.rounds import end_turn
from .rules.setup import choose_route, choose_side, start_castle
from .rules.solo import begin_swap, buy_point, pay, place_from_black_depot, settle
from .rules.storage import remove_stored, take_from_depot, to_storage


@kernel
def apply(t, s, tape, action, scratch):
    """Carry out a legal action of the active seat, and all that follows until the next decision."""
    p = int(s.active)
    vp = int(s.vp[p])
    told(tape, E_ACTION, p, 0, action)
    if action < DIE_1:
        start_castle(t, s, tape, action)
    elif action <= PICK:
        channel, verb = (action - DIE_1) // CHANNEL_SIZE, (action - DIE_1) % CHANNEL_SIZE
        _act(t, s, p, channel, verb, scratch)
    elif action <= DISCARD:
        h, channel = top_a(s), top_b(s)
        pop(s)
        put_down(t, s, p, channel, h, action - PICK)
    elif action <= GOODS_OF:
        tile = top_a(s)
        pop(s)
        remove_stored(s, p, action - DISCARD)
        to_storage(s, p, tile)
    elif action <= KEEP:
        if top(s) == P_SHIP:
            ship_first_depot(t, s, p, action - GOODS_OF - 1)
        else:
            ship_second_depot(t, s, p, action - GOODS_OF - 1)
    elif action < BUY_BLACK:
        keep(s, p, action - KEEP - 1)
    elif action < SKIP:
        _purchase(s, p, action)
    elif action == SKIP:
        pop(s)
    elif action == END:
        end_turn(t, s, tape)
    elif action < HIRE:
        choose_side(t, s, action - SIDE)
    else:
        _act_of_module(t, s, p, action)
    if t.solo != 0:
        settle(t, s, vp)
    else:
        _drop_unusable(t, s)


@kernel
def _act(t, s, p, channel, verb, scratch):
    """One of the four actions, by a die or given by an effect."""
    if PLACE <= verb < SELL:
        place(t, s, p, channel, verb - PLACE, scratch)
        return
    shown = shown_by(s, p, channel)
    if channel == FREE:
        pop(s)
    else:
        s.used[p, channel] = 1
    if verb < PLACE:
        wanted = 1 + (verb - TAKE) // SLOTS
        s.workers[p] -= workers_for(t, s, p, shown, wanted, free_step_for_taking(s, p))
    elif verb < WORKERS:
        s.workers[p] -= workers_for(t, s, p, shown, 1 + verb - SELL, 0)
    if verb < PLACE:
        take_from_depot(s, p, verb - TAKE)
    elif verb < WORKERS:
        sell(t, s, p, verb - SELL)
    else:
        take_workers(s, p)


@kernel
def _purchase(s, p, action):
    if action < RECRUIT:
        s.silver[p] -= 2
        s.bought[p] = 1
        if action < BUY_DEPOT:
            tile = int(s.black_depot[action - BUY_BLACK])
            s.black_depot[action - BUY_BLACK] = 0
            to_storage(s, p, tile)
        else:
            take_from_depot(s, p, action - BUY_DEPOT)
    else:
        s.workers[p] -= 2
        s.recruited[p] = 1
        take_from_depot(s, p, action - RECRUIT)


@kernel
def _act_of_module(t, s, p, action):
    if action == HIRE:
        hire(s, p)
    elif action == RETRIEVE:
        retrieve(s, p)
    elif action < EFFECT + 1:
        pay_retrieval(s, p)
        remove_stored(s, p, CASTLE_TILE)
        add_to_duchy(t, s, p, action - RETRIEVE_TO, CASTLE_TILE)
    elif action < BUY_INN:
        pop(s)
        building_effect(s, p, action - EFFECT)
    elif action == BUY_INN:
        s.silver[p] -= 2
        s.bought[p] = 1
        s.inn_stack -= 1
        to_storage(s, p, INN_TILE)
    elif action < POINTS:
        choose_route(t, s, action - ROUTE)
    elif action == POINTS:
        buy_point(s, p)
    elif action < PAY:
        begin_swap(s, action - SWAP)
    elif action < BLACK_PLACE:
        pay(s, p, action - PAY)
    else:
        place_from_black_depot(t, s, p, (action - BLACK_PLACE) // HEXES, (action - BLACK_PLACE) % HEXES)


@kernel
def _drop_unusable(t, s):
    """An effect that nothing can be done with is lost when it comes up."""
    while s.depth > 0 and MAY_SKIP[top(s)] and not can_be_used(t, s, s.active, top(s)):
        pop(s)
