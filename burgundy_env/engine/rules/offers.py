"""Lists of legal actions: the ids of the things of a set, one after the other."""

from __future__ import annotations

import numpy as np

from ..jit import kernel, lowest_bit
from ..layout import (
    BLACK_SLOTS,
    BUILDING,
    CASTLE,
    COLOUR_OF,
    DEPOTS,
    GOODS,
    HEXES,
    LIVESTOCK,
    MINE,
    MONASTERY,
    SHIP,
    SLOTS,
)

# Sets of colours that effects let take.
TAKES_BUILDING = 1 << BUILDING
TAKES_SHIP_LIVESTOCK = 1 << SHIP | 1 << LIVESTOCK
TAKES_MINE_MONASTERY_CASTLE = 1 << MINE | 1 << MONASTERY | 1 << CASTLE
ALL_COLOURS = 63
COLOUR_SET = np.array([0 if colour < 0 else 1 << colour for colour in COLOUR_OF])  # by tile
NEAR = (1 << HEXES) - 1  # the hexes, as a set, that have ids among the first: those of a player's duchy


@kernel
def offer_hexes(hexes, ids, n, base):
    """List the hexes of a set."""
    while hexes != 0:
        ids[n] = base + lowest_bit(hexes)
        hexes &= hexes - 1
        n += 1
    return n


@kernel
def offer_depot_tiles(s, ids, n, base, values, colours):
    """List the tiles of the depots in `values` whose colours are in the set `colours`."""
    while values != 0:
        depot = lowest_bit(values)
        values &= values - 1
        for slot in range(SLOTS):
            # Written in any case, and kept if there is one: half the slots are empty, which no processor foresees.
            ids[n] = base + depot * SLOTS + slot
            n += 1 if colours & COLOUR_SET[s.depot[depot, slot]] != 0 else 0
    return n


@kernel
def any_depot_tile(s, colours):
    """Whether a numbered depot holds a tile of these colours."""
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            if colours & COLOUR_SET[s.depot[depot, slot]] != 0:
                return True
    return False


@kernel
def offer_black_tiles(s, ids, n, base):
    """List the tiles of the black depot."""
    for slot in range(BLACK_SLOTS):
        if s.black_depot[slot] != 0:
            ids[n] = base + slot
            n += 1
    return n


@kernel
def offer_goods(s, p, ids, n, base, values):
    """List the types of goods that the seat holds, of those in the set `values`."""
    for goods in range(GOODS):
        ids[n] = base + goods  # kept if there are any: as above
        n += (values >> goods) & 1 if s.goods[p, goods] > 0 else 0
    return n


@kernel
def offer_names(tiles, count, ids, n, id_of):
    """List the names among the first `count` tiles, which are sorted, equal ones once; `id_of`: by the tile."""
    for i in range(count):
        if i == 0 or tiles[i] != tiles[i - 1]:
            ids[n] = id_of[tiles[i]]
            n += 1
    return n
