"""What a die can be changed to, and what that costs."""

from __future__ import annotations

from ..hooks.changes import value_shown
from ..jit import kernel
from ..layout import ASKS_WHICH, BUILDING, CASTLE, FREE, KIND, LIVESTOCK, MINE, MONASTERY, SHIP
from .duchy import has_monastery

ALL_VALUES = 63  # the set of all six values: bit v-1 for value v
ANY_VALUE = 0  # what an effect shows: it stands for all values and costs nothing to change


@kernel
def shown_by(s, p, channel):
    """The value a channel shows: a die's, any for most effects."""
    if channel != FREE:
        return int(s.dice[p, channel]) if s.wild[p] != channel + 1 else ANY_VALUE
    giver = int(s.depth) - 1
    if giver > 0 and ASKS_WHICH[s.pending[giver, KIND]]:
        giver -= 1
    return value_shown(s, s.pending[giver, KIND]) if giver >= 0 else ANY_VALUE


@kernel
def free_step_for_placing(s, p, colour):
    """Monasteries 9, 10 and 11: one free step when placing a tile of this colour (-1: none); 1 or 0."""
    if colour == BUILDING:
        number = 9
    elif colour == SHIP or colour == LIVESTOCK:
        number = 10
    elif colour == CASTLE or colour == MINE or colour == MONASTERY:
        number = 11
    else:
        return 0
    return (int(s.monasteries[p]) >> number) & 1


@kernel
def free_step_for_taking(s, p):
    """Monastery 12: one free step when taking a tile; 1 or 0."""
    return (int(s.monasteries[p]) >> 12) & 1


@kernel
def values_in_reach(t, s, p, shown, free_step):
    """The values, as a set, that the seat's workers (and a free step) can make of a die."""
    workers = min(int(s.workers[p]), 3)
    return int(t.values[1 if has_monastery(s, p, 8) else 0, free_step, workers, shown])


@kernel
def workers_for(t, s, p, shown, wanted, free_step):
    """The fewest workers that change `shown` into `wanted`."""
    return int(t.cost[1 if has_monastery(s, p, 8) else 0, free_step, shown, wanted])
