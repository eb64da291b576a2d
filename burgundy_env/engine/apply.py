"""(state, action) -> state. Dispatch only, by the block of the action: what it does stands in `rules`."""

from __future__ import annotations

from .actions import (
    ACTIONS,
    B_BUY_BLACK,
    B_BUY_DEPOT,
    B_DISCARD,
    B_END,
    B_GOODS,
    B_KEEP,
    B_PICK,
    B_RECRUIT,
    B_SIDE,
    B_SKIP,
    B_START,
    BLOCK_OF,
    BOARD_OF,
    CHANNEL_OF,
    NO_BLOCK,
    NO_CHANNEL,
    THING_OF,
    VERB_OF,
)
from .checked import ACTION, no_rule
from .hooks.decisions import acted, acts_straight, apply_of_module, carry_out, phase_goes_on, react
from .jit import kernel
from .layout import E_ACTION, E_POINTS, LAPSES, SOURCES, STAGE_TURN, TAPE_MODE, TAPE_OFF, WAITS
from .legal import can_be_used
from .rng import note, told
from .rules.four_actions import act
from .rules.goods import keep, ship
from .rules.pending import pop, top, top_a, top_b
from .rules.placement import put_down
from .rules.purchases import buy_from_black_depot, buy_from_depot, recruit
from .rules.rounds import end_turn
from .rules.setup import choose_side, start_castle
from .rules.storage import discard

_SOURCES = len(SOURCES)


@kernel
def apply(t, s, tape, action, scratch):
    """Carry out a legal action of the active seat, and all that follows until the next decision."""
    p = int(s.active)
    vp = int(s.vp[p])
    told(tape, E_ACTION, p, 0, action)
    block = int(BLOCK_OF[action]) if 0 <= action < ACTIONS else NO_BLOCK
    thing = int(THING_OF[action]) if block != NO_BLOCK else 0  # tiles count from 1, it from 0
    if block == NO_BLOCK:
        no_rule(ACTION, action)
    elif CHANNEL_OF[block] != NO_CHANNEL:
        if s.stage == STAGE_TURN or not acts_straight(t, s, p, int(VERB_OF[block]), thing):
            act(t, s, p, int(CHANNEL_OF[block]), int(VERB_OF[block]), thing, scratch)
    elif block == B_PICK:
        h, channel = top_a(s), top_b(s)
        pop(s)
        put_down(t, s, p, channel, h, thing + 1)
    elif block == B_DISCARD:
        discard(t, s, p, thing + 1)
    elif block == B_GOODS:
        ship(t, s, p, thing)
    elif block == B_KEEP:
        keep(s, p, thing)
    elif block == B_BUY_BLACK:
        buy_from_black_depot(t, s, p, thing)
    elif block == B_BUY_DEPOT:
        buy_from_depot(t, s, p, thing)
    elif block == B_RECRUIT:
        recruit(t, s, p, thing)
    elif block == B_SKIP:
        pop(s)
    elif block == B_END:
        end_turn(t, s, tape)
    elif block == B_START:
        start_castle(t, s, tape, thing)
    elif block == B_SIDE:
        choose_side(t, s, BOARD_OF[thing])
    else:
        apply_of_module(t, s, p, block, thing)
    _on_to_a_decision(t, s, vp)
    if t.modules != 0:
        phase_goes_on(t, s, tape)
        acted(t, s, p)


@kernel
def apply_and_tell(t, s, tape, action, scratch):
    """The same, and if the tape remembers, what the action scored for its seat is noted after all that followed."""
    if tape[0, TAPE_MODE] == TAPE_OFF:
        apply(t, s, tape, action, scratch)
        return
    p = int(s.active)
    before = s.source[p].copy()
    apply(t, s, tape, action, scratch)
    for i in range(_SOURCES):
        if s.source[p, i] != before[i]:
            note(tape, E_POINTS, p, i, s.source[p, i] - before[i], 0)


@kernel
def _on_to_a_decision(t, s, vp):
    """What waits is carried out when it comes up; an effect that nothing can be done with is lost."""
    while True:
        if t.modules != 0:
            vp = react(t, s, vp)
        if s.depth == 0:
            return
        kind = top(s)
        if WAITS[kind]:
            carry_out(t, s, int(s.active), kind)
        elif LAPSES[kind] and not can_be_used(t, s, s.active, kind):
            pop(s)
        else:
            return
