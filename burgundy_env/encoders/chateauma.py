"""The block of the Châteauma: its county cards, inventory and duchy. Its goods and silver stand with its seat."""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import CARD_SPACES, CARDS, COLOUR_OF, COLOURS, FACE_DOWN, SPECIES, SPECIES_OF, UNSEEN
from ..engine.rules.holdings import colour_of_settled
from .faces import code
from .fields import Field, end_of, firsts, lay_out, under

_F = np.float32
_COLOURS, _SPECIES = len(COLOURS), len(SPECIES) + 1
MANY = 8  # tiles of a kind that count 1

CHATEAUMA_SPACES = under(
    "chateauma",
    [
        Field("wanted", (2, CARD_SPACES, _COLOURS), "by card and space: the colour, while it is empty"),
        Field("sells", (2, CARD_SPACES), "1 for an empty space with a sell symbol"),
        Field("tiles", (2, CARD_SPACES), "which tile lies on each space: its id / 57"),
        Field("face_down", (2, CARD_SPACES), "1 if it lies face down"),
    ],
)
CHATEAUMA_COUNTS = lay_out(
    under(
        "chateauma",
        [
            Field("die", (6,), "its last roll as one of six"),
            Field("card_points", (2,), "points for finishing the card / 20", high=2),
            Field("inventory", (_COLOURS,), f"inventory tiles by colour, / {MANY}", high=9),
            Field("inventory_top", (_COLOURS,), "the top tile of each pile: its id / 57"),
            Field("jokers", (), f"jokers in the inventory, / {MANY}", high=9),
            Field("joker_top", (), "the top joker: its id / 57"),
            Field("settled", (_COLOURS,), f"tiles in its duchy by colour, / {MANY}", high=9),
            Field("settled_species", (_SPECIES,), f"livestock tiles there by species, geese last, / {MANY}", high=9),
            Field("spaces_left", (_COLOURS,), f"spaces of its duchy still free, by colour, / {MANY}", high=2),
            Field("posts", (), "finished cards with a border post / 3", high=5),
        ],
    )
)
CHATEAUMA_CARDS = under(
    "chateauma",
    [
        Field("card", (2, CARDS), "left and right county card by number"),
        Field("discard", (CARDS,), "county cards in the discard pile by number"),
    ],
)
CHATEAUMA = lay_out([*CHATEAUMA_COUNTS, *CHATEAUMA_CARDS, *CHATEAUMA_SPACES])
CHATEAUMA_SIZE = end_of(CHATEAUMA)
_at = {name.partition(".")[2]: first for name, first in firsts(CHATEAUMA).items()}
_CARD, _POINTS = _at["card"], _at["card_points"]
_INVENTORY, _TOP, _JOKERS, _JOKER_TOP = _at["inventory"], _at["inventory_top"], _at["jokers"], _at["joker_top"]
_POSTS = _at["posts"]
_SETTLED, _SPECIES_0, _LEFT = _at["settled"], _at["settled_species"], _at["spaces_left"]
_DISCARD = _at["discard"] - _CARD
_WANTED, _SELLS, _TILES, _FACE_DOWN = _at["wanted"], _at["sells"], _at["tiles"], _at["face_down"]


@kernel_of_constants
def write_chateauma(t, s, out, j):
    """The Châteauma's block from out[j] on, which is 0 so far."""
    write_chateauma_counts(t, s, out, j)
    write_chateauma_cards(s, out, j + _CARD)
    for card in range(2):
        _write_spaces(t, s, card, out, j)


@kernel_of_constants
def write_chateauma_counts(t, s, out, j):
    """All but its cards."""
    if s.chateauma_die > 0:
        out[j + int(s.chateauma_die) - 1] = _F(1)
    for card in range(2):
        out[j + _POINTS + card] = min(_F(t.card_points[s.card[card]]) * _F(0.05), _F(2))
    out[j + _POSTS] = min(_F(s.posts) * _F(1 / 3), _F(5))
    _write_inventory(s, out, j)
    _write_settled(t, s, out, j)


@kernel_of_constants
def write_chateauma_cards(s, out, j):
    """Which cards lie before it and which are discarded."""
    for card in range(2):
        out[j + CARDS * card + int(s.card[card])] = _F(1)
    for number in range(CARDS):
        out[j + _DISCARD + number] = _F((int(s.card_discard) >> number) & 1)


@kernel_of_constants
def _write_spaces(t, s, card, out, j):
    number = int(s.card[card])
    for space in range(t.card_size[number]):
        at = CARD_SPACES * card + space
        tile = int(s.card_tiles[card, space])
        if tile == 0:
            out[j + _WANTED + _COLOURS * at + int(t.card_spaces[number, space])] = _F(1)
            out[j + _SELLS + at] = _F((int(t.card_sell[number]) >> space) & 1)
        else:
            out[j + _TILES + at] = code(tile % FACE_DOWN)
            out[j + _FACE_DOWN + at] = _F(tile >= FACE_DOWN)


@kernel_of_constants
def _write_inventory(s, out, j):
    for i in range(s.held_count):  # the top ones come last and stay
        tile = int(s.held[i])
        if tile >= FACE_DOWN:
            out[j + _JOKERS] += _F(1 / MANY)
            out[j + _JOKER_TOP] = code(tile - FACE_DOWN)
        else:
            out[j + _INVENTORY + int(COLOUR_OF[tile])] += _F(1 / MANY)
            out[j + _TOP + int(COLOUR_OF[tile])] = code(tile)


@kernel_of_constants
def _write_settled(t, s, out, j):
    for colour in range(_COLOURS):
        out[j + _LEFT + colour] = _F(t.duchy_spaces[colour]) * _F(1 / MANY)
    for i in range(s.settled_count):
        tile = int(s.settled[i])
        colour = int(colour_of_settled(tile))
        out[j + _SETTLED + colour] += _F(1 / MANY)
        out[j + _LEFT + colour] = max(out[j + _LEFT + colour] - _F(1 / MANY), _F(0))
        if tile < UNSEEN and SPECIES_OF[tile] >= 0:
            out[j + _SPECIES_0 + int(SPECIES_OF[tile])] += _F(1 / MANY)
