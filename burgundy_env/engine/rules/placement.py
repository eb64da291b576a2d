"""Where stored tiles may go, and what happens when one is put down."""

from __future__ import annotations

from ..checked import TILE, no_rule
from ..hooks.changes import hexes_barred, hexes_bound_to, put_off, score_placement, tile_covers
from ..jit import kernel, lowest_bit
from ..layout import (
    BIT,
    BUILDING,
    CASTLE,
    COLOUR_OF,
    FREE,
    LIVESTOCK,
    MINE,
    MONASTERY,
    OF_TEAM,
    P_CASTLE,
    P_PICK,
    P_SHIP,
    SHIP,
)
from .buildings import building_effect
from .dice import free_step_for_placing, shown_by, values_in_reach, workers_for
from .duchy import has_monastery, put_tile_on, tile_on
from .livestock import score_livestock
from .monasteries import found_monastery
from .pending import pop, push
from .scoring import score_colour, score_region
from .storage import names_to_ask, remove_stored, stored_name


@kernel
def cover(t, s, p, h, tile):
    """A tile lies on hex h from now on."""
    put_tile_on(s, p, h, tile)
    s.occupied[p] |= BIT[h]
    s.reach[p] |= t.neighbours[s.duchy[p], h]
    if t.modules != 0:
        tile_covers(s, p, h, tile)


@kernel
def hexes_for(t, s, p, tile, values):
    """The hexes, as a set, that a stored tile may go to with a die of one of these values."""
    board, colour = s.duchy[p], COLOUR_OF[tile]
    hexes = int(t.value_hexes[board, values]) & int(s.reach[p]) & ~int(s.occupied[p])
    if colour >= 0:
        hexes &= int(t.colour_hexes[board, colour])
    if hexes != 0:
        hexes &= ~hexes_closed_to(t, s, p, tile)
        if t.modules != 0:
            hexes &= hexes_bound_to(t, s, p, colour)
    return hexes


@kernel
def hexes_closed_to(t, s, p, tile):
    """The hexes, as a set, that a tile may not go to, as their regions have one of its kind."""
    if COLOUR_OF[tile] == BUILDING:
        return 0 if has_monastery(s, p, 1) else towns_with(t, s, p, tile)
    return hexes_barred(t, s, p, tile) if t.modules != 0 else 0


@kernel
def towns_with(t, s, p, kind):
    """The hexes of all towns that have a building of this kind, which they may have once."""
    board = s.duchy[p]
    buildings = int(t.colour_hexes[board, BUILDING]) & int(s.occupied[p])
    towns = 0
    while buildings != 0:
        h = lowest_bit(buildings)
        buildings &= buildings - 1
        if tile_on(s, p, h) == kind:
            towns |= int(t.region[board, h])
    return towns


@kernel
def values_for_placing(t, s, p, channel, colour):
    """The values a placement may use: of a die what workers make of it, for most effects all."""
    return values_in_reach(t, s, p, shown_by(s, p, channel), free_step_for_placing(s, p, colour))


@kernel
def hexes_for_stored(t, s, p, channel):
    """The hexes, as a set, that some stored tile may go to."""
    hexes = 0
    for i in range(s.stored[p]):
        tile = s.storage[p, i]
        hexes |= hexes_for(t, s, p, tile, values_for_placing(t, s, p, channel, COLOUR_OF[tile]))
    if s.heaped[p] != 0 or s.team_stored[p] != 0:
        for i in range(int(s.stored[p]), names_to_ask(s, p)):
            tile = stored_name(s, p, i) & (OF_TEAM - 1)
            if tile != 0:
                hexes |= hexes_for(t, s, p, tile, values_for_placing(t, s, p, channel, COLOUR_OF[tile]))
    return hexes


@kernel
def tiles_for(t, s, p, channel, h, tiles):
    """Write the stored tiles that may go to hex h, equal ones once, as many as there is room for, and return how
    many there are."""
    n = 0
    for i in range(names_to_ask(s, p)):
        name = name_for(t, s, p, channel, h, i)
        if name != 0:
            if n < len(tiles):
                tiles[n] = name
            n += 1
    return n


@kernel
def name_for(t, s, p, channel, h, i):
    """The name of the i-th stored tile to ask for, if it may go to hex h; 0."""
    name = stored_name(s, p, i)
    tile = name & (OF_TEAM - 1)
    if tile == 0:
        return 0
    values = values_for_placing(t, s, p, channel, COLOUR_OF[tile])
    return name if hexes_for(t, s, p, tile, values) & BIT[h] != 0 else 0


@kernel
def place(t, s, p, channel, h, scratch):
    """A stored tile is to go to hex h; which one is asked only if tiles of different names fit."""
    if tiles_for(t, s, p, channel, h, scratch) > 1:
        push(s, P_PICK, h, channel)
    else:
        put_down(t, s, p, channel, h, int(scratch[0]))


@kernel
def put_down(t, s, p, channel, h, name):
    """Pay for the placement, put the stored tile of this name down, and let it score and take effect."""
    tile = name & (OF_TEAM - 1)
    step = free_step_for_placing(s, p, COLOUR_OF[tile])
    s.workers[p] -= workers_for(t, s, p, shown_by(s, p, channel), t.number[s.duchy[p], h], step)
    if channel == FREE:
        pop(s)
    else:
        s.used[p, channel] = 1
    remove_stored(s, p, name)
    add_to_duchy(t, s, p, h, tile)


@kernel
def add_to_duchy(t, s, p, h, tile):
    """First the region, then the colour, and the tile's effect."""
    cover(t, s, p, h, tile)
    if t.modules != 0 and put_off(t, s, h):
        return
    score_region(t, s, p, h)
    score_colour(t, s, p, t.colour[s.duchy[p], h])
    if t.modules != 0:
        score_placement(t, s, p, h)
    tile_effect(t, s, p, h, tile)


@kernel
def tile_effect(t, s, p, h, tile):
    """What a tile does when it is placed; a mine and tiles without a colour do nothing."""
    colour = COLOUR_OF[tile]
    if colour == BUILDING:
        building_effect(t, s, p, tile)
    elif colour == MONASTERY:
        found_monastery(t, s, p, tile)
    elif colour == SHIP:
        push(s, P_SHIP, 0, 0)
    elif colour == LIVESTOCK:
        score_livestock(t, s, p, h)
    elif colour == CASTLE:
        push(s, P_CASTLE, 0, 0)
    elif colour >= 0 and colour != MINE:
        no_rule(TILE, tile)
