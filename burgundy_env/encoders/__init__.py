"""What a seat sees, as numbers: one kernel per encoder, each writing a row of float32.

Every encoder (`flat.py`, `planes.py`, `tokens.py`) is a table of named fields and kernels that fill them
block by block; the other files hold the blocks they share.

Only what lies open is written: no generator, no supplies, no goods of coming phases. What a perfect
memory would add (which tiles have left the game, hence what the bags may still hold) is left out: the
rules hide the bags, and a player who wants to count has to remember, as at the table.

Blocks of modules come last and only when they are played: a row of the base game is how every row of the
same encoder begins.
"""

from __future__ import annotations

from ..engine.jit import kernel_of_constants
from .fields import Field, end_of
from .flat import FLAT, write_flat
from .modules import Blocks, with_modules
from .planes import SIDE, planes_fields, write_planes
from .tokens import WIDTH, tokens_fields, write_tokens

ENCODERS = ("flat", "planes", "tokens")
_FLAT, _PLANES, _TOKENS = range(len(ENCODERS))


def fields_of(encoder: int, blocks: Blocks) -> tuple[Field, ...]:
    """The fields of an encoder, with the blocks of the modules that are played."""
    if encoder == _PLANES:
        return planes_fields(blocks)
    return tokens_fields(blocks) if encoder == _TOKENS else with_modules(FLAT, blocks)


def shape_of(encoder: int, blocks: Blocks) -> tuple[int, ...]:
    """The shape that the numbers of an observation are given."""
    size = end_of(fields_of(encoder, blocks))
    return ((size,), (size // SIDE**2, SIDE, SIDE), (size // WIDTH, WIDTH))[encoder]


@kernel_of_constants
def write_observation(encoder, t, s, seat, out):
    """Fill a row with what a seat sees, by the encoder with this number."""
    if encoder == _FLAT:
        write_flat(t, s, seat, out)
    elif encoder == _PLANES:
        write_planes(t, s, seat, out)
    else:
        write_tokens(t, s, seat, out)


@kernel_of_constants
def encode(tables, states, seats, encoder, out):
    """Fill a row for each game with what a seat of it sees."""
    for i in range(len(out)):
        write_observation(encoder, tables[0], states[i], int(seats[i]), out[i])
