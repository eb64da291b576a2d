"""What no rule knows, and rows that are full: errors without the compiler, which is how the rules tests run; compiled
code ignores them.
"""

from __future__ import annotations

import numba

from .jit import kernel

ACTION, PENDING, STAGE, TILE = range(4)
_WORDS = ("action", "pending decision", "stage", "effect of tile")

if numba.config.DISABLE_JIT:

    def no_rule(what, number):
        """Dispatch has come to its end and found nothing."""
        raise LookupError(f"no rule for {_WORDS[what]} {number}")

    def room(i, places):
        """Something is about to be written into the i-th place of a row that grows."""
        if not 0 <= i < places:
            raise IndexError(f"place {i} of a row of {places}")

else:

    @kernel
    def no_rule(what, number):
        """Dispatch has come to its end and found nothing, which tests without the compiler rule out."""

    @kernel
    def room(i, places):
        """Something is about to be written into the i-th place of a row that grows: position/bounds.py has the
        reasons why there is room."""
