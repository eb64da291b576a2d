"""What a seat sees, as numbers: one kernel per encoder, each writing a row of float32.

Every encoder is a table of named fields (`fields.py`) and kernels that fill them block by block:
`seats.py` and `table.py` hold the blocks they share, `flat.py`, `planes.py` and `tokens.py` the rest.

Only what lies open is written: no generator, no supplies, no goods of coming phases. What a perfect
memory would add (which tiles have left the game, hence what the bags may still hold) is left out: the
rules hide the bags, and a player who wants to count has to remember, as at the table.

Blocks of modules come last and only when they are played: a row of the base game is how every row of the
same encoder begins.
"""

from __future__ import annotations

from ..jit import kernel
from .chateauma import CHATEAUMA
from .fields import Field, end_of, lay_out
from .flat import FLAT, write_flat

ENCODERS = ("flat",)
(_FLAT,) = range(len(ENCODERS))
_FIELDS = (FLAT,)


def fields_of(encoder: int, chateauma: bool) -> tuple[Field, ...]:
    """The fields of an encoder, with the blocks of the modules that are played."""
    fields = _FIELDS[encoder]
    return fields + lay_out(CHATEAUMA, end_of(fields)) if chateauma else fields


@kernel
def write_observation(encoder, t, s, seat, out):
    """Fill a row with what a seat sees, by the encoder with this number."""
    write_flat(t, s, seat, out)


@kernel
def encode(tables, states, seats, encoder, out):
    """Fill a row for each game with what a seat of it sees."""
    for i in range(len(out)):
        write_observation(encoder, tables[0], states[i], int(seats[i]), out[i])
