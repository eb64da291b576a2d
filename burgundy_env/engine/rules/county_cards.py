"""The Châteauma's county cards: finished, scored, replaced; and the duchy their tiles go to."""

from __future__ import annotations

from ..hooks.changes import chateauma_finished
from ..jit import NOTHING, beyond_base, count_bits, kernel
from ..layout import (
    CARD_SPACES,
    CARDS,
    CASTLE,
    CASTLE_TILE,
    COLOUR_OF,
    COLOURS,
    E_COUNTY_CARD,
    E_JOKER_TILE,
    E_PRESET_TILE,
    FACE_DOWN,
    FROM_CARDS,
    FROM_COLOURS,
    LEFT,
    MINE_TILE,
    RIGHT,
    S_FINISHES,
    S_MINES,
    S_WINS_BONUS,
    TILE_COUNT,
    UNSEEN,
)
from ..rng import below, draw, draw_tile, impossible, note, told
from .holdings import into_duchy, settled_of
from .points import gain, take_bonus_tile

_COLOURS = len(COLOURS)


@kernel
def score_full_cards(t, s, tape, c):
    """Score each full card and move its tiles to the duchy; return how many extra turns that uncovers."""
    extra = 0
    for card in (LEFT, RIGHT):
        number = int(s.card[card])
        if s.card_done[card] != 0 or not _is_full(t, s, card):
            continue
        s.card_done[card] = 1
        gain(s, c, FROM_CARDS, t.card_points[number])
        note(tape, S_FINISHES, card, 0, t.card_points[number], number)
        if t.modules != 0:
            chateauma_finished(t, s, tape, c, number)
        for space in range(t.card_size[number]):
            tile = int(s.card_tiles[card, space]) % FACE_DOWN  # jokers are turned up
            s.card_tiles[card, space] = 0
            into_duchy(s, tile)
            colour = COLOUR_OF[tile]
            place = settled_of(s, colour)
            if place <= t.duchy_spaces[colour] and (int(t.extra_turns[colour]) >> place) & 1 != 0:
                extra += 1
    return extra


@kernel
def _is_full(t, s, card):
    for space in range(t.card_size[s.card[card]]):
        if s.card_tiles[card, space] == 0:
            return False
    return True


@kernel
def replace_cards(t, s, tape):
    """Finished cards are discarded, the right one slides left, new ones are drawn: left, then right."""
    if s.card_done[LEFT] == 0 and s.card_done[RIGHT] == 0:
        return
    for card in (LEFT, RIGHT):
        if s.card_done[card] != 0:
            s.card_discard |= 1 << int(s.card[card])
            s.card[card] = 0
    if s.card_done[LEFT] != 0 and s.card_done[RIGHT] == 0:
        s.card[LEFT], s.card[RIGHT] = s.card[RIGHT], 0
        for space in range(CARD_SPACES):
            s.card_tiles[LEFT, space] = s.card_tiles[RIGHT, space]
            s.card_tiles[RIGHT, space] = 0
    for card in (LEFT, RIGHT):
        s.card_done[card] = 0
        if s.card[card] == 0:
            if s.deck == 0:
                s.deck = s.card_discard
                s.card_discard = 0
            s.card[card] = draw_card(s, tape, card, int(s.deck))


@kernel
def draw_card(s, tape, side, among):
    """Draw one of the deck's cards in the set `among`."""
    rest, card = below(s, count_bits(among)), 1
    while (among >> card) & 1 == 0 or rest > 0:
        rest -= (among >> card) & 1
        card += 1
    scripted = told(tape, E_COUNTY_CARD, side, 0, card)
    if 0 < scripted < CARDS and (among >> scripted) & 1 != 0:
        card = scripted
    elif scripted != card:
        impossible(tape, 0)
    s.deck &= ~(1 << card)
    return card


@kernel
def win_colour_bonuses(t, s, tape, c):
    """A bonus tile for each colour whose duchy spaces are all covered, if it has none of that colour yet."""
    for colour in range(_COLOURS):
        if settled_of(s, colour) < t.duchy_spaces[colour]:
            continue
        vp = take_bonus_tile(t, s, c, colour, FROM_COLOURS)
        if vp > 0:
            note(tape, S_WINS_BONUS, colour, 0 if vp == t.bonus_vp[0] else 1, vp, 0)


@beyond_base(NOTHING)
def mine_silver(s, tape, c):
    """Phase end: a silver per face-up mine on its cards and in its duchy, covered ones included."""
    mines = 0
    for card in (LEFT, RIGHT):
        for space in range(CARD_SPACES):
            if s.card_tiles[card, space] == MINE_TILE:
                mines += 1
    for i in range(s.settled_count):
        if s.settled[i] == MINE_TILE:
            mines += 1
    s.silver[c] += mines
    note(tape, S_MINES, 0, 0, mines, 0)


# --- setup ---------------------------------------------------------------------------------------------


def fill_chateauma(t, config, data):
    """Its seat, its cards as the difficulty has them, its duchy as the modifiers have it."""
    t.chateauma = -1
    if config.chateauma is None:
        return
    t.chateauma = config.players
    difficulty, modifiers = config.chateauma.difficulty, config.chateauma.modifiers
    for card in data.county_cards(config.modules):
        number, spaces = card["id"], card["spaces"]
        t.card_spaces[number] = -1
        t.card_spaces[number, : len(spaces)] = [COLOURS.index(space["colour"]) for space in spaces]
        t.card_size[number] = len(spaces)
        t.card_sell[number] = sum(1 << i for i, space in enumerate(spaces) if space.get("sell"))
        t.card_points[number] = card["points"][difficulty]
        t.deck |= 1 << number
        if any(space["colour"] == "castle" for space in spaces):
            t.castle_cards |= 1 << number
    t.chateauma_duchy = 36 if set(modifiers) & set("ABD") else 35
    duchy = data.chateauma[f"duchy_{t.chateauma_duchy}"]
    for i, colour in enumerate(COLOURS):
        t.duchy_spaces[i] = duchy["spaces"][colour]
        if "A" in modifiers:
            t.unseen_tiles[i] = duchy["modifier_a"].get(colour, 0)
        if "B" in modifiers:
            t.preset_tiles[i] = duchy["modifier_b"].get(colour, 0)
        if "D" in modifiers:
            t.extra_turns[i] = sum(1 << n for n in duchy["modifier_d_spaces"].get(colour, ()))
    t.chateauma_first = "C" in modifiers
    t.inventory_order[:] = [COLOURS.index(colour) for colour in data.chateauma["inventory_order"]]


@beyond_base(NOTHING)
def set_up_chateauma(t, s, tape, c):
    """Its silver, goods, cards, and the tiles that modifiers A and B put into its duchy."""
    s.duchy[c] = t.chateauma_duchy
    s.silver[c] = 1
    s.goods[c, :] = 1
    s.deck = t.deck
    s.card[LEFT] = draw_card(s, tape, LEFT, int(t.deck) & int(t.castle_cards))
    s.card[RIGHT] = draw_card(s, tape, RIGHT, int(s.deck))
    space = 0
    while t.card_spaces[s.card[LEFT], space] != CASTLE:
        space += 1
    s.card_tiles[LEFT, space] = CASTLE_TILE
    s.supply[CASTLE_TILE] -= 1
    s.supply_left[CASTLE] -= 1
    unseen = 0
    for colour in range(_COLOURS):
        for i in range(t.unseen_tiles[colour]):
            tile = draw(s, tape, E_JOKER_TILE, colour, i + 1, s.black_supply, 1, TILE_COUNT, s.black_left)
            s.black_left -= 1
            s.unseen[unseen] = tile
            unseen += 1
            into_duchy(s, UNSEEN + colour)
    for colour in range(_COLOURS):
        for i in range(t.preset_tiles[colour]):
            into_duchy(s, draw_tile(s, tape, E_PRESET_TILE, colour, i + 1, colour))
