"""How a tile looks as numbers: its colour, and a face that tells the tiles of one colour apart."""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import (
    ANIMAL_COUNTS,
    ANIMALS,
    BUILDING,
    BUILDING_KINDS,
    CASTLE,
    COLOUR_OF,
    COLOURS,
    LIVESTOCK,
    MINE,
    MONASTERY,
    MONASTERY_0,
    SHIP,
    SPECIES,
    SPECIES_OF,
    TILE_COUNT,
    TILES,
    tile_id,
)

COLOUR_COUNT = len(COLOURS)
FACE = 8  # numbers of a face
TILE = COLOUR_COUNT + FACE  # numbers of a tile
FACE_MEANING = (
    "building: one of warehouse .. town_hall, the white castle the first two, the crane the first three; "
    "livestock: one of cow, sheep, pig, chicken, then one of 2, 3, 4 animals, last: geese; "
    "monastery: its number in five bits, low first, then whether it changes a rule (1-8, 27, 28), a die or the "
    "workers action (9-14), the final scoring (15-26, 29); ship: first, castle: second, mine: third"
)
_RULE, _DICE, _SCORING = 5, 6, 7


def _face(tile: int) -> list[int]:
    """The numbers of a face that are 1."""
    colour = COLOUR_OF[tile]
    if colour == BUILDING:
        place = BUILDING_KINDS.index(str(TILES[tile]))
        return [place] if place < FACE else list(range(place - FACE + 2))
    if colour == MONASTERY:
        number = tile - MONASTERY_0
        group = _DICE if 9 <= number <= 14 else _SCORING if 15 <= number <= 26 or number == 29 else _RULE
        return [bit for bit in range(5) if number >> bit & 1] + [group]
    if colour == LIVESTOCK:
        species = int(SPECIES_OF[tile])
        if species >= len(SPECIES):
            return [FACE - 1, *_bits(species - len(SPECIES))]
        return [species, 4 + ANIMAL_COUNTS.index(int(ANIMALS[tile]))]
    if colour in (SHIP, CASTLE, MINE):  # the first of each colour has a single 1
        alike = np.flatnonzero(COLOUR_OF == colour).tolist().index(tile)
        return [(SHIP, CASTLE, MINE).index(colour), *(3 + bit for bit in _bits(alike))]
    # A tile without a colour: all but the bits of its place among those, from behind.
    place = np.flatnonzero(COLOUR_OF[1:] < 0).tolist().index(tile - 1)
    return [unit for unit in range(FACE) if FACE - 1 - unit not in _bits(place)]


def _bits(number: int) -> list[int]:
    return [bit for bit in range(FACE) if number >> bit & 1]


def _tile_numbers() -> np.ndarray:
    numbers = np.zeros((TILE_COUNT, TILE), np.float32)
    for tile in range(1, TILE_COUNT):
        if COLOUR_OF[tile] >= 0:
            numbers[tile, COLOUR_OF[tile]] = 1
        for unit in _face(tile):
            numbers[tile, COLOUR_COUNT + unit] = 1
    return numbers


TILE_NUMBERS = _tile_numbers()
FACES = np.ascontiguousarray(TILE_NUMBERS[:, COLOUR_COUNT:])
# A tile as one number: its id / 57. Those that came later lie between the others, so that these stay as they are.
_LAST = tile_id("black")
_CODES = np.arange(TILE_COUNT, dtype=np.float32) * np.float32(1 / _LAST)
_CODES[_LAST + 1 :] = (np.arange(TILE_COUNT - _LAST - 1) + 0.5) / _LAST


@kernel_of_constants
def write_tile(out, j, tile):
    """Colour and face of a tile; nothing for none."""
    for k in range(TILE):
        out[j + k] = TILE_NUMBERS[tile, k]


@kernel_of_constants
def write_face(out, j, tile):
    """The face alone, where the place tells the colour."""
    for k in range(FACE):
        out[j + k] = FACES[tile, k]


@kernel_of_constants
def code(tile):
    """A tile as one number: which it is, for whoever wants to look it up, more than for learning."""
    return _CODES[tile]
