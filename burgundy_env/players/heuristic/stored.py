"""What a tile that comes to storage is worth to a seat."""

from __future__ import annotations

from ...engine.jit import kernel
from ...engine.layout import COLOUR_OF, STORAGE
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.shields import STORES_ALL, holds
from ...modules.team import SPACES
from .basics import NOWHERE, rounds_left, silver_worth
from .weights import BUY_BASE, BUY_FIRST, BUY_PART, FULL, SAME_COLOUR, TAKE_BASE, TAKE_PART, THIRD_STORED
from .worth import best_place


@kernel
def taken_worth(t, s, p, w, tile, worth):
    """A tile to storage by an action: a part of what it will bring."""
    return tile_worth(t, s, p, w, tile, worth, w[TAKE_PART]) + w[TAKE_BASE] + crowded(t, s, p, w)


@kernel
def tile_worth(t, s, p, w, tile, worth, part):
    """What a tile in storage is worth: nothing if there is no time or room to place it."""
    actions = 2 * rounds_left(s) + (1 if s.used[p, 0] == 0 else 0) + (1 if s.used[p, 1] == 0 else 0) - 1
    if actions <= stored_for(s, p) - 1:
        return 0.0
    value = best_place(t, s, p, w, tile, ALL_VALUES, worth)
    if value <= NOWHERE:
        return 0.0
    for i in range(s.stored[p]):
        if COLOUR_OF[s.storage[p, i]] == COLOUR_OF[tile]:
            value *= w[SAME_COLOUR]
    for i in range(s.team_stored[p]):
        if COLOUR_OF[s.team_storage[p, i]] == COLOUR_OF[tile]:
            value *= w[SAME_COLOUR]
    return part * value


@kernel
def stored_for(s, p):
    """How many stored tiles a seat may place, those of its team included."""
    return int(s.stored[p]) + int(s.team_stored[p]) + int(s.heaped[p])


@kernel
def filled_for(s, p):
    """How many spaces are filled of those that a seat may use."""
    return int(s.stored[p]) + 2 * int(s.doubled[p]) + int(s.team_stored[p])


@kernel
def room_for_tiles(t):
    """How many tiles a seat may have stored."""
    return STORAGE if t.teams == 0 else 2 * SPACES


@kernel
def crowded(t, s, p, w):
    """What one more tile in a storage that is nearly full costs."""
    if holds(s, p, STORES_ALL):
        return 0.0
    left = room_for_tiles(t) - filled_for(s, p)
    if left <= 0:
        return w[FULL]
    return w[THIRD_STORED] if left == 1 else 0.0


@kernel
def bought_worth(t, s, p, w, tile, worth):
    """A tile for 2 silver."""
    value = tile_worth(t, s, p, w, tile, worth, w[BUY_PART]) + crowded(t, s, p, w)
    value = value - 2.0 * silver_worth(s, w)
    return before_the_dice(t, s, p, w, value + w[BUY_BASE])


@kernel
def before_the_dice(t, s, p, w, value):
    """A good purchase comes before the dice, which can then place it; with full storage they go first."""
    room = filled_for(s, p) < room_for_tiles(t) or holds(s, p, STORES_ALL)
    return value + w[BUY_FIRST] if value > 0.0 and room else value
