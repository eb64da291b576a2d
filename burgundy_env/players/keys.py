"""Positions compared by a word: equal bytes have equal keys."""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..engine.jit import kernel
from ..engine.layout import STATE

WORDS = STATE.itemsize // 8
assert STATE.itemsize % 8 == 0
assert STATE.fields is not None
RNG_WORD = STATE.fields["rng"][1] // 8  # the generator is no part of a position

_HALF = (1 << 32) - 1
_FACTOR = 0xBF58476D1CE4E5B9
# A number for each half of each word: sums of products of halves (the hash NH) can be reckoned side by side.
_ADDED = np.random.default_rng(2011).integers(0, _HALF, (2, WORDS), np.uint64, endpoint=True)
_ADDED[:, RNG_WORD] = 0

if numba.config.DISABLE_JIT:

    def key_of(s):
        """The key of a position, which its generator has no part in."""
        words = np.frombuffer(s.tobytes(), np.uint64).copy()
        words[RNG_WORD] = 0
        low, high = (words + _ADDED[0]) & _HALF, ((words >> np.uint64(32)) + _ADDED[1]) & _HALF
        key = int((low * high).sum(dtype=np.uint64))
        key = (key ^ key >> 32) * _FACTOR & (1 << 64) - 1
        return np.uint64(key ^ key >> 29 or 1)

else:

    @intrinsic
    def _word_of(typing_context, record, k):
        def codegen(context, builder, signature, arguments):
            words = builder.bitcast(arguments[0], ir.PointerType(ir.IntType(64)))
            return builder.load(builder.gep(words, [arguments[1]]))

        return types.uint64(record, types.int64), codegen

    _LOW, _HIGH = _ADDED
    _MASK, _MIX, _32, _29 = np.uint64(_HALF), np.uint64(_FACTOR), np.uint64(32), np.uint64(29)

    @kernel
    def key_of(s):
        """The key of a position, which its generator has no part in."""
        key = _sum_of(s, 0, RNG_WORD) + _sum_of(s, RNG_WORD + 1, WORDS)
        key = (key ^ key >> _32) * _MIX
        key ^= key >> _29
        return key if key != np.uint64(0) else np.uint64(1)

    @kernel
    def _sum_of(s, begin, end):
        key = np.uint64(0)
        for k in range(begin, end):
            word = _word_of(s, k)
            key += (word + _LOW[k] & _MASK) * ((word >> _32) + _HIGH[k] & _MASK)
        return key


@kernel
def is_new(s, seen):
    """Whether a position has not been met before; it has from now on."""
    key = key_of(s)
    mask = np.uint64(len(seen) - 1)
    i = np.int64(key & mask)
    for _ in range(8):  # a full table forgets, which costs time and nothing else
        if seen[i] == key:
            return False
        if seen[i] == np.uint64(0):
            break
        i = np.int64(np.uint64(i + 1) & mask)
    seen[i] = key
    return True
