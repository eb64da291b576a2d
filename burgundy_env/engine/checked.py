"""What no rule knows: an error without the compiler, which is how the rules tests run; compiled code ignores it."""

from __future__ import annotations

import numba

from .jit import kernel

ACTION, PENDING, STAGE, TILE = range(4)
_WORDS = ("action", "pending decision", "stage", "effect of tile")

if numba.config.DISABLE_JIT:

    def no_rule(what, number):
        """Dispatch has come to its end and found nothing."""
        raise LookupError(f"no rule for {_WORDS[what]} {number}")

else:

    @kernel
    def no_rule(what, number):
        """Dispatch has come to its end and found nothing, which tests without the compiler rule out."""
