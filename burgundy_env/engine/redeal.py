"""What nobody at the table can know, dealt anew: for planners.

Tiles leave the game face up, so whoever counts knows what is left in the supplies; which of them come next
is the generator's secret alone. Hidden as counts are the goods of the coming phases, since the goods that
left the game at the setup were not seen, and with modifier A the black supply, as some of it lies face down.
"""

from __future__ import annotations

import numpy as np

from .hooks.changes import goods_laid
from .jit import kernel
from .layout import (
    E_ACTION,
    E_JOKER_TILE,
    E_PILE_GOODS,
    GOODS,
    TAPE_NEXT,
    TILE_COUNT,
)
from .rng import below

_OTHER_WORD = np.uint64(0x5DEECE66D1CEB00C)


@kernel
def redeal(tables, states, i, word, tape):
    """Deal the hidden things of game i anew, and write the setup on its tape as it then must have been."""
    t, s = tables[0], states[i]
    piles, rows = np.zeros(GOODS, np.int64), 0
    for goods in range(GOODS):
        piles[goods] = -int(s.pile[goods])
    redeal_hidden(t, s, word)
    for goods in range(GOODS):
        piles[goods] += s.pile[goods]
    unseen, end = 0, 1
    while end < tape[0, TAPE_NEXT] and tape[end, 0] != E_ACTION:
        if tape[end, 0] == E_JOKER_TILE:
            tape[end, 3] = s.unseen[unseen]
            unseen += 1
        elif tape[end, 0] == E_PILE_GOODS:
            piles[tape[end, 3]] += 1
            rows += 1
        end += 1
    _tell_piles(s, tape, end, piles, rows)


@kernel
def _tell_piles(s, tape, end, piles, left):
    """In which order the goods came to the piles nobody has seen, so any order is as likely as the true one."""
    word = s.rng
    s.rng = word ^ _OTHER_WORD  # what is drawn from here on depends on what is hidden, not on what is told
    for row in range(1, end):
        if tape[row, 0] == E_PILE_GOODS:
            tape[row, 3] = _take_any(s, piles, left)
            left -= 1
    s.rng = word


@kernel
def redeal_hidden(t, s, word):
    """Deal anew with a generator that begins with `word`; the result depends on it and on what is visible alone."""
    s.rng = word
    _deal_goods(t, s)
    if s.unseen[0] != 0:
        _deal_black(s)


@kernel
def _deal_goods(t, s):
    """The piles of the phases to come, from all goods that are not in view."""
    unseen, left, wanted = np.zeros(GOODS, np.int64), 0, 0
    for goods in range(GOODS):
        unseen[goods] = t.goods_per_type
        for depot in range(len(s.depot_goods)):
            unseen[goods] -= s.depot_goods[depot, goods]
        for seat in range(t.parties):
            unseen[goods] -= int(s.goods[seat, goods]) + int(s.sold[seat, goods])
            if t.modules != 0:
                unseen[goods] -= goods_laid(s, seat, goods)
        for shown in range(len(s.round_goods)):
            if s.round_goods[shown] == goods + 1:
                unseen[goods] -= 1
        left += unseen[goods]
        wanted += s.pile[goods]
        s.pile[goods] = 0
    for _ in range(wanted):
        s.pile[_take_any(s, unseen, left)] += 1
        left -= 1


@kernel
def _deal_black(s):
    """The black supply, and those of its tiles that modifier A has put face down."""
    black, left = np.zeros(TILE_COUNT, np.int64), 0
    for tile in range(1, TILE_COUNT):
        black[tile] = s.black_supply[tile]
        left += black[tile]
    for i in range(len(s.unseen)):
        if s.unseen[i] != 0:
            black[s.unseen[i]] += 1
            left += 1
    for i in range(len(s.unseen)):
        if s.unseen[i] != 0:
            s.unseen[i] = _take_any(s, black, left)
            left -= 1
    for tile in range(1, TILE_COUNT):
        s.black_supply[tile] = black[tile]


@kernel
def _take_any(s, things, total):
    """Take one of `total` things at random and return its kind."""
    rest, kind = below(s, total), 0
    while rest >= things[kind]:
        rest -= things[kind]
        kind += 1
    things[kind] -= 1
    return kind
