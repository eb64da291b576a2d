"""The Châteauma's turn: a seat without decisions (rules.md section 7).

`c` is its seat. Its cards are called LEFT and RIGHT; the white die says which one is active.
"""

from __future__ import annotations

from ..checked import TILE, no_rule
from ..hooks.changes import (
    chateauma_acts,
    chateauma_building,
    chateauma_buys,
    chateauma_covers,
    chateauma_livestock,
    chateauma_sold,
    chateauma_sold_what_is_due,
)
from ..jit import NOTHING, beyond_base, kernel
from ..layout import (
    BANK,
    BLACK_SLOTS,
    BOARDING_HOUSE,
    BUILDING,
    CARD_SPACES,
    CARPENTER,
    CASTLE,
    CHURCH,
    COLOUR_OF,
    DEPOTS,
    E_CHATEAUMA_DIE,
    FACE_DOWN,
    FROM_BOARDING_HOUSES,
    FROM_GOODS,
    FROM_LIVESTOCK,
    FROM_WATCHTOWERS,
    GOODS,
    LEFT,
    LIVESTOCK,
    MARKET,
    MINE,
    MONASTERY,
    RIGHT,
    S_BUYS,
    S_FETCHES_NOTHING,
    S_FINDS_NOTHING,
    S_GETS_SILVER,
    S_GETS_VP,
    S_HAS_NOTHING_TO_SELL,
    S_PLAYS_AGAIN,
    S_SELLS,
    S_SHIPS,
    S_TAKES,
    S_TAKES_JOKER,
    S_USES_INVENTORY,
    S_USES_JOKER,
    SHIP,
    SLOTS,
    SPECIES_OF,
    TOWN_HALL,
    WAREHOUSE,
    WATCHTOWER,
)
from ..rng import note, number
from .county_cards import replace_cards, score_full_cards, win_colour_bonuses
from .goods import sail
from .holdings import animals_in_sight, into_inventory, into_inventory_from, out_of_inventory, pile_size, topmost
from .points import gain

NO_SPACE = -1


@beyond_base(NOTHING)
def chateauma_turn(t, s, tape):
    """One turn: choose and place, effect, sell, finished cards, colour bonuses, purchase."""
    c = int(t.chateauma)
    s.chateauma_die = number(s, tape, E_CHATEAUMA_DIE, 0, 0, 1, 6)
    choose_and_place(t, s, tape, c, s.chateauma_die, active_card(s))
    sell_what_is_due(t, s, tape, c)
    _finish_cards(t, s, tape, c)
    win_colour_bonuses(t, s, tape, c)
    _purchase(t, s, tape, c)


@kernel
def _finish_cards(t, s, tape, c):
    """Full cards score and empty into the duchy; the extra turns of modifier D come before new cards."""
    extra_turns = score_full_cards(t, s, tape, c)
    while extra_turns > 0:
        extra_turns -= 1
        note(tape, S_PLAYS_AGAIN, 0, 0, 0, 0)
        card = open_card(t, s)
        if card == NO_SPACE:
            sell(t, s, tape, c)
        else:
            choose_and_place(t, s, tape, c, s.white_die, card)
            sell_what_is_due(t, s, tape, c)
            extra_turns += score_full_cards(t, s, tape, c)
    replace_cards(t, s, tape)


@kernel
def active_card(s):
    """White die 1-4: the left card, 5-6: the right one."""
    return LEFT if s.white_die <= 4 else RIGHT


@kernel
def open_card(t, s):
    """The active card, or the other one if that is full; NO_SPACE if both are."""
    card = active_card(s)
    if first_space(t, s, card) != NO_SPACE:
        return card
    other = RIGHT if card == LEFT else LEFT
    return other if first_space(t, s, other) != NO_SPACE else NO_SPACE


@kernel
def first_space(t, s, card):
    """The first empty space of a card in reading order; NO_SPACE if it is full or finished."""
    if s.card_done[card] != 0:
        return NO_SPACE
    for space in range(t.card_size[s.card[card]]):
        if s.card_tiles[card, space] == 0:
            return space
    return NO_SPACE


@kernel
def choose_and_place(t, s, tape, c, die, card):
    """Take a tile from the depots, from `die` clockwise, or fall back on what it has; with all effects."""
    tile = _choose(t, s, tape, c, die, card)
    while tile != 0:
        tile = _effect(t, s, tape, c, tile)


@kernel
def _choose(t, s, tape, c, die, card):
    """Place one tile on the card; return it if its effect is due, else 0."""
    for i in range(DEPOTS):
        depot = (die - 1 + i) % DEPOTS
        for space in range(t.card_size[s.card[card]]):
            if s.card_tiles[card, space] != 0:
                continue
            slot = topmost(s, depot, t.card_spaces[s.card[card], space])
            if slot >= 0:
                tile = int(s.depot[depot, slot])
                s.depot[depot, slot] = 0
                note(tape, S_TAKES, depot * SLOTS + slot, card * CARD_SPACES + space, tile, s.card[card])
                return _cover_space(t, s, card, space, tile)
    for space in range(t.card_size[s.card[card]]):
        colour = int(t.card_spaces[s.card[card], space])
        if s.card_tiles[card, space] == 0 and pile_size(s, colour) > 0:
            return _place_from_pile(t, s, tape, 0, card, space, colour)
    return _fall_back(t, s, tape, c, card)


@kernel
def _fall_back(t, s, tape, c, card):
    """No tile of a colour wanted anywhere: a joker is placed, or fetched, or there are 2 silver."""
    for i in range(int(s.held_count) - 1, -1, -1):
        if s.held[i] >= FACE_DOWN:
            joker, space = out_of_inventory(s, i), first_space(t, s, card)
            note(tape, S_USES_JOKER, 0, card * CARD_SPACES + space, joker - FACE_DOWN, s.card[card])
            _cover_space(t, s, card, space, joker)
            return 0
    for slot in range(BLACK_SLOTS):
        tile = int(s.black_depot[slot])
        if tile != 0:
            s.black_depot[slot] = 0
            note(tape, S_TAKES_JOKER, slot, 0, tile, 0)
            into_inventory(s, tile + FACE_DOWN)
            return 0
    s.silver[c] += 2
    note(tape, S_FINDS_NOTHING, 0, 0, 2, 0)
    return 0


@kernel
def _cover_space(t, s, card, space, tile):
    """A tile lies on a card's space; a sell symbol under it is due later in the turn."""
    s.card_tiles[card, space] = tile
    if (int(t.card_sell[s.card[card]]) >> space) & 1 != 0:
        s.sells_due += 1
    if t.modules != 0:
        chateauma_covers(t, s, int(s.card[card]), space)
    return tile


@kernel
def _place_from_pile(t, s, tape, by, card, space, colour):
    """The top tile of an inventory pile goes to a space, `by` a town hall or 0; returns it, its effect is due."""
    for i in range(int(s.held_count) - 1, -1, -1):
        if s.held[i] < FACE_DOWN and COLOUR_OF[s.held[i]] == colour:
            tile = out_of_inventory(s, i)
            note(tape, S_USES_INVENTORY, by, card * CARD_SPACES + space, tile, s.card[card])
            return _cover_space(t, s, card, space, tile)
    return 0


# --- effects -------------------------------------------------------------------------------------------


@kernel
def _effect(t, s, tape, c, tile):
    """The effect of a tile just placed face up; returns the tile it places in turn, 0 if none."""
    colour = COLOUR_OF[tile]
    if colour == CASTLE or (t.modules != 0 and chateauma_acts(tile)):
        card = open_card(t, s)
        if card != NO_SPACE:
            return _choose(t, s, tape, c, s.white_die, card)
        sell(t, s, tape, c)
    elif colour == LIVESTOCK:
        if t.modules != 0:
            animals = chateauma_livestock(s, tile)
        else:
            animals, _ = animals_in_sight(s, SPECIES_OF[tile])
        _vp(s, tape, c, FROM_LIVESTOCK, animals, tile)
    elif colour == SHIP:
        _ship(t, s, tape, c)
    elif tile == TOWN_HALL:
        return _town_hall(t, s, tape)
    elif colour == BUILDING:
        _building(t, s, tape, c, tile)
    elif colour != MONASTERY and colour != MINE:  # they have none
        no_rule(TILE, tile)
    return 0


@kernel
def _building(t, s, tape, c, kind):
    if kind == BANK:
        s.silver[c] += 2
        note(tape, S_GETS_SILVER, 0, 0, 2, kind)
    elif kind == BOARDING_HOUSE:
        _vp(s, tape, c, FROM_BOARDING_HOUSES, 2, kind)
    elif kind == WATCHTOWER:
        _vp(s, tape, c, FROM_WATCHTOWERS, 4, kind)
    elif kind == WAREHOUSE:
        sell(t, s, tape, c)
    elif kind == CARPENTER:
        _fetch(s, tape, kind, BUILDING, BUILDING, BUILDING)
    elif kind == CHURCH:
        _fetch(s, tape, kind, CASTLE, MINE, MONASTERY)
    elif kind == MARKET:
        _fetch(s, tape, kind, SHIP, LIVESTOCK, LIVESTOCK)
    else:
        chateauma_building(t, s, tape, c, kind)


@kernel
def _vp(s, tape, c, source, vp, tile):
    gain(s, c, source, vp)
    note(tape, S_GETS_VP, source, 0, vp, tile)


@kernel
def _fetch(s, tape, kind, first, second, third):
    """From the white die's depot clockwise, a tile of the first colour that any depot has, to the inventory."""
    for colour in (first, second, third):
        for i in range(DEPOTS):
            depot = (int(s.white_die) - 1 + i) % DEPOTS
            if into_inventory_from(s, tape, depot, colour, kind):
                return
    note(tape, S_FETCHES_NOTHING, 0, 0, 0, kind)


@kernel
def _town_hall(t, s, tape):
    """One inventory tile onto the active card, else the other; the largest pile first, then reading order."""
    active = active_card(s)
    for card in (active, RIGHT if active == LEFT else LEFT):
        best, best_size = NO_SPACE, 0
        if s.card_done[card] == 0:
            for space in range(t.card_size[s.card[card]]):
                size = pile_size(s, t.card_spaces[s.card[card], space])
                if s.card_tiles[card, space] == 0 and size > best_size:
                    best, best_size = space, size
        if best != NO_SPACE:
            return _place_from_pile(t, s, tape, TOWN_HALL, card, best, int(t.card_spaces[s.card[card], best]))
    note(tape, S_FETCHES_NOTHING, 0, 0, 0, TOWN_HALL)
    return 0


@kernel
def _ship(t, s, tape, c):
    """All goods of the fullest depot, the first from the white die's clockwise if there are several."""
    best, most = -1, 0
    for i in range(DEPOTS):
        depot, tiles = (int(s.white_die) - 1 + i) % DEPOTS, 0
        for goods in range(GOODS):
            tiles += int(s.depot_goods[depot, goods])
        if tiles > most:
            best, most = depot, tiles
    if most > 0:
        for goods in range(GOODS):
            s.goods[c, goods] += s.depot_goods[best, goods]
            s.depot_goods[best, goods] = 0
    sail(t, s, c)
    note(tape, S_SHIPS, best, 0, most, 0)


# --- selling and buying --------------------------------------------------------------------------------


@kernel
def sell_what_is_due(t, s, tape, c):
    """One sale for each sell symbol covered."""
    while s.sells_due > 0:
        s.sells_due -= 1
        sell(t, s, tape, c)
    if t.modules != 0:
        chateauma_sold_what_is_due(t, s, tape)


@kernel
def sell(t, s, tape, c):
    """The type it has most of, the lowest number on ties: 1 silver, and VP per tile."""
    best = 0
    for goods in range(1, GOODS):
        if s.goods[c, goods] > s.goods[c, best]:
            best = goods
    tiles = int(s.goods[c, best])
    if tiles == 0:
        note(tape, S_HAS_NOTHING_TO_SELL, 0, 0, 0, 0)
        return
    s.goods[c, best] = 0
    s.sold[c, best] += tiles
    s.silver[c] += 1
    gain(s, c, FROM_GOODS, t.goods_vp * tiles)
    note(tape, S_SELLS, best + 1, tiles, t.goods_vp * tiles, 0)
    if t.modules != 0:
        chateauma_sold(t, s, tape, c)


@kernel
def _purchase(t, s, tape, c):
    """2 silver for the first black-depot tile whose type is not in the inventory, else the first."""
    if s.silver[c] < 2 or (t.modules != 0 and chateauma_buys(t, s, tape, c)):
        return
    best = -1
    for slot in range(BLACK_SLOTS - 1, -1, -1):
        if s.black_depot[slot] != 0:
            new = pile_size(s, COLOUR_OF[s.black_depot[slot]]) == 0
            if new or best < 0 or pile_size(s, COLOUR_OF[s.black_depot[best]]) > 0:
                best = slot
    if best < 0:
        return
    tile = int(s.black_depot[best])
    s.black_depot[best] = 0
    s.silver[c] -= 2
    note(tape, S_BUYS, best, 0, tile, 0)
    into_inventory(s, tile)
