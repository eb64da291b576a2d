"""Positions compared by a word: equal bytes have equal keys."""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...engine.jit import kernel
from ...engine.layout import STATE

WORDS = STATE.itemsize // 8
assert STATE.itemsize % 8 == 0
assert STATE.fields is not None
RNG_WORD = STATE.fields["rng"][1] // 8  # the generator is no part of a position

if numba.config.DISABLE_JIT:
    _WORD = (1 << 64) - 1

    def key_of(s):
        """The key of a position, which its generator has no part in."""
        words = np.frombuffer(s.tobytes(), np.uint64).tolist()
        key = 0x9E3779B97F4A7C15
        for k, word in enumerate(words):
            if k != RNG_WORD:
                key = ((key ^ word) * 0xBF58476D1CE4E5B9) & _WORD
                key ^= key >> 29
        return np.uint64(key or 1)

else:

    @intrinsic
    def _word_of(typing_context, record, k):
        def codegen(context, builder, signature, arguments):
            words = builder.bitcast(arguments[0], ir.PointerType(ir.IntType(64)))
            return builder.load(builder.gep(words, [arguments[1]]))

        return types.uint64(record, types.int64), codegen

    _SEED, _FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(29)

    @kernel
    def key_of(s):
        """The key of a position, which its generator has no part in."""
        key = _SEED
        for k in range(WORDS):
            if k != RNG_WORD:
                key = (key ^ _word_of(s, k)) * _FACTOR
                key ^= key >> _SHIFT
        return key if key != np.uint64(0) else np.uint64(1)
