"""Seeds of games: where they come from in a vector of games, and the generator's word they become."""

from __future__ import annotations

import numba
import numpy as np

from .jit import kernel
from .rng import GOLDEN, MIX_1, MIX_2, below

PLAN = 24  # actions of a turn that a player may mean to take

# What a player has of its own outside of a game: a generator, and what it means to do in the rest of its turn, where
# it has thought it out. `rng` must not come first, or Numba takes a game for a kind of stream.
STREAM = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("drawn", "i8"),
                ("rng", "u8"),
                ("plan_key", "u8"),  # of the position in which the next action of the plan is meant
                ("plan", "i2", (PLAN,)),
                ("plan_at", "i2"),  # the next one
                ("plan_end", "i2"),
            ],
            align=True,
        ),
    )
)

_WORD = (1 << 64) - 1


def mixed(seed: int) -> np.uint64:
    """The generator's word that a game with this seed, any integer, begins with.

    Neighbouring seeds must not give neighbouring streams.
    """
    z = (int(seed) ^ GOLDEN) & _WORD
    z = ((z ^ (z >> 30)) * MIX_1) & _WORD
    z = ((z ^ (z >> 27)) * MIX_2) & _WORD
    return np.uint64(z ^ (z >> 31))


if numba.config.DISABLE_JIT:
    seeded = mixed
else:
    _U_GOLDEN, _U_MIX_1, _U_MIX_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
    _U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)

    @kernel
    def seeded(seed):
        """The same in kernels, for seeds of 63 bits."""
        z = np.uint64(seed) ^ _U_GOLDEN
        z = (z ^ (z >> _U30)) * _U_MIX_1
        z = (z ^ (z >> _U27)) * _U_MIX_2
        return z ^ (z >> _U31)


@kernel
def next_seed(stream):
    """The seed of the next game."""
    stream.drawn += 1
    return below(stream, 1 << 31) << 31 | below(stream, 1 << 31)
