"""Tiles that come to storage, by whatever way, and what is thrown away to make room."""

from __future__ import annotations

from ..jit import kernel
from ..layout import COLOUR_OF, DEPOTS, P_DISCARD, SLOTS, STORAGE
from .pending import push


@kernel
def to_storage(s, p, tile):
    """A tile comes to storage; if that is full, a stored tile has to go first."""
    if s.stored[p] == STORAGE:
        push(s, P_DISCARD, tile, 0)
        return
    # Storage is kept sorted: equal storages are equal bytes, and equal tiles lie side by side.
    i = int(s.stored[p])
    while i > 0 and s.storage[p, i - 1] > tile:
        s.storage[p, i] = s.storage[p, i - 1]
        i -= 1
    s.storage[p, i] = tile
    s.stored[p] += 1


@kernel
def remove_stored(s, p, tile):
    """Take one stored tile of this name out of storage."""
    last = int(s.stored[p]) - 1
    i = 0
    while s.storage[p, i] != tile:
        i += 1
    while i < last:
        s.storage[p, i] = s.storage[p, i + 1]
        i += 1
    s.storage[p, last] = 0
    s.stored[p] = last


@kernel
def take_from_depot(s, p, place):
    """The tile in a slot (depot * SLOTS + slot) of the numbered depots goes to storage."""
    depot, slot = place // SLOTS, place % SLOTS
    tile = int(s.depot[depot, slot])
    s.depot[depot, slot] = 0
    to_storage(s, p, tile)


@kernel
def offer_depot_tiles(s, ids, n, base, values, colours):
    """List the tiles of the depots in `values` whose colours are in the set `colours`."""
    for depot in range(DEPOTS):
        if (values >> depot) & 1 == 0:
            continue
        for slot in range(SLOTS):
            tile = s.depot[depot, slot]
            if tile != 0 and (colours >> COLOUR_OF[tile]) & 1 != 0:
                ids[n] = base + depot * SLOTS + slot
                n += 1
    return n


@kernel
def any_depot_tile(s, colours):
    """Whether a numbered depot holds a tile of these colours."""
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            tile = s.depot[depot, slot]
            if tile != 0 and (colours >> COLOUR_OF[tile]) & 1 != 0:
                return True
    return False


@kernel
def offer_names(tiles, count, ids, n, base):
    """List the names among the first `count` tiles, which are sorted, equal ones once."""
    for i in range(count):
        if i == 0 or tiles[i] != tiles[i - 1]:
            ids[n] = base + int(tiles[i])
            n += 1
    return n
