"""What modules add to decide: which actions are legal, and what becomes of them.

These hooks are called by `legal` and `apply`; they may use all rules. The ids of a module's blocks are higher than
those of the base game, and lists of legal actions are in the order of ids. What is rarely legal is tested for before
it is listed: handing `ids` to a kernel costs more than the test.
"""

from __future__ import annotations

import numpy as np

from ..actions import FREE_ACTION, PLACE, V_TAKE
from ..checked import ACTION, PENDING, STAGE, no_rule
from ..jit import INTEGER, NOTHING, TRUTH, beyond_base, kernel
from ..layout import (
    BLACK_SLOTS,
    CASTLE_TILE,
    DEPOTS,
    DOUBLE,
    FREE,
    MAY_INTERRUPT,
    OF_TEAM,
    P_CASTLE,
    P_DISCARD,
    SLOTS,
    STAGE_TURN,
)
from ..rules.buildings import building_effect
from ..rules.castle_rule import (
    B_RETRIEVE,
    B_RETRIEVE_TO,
    may_retrieve,
    offer_retrievals,
    retrieve,
    retrieve_stored,
)
from ..rules.dice import ALL_VALUES
from ..rules.extra_tiles import B_EFFECT, B_HIRE, HIRE, P_CRANE, hire, may_hire, offer_effects
from ..rules.four_actions import offer_four
from ..rules.inns import B_BUY_INN, BUY_INN, INN_TILE, buy_inn, may_buy_inn
from ..rules.offers import offer_hexes
from ..rules.pending import pop, top, top_a, top_b
from ..rules.placement import add_to_duchy, hexes_for, put_down
from ..rules.rounds import close_phase, go_on
from ..rules.setup import player_is_ready
from ..rules.shields import (
    BY_CASTLE,
    P_GATHER,
    P_PHASE_END,
    P_SET,
    P_SHIELD,
    P_STRAIGHT,
    P_UPKEEP,
    STAGE_PHASE_END,
    go_on_after_straight,
    holds,
    lose_in_upkeep,
    put_on,
)
from ..rules.shields_steps import (
    ALL_DEPOTS,
    B_ANY,
    B_COPY,
    B_FREE_SHIELD,
    B_FREE_TAKE_BLACK,
    B_FREE_TAKE_INN,
    B_GATHER,
    B_LOSE,
    B_SHIELD,
    B_SHIELD_ON,
    B_UPKEEP,
    FREE_SHIELD,
    GATHER,
    any_straight,
    castle_hexes,
    copy_seat,
    gather,
    goods_to_gather,
    may_copy,
    offer_copies,
    offer_shields,
    offer_straight,
    offer_straight_black,
    offer_upkeep,
    offer_with_shields,
    pay_shield,
    pay_with_pair,
    pick_up,
    set_straight,
    take_straight,
)
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
from ..rules.storage import P_STOW, discard, take_from_black_depot
from ..rules.team import B_DISCARD_TEAM, B_PICK_TEAM, B_STOW, TEAM_TILE, share, stow
from ..rules.team_steps import offer_in_team
from ..rules.trade_routes import B_ROUTE, ROUTE, STAGE_ROUTES, lengthen_route
from ..rules.vineyards import P_BONUSES, P_DOUBLE, P_PLANT, P_TAKE_BLACK, P_VINE, RESERVE, filled, open_spaces
from ..rules.vineyards_steps import (
    B_BONUS,
    B_BUY_STORE,
    B_DISCARD_DOUBLE,
    B_DOUBLE,
    B_FREE_DOUBLE,
    B_FREE_PLANT,
    B_FREE_STORE,
    B_LAY,
    B_PLANT,
    B_VINE,
    BUY_STORE,
    FREE_STORE,
    LAY,
    PLANT_BY,
    any_black_ware,
    any_straight_double,
    buy_from_store,
    laid_names,
    may_buy_from_store,
    offer_black_wares,
    offer_bonuses,
    offer_by_effect,
    offer_doubles,
    offer_store,
    offer_stored_doubles,
    offer_vine_tiles,
    offer_with_dice,
    plant,
    plant_named,
    put_bonuses_in_order,
    take_double,
    take_from_store,
    take_ware,
    win_vine_tile,
)
from ..rules.white_castles import P_WHITE_CASTLE, WHITE_CASTLE

MOST_STRAIGHT = DEPOTS * SLOTS + BLACK_SLOTS + 1

# --- what is legal -----------------------------------------------------------------------------------


@beyond_base(INTEGER)
def offer_in_stage(s, p, ids):
    """In a stage that the base game has not: list all there is."""
    if s.stage == STAGE_ROUTES:
        return offer_hexes(int(s.route_hand[p]), ids, 0, ROUTE)
    no_rule(STAGE, int(s.stage))
    return 0


@beyond_base(INTEGER)
def offer_base_actions(t, s, p, kind, ids, n):
    """At a decision that the base game has not: list the actions of the base game that it gives."""
    if kind == P_WHITE_CASTLE:
        return offer_four(t, s, p, FREE, ids, n)
    if kind == P_STRAIGHT and top_a(s) == 0:
        return offer_straight(t, s, p, ids, n)
    if kind == P_SET and top_a(s) < DOUBLE:
        return offer_hexes(hexes_for(t, s, p, top_a(s), ALL_VALUES), ids, n, FREE_ACTION + PLACE)
    if P_SHIELD <= kind <= P_PHASE_END or P_PLANT <= kind <= P_VINE or kind == P_STOW:
        return n
    if kind != P_CRANE and kind != P_POINTS and kind != P_SWAP and kind != P_PAY and kind != P_BLACK:
        no_rule(PENDING, kind)  # those give actions of their own only
    return n


@beyond_base(INTEGER)
def offer_own_actions(t, s, p, kind, ids, n):
    """At any decision, of this kind or, -1, with nothing pending: list the actions of modules, by their ids."""
    any_time = s.stage == STAGE_TURN and (kind < 0 or MAY_INTERRUPT[kind])
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
    if t.shields != 0:
        n = _offer_shields(t, s, p, kind, any_time, ids, n)
    if t.vineyards != 0:
        n = _offer_vineyards(t, s, p, kind, any_time, ids, n)
    if t.teams != 0:
        n = offer_in_team(t, s, p, kind, ids, n)
    return _offer_solo(t, s, p, kind, ids, n) if t.solo != 0 else n


@kernel
def _offer_shields(t, s, p, kind, any_time, ids, n):
    if kind == P_CASTLE and holds(s, p, BY_CASTLE) and castle_hexes(s, p) != 0:
        n = offer_shields(s, ALL_DEPOTS, ids, n, FREE_SHIELD)
    n = offer_with_shields(t, s, p, kind, ids, n)
    if any_time and may_copy(s, p):
        n = offer_copies(t, s, p, ids, n)
    if kind == P_GATHER:
        n = offer_hexes(goods_to_gather(s, p), ids, n, GATHER)
    elif kind == P_UPKEEP:
        n = offer_upkeep(s, p, ids, n)
    elif kind == P_STRAIGHT and top_a(s) != 0:
        n = offer_straight_black(t, s, p, ids, n)
    return n


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
def _offer_vineyards(t, s, p, kind, any_time, ids, n):
    if kind < 0:
        n = offer_with_dice(t, s, p, ids, n)
    elif kind == P_CASTLE or kind == P_WHITE_CASTLE:
        n = offer_by_effect(t, s, p, ids, n)
    elif kind == P_TAKE_BLACK:
        n = offer_black_wares(s, ids, n)
    elif kind == P_DOUBLE:
        n = offer_doubles(t, s, p, FREE, ids, n)
    elif kind == P_SET and top_a(s) > DOUBLE:
        n = offer_hexes(open_spaces(t, s, p), ids, n, int(PLANT_BY[FREE]))
    elif kind == P_PLANT:
        n = offer_hexes(laid_names(s, p), ids, n, LAY)
    if any_time and may_buy_from_store(s, p):
        n = offer_store(s, ids, n, BUY_STORE)
    if kind == P_TAKE_BLACK or (kind == P_STRAIGHT and top_a(s) != 0 and any_straight_double(t, s, p)):
        n = offer_store(s, ids, n, FREE_STORE)
    elif kind == P_BONUSES:
        n = offer_bonuses(s, ids, n)
    elif kind == P_VINE:
        n = offer_vine_tiles(s, ids, n)
    elif kind == P_DISCARD:
        n = offer_stored_doubles(s, p, ids, n)
    return n


@beyond_base(TRUTH)
def can_use(t, s, p, kind):
    """A decision that the base game has not and that lapses: whether it has any action of its own."""
    if kind == P_WHITE_CASTLE or kind == P_CRANE:
        return True  # workers can always be taken, any building be named
    if kind == P_DOUBLE:
        return filled(s.double_depot) != 0
    if kind == P_TAKE_BLACK:
        return any_black_ware(s)
    if kind == P_VINE:
        return filled(s.vine_tiles[RESERVE]) != 0
    if kind == P_GATHER:
        return goods_to_gather(s, p) != 0
    if kind == P_STRAIGHT:
        double = top_a(s) != 0 and any_straight_double(t, s, p)
        return double or any_straight(t, s, p, np.empty(MOST_STRAIGHT, np.int16))
    if kind == P_POINTS:
        return s.silver[p] > 0
    if kind == P_SWAP:
        return may_swap(s, p)
    if kind == P_BLACK:
        return any_black_placement(t, s, p)
    no_rule(PENDING, kind)
    return True


# --- what is done ------------------------------------------------------------------------------------


@beyond_base(NOTHING)
def apply_of_module(t, s, p, block, thing):
    """An action of a block that the base game has not is carried out; `thing`: which of its things, from 0."""
    if block == B_HIRE:
        hire(s, p)
    elif block == B_BUY_INN:
        buy_inn(t, s, p)
    elif block == B_RETRIEVE:
        retrieve(t, s, p)
    elif block == B_RETRIEVE_TO:
        retrieve_stored(s, p)
        add_to_duchy(t, s, p, thing, CASTLE_TILE)
    elif block == B_EFFECT:
        pop(s)
        building_effect(t, s, p, thing + 1)
    elif block == B_ROUTE:
        if lengthen_route(s, p, thing + 1):
            player_is_ready(t, s)
    elif block == B_SHIELD:
        pay_with_pair(t, s, p, thing + 1)
        pick_up(s, thing + 1)
    elif block == B_FREE_SHIELD:
        pop(s)
        pick_up(s, thing + 1)
    elif block == B_SHIELD_ON:
        shield = top_a(s)
        pop(s)
        put_on(t, s, p, shield, thing)
    elif block == B_ANY:
        s.wild[p] = thing + 1
    elif block == B_COPY:
        copy_seat(t, s, p, thing)
    elif block == B_GATHER:
        pop(s)
        gather(s, p, thing)
    elif block == B_UPKEEP:
        pay_shield(t, s, p, thing)
    elif block == B_LOSE:
        lose_in_upkeep(t, s, p)
    elif block == B_FREE_TAKE_BLACK:
        take_ware(t, s, p, take_from_black_depot(s, thing))
    elif block == B_FREE_TAKE_INN:
        s.inn_stack -= 1
        take_ware(t, s, p, INN_TILE)
    elif B_DOUBLE <= block <= B_FREE_DOUBLE:
        take_double(t, s, p, block - B_DOUBLE, thing)
    elif B_PLANT <= block <= B_FREE_PLANT:
        plant(t, s, p, block - B_PLANT, thing)
    elif block == B_LAY:
        plant_named(t, s, p, thing)
    elif block == B_BUY_STORE:
        buy_from_store(t, s, p, thing)
    elif block == B_FREE_STORE:
        take_ware(t, s, p, take_from_store(s, thing))
    elif block == B_BONUS:
        put_bonuses_in_order(s, thing)
    elif block == B_VINE:
        win_vine_tile(s, p, thing)
    elif block == B_DISCARD_DOUBLE:
        discard(t, s, p, DOUBLE + 1 + thing)
    elif block == B_POINTS:
        buy_point(s, p)
    elif block == B_SWAP:
        begin_swap(s, thing)
    elif block == B_PAY:
        pay(t, s, p, thing)
    elif block == B_PICK_TEAM:
        h, channel = top_a(s), top_b(s)
        pop(s)
        put_down(t, s, p, channel, h, OF_TEAM + int(TEAM_TILE[thing]))
    elif block == B_DISCARD_TEAM:
        discard(t, s, p, OF_TEAM + int(TEAM_TILE[thing]))
    elif block == B_STOW:
        stow(s, p, thing)
    elif block == B_BLACK_PLACE:
        place_from_black_depot(t, s, p, thing)
    else:
        no_rule(ACTION, block)


@beyond_base(INTEGER)
def react(t, s, vp):
    """After an action, and after each thing that waited: `vp` are the points of the seat that acted before it;
    returns those to compare with next time."""
    return react_to_gains(t, s, vp) if t.solo != 0 else vp


@beyond_base(NOTHING)
def carry_out(t, s, p, kind):
    """An entry that waited below decisions is on top now and leaves the stack."""
    if kind == P_AFTER:
        next_step(t, s, p)
    elif kind == P_CLEAR:
        clear_goods(s)
    elif kind == P_PHASE_END:
        go_on_after_straight(t, s)
    else:
        no_rule(PENDING, kind)


@beyond_base(TRUTH)
def acts_straight(t, s, p, verb, thing):
    """One of the four actions: whether it belongs to a tile that goes straight into the duchy, and was done."""
    kind = top(s)
    if kind == P_SET:
        set_straight(t, s, p, thing)
    elif kind == P_STRAIGHT and verb == V_TAKE:
        tile = int(s.depot[thing // SLOTS, thing % SLOTS])
        s.depot[thing // SLOTS, thing % SLOTS] = 0
        take_straight(s, tile)
    else:
        return False
    return True


@beyond_base(NOTHING)
def phase_goes_on(t, s, tape):
    """After an action and all that waited: nobody has anything more to decide at the end of the phase."""
    if s.stage == STAGE_PHASE_END and s.depth == 0:
        s.stage = STAGE_TURN
        close_phase(t, s, tape)
        go_on(t, s, tape)


@beyond_base(NOTHING)
def acted(t, s, p):
    """After an action of seat p, and all that followed by itself."""
    if t.teams != 0:
        share(s, p)
