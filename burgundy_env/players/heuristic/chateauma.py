"""What the Châteauma may expect at the end: its points if the game ended now, and what will come, a weighted sum."""

from __future__ import annotations

import numpy as np

from ...engine.jit import NUMBER, beyond_base, count_bits, kernel
from ...engine.layout import (
    CARD_SPACES,
    CARDS,
    COLOUR_OF,
    COLOURS,
    FACE_DOWN,
    GOODS,
    MINE,
    PHASES,
)
from ...engine.rules.holdings import JOKERS, pile_of, settled_of
from ...engine.rules.scoring import breakdown
from .basics import early, rounds_left
from .chateauma_values import WORTHS

FEATURES = (
    "bias",
    "rounds",  # still to come
    "space_points",  # of a card's space on average, for every round still to come
    "on_cards",  # points of its two cards, the part that is covered
    "to_cover",  # spaces of its two cards
    "inventory",
    "types",
    "jokers",
    "goods",
    "silver",
    "income",  # of its mines in all phases still to end
    "prizes",  # for colours, as far as they are in reach
    "extra_turns",  # spaces that are not yet covered
)
COUNT = len(FEATURES)
VALUES = np.array([WORTHS[name] for name in FEATURES], np.float64)
(
    BIAS, ROUNDS_TO_COME, SPACE_POINTS, ON_CARDS, TO_COVER, INVENTORY, TYPES, ALL_JOKERS, ALL_GOODS,
    SILVER, INCOME, PRIZES, EXTRA_TURNS,
) = range(COUNT)  # fmt: skip
_COLOURS = len(COLOURS)
_ROUNDS_PER_TILE = 3.0  # that it takes to cover one more space of a certain colour


@beyond_base(NUMBER)
def chateauma_worth(t, s, x, out):
    """Victory points it may expect; `x` and `out` are room for features and points."""
    write_chateauma(t, s, x)
    value, e = float(breakdown(t, s, int(t.chateauma), out)), early(s)
    for k in range(COUNT):
        value += x[k] * (VALUES[k, 0] + e * VALUES[k, 1])
    return value


@kernel
def write_chateauma(t, s, x):
    """Write its features into `x`."""
    c, left = int(t.chateauma), rounds_left(s)
    for k in range(COUNT):
        x[k] = 0.0
    x[BIAS], x[ROUNDS_TO_COME] = 1.0, left
    x[SPACE_POINTS] = left * _space_points(t)
    _write_cards(t, s, x)
    _write_inventory(s, x)
    _write_duchy(t, s, left, x)
    for goods in range(GOODS):
        x[ALL_GOODS] += s.goods[c, goods]
    x[SILVER] = s.silver[c]


@kernel
def _space_points(t):
    """Points for each space of the cards that are played with."""
    points, spaces = 0, 0
    for number in range(1, CARDS):
        if (t.deck >> number) & 1 != 0:
            points += int(t.card_points[number])
            spaces += int(t.card_size[number])
    return points / spaces


@kernel
def _write_cards(t, s, x):
    for card in range(len(s.card)):
        number, covered = int(s.card[card]), 0
        size = int(t.card_size[number])
        for space in range(CARD_SPACES):
            tile = int(s.card_tiles[card, space])
            if tile != 0:
                covered += 1
                _write_tile(s, tile, x)
        x[ON_CARDS] += covered * float(t.card_points[number]) / max(size, 1)
        x[TO_COVER] += size - covered


@kernel
def _write_tile(s, tile, x):
    """A tile in sight."""
    if tile < FACE_DOWN and COLOUR_OF[tile] == MINE:
        x[INCOME] += PHASES - s.phase


@kernel
def _write_inventory(s, x):
    before = -1
    for i in range(s.held_count):
        pile = pile_of(s.held[i])
        if pile == JOKERS:
            x[ALL_JOKERS] += 1.0
        else:
            x[INVENTORY] += 1.0
            x[TYPES] += 1.0 if pile != before else 0.0
        before = pile


@kernel
def _write_duchy(t, s, left, x):
    for i in range(s.settled_count):
        _write_tile(s, int(s.settled[i]), x)
    for colour in range(_COLOURS):
        covered, spaces = settled_of(s, colour), int(t.duchy_spaces[colour])
        if covered < spaces and s.bonus_left[colour] > 0:
            prize = float(t.bonus_vp[0 if s.bonus_left[colour] == 2 else 1])
            x[PRIZES] += prize * max(0.0, 1.0 - (spaces - covered) * _ROUNDS_PER_TILE / (left + 1.0))
        x[EXTRA_TURNS] += count_bits(int(t.extra_turns[colour]) >> (covered + 1))
