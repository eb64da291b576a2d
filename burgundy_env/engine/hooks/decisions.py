"""What modules add to decide: which actions are legal, and what becomes of them.

These hooks are called by `legal` and `apply`; they may use all rules. The ids of a module's blocks are higher than
those of the base game, and lists of legal actions are in the order of ids. What is rarely legal is tested for before
it is listed: handing `ids` to a kernel costs more than the test.
"""

from __future__ import annotations

from ..checked import ACTION, PENDING, STAGE, no_rule
from ..jit import kernel
from ..layout import CASTLE_TILE, FREE, MAY_INTERRUPT
from ..rules.buildings import building_effect
from ..rules.castle_rule import (
    B_RETRIEVE,
    B_RETRIEVE_TO,
    may_retrieve,
    offer_retrievals,
    retrieve,
    retrieve_stored,
)
from ..rules.extra_tiles import B_EFFECT, B_HIRE, HIRE, P_CRANE, hire, may_hire, offer_effects
from ..rules.four_actions import offer_four
from ..rules.inns import B_BUY_INN, BUY_INN, buy_inn, may_buy_inn
from ..rules.offers import offer_hexes
from ..rules.pending import pop
from ..rules.placement import add_to_duchy
from ..rules.setup import player_is_ready
from ..rules.solo import (
    B_PAY,
    B_POINTS,
    B_SWAP,
    P_AFTER,
    P_BLACK,
    P_CLEAR,
    P_PAY,
    P_POINTS,
    P_SWAP,
    POINTS,
    begin_swap,
    buy_point,
    clear_goods,
    may_swap,
    offer_payments,
    offer_swaps,
    pay,
    react_to_gains,
)
from ..rules.solo_steps import (
    B_BLACK_PLACE,
    any_black_placement,
    next_step,
    offer_black_placements,
    place_from_black_depot,
)
from ..rules.trade_routes import B_ROUTE, ROUTE, STAGE_ROUTES, lengthen_route
from ..rules.white_castles import P_WHITE_CASTLE, WHITE_CASTLE

# --- what is legal -----------------------------------------------------------------------------------


@kernel
def offer_in_stage(s, p, ids):
    """In a stage that the base game has not: list all there is."""
    if s.stage == STAGE_ROUTES:
        return offer_hexes(int(s.route_hand[p]), ids, 0, ROUTE)
    no_rule(STAGE, int(s.stage))
    return 0


@kernel
def offer_base_actions(t, s, p, kind, ids, n):
    """At a decision that the base game has not: list the actions of the base game that it gives."""
    if kind == P_WHITE_CASTLE:
        return offer_four(t, s, p, FREE, ids, n)
    if kind != P_CRANE and kind != P_POINTS and kind != P_SWAP and kind != P_PAY and kind != P_BLACK:
        no_rule(PENDING, kind)  # those give actions of their own only
    return n


@kernel
def offer_own_actions(t, s, p, kind, ids, n):
    """At any decision, of this kind or, -1, with nothing pending: list the actions of modules, by their ids."""
    any_time = kind < 0 or MAY_INTERRUPT[kind]
    if any_time and may_hire(s, p):
        ids[n] = HIRE
        n += 1
    if kind < 0 and may_retrieve(t, s, p):
        n = offer_retrievals(t, s, p, ids, n)
    elif kind == P_CRANE:
        n = offer_effects(ids, n, WHITE_CASTLE if t.white_castles != 0 else 0)
    if any_time and may_buy_inn(s, p):
        ids[n] = BUY_INN
        n += 1
    return _offer_solo(t, s, p, kind, ids, n) if t.solo != 0 else n


@kernel
def _offer_solo(t, s, p, kind, ids, n):
    if kind == P_POINTS:
        if s.silver[p] > 0:  # a purchase may have taken it meanwhile
            ids[n] = POINTS
            n += 1
    elif kind == P_SWAP:
        if may_swap(s, p):
            n = offer_swaps(s, ids, n)
    elif kind == P_PAY:
        n = offer_payments(s, p, ids, n)
    elif kind == P_BLACK:
        n = offer_black_placements(t, s, p, ids, n)
    return n


@kernel
def can_use(t, s, p, kind):
    """A decision that the base game has not and that may be skipped: whether it has any action of its own."""
    if kind == P_WHITE_CASTLE or kind == P_CRANE:
        return True  # workers can always be taken, any building be named
    if kind == P_POINTS:
        return s.silver[p] > 0
    if kind == P_SWAP:
        return may_swap(s, p)
    if kind == P_BLACK:
        return any_black_placement(t, s, p)
    no_rule(PENDING, kind)
    return True


# --- what is done ------------------------------------------------------------------------------------


@kernel
def apply_of_module(t, s, p, block, thing):
    """An action of a block that the base game has not is carried out; `thing`: which of its things, from 0."""
    if block == B_HIRE:
        hire(s, p)
    elif block == B_BUY_INN:
        buy_inn(s, p)
    elif block == B_RETRIEVE:
        retrieve(s, p)
    elif block == B_RETRIEVE_TO:
        retrieve_stored(s, p)
        add_to_duchy(t, s, p, thing, CASTLE_TILE)
    elif block == B_EFFECT:
        pop(s)
        building_effect(t, s, p, thing + 1)
    elif block == B_ROUTE:
        if lengthen_route(s, p, thing + 1):
            player_is_ready(t, s)
    elif block == B_POINTS:
        buy_point(s, p)
    elif block == B_SWAP:
        begin_swap(s, thing)
    elif block == B_PAY:
        pay(s, p, thing)
    elif block == B_BLACK_PLACE:
        place_from_black_depot(t, s, p, thing)
    else:
        no_rule(ACTION, block)


@kernel
def react(t, s, vp):
    """After an action, and after each thing that waited: `vp` are the points of the seat that acted before it;
    returns those to compare with next time."""
    return react_to_gains(t, s, vp) if t.solo != 0 else vp


@kernel
def carry_out(t, s, p, kind):
    """An entry that waited below decisions is on top now and leaves the stack."""
    if kind == P_AFTER:
        next_step(t, s, p)
    elif kind == P_CLEAR:
        clear_goods(s)
    else:
        no_rule(PENDING, kind)
