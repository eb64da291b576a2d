"""Chance: the generator that lives inside the state, and the tape that remembers what it gave.

All hidden things are kept as counts and drawn when they are needed, so the generator's one word is
the only secret of a game: a planner that reseeds it has reshuffled everything it can't see.
"""

from __future__ import annotations

import numba
import numpy as np

from .checked import room
from .jit import kernel
from .layout import (
    COLOUR_OF,
    TAPE_END,
    TAPE_MODE,
    TAPE_NEXT,
    TAPE_OFF,
    TAPE_READ,
    TAPE_REPLAY,
    TAPE_TROUBLE,
    TILE_COUNT,
)

GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

# splitmix64: one word of state, passes the usual test batteries, six operations.
if numba.config.DISABLE_JIT:
    _WORD = (1 << 64) - 1  # NumPy's scalars warn when they overflow, Python's integers never do

    def _next(s):
        s.rng = np.uint64((int(s.rng) + GOLDEN) & _WORD)
        z = int(s.rng)
        z = ((z ^ (z >> 30)) * MIX_1) & _WORD
        z = ((z ^ (z >> 27)) * MIX_2) & _WORD
        return z ^ (z >> 31)

    def below(s, n):
        """A random number in 0 .. n-1."""
        return ((_next(s) >> 32) * int(n)) >> 32

else:
    _U_GOLDEN, _U_MIX_1, _U_MIX_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
    _U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

    @kernel
    def _next(s):
        s.rng = s.rng + _U_GOLDEN
        z = s.rng
        z = (z ^ (z >> _U30)) * _U_MIX_1
        z = (z ^ (z >> _U27)) * _U_MIX_2
        return z ^ (z >> _U31)

    @kernel
    def below(s, n):
        """A random number in 0 .. n-1."""
        return np.int64(((_next(s) >> _U32) * np.uint64(n)) >> _U32)


@kernel
def note(tape, kind, a, b, result, more):
    """Write an event on the tape, if it is one that remembers."""
    if tape[0, TAPE_MODE] == TAPE_OFF:
        return
    row = int(tape[0, TAPE_NEXT])
    room(row, len(tape))
    tape[row, 0], tape[row, 1], tape[row, 2], tape[row, 3], tape[row, 4] = kind, a, b, result, more
    tape[0, TAPE_NEXT] = row + 1


@kernel
def told(tape, kind, a, b, result):
    """An event that a script may decide: note it, and return what the script says or else `result`."""
    if tape[0, TAPE_MODE] == TAPE_REPLAY:
        row = int(tape[0, TAPE_READ])
        if row < tape[0, TAPE_END] and tape[row, 0] == kind and tape[row, 1] == a and tape[row, 2] == b:
            tape[0, TAPE_READ] = row + 1
            result = int(tape[row, 3])
        elif tape[0, TAPE_TROUBLE] == 0:
            tape[0, TAPE_TROUBLE] = row
    note(tape, kind, a, b, result, 0)
    return result


@kernel
def number(s, tape, kind, a, b, low, high):
    """A random number from low to high."""
    drawn = told(tape, kind, a, b, low + below(s, high - low + 1))
    if low <= drawn <= high:
        return drawn
    return impossible(tape, low)


@kernel
def draw(s, tape, kind, a, b, counts, first, end, total):
    """Draw one of `total` things of the kinds first .. end-1, of which there are `counts`; returns its kind."""
    rest = below(s, total)
    thing = first
    while rest >= counts[thing]:
        rest -= counts[thing]
        thing += 1
    scripted = told(tape, kind, a, b, thing)
    if scripted != thing:
        if first <= scripted < end and counts[scripted] > 0:
            thing = scripted
        else:
            impossible(tape, 0)
    counts[thing] -= 1
    return thing


@kernel
def draw_tile(s, tape, kind, a, b, colour):
    """Draw a tile from the supply of a colour, which is not empty; returns it."""
    rest, tile = below(s, s.supply_left[colour]), 1
    while COLOUR_OF[tile] != colour or rest >= s.supply[tile]:
        if COLOUR_OF[tile] == colour:
            rest -= s.supply[tile]
        tile += 1
    scripted = told(tape, kind, a, b, tile)
    if scripted != tile:
        if 0 < scripted < TILE_COUNT and COLOUR_OF[scripted] == colour and s.supply[scripted] > 0:
            tile = scripted
        else:
            impossible(tape, 0)
    s.supply[tile] -= 1
    s.supply_left[colour] -= 1
    return tile


@kernel
def impossible(tape, instead):
    """The script asks for something that can't be: note the row, go on with something that can."""
    if tape[0, TAPE_TROUBLE] == 0:
        tape[0, TAPE_TROUBLE] = tape[0, TAPE_READ] - 1
    return instead
