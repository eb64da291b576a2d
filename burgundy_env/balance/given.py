"""Things drawn from where they lie, given to a seat or taken out of the game: kernels."""

from __future__ import annotations

from ..engine.jit import kernel, lowest_bit
from ..engine.layout import (
    BLACK_SLOTS,
    BONUS_NAMES,
    BONUS_TILES,
    CASTLE_TILE,
    DEPOTS,
    DOUBLE,
    FROM_COLOURS,
    HEXES,
    SLOTS,
    TILE_COUNT,
)
from ..engine.rng import below
from ..engine.rules.border_posts import FROM_POSTS, POST
from ..engine.rules.doubles import DOUBLE_OF
from ..engine.rules.inns import INN_TILE
from ..engine.rules.points import take_bonus_tile
from ..engine.rules.shields import put_on, shield_on
from ..engine.rules.storage import has_room, into_spaces
from ..engine.rules.vineyards import RESERVE, hexes_of_vine, take_vine_tile
from ..modules.shields import SHIELDS
from ..modules.vineyards import SLOTS as DOUBLE_SLOTS
from ..modules.vineyards import SPACES, STORE_SLOTS, VINES
from .things import BONUS_0, DOUBLE_0, DOUBLE_TILES, KIND_OF, SHIELD_0, VINE_0

_BLACK = DEPOTS * SLOTS  # of tiles: the place of the first in the black depot, and behind it the stack of inns
_STACK = _BLACK + BLACK_SLOTS
_VINE_COUNT, _BONUS_KINDS = len(VINES), len(BONUS_TILES)


@kernel
def drawn(t, s, p, kinds, lot):
    """What a seat is given, of all that lies about and that it may have, each with the same chance: its number and
    place; 0 if there is nothing."""
    thing, place, count = 0, 0, 0
    for k in range(_STACK + 1):
        tile = _tile_at(s, k)
        if _is_asked(kinds, tile) and has_room(s, p, tile):
            count += 1
            if below(lot, count) == 0:
                thing, place = tile, k
    if (kinds >> DOUBLE_TILES) & 1 != 0 and has_room(s, p, DOUBLE + 1):
        for k in range(DOUBLE_SLOTS + STORE_SLOTS):
            double = _double_at(s, k)
            if double != 0:
                count += 1
                if below(lot, count) == 0:
                    thing, place = DOUBLE_0 + double, k
    castle = _free_castle(s, p)
    for number in range(SHIELD_0 + 1, BONUS_0 + len(BONUS_NAMES)):
        if _is_asked(kinds, number) and _lies_open(s, p, number, castle):
            count += 1
            if below(lot, count) == 0:
                thing, place = number, castle
    return thing, place


@kernel
def _is_asked(kinds, thing):
    kind = int(KIND_OF[thing])
    return kind >= 0 and (kinds >> kind) & 1 != 0


@kernel
def _tile_at(s, place):
    """The tile that lies at a place, 0 for none."""
    if place < _BLACK:
        return int(s.depot[place // SLOTS, place % SLOTS])
    if place < _STACK:
        return int(s.black_depot[place - _BLACK])
    return INN_TILE if s.inn_stack > 0 else 0


@kernel
def _double_at(s, place):
    return int(s.double_depot[place]) if place < DOUBLE_SLOTS else int(s.double_store[place - DOUBLE_SLOTS])


@kernel
def _free_castle(s, p):
    """The first castle that bears no shield, -1 if there is none."""
    for h in range(HEXES):
        if s.tiles[p, h] == CASTLE_TILE and shield_on(s, p, h) == 0:
            return h
    return -1


@kernel
def _lies_open(s, p, thing, castle):
    """Whether a shield, vine bonus tile or bonus tile is there to be had by the seat."""
    if thing <= SHIELD_0 + SHIELDS:
        return castle >= 0 and _depot_of(s, thing - SHIELD_0) >= 0
    if thing < BONUS_0:
        return s.vine_tiles[RESERVE, thing - VINE_0] > 0
    which, small = (thing - BONUS_0) // 2, (thing - BONUS_0) % 2
    return s.bonus_left[which] == 2 - small and (int(s.bonus[p]) >> (2 * which)) & 3 == 0


@kernel
def _depot_of(s, shield):
    for depot in range(DEPOTS):
        if (int(s.depot_shields[depot]) >> shield) & 1 != 0:
            return depot
    return -1


@kernel
def give(t, s, p, thing, place):
    """It comes from its place to the seat, for nothing; a shield onto a castle."""
    if thing >= BONUS_0:
        which = (thing - BONUS_0) // 2
        take_bonus_tile(t, s, p, which, FROM_POSTS if which == POST else FROM_COLOURS)
    elif thing >= VINE_0:
        take_vine_tile(s, p, thing - VINE_0)
    else:
        take_away(s, thing, place)
        if thing > SHIELD_0:
            put_on(t, s, p, thing - SHIELD_0, place)
        else:
            into_spaces(s, p, thing if thing < TILE_COUNT else DOUBLE + thing - DOUBLE_0)


@kernel
def take_away(s, thing, place):
    """It leaves its place, and with it the game."""
    if thing >= BONUS_0:
        s.bonus_left[(thing - BONUS_0) // 2] -= 1
    elif thing >= VINE_0:
        s.vine_tiles[RESERVE, thing - VINE_0] -= 1
    elif thing > SHIELD_0:
        s.depot_shields[_depot_of(s, thing - SHIELD_0)] &= ~(1 << (thing - SHIELD_0))
    elif thing >= TILE_COUNT:
        if place < DOUBLE_SLOTS:
            s.double_depot[place] = 0
        else:
            s.double_store[place - DOUBLE_SLOTS] = 0
    elif place == _STACK:
        s.inn_stack -= 1
    elif place >= _BLACK:
        s.black_depot[place - _BLACK] = 0
    else:
        s.depot[place // SLOTS, place % SLOTS] = 0


@kernel
def note_owned(s, p, owned):
    """Count what a seat has: tiles in its duchy and its vineyard, shields in force, bonus tiles."""
    for h in range(len(s.tiles[p])):
        tile = int(s.tiles[p, h])
        if 0 < tile < TILE_COUNT:
            owned[tile] += 1
    for space in range(SPACES):
        first, second = _vine_on(s, p, 2 * space), _vine_on(s, p, 2 * space + 1)
        if first >= 0:
            owned[DOUBLE_0 + DOUBLE_OF[first, second]] += 1
    shields = int(s.shields[p])
    while shields != 0:
        owned[SHIELD_0 + lowest_bit(shields)] += 1
        shields &= shields - 1
    for vine in range(_VINE_COUNT):
        owned[VINE_0 + vine] += s.vine_tiles[p, vine]
    for bit in range(2 * _BONUS_KINDS):
        owned[BONUS_0 + bit] += (int(s.bonus[p]) >> bit) & 1


@kernel
def _vine_on(s, p, h):
    """The vine on a hex of the vineyard, -1 for none."""
    for vine in range(_VINE_COUNT):
        if (hexes_of_vine(s, p, vine) >> h) & 1 != 0:
            return vine
    return -1
