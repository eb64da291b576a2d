"""The solo game, where it needs the rules of placement: the steps of a tile, and black-depot tiles put straight onto
a hex."""

from __future__ import annotations

from ...modules.solo import AFTER_STEPS, SOLO_SLOTS
from ..actions import block_number, first_id
from ..jit import kernel, lowest_bit
from ..layout import COLOUR_OF, HEXES, MONASTERY, MONASTERY_0, source
from .dice import ALL_VALUES
from .duchy import colour_covered
from .offers import offer_hexes
from .pending import pop, push, top_a, top_b
from .placement import add_to_duchy, hexes_for, tile_effect
from .points import gain
from .scoring import FIRST_SCORING, has_joker_building, monastery_vp, score_region
from .solo import P_AFTER, P_BLACK
from .storage import take_from_black_depot

B_BLACK_PLACE, BLACK_PLACE = block_number("black_place"), first_id("black_place")
FROM_MONASTERIES = source("monasteries_at_once")
_REGION, _COLOUR, _EFFECT = range(len(AFTER_STEPS))


@kernel
def next_step(t, s, p):
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
        tile = int(s.tiles[p, h])
        tile_effect(t, s, p, h, tile)
        if COLOUR_OF[tile] == MONASTERY:
            _score_monastery(t, s, p, tile - MONASTERY_0)


@kernel
def _score_monastery(t, s, p, number):
    """One that scores at the end of other games scores at once."""
    if number >= FIRST_SCORING:
        gain(s, p, FROM_MONASTERIES, monastery_vp(t, s, p, number, has_joker_building(t, s, p)))


@kernel
def offer_black_placements(t, s, p, ids, n):
    """List the black-depot tiles with the hexes they may come to."""
    for slot in range(SOLO_SLOTS):
        n = offer_hexes(_hexes_for_slot(t, s, p, slot), ids, n, BLACK_PLACE + slot * HEXES)
    return n


@kernel
def any_black_placement(t, s, p):
    """Whether there is one."""
    for slot in range(SOLO_SLOTS):
        if _hexes_for_slot(t, s, p, slot) != 0:
            return True
    return False


@kernel
def _hexes_for_slot(t, s, p, slot):
    """The hexes, as a set, that a black-depot tile may come to, the number ignored."""
    tile = s.black_depot[slot]
    return hexes_for(t, s, p, tile, ALL_VALUES) if tile != 0 else 0


@kernel
def place_from_black_depot(t, s, p, place):
    """A completed colour: a black-depot tile comes straight onto a hex (slot * HEXES + hex), with its effect."""
    pop(s)
    add_to_duchy(t, s, p, place % HEXES, take_from_black_depot(s, place // HEXES))
