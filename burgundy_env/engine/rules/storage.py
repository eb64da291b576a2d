"""Tiles that come to storage, by whatever way, and what is thrown away to make room."""

from __future__ import annotations

from ...modules.team import SPACES
from ..checked import room
from ..jit import kernel
from ..layout import DOUBLE, OF_TEAM, P_DISCARD, SLOTS, STORAGE, TILE_COUNT, pending_kind
from .doubles import one_of
from .pending import pop, push, top_a

STORES_ALL = 4  # the shield
P_STOW = pending_kind("stow")


@kernel
def to_storage(t, s, p, tile):
    """A tile comes to storage; while that has no room for it, a stored one has to go first, unless shield 4 stores
    them all. In the team game the player chooses where both kinds of spaces have room."""
    if t.teams != 0:
        _to_spaces_of_two(s, p, tile)
    elif has_room(s, p, tile) or (int(s.shields[p]) >> STORES_ALL) & 1 != 0:
        into_spaces(s, p, tile)
    else:
        push(s, P_DISCARD, tile, 0)


@kernel
def _to_spaces_of_two(s, p, tile):
    own, shared = s.stored[p] < SPACES, s.team_stored[p] < SPACES
    if own and shared:
        push(s, P_STOW, tile, 0)
    elif own:
        into_spaces(s, p, tile)
    elif shared:
        into_team_spaces(s, p, tile)
    else:
        push(s, P_DISCARD, tile, 0)


@kernel
def has_room(s, p, tile):
    """Whether the key spaces have room for a tile; a double tile fills two of them."""
    spaces = 1 if tile < DOUBLE else 2
    return s.stored[p] + 2 * s.doubled[p] + spaces <= STORAGE


@kernel
def into_spaces(s, p, tile):
    """A tile comes to the seat's own spaces."""
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
def into_team_spaces(s, p, tile):
    """A tile comes to the spaces of the seat's team."""
    i = int(s.team_stored[p])
    room(i, SPACES)
    while i > 0 and s.team_storage[p, i - 1] > tile:
        s.team_storage[p, i] = s.team_storage[p, i - 1]
        i -= 1
    s.team_storage[p, i] = tile
    s.team_stored[p] += 1


@kernel
def discard(t, s, p, tile):
    """A stored tile goes, and the one that found no room comes."""
    coming = top_a(s)
    pop(s)
    remove_stored(s, p, tile)
    to_storage(t, s, p, coming)


@kernel
def remove_stored(s, p, tile):
    """Take one stored tile of this name out of storage."""
    if tile >= OF_TEAM:
        _remove_from_team_spaces(s, p, tile - OF_TEAM)
        return
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
        into_spaces(s, p, first)
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
def _remove_from_team_spaces(s, p, tile):
    last = int(s.team_stored[p]) - 1
    for i in range(last):
        if s.team_storage[p, i] == tile:  # else it is the last
            s.team_storage[p, i] = s.team_storage[p, last]
    s.team_storage[p, last] = 0
    s.team_stored[p] = last


@kernel
def has_stored(s, p, tile):
    """Whether a tile of this name is in storage."""
    for i in range(s.stored[p]):
        if s.storage[p, i] == tile:
            return True
    return s.heaped[p] > 0 and s.heap[tile] > 0


@kernel
def take_from_depot(t, s, p, place):
    """The tile in a slot (depot * SLOTS + slot) of the numbered depots goes to storage."""
    depot, slot = place // SLOTS, place % SLOTS
    tile = int(s.depot[depot, slot])
    s.depot[depot, slot] = 0
    to_storage(t, s, p, tile)


@kernel
def take_from_black_depot(s, slot):
    """A tile leaves the black depot; returns it."""
    tile = int(s.black_depot[slot])
    s.black_depot[slot] = 0
    return tile


@kernel
def names_to_ask(s, p):
    """Up to where `stored_name` has something to tell."""
    return int(s.stored[p]) + int(s.team_stored[p]) if s.heaped[p] == 0 else STORAGE + TILE_COUNT


@kernel
def stored_name(s, p, i):
    """One stored tile after another, by rising names, each name once, the team's OF_TEAM higher; 0: none here."""
    if i < s.stored[p]:
        tile = int(s.storage[p, i])
        return 0 if i > 0 and s.storage[p, i - 1] == tile else tile
    if s.heaped[p] == 0:
        i -= s.stored[p]
        tile = int(s.team_storage[p, i])
        return 0 if i > 0 and s.team_storage[p, i - 1] == tile else OF_TEAM + tile
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
