"""What modules add to the worth of a position: nothing where a module is not played, or has no say here."""

from __future__ import annotations

from ...engine.jit import NUMBER, beyond_base
from .shields import cost_of_new_shields, shields_to_come, upkeep_at_end
from .vineyards import vineyard_to_come


@beyond_base(NUMBER)
def modules_to_come(t, s, p, w):
    """What a seat's things of modules are still to bring."""
    value = 0.0
    if t.shields != 0:
        value += shields_to_come(t, s, p)
    if t.vineyards != 0:
        value += vineyard_to_come(t, s, p, w)
    return value


@beyond_base(NUMBER)
def cost_of_changes(t, s, before, p, w):
    """What things taken since a position before have to bring more than the rest of the position says."""
    return cost_of_new_shields(s, before, p, w) if t.shields != 0 else 0.0


@beyond_base(NUMBER)
def paid_at_the_end(t, s, p):
    """Points that are still to be paid after the last turn."""
    return upkeep_at_end(t, s, p) if t.shields != 0 else 0.0
