"""What a position of the solo game is worth: hexes covered, what covers more of them, and the way to the target.

The unit is an action: a hex takes two, one to take a tile and one to place it.
"""

from __future__ import annotations

from ...engine.jit import count_bits, kernel
from ...engine.layout import COLOURS, GOODS, HEXES, MINE_TILE, PHASES
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.duchy import empty_hexes
from ...engine.rules.placement import hexes_for
from ...engine.rules.solo import BLACK_TILE, TARGET_STEP
from .basics import NOWHERE, early, rounds_left
from .worth import best_place, count_tiles

_COLOURS = len(COLOURS)
HEX = 2.0
STORED, PLACEABLE, EFFECT = 0.7, 0.25, 0.03  # a tile in storage, that it can be placed at once, per VP of its worth
VP_PER_ROUND = 6.0  # to expect in the rounds to come: they reach a lower target more often
SILVER, WORKER, GOODS_TILE = 0.35, 0.16, 0.17
MINE = 0.3  # per phase end to come
COLOUR = 1.6  # a covered colour brings a black-depot tile, placed at once; a part of that on the way
OPEN = 0.03  # an empty hex in reach
WON = 1000.0
POINT_WORTH = 1.6  # a point bought on the way to a target that brings an action


@kernel
def solo_worth(t, s, p, w, worth):
    """What covers hexes until the end of the game, in actions."""
    empty = empty_hexes(s, p)
    if empty == 0:
        return WON + rounds_left(s)
    occupied = int(s.occupied[p])
    value = HEX * (HEXES - empty) + _targets(t, s, p)
    value += OPEN * count_bits(int(s.reach[p]) & ~occupied) * early(s)
    for colour in range(_COLOURS):
        hexes = int(t.colour_hexes[s.duchy[p], colour])
        share = float(count_bits(hexes & occupied)) / count_bits(hexes)
        value += COLOUR * share * share * share
    soon = min(1.0, rounds_left(s) / 4.0)
    value += MINE * count_tiles(s, p, MINE_TILE) * (PHASES - int(s.phase)) * early(s)
    return value + soon * (_means(s, p) + _stored(t, s, p, w, worth))


@kernel
def _targets(t, s, p):
    """Targets reached and the way to the next: an action each, and that the next one is lower from then on."""
    to_come = VP_PER_ROUND * rounds_left(s)
    value, target = 0.0, int(t.solo_target)
    while target > s.target:
        value += 1.0 + TARGET_STEP * to_come / (target * target)
        target -= TARGET_STEP
    return value + (1.0 + TARGET_STEP * to_come / (target * target)) * float(s.vp[p]) / target


@kernel
def _means(s, p):
    """Silver, workers and goods, of which too many are not worth more."""
    goods = 0
    for kind in range(GOODS):
        goods += int(s.goods[p, kind])
    return SILVER * min(int(s.silver[p]), 8) + WORKER * min(int(s.workers[p]), 8) + GOODS_TILE * min(goods, 12)


@kernel
def _stored(t, s, p, w, worth):
    """Tiles that wait to be placed."""
    value = 0.0
    for i in range(s.stored[p]):
        tile = int(s.storage[p, i])
        if hexes_for(t, s, p, tile, ALL_VALUES) != 0:
            value += STORED + PLACEABLE
        elif tile != BLACK_TILE and best_place(t, s, p, w, tile, ALL_VALUES, worth) > NOWHERE:
            value += STORED
        else:
            continue
        if tile != BLACK_TILE:
            value += EFFECT * min(max(best_place(t, s, p, w, tile, ALL_VALUES, worth), 0.0), 15.0)
    return value


@kernel
def solo_result(t, s):
    """How well a solo game went, from 0 to 1: hexes covered, and most of all a win, the sooner the better."""
    empty = empty_hexes(s, 0)
    if empty == 0:
        return 0.9 + 0.1 * rounds_left(s) / 25.0
    return 0.7 * (1.0 - empty / float(HEXES)) ** 2
