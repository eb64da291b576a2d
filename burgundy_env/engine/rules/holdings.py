"""What the Châteauma has: the piles of its inventory, the tiles in its duchy, and those in sight."""

from __future__ import annotations

from ..checked import room
from ..jit import kernel
from ..layout import (
    ANIMALS,
    CARD_SPACES,
    COLOUR_OF,
    COLOURS,
    FACE_DOWN,
    HELD,
    S_FETCHES,
    SETTLED,
    SLOTS,
    SPECIES_OF,
    UNSEEN,
)
from ..rng import note

INVENTORY_PILES = len(COLOURS)
JOKERS = INVENTORY_PILES  # the pile after those of the colours


@kernel
def into_inventory(s, tile):
    """A tile comes on top of its pile (a joker, FACE_DOWN added, on the jokers). Piles are kept by type,
    jokers last, so equal inventories are equal bytes."""
    i = int(s.held_count)
    room(i, HELD)
    while i > 0 and pile_of(s.held[i - 1]) > pile_of(tile):
        s.held[i] = s.held[i - 1]
        i -= 1
    s.held[i] = tile
    s.held_count += 1


@kernel
def pile_of(tile):
    """The pile of the inventory that a tile belongs to."""
    return JOKERS if tile >= FACE_DOWN else COLOUR_OF[tile]


@kernel
def out_of_inventory(s, i):
    """The i-th tile leaves the inventory; returns it."""
    tile = int(s.held[i])
    for k in range(i, int(s.held_count) - 1):
        s.held[k] = s.held[k + 1]
    s.held_count -= 1
    s.held[s.held_count] = 0
    return tile


@kernel
def pile_size(s, colour):
    """How many tiles of a type are in the inventory; jokers are no type."""
    size = 0
    for i in range(s.held_count):
        if s.held[i] < FACE_DOWN and COLOUR_OF[s.held[i]] == colour:
            size += 1
    return size


@kernel
def topmost(s, depot, colour):
    """The first slot of a depot with a tile of this colour, -1 if there is none."""
    for slot in range(SLOTS):
        if s.depot[depot, slot] != 0 and COLOUR_OF[s.depot[depot, slot]] == colour:
            return slot
    return -1


@kernel
def into_inventory_from(s, tape, depot, colour, by):
    """The topmost tile of a colour goes from a depot to the inventory, by the effect of a tile; whether there was
    one."""
    slot = topmost(s, depot, colour)
    if slot < 0:
        return False
    tile = int(s.depot[depot, slot])
    s.depot[depot, slot] = 0
    note(tape, S_FETCHES, depot * SLOTS + slot, 0, tile, by)
    into_inventory(s, tile)
    return True


@kernel
def colour_of_settled(tile):
    """The colour of the duchy space that a settled tile lies on."""
    return tile - UNSEEN if tile >= UNSEEN else COLOUR_OF[tile]


@kernel
def settled_of(s, colour):
    """How many tiles of a colour its duchy has."""
    tiles = 0
    for i in range(s.settled_count):
        if colour_of_settled(s.settled[i]) == colour:
            tiles += 1
    return tiles


@kernel
def into_duchy(s, tile):
    """A tile comes to the duchy. Tiles are kept by colour, so equal duchies are equal bytes."""
    i, colour = int(s.settled_count), colour_of_settled(tile)
    room(i, SETTLED)
    while i > 0 and colour_of_settled(s.settled[i - 1]) > colour:
        s.settled[i] = s.settled[i - 1]
        i -= 1
    s.settled[i] = tile
    s.settled_count += 1


@kernel
def animals_in_sight(s, species):
    """Animals of a species on all its face-up tiles, on both cards and in its duchy, covered ones too; and the
    tiles."""
    animals, tiles = 0, 0
    for card in range(2):
        for space in range(CARD_SPACES):
            tile = s.card_tiles[card, space]
            if 0 < tile < FACE_DOWN and SPECIES_OF[tile] == species:
                animals += int(ANIMALS[tile])
                tiles += 1
    for i in range(s.settled_count):
        tile = s.settled[i]
        if tile < FACE_DOWN and SPECIES_OF[tile] == species:
            animals += int(ANIMALS[tile])
            tiles += 1
    return animals, tiles
