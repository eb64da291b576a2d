"""(state, action) -> state. Dispatch only: what an action does stands in `rules`."""

from __future__ import annotations

from .actions import (
    BUY_BLACK,
    BUY_DEPOT,
    CHANNEL_SIZE,
    DIE_1,
    DISCARD,
    END,
    GOODS_OF,
    KEEP,
    PICK,
    PLACE,
    RECRUIT,
    SELL,
    SIDE,
    SKIP,
    TAKE,
    WORKERS,
)
from .jit import kernel
from .layout import E_ACTION, FREE, MAY_SKIP, P_SHIP, SLOTS
from .legal import can_be_used
from .rng import told
from .rules.dice import free_step_for_taking, workers_for
from .rules.goods import keep, sell, ship_first_depot, ship_second_depot
from .rules.monasteries import take_workers
from .rules.pending import pop, top, top_a, top_b
from .rules.placement import place, put_down
from .rules.rounds import end_turn
from .rules.setup import choose_side, start_castle
from .rules.storage import remove_stored, take_from_depot, to_storage


@kernel
def apply(t, s, tape, action, scratch):
    """Carry out a legal action of the active seat, and all that follows until the next decision."""
    p = int(s.active)
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
            ship_first_depot(s, p, action - GOODS_OF - 1)
        else:
            ship_second_depot(s, p, action - GOODS_OF - 1)
    elif action < BUY_BLACK:
        keep(s, p, action - KEEP - 1)
    elif action < SKIP:
        _purchase(s, p, action)
    elif action == SKIP:
        pop(s)
    elif action == END:
        end_turn(t, s, tape)
    else:
        choose_side(t, s, action - SIDE)
    _drop_unusable(t, s)


@kernel
def _act(t, s, p, channel, verb, scratch):
    """One of the four actions, by a die or given by an effect."""
    if PLACE <= verb < SELL:
        place(t, s, p, channel, verb - PLACE, scratch)
        return
    if channel == FREE:
        pop(s)
    else:
        shown = s.dice[p, channel]
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
def _drop_unusable(t, s):
    """An effect that nothing can be done with is lost when it comes up."""
    while s.depth > 0 and MAY_SKIP[top(s)] and not can_be_used(t, s, s.active, top(s)):
        pop(s)
