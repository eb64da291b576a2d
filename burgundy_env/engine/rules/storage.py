"""Tiles that come to storage, by whatever way, and what is thrown away to make room."""

from __future__ import annotations

from ..checked import room
from ..jit import kernel
from ..layout import DOUBLE, P_DISCARD, SLOTS, STORAGE, TILE_COUNT
from .doubles import one_of
from .pending import pop, push, top_a

STORES_ALL = 4  # the shield


@kernel
def to_storage(s, p, tile):
    """A tile comes to storage; while that has no room for it, a stored one has to go first, unless shield 4 stores
    them all."""
    if has_room(s, p, tile) or (int(s.shields[p]) >> STORES_ALL) & 1 != 0:
        _keep(s, p, tile)
    else:
        push(s, P_DISCARD, tile, 0)


@kernel
def has_room(s, p, tile):
    """Whether the key spaces have room for a tile; a double tile fills two of them."""
    spaces = 1 if tile < DOUBLE else 2
    return s.stored[p] + 2 * s.doubled[p] + spaces <= STORAGE


@kernel
def _keep(s, p, tile):
    if tile > DOUBLE:
        s.stored_doubles[p] += one_of(tile - DOUBLE)
        s.doubled[p] += 1
        return
    if s.stored[p] == STORAGE:
        # The first names lie in the key spaces, the rest on a heap: there is one, as there is one shield 4.
        last = int(s.storage[p, STORAGE - 1])
        s.heap[max(tile, last)] += 1
        s.heaped[p] += 1
        if tile >= last:
            return
        s.stored[p] -= 1
    # Storage is kept sorted: equal storages are equal bytes, and equal tiles lie side by side.
    i = int(s.stored[p])
    room(i, STORAGE)
    while i > 0 and s.storage[p, i - 1] > tile:
        s.storage[p, i] = s.storage[p, i - 1]
        i -= 1
    s.storage[p, i] = tile
    s.stored[p] += 1


@kernel
def discard(s, p, tile):
    """A stored tile goes, and the one that found no room comes."""
    coming = top_a(s)
    pop(s)
    remove_stored(s, p, tile)
    to_storage(s, p, coming)


@kernel
def remove_stored(s, p, tile):
    """Take one stored tile of this name out of storage."""
    if tile > DOUBLE:
        s.stored_doubles[p] -= one_of(tile - DOUBLE)
        s.doubled[p] -= 1
        return
    if s.heaped[p] > 0:
        if s.heap[tile] > 0:
            s.heap[tile] -= 1
            s.heaped[p] -= 1
            return
        _remove_from_spaces(s, p, tile)
        first = 1
        while s.heap[first] == 0:
            first += 1
        s.heap[first] -= 1
        s.heaped[p] -= 1
        _keep(s, p, first)
        return
    _remove_from_spaces(s, p, tile)


@kernel
def _remove_from_spaces(s, p, tile):
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
def has_stored(s, p, tile):
    """Whether a tile of this name is in storage."""
    for i in range(s.stored[p]):
        if s.storage[p, i] == tile:
            return True
    return s.heaped[p] > 0 and s.heap[tile] > 0


@kernel
def take_from_depot(s, p, place):
    """The tile in a slot (depot * SLOTS + slot) of the numbered depots goes to storage."""
    depot, slot = place // SLOTS, place % SLOTS
    tile = int(s.depot[depot, slot])
    s.depot[depot, slot] = 0
    to_storage(s, p, tile)


@kernel
def take_from_black_depot(s, slot):
    """A tile leaves the black depot; returns it."""
    tile = int(s.black_depot[slot])
    s.black_depot[slot] = 0
    return tile


@kernel
def names_to_ask(s, p):
    """Up to where `stored_name` has something to tell."""
    return int(s.stored[p]) if s.heaped[p] == 0 else STORAGE + TILE_COUNT


@kernel
def stored_name(s, p, i):
    """One stored tile after another, by rising names, each name once; 0: none here."""
    if i < STORAGE:
        tile = int(s.storage[p, i])
        return 0 if i > 0 and s.storage[p, i - 1] == tile else tile
    tile = i - STORAGE
    return tile if s.heap[tile] > 0 and tile > s.storage[p, STORAGE - 1] else 0


@kernel
def stored_names(s, p, names):
    """Write the names of the stored tiles, rising, and return how many there are."""
    n = 0
    for i in range(names_to_ask(s, p)):
        tile = stored_name(s, p, i)
        if tile != 0:
            names[n] = tile
            n += 1
    return n
