"""Vineyards: the double tiles' bag, depot and store, the boards, groups of vines, and the Châteauma's part.

How double tiles are taken and laid, and what that brings, stands in `vineyards_steps`.
"""

from __future__ import annotations

import numpy as np

from ...config.vineyards import vines_leaving
from ...modules.vineyards import BOARDS, BONUSES, LARGEST_GROUP, SLOTS, SPACES, VINES
from ..jit import count_bits, kernel, lowest_bit
from ..layout import SEATS, chance_kind, pending_kind, source, step_kind
from ..rng import draw, note
from .doubles import FIRST_VINE, KINDS, SECOND_VINE, count_of, one_of, shows, size_of_bag

P_PLANT, P_BONUSES, P_DOUBLE, P_TAKE_BLACK, P_VINE = map(
    pending_kind, ("plant", "bonuses", "double", "take_black", "vine")
)
E_VINE_OUT, E_VINEYARD, E_VINE_BONUS, E_DOUBLE_TILE = map(
    chance_kind, ("vine_out", "vineyard", "vine_bonus", "double_tile")
)
S_TAKES_DOUBLE, S_BUYS_DOUBLE = map(step_kind, ("takes_double", "buys_double"))
FROM_SPACES, FROM_VINES = source("vineyard_spaces"), source("vines")
RESERVE = SEATS  # its row among the vine bonus tiles
PRICE = 2  # silver, in the store
_DEPOT, _STORE = range(2)  # where chance puts double tiles
_VINE_COUNT, _BOARD_COUNT = len(VINES), len(BOARDS) + 1  # boards count from 1


# --- tables --------------------------------------------------------------------------------------------


def fill_tables(t, config, data):
    """The boards, the tiles, what lies where with so many seats, and what vines bring."""
    facts, scoring, seats = data.files["vineyards"], data.components["scoring"], str(config.n)
    t.vineyards = 1
    for d in range(1, KINDS):
        pure = FIRST_VINE[d] == SECOND_VINE[d]
        t.double_box |= np.int64(facts["tiles"]["pure_each" if pure else "mixed_each"] * one_of(d))
    for slot, numbers in enumerate(facts["depot"][seats]):
        t.slot_values[slot] = sum(1 << (number - 1) for number in numbers)
        for values in range(64):
            t.double_slots[values] |= int(t.slot_values[slot] & values != 0) << slot
    t.store_slots = facts["store_slots"][seats]
    if config.vineyards != "random":
        t.vineyard_given[: config.players] = config.vineyards
    t.vines_drawn = 0 if config.vines_out else vines_leaving(config.seats)
    t.vines_given = sum(1 << VINES.index(vine) for vine in config.vines_out or ())
    t.vine_bonus_tiles = facts["vine_bonus_tiles"]["per_vine"]
    for board in facts["boards"]:
        _fill_board(t, board["id"], board["spaces"])
    t.vine_vp[:] = _by_size(scoring["vines"])
    if config.chateauma:
        t.chateauma_double_vp[:] = _by_size(scoring["chateauma_double_tiles"])
        for card in data.county_cards(config.modules):
            t.card_double[card["id"]] = sum(1 << i for i, space in enumerate(card["spaces"]) if space.get("double"))


def _by_size(worth):
    """A row of points for 0, 1, 2 ...: the last for all that is more."""
    return [worth[min(size, len(worth) - 1)] for size in range(LARGEST_GROUP + 1)]


def _fill_board(t, board, spaces):
    hexes = [tuple(hex_) for space in spaces for hex_ in space["hexes"]]
    for h, (x, y) in enumerate(hexes):
        left = x - 1 + y % 2  # odd rows are shifted to the right
        around = {(x - 1, y), (x + 1, y), (left, y + 1), (left + 1, y + 1), (left, y - 1), (left + 1, y - 1)}
        t.vine_near[board, h] = sum(1 << other for other, place in enumerate(hexes) if place in around)
    for i, space in enumerate(spaces):
        t.space_number[board, i] = space["number"]
        t.space_bonus[board, i] = [BONUSES.index(bonus) for bonus in space["bonuses"]]
        t.vine_row[board, i] = sum(3 << 2 * k for k, other in enumerate(spaces) if other["row"] == space["row"])
        t.first_row[board] |= int(space["row"] == 1) << i
        for values in range(64):
            t.space_values[board, values] |= (values >> (space["number"] - 1) & 1) << i


# --- from the box to the depot -------------------------------------------------------------------------


@kernel
def set_up_vineyards(t, s, tape):
    """Vines leave the game, boards and the first vine bonus tiles are dealt, one of each kind to be drawn from."""
    s.vines_out = t.vines_given
    vines = np.ones(_VINE_COUNT, np.int8)
    for i in range(t.vines_drawn):
        s.vines_out |= 1 << draw(s, tape, E_VINE_OUT, i + 1, 0, vines, 0, _VINE_COUNT, _VINE_COUNT - i)
    in_play = 0
    for vine in range(_VINE_COUNT):
        vines[vine] = 0 if (int(s.vines_out) >> vine) & 1 != 0 else 1
        s.vine_tiles[RESERVE, vine] = t.vine_bonus_tiles * vines[vine]
        in_play += vines[vine]
    s.doubles = bag_of_game(t, s)
    boards = np.ones(_BOARD_COUNT, np.int8)
    boards[0] = 0
    for p in range(t.players):
        s.vineyard[p] = t.vineyard_given[p]
        if s.vineyard[p] == 0:
            s.vineyard[p] = draw(s, tape, E_VINEYARD, p, 0, boards, 1, _BOARD_COUNT, _BOARD_COUNT - 1 - p)
    for p in range(t.players):
        vine = draw(s, tape, E_VINE_BONUS, p, 0, vines, 0, _VINE_COUNT, in_play - p)
        take_vine_tile(s, p, vine)


@kernel
def bag_of_game(t, s):
    """All double tiles without those of the vines that have left the game."""
    bag = 0
    for d in range(1, KINDS):
        if not shows(d, int(s.vines_out)):
            bag += count_of(t.double_box, d) * one_of(d)
    return bag


@kernel
def take_vine_tile(s, p, vine):
    """A vine bonus tile comes from the reserve."""
    s.vine_tiles[RESERVE, vine] -= 1
    s.vine_tiles[p, vine] += 1


@kernel
def refill_vineyards(t, s, tape):
    """A phase begins: what lies in the depot and the store leaves the game, others come."""
    left = size_of_bag(s.doubles)
    slots = 0
    while slots < SLOTS and t.slot_values[slots] != 0:
        slots += 1
    for slot in range(slots):
        s.double_depot[slot] = _draw_double(s, tape, _DEPOT, slot, left)
        left -= 1
    for slot in range(t.store_slots):
        s.double_store[slot] = _draw_double(s, tape, _STORE, slot, left)
        left -= 1


@kernel
def _draw_double(s, tape, place, slot, left):
    """One of those left in the bag, none if there is none."""
    if left <= 0:
        return 0
    counts = np.zeros(KINDS, np.int8)
    for d in range(1, KINDS):
        counts[d] = count_of(s.doubles, d)
    double = draw(s, tape, E_DOUBLE_TILE, place, slot + 1, counts, 1, KINDS, left)
    s.doubles -= one_of(double)
    return double


@kernel
def filled(slots):
    """The slots of the depot or the store that have a double tile, as a set."""
    there = 0
    for slot in range(len(slots)):
        if slots[slot] != 0:
            there |= 1 << slot
    return there


# --- vineyard boards -----------------------------------------------------------------------------------


@kernel
def covered_hexes(s, p):
    """The hexes of the seat's vineyard with a vine; the two of a space follow each other."""
    return int(s.vines[p, 0]) | int(s.vines[p, 1]) | int(s.vines[p, 2])


@kernel
def hexes_of_vine(s, p, vine):
    """Those with this vine, as a set."""
    hexes = -1
    for bit in range(3):
        plane = int(s.vines[p, bit])
        hexes &= plane if ((vine + 1) >> bit) & 1 != 0 else ~plane
    return hexes


@kernel
def lay(s, p, space, first, second):
    """A double tile lies on a space: the first vine on its first hex."""
    for bit in range(3):
        s.vines[p, bit] |= (((first + 1) >> bit) & 1) << (2 * space) | (((second + 1) >> bit) & 1) << (2 * space + 1)


@kernel
def open_spaces(t, s, p):
    """The spaces, as a set, that the next double tile may come to: first of the bottom row, then next to others."""
    board, covered = int(s.vineyard[p]), covered_hexes(s, p)
    if covered == 0:
        return int(t.first_row[board])
    spaces = 0
    for space in range(SPACES):
        near = int(t.vine_near[board, 2 * space]) | int(t.vine_near[board, 2 * space + 1])
        if near & covered != 0 and (covered >> (2 * space)) & 1 == 0:
            spaces |= 1 << space
    return spaces


@kernel
def row_is_full(t, s, p, space):
    """Whether all spaces of the row that a space lies in are covered."""
    return int(t.vine_row[s.vineyard[p], space]) & ~covered_hexes(s, p) == 0


# --- the final scoring ---------------------------------------------------------------------------------


@kernel
def score_vineyards(t, s, p, out):
    """Groups of vines, or the Châteauma's double tiles."""
    if p == t.chateauma:
        out[FROM_VINES] = t.chateauma_double_vp[min(size_of_bag(s.chateauma_doubles), LARGEST_GROUP)]
        return
    vp = 0
    for vine in range(_VINE_COUNT):
        if s.vine_tiles[p, vine] > 0:
            vp += vp_of_vine(t, s, p, vine)
    out[FROM_VINES] = vp


@kernel
def vp_of_vine(t, s, p, vine):
    """Each bonus tile of a vine with a group of it, the largest first."""
    sizes = np.zeros(LARGEST_GROUP + 1, np.int8)  # how many groups there are of each size
    board, rest = int(s.vineyard[p]), hexes_of_vine(s, p, vine)
    while rest != 0:
        group = group_of(t, board, rest, rest & -rest)
        sizes[min(count_bits(group), LARGEST_GROUP)] += 1
        rest &= ~group
    vp, tiles = 0, int(s.vine_tiles[p, vine])
    for size in range(LARGEST_GROUP, 0, -1):
        matched = min(tiles, int(sizes[size]))
        vp += matched * int(t.vine_vp[size])
        tiles -= matched
    return vp


@kernel
def group_of(t, board, hexes, group):
    """The hexes of a set that hang together with some of them."""
    before = 0
    while group != before:
        fresh = group & ~before
        before = group
        while fresh != 0:
            group |= int(t.vine_near[board, lowest_bit(fresh)]) & hexes
            fresh &= fresh - 1
    return group


# --- the Châteauma -------------------------------------------------------------------------------------


@kernel
def symbol_covered(t, s, card, space):
    """A tile came to a space of a county card: a double symbol under it is due later in the turn."""
    s.doubles_due += (int(t.card_double[card]) >> space) & 1


@kernel
def take_doubles_due(t, s, tape):
    """For each symbol the double tile of the white die's slot, or of the next one to the right that has one."""
    while s.doubles_due > 0:
        s.doubles_due -= 1
        there = filled(s.double_depot)
        if there != 0:
            slot = _from(there, lowest_bit(int(t.double_slots[1 << (int(s.white_die) - 1)])))
            _chateauma_gets(s, tape, S_TAKES_DOUBLE, slot, int(s.double_depot[slot]))
            s.double_depot[slot] = 0


@kernel
def buys_from_store(t, s, tape, c):
    """2 silver for a double tile, if the store has any: the white die says which; whether it did."""
    there = filled(s.double_store)
    if there == 0:
        return False
    slot = _from(there, min((int(s.white_die) - 1) // 2, int(t.store_slots) - 1))
    s.silver[c] -= PRICE
    _chateauma_gets(s, tape, S_BUYS_DOUBLE, slot, int(s.double_store[slot]))
    s.double_store[slot] = 0
    return True


@kernel
def _from(there, first):
    """The first slot of a set from one on to the right, wrapping."""
    right = there >> first << first
    return lowest_bit(right if right != 0 else there)


@kernel
def _chateauma_gets(s, tape, step, slot, double):
    s.chateauma_doubles += one_of(double)
    note(tape, step, slot + 1, 0, double, 0)
