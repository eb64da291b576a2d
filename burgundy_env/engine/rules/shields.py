"""Shields: what each in force changes of other rules, and the end of a phase.

Taking and placing them, and what needs the rules of dice and placement, stands in `shields_steps`.
"""

from __future__ import annotations

from ...modules.shields import SHIELDS
from ..jit import kernel, lowest_bit
from ..layout import (
    CARD_SPACES,
    COLOUR_OF,
    DEPOTS,
    FACE_DOWN,
    HEXES,
    MONASTERY,
    MONASTERY_0,
    SEATS,
    chance_kind,
    pending_kind,
    source,
    stage,
    step_kind,
)
from ..rng import draw, note
from .pending import pop, push, top_a, top_b

(ONE_PASTURE, WORKERS_TOO, WORKERS_PAY, STORES_ALL, GATHERS, BORROWS, DOUBLES_BONUS_TILES, DOUBLES_MINES,
 SILVER_PER_TILE, DOUBLES_MONASTERIES, BY_CASTLE, DOUBLES_GOODS, DOUBLES_SHIELDS, FROM_DEPOTS, FROM_BLACK, ANY_VALUE,
 LARGER_REGIONS, TOUCHES_NOTHING) = range(1, SHIELDS + 1)  # fmt: skip
P_SHIELD, P_GATHER, P_STRAIGHT, P_SET, P_UPKEEP, P_PHASE_END = map(
    pending_kind, ("shield", "gather", "straight", "set", "upkeep", "phase_end")
)
STAGE_PHASE_END = stage("phase_end")
E_SHIELD = chance_kind("shield")
S_TAKES_SHIELD = step_kind("takes_shield")
FROM_SHIELDS = source("shields")
LENDS_NOT = 27  # the monastery that shield 6 does not bring
_STRAIGHT_STEPS = 2  # of a seat: shield 14, shield 15
_WHOLE_DUCHY = (1 << HEXES) - 1
_MOST_OF_CHATEAUMA = 4  # shields that bring it more


def fill_tables(t, config, data):
    """How many lie where, what they bring at the end, and the county cards that bear one."""
    shields, scoring = data.components["shields"], data.components["scoring"]
    t.shields = 1
    t.shields_per_depot[:] = shields["per_depot"][str(config.n)]
    t.shield_box[1:] = 1
    for number, vp in shields["final_vp"].items():
        if number.isdigit():
            t.shield_vp[int(number)] = vp
    if config.chateauma:
        t.shield_box[WORKERS_TOO] = 0  # it never has workers to gain
        cards = data.county_cards(config.modules)
        t.shield_cards = sum(1 << card["id"] for card in cards if card["shield"])
        t.chateauma_shield_vp[:] = scoring["chateauma_shields"]


@kernel
def lay_shields(t, s, tape):
    """Setup: shuffled onto the depots, the rest leave the game."""
    box = t.shield_box.copy()
    left = int(box.sum())
    for depot in range(DEPOTS):
        for i in range(t.shields_per_depot[depot]):
            shield = draw(s, tape, E_SHIELD, depot + 1, i + 1, box, 1, SHIELDS + 1, left)
            s.depot_shields[depot] |= 1 << shield
            left -= 1


@kernel
def holds(s, p, shield):
    """Whether a shield is in force for the seat."""
    return (int(s.shields[p]) >> shield) & 1 != 0


# --- getting and losing one ----------------------------------------------------------------------------


@kernel
def put_on(t, s, p, shield, h):
    """The shield lies on the castle on hex h from now on; the one that lay there leaves the game."""
    other = shield_on(s, p, h)
    if other != 0:
        lose(t, s, p, other)
    s.shields[p] |= 1 << shield
    s.shield_hex[shield] = h
    if shield == TOUCHES_NOTHING:
        s.reach[p] = _WHOLE_DUCHY


@kernel
def lose(t, s, p, shield):
    """What it changed is as it was."""
    s.shields[p] &= ~(1 << shield)
    s.shield_hex[shield] = 0
    if shield == BORROWS:
        s.lender[p] = 0
        s.monasteries[p] = own_monasteries(s, p)
    elif shield == TOUCHES_NOTHING:
        s.reach[p] = 0
        for h in range(HEXES):
            if s.tiles[p, h] != 0:
                s.reach[p] |= t.neighbours[s.duchy[p], h]


@kernel
def shield_on(s, p, h):
    """The shield on the castle on hex h, 0: none."""
    rest = int(s.shields[p])
    while rest != 0:
        shield = lowest_bit(rest)
        if s.shield_hex[shield] == h:
            return shield
        rest &= rest - 1
    return 0


# --- shield 6: another seat's monasteries --------------------------------------------------------------


@kernel
def own_monasteries(s, p):
    """The monasteries of a duchy, as a set."""
    own = 0
    for h in range(HEXES):
        if COLOUR_OF[s.tiles[p, h]] == MONASTERY:
            own |= 1 << (int(s.tiles[p, h]) - MONASTERY_0)
    return own


@kernel
def borrow(s, p, lent):
    """The monasteries in force for a seat that has named one with these."""
    s.monasteries[p] = own_monasteries(s, p) | (lent & ~(1 << LENDS_NOT))


@kernel
def monasteries_of_chateauma(s):
    """Those that lie face up on its cards and in its duchy, covered ones included, as a set."""
    own = 0
    for card in range(2):
        for space in range(CARD_SPACES):
            tile = int(s.card_tiles[card, space])
            if 0 < tile < FACE_DOWN and COLOUR_OF[tile] == MONASTERY:
                own |= 1 << (tile - MONASTERY_0)
    for i in range(s.settled_count):
        tile = int(s.settled[i])
        if tile < FACE_DOWN and COLOUR_OF[tile] == MONASTERY:
            own |= 1 << (tile - MONASTERY_0)
    return own


@kernel
def lend(s, p, number):
    """A monastery came into force for seat p: so it does for the seat that has named it."""
    for other in range(SEATS):
        if s.lender[other] == p + 1 and number != LENDS_NOT:
            s.monasteries[other] |= 1 << number


# --- what others change --------------------------------------------------------------------------------


@kernel
def gain_workers_too(s, p):
    """Shield 2: seat p has gained workers."""
    for other in range(SEATS):
        if other != p and holds(s, other, WORKERS_TOO):
            s.workers[other] += 1


@kernel
def value_of_wild(s, p, die):
    """Shield 16: whether a die takes any value."""
    return s.wild[p] == die + 1


# --- the Châteauma -------------------------------------------------------------------------------------


@kernel
def shield_of_card(t, s, tape, card):
    """A finished county card with a shield takes the lowest one from the white die's depot, clockwise."""
    if (int(t.shield_cards) >> card) & 1 == 0:
        return
    for i in range(DEPOTS):
        depot = (int(s.white_die) - 1 + i) % DEPOTS
        if s.depot_shields[depot] != 0:
            shield = lowest_bit(int(s.depot_shields[depot]))
            s.depot_shields[depot] &= ~(1 << shield)
            s.chateauma_shields |= 1 << shield
            note(tape, S_TAKES_SHIELD, depot, 0, shield, 0)
            return


# --- the end of a phase --------------------------------------------------------------------------------


@kernel
def open_closing_step(t, s, step):
    """Seat by seat shields 14 and 15, then seat by seat upkeep: open the first thing to decide from a step on;
    whether there is one."""
    straight = _STRAIGHT_STEPS * int(t.seats)
    while step < straight + t.seats:
        s.turn = step // _STRAIGHT_STEPS if step < straight else step - straight
        p = int(s.order[s.turn])
        if p != t.chateauma and _open(s, p, FROM_DEPOTS + step % _STRAIGHT_STEPS if step < straight else 0):
            s.active = p
            return True
        step += 1
    s.turn = t.seats  # as after the last turn
    return False


@kernel
def _open(s, p, shield):
    """`shield`: 14, 15, or 0 for the upkeep."""
    if shield == 0:
        if s.shields[p] != 0:
            push(s, P_UPKEEP, lowest_bit(int(s.shields[p])), 0)
        return s.shields[p] != 0
    if not holds(s, p, shield):
        return False
    push(s, P_PHASE_END, shield, 0)
    push(s, P_STRAIGHT, shield - FROM_DEPOTS, 0)
    return True


@kernel
def begin_phase_end(t, s):
    """All have had their last turn: whether somebody has something to decide before mines pay."""
    if open_closing_step(t, s, 0):
        s.stage = STAGE_PHASE_END
        return True
    return False


@kernel
def go_on_after_straight(t, s):
    """What shield 14 or 15 set off is done."""
    shield = top_a(s)
    pop(s)
    open_closing_step(t, s, _STRAIGHT_STEPS * int(s.turn) + shield - FROM_DEPOTS + 1)


@kernel
def workers_pay(s, p):
    """Whether upkeep may be paid in workers: shield 3 was held when it began."""
    return holds(s, p, WORKERS_PAY) or top_b(s) != 0


@kernel
def pay_upkeep(t, s, p):
    """The lowest shield is paid for or lost; the next one, the next seat."""
    shield, worker = top_a(s), top_b(s)
    pop(s)
    rest = int(s.shields[p]) & ~((1 << (shield + 1)) - 1)
    if rest != 0:
        push(s, P_UPKEEP, lowest_bit(rest), worker)
    else:
        open_closing_step(t, s, _STRAIGHT_STEPS * int(t.seats) + int(s.turn) + 1)


@kernel
def lose_in_upkeep(t, s, p):
    """The lowest shield is not paid for."""
    shield = top_a(s)
    if shield == WORKERS_PAY:
        s.pending[int(s.depth) - 1, 2] = 1
    lose(t, s, p, shield)
    pay_upkeep(t, s, p)


# --- the final scoring ---------------------------------------------------------------------------------


@kernel
def score_shields(t, s, p, first, end, out):
    """Shields, and monasteries doubled: `first` and `end` are the places of their points."""
    if p == t.chateauma:
        count, rest = 0, int(s.chateauma_shields)
        while rest != 0:
            count += 1
            rest &= rest - 1
        out[FROM_SHIELDS] = t.chateauma_shield_vp[min(count, _MOST_OF_CHATEAUMA)]
        return
    vp, rest = 0, int(s.shields[p])
    while rest != 0:
        vp += int(t.shield_vp[lowest_bit(rest)])
        rest &= rest - 1
    out[FROM_SHIELDS] = 2 * vp if holds(s, p, DOUBLES_SHIELDS) else vp
    if holds(s, p, DOUBLES_MONASTERIES):
        for i in range(first, end):
            out[i] *= 2
