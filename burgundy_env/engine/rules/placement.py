"""Where stored tiles may go, and what happens when one is put down."""

from __future__ import annotations

from ..jit import kernel, lowest_bit
from ..layout import (
    AFTER_STEPS,
    BIT,
    BUILDING,
    CASTLE,
    COLOUR_OF,
    CRANE,
    FREE,
    INN_TILE,
    LIVESTOCK,
    MONASTERY,
    P_AFTER,
    P_CASTLE,
    P_PICK,
    P_SHIP,
    SHIP,
)
from .border_posts import score_border_posts
from .buildings import building_effect
from .castle_rule import hexes_by_castle_rule
from .dice import free_step_for_placing, shown_by, values_in_reach, workers_for
from .inns import regions_with_inn
from .livestock import score_livestock
from .monasteries import found_monastery
from .pending import pop, push
from .scoring import has_monastery, score_colour, score_region
from .storage import remove_stored

_ALL_STEPS = (1 << len(AFTER_STEPS)) - 1


@kernel
def cover(t, s, p, h, tile):
    """A tile lies on hex h from now on."""
    s.tiles[p, h] = tile
    s.occupied[p] |= BIT[h]
    s.reach[p] |= t.neighbours[s.duchy[p], h]
    if tile == INN_TILE:
        s.inns[p] |= BIT[h]


@kernel
def hexes_for(t, s, p, tile, values):
    """The hexes, as a set, that a stored tile may go to with a die of one of these values."""
    board, colour = s.duchy[p], COLOUR_OF[tile]
    hexes = int(t.value_hexes[board, values]) & int(s.reach[p]) & ~int(s.occupied[p])
    if colour >= 0:
        hexes &= int(t.colour_hexes[board, colour])
        if colour == BUILDING and hexes != 0 and tile != CRANE and not has_monastery(s, p, 1):
            hexes &= ~towns_with(t, s, p, tile)
    elif tile == INN_TILE:
        hexes &= ~regions_with_inn(t, s, p)
    if t.castle_rule[board] != 0 and hexes != 0 and colour != CASTLE:
        hexes &= hexes_by_castle_rule(t, s, p, colour)
    return hexes


@kernel
def towns_with(t, s, p, kind):
    """The hexes of all towns that have a building of this kind, which they may have once."""
    board = s.duchy[p]
    buildings = int(t.colour_hexes[board, BUILDING]) & int(s.occupied[p])
    towns = 0
    while buildings != 0:
        h = lowest_bit(buildings)
        buildings &= buildings - 1
        if s.tiles[p, h] == kind:
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
    return hexes


@kernel
def tiles_for(t, s, p, channel, h, tiles):
    """Write the stored tiles that may go to hex h, equal ones once, and return how many."""
    n = 0
    for i in range(s.stored[p]):
        tile = s.storage[p, i]
        if i > 0 and tile == s.storage[p, i - 1]:
            continue
        values = values_for_placing(t, s, p, channel, COLOUR_OF[tile])
        if hexes_for(t, s, p, tile, values) & BIT[h] != 0:
            tiles[n] = tile
            n += 1
    return n


@kernel
def place(t, s, p, channel, h, scratch):
    """A stored tile is to go to hex h; which one is asked only if tiles of different names fit."""
    if tiles_for(t, s, p, channel, h, scratch) > 1:
        push(s, P_PICK, h, channel)
    else:
        put_down(t, s, p, channel, h, int(scratch[0]))


@kernel
def put_down(t, s, p, channel, h, tile):
    """Pay for the placement, put the tile down, and let it score and take effect."""
    step = free_step_for_placing(s, p, COLOUR_OF[tile])
    s.workers[p] -= workers_for(t, s, p, shown_by(s, p, channel), t.number[s.duchy[p], h], step)
    if channel == FREE:
        pop(s)
    else:
        s.used[p, channel] = 1
    remove_stored(s, p, tile)
    add_to_duchy(t, s, p, h, tile)


@kernel
def add_to_duchy(t, s, p, h, tile):
    """First the region, then the colour, the border posts, and the tile's effect."""
    cover(t, s, p, h, tile)
    if t.solo != 0:
        push(s, P_AFTER, h, _ALL_STEPS)  # there a step may open a decision before the next one
        return
    score_region(t, s, p, h)
    score_colour(t, s, p, t.colour[s.duchy[p], h])
    if t.border_posts != 0:
        score_border_posts(t, s, p, h)
    tile_effect(t, s, p, h, tile)


@kernel
def tile_effect(t, s, p, h, tile):
    """What a tile does when it is placed; an inn or a face-down tile does nothing."""
    colour = COLOUR_OF[tile]
    if colour == BUILDING:
        building_effect(s, p, tile)
    elif colour == MONASTERY:
        found_monastery(t, s, p, tile)
    elif colour == SHIP:
        push(s, P_SHIP, 0, 0)
    elif colour == LIVESTOCK:
        score_livestock(t, s, p, h)
    elif colour == CASTLE:
        push(s, P_CASTLE, 0, 0)


@kernel
def offer_hexes(hexes, ids, n, base):
    """List the hexes of a set."""
    while hexes != 0:
        ids[n] = base + lowest_bit(hexes)
        hexes &= hexes - 1
        n += 1
    return n
