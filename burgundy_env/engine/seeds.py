"""Seeds of games: where they come from in a vector of games, and the generator's word they become."""

from __future__ import annotations

import numba
import numpy as np

from .jit import kernel
from .rng import _GOLDEN, _MIX_1, _MIX_2, below

# A generator outside of a game. `rng` must not come first, or Numba takes a game for a kind of stream.
STREAM = np.dtype((np.record, np.dtype([("drawn", "i8"), ("rng", "u8")])))

# Neighbouring seeds must not give neighbouring streams.
if numba.config.DISABLE_JIT:
    _WORD = (1 << 64) - 1

    def seeded(seed):
        """The generator's word that a game with this seed begins with."""
        z = int(seed) ^ _GOLDEN
        z = ((z ^ (z >> 30)) * _MIX_1) & _WORD
        z = ((z ^ (z >> 27)) * _MIX_2) & _WORD
        return np.uint64(z ^ (z >> 31))

else:
    _U_GOLDEN, _U_MIX_1, _U_MIX_2 = np.uint64(_GOLDEN), np.uint64(_MIX_1), np.uint64(_MIX_2)
    _U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)

    @kernel
    def seeded(seed):
        """The generator's word that a game with this seed begins with."""
        z = np.uint64(seed) ^ _U_GOLDEN
        z = (z ^ (z >> _U30)) * _U_MIX_1
        z = (z ^ (z >> _U27)) * _U_MIX_2
        return z ^ (z >> _U31)


@kernel
def next_seed(stream):
    """The seed of the next game."""
    stream.drawn += 1
    return below(stream, 1 << 31) << 31 | below(stream, 1 << 31)
