"""The blocks of modules: last in a row, in this order, and only where the config plays them."""

from __future__ import annotations

from ..jit import kernel
from .chateauma import CHATEAUMA, write_chateauma
from .fields import Field, end_of, lay_out


def with_modules(fields: tuple[Field, ...], chateauma: bool) -> tuple[Field, ...]:
    """The fields of a row with the blocks of the modules that are played."""
    return fields + lay_out(CHATEAUMA, end_of(fields)) if chateauma else fields


@kernel
def write_modules(t, s, out, j):
    """All blocks that are played from out[j] on, which is 0 so far."""
    if t.chateauma >= 0:
        write_chateauma(t, s, out, j)
