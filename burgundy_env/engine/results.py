"""The result of a game. The solo game is about hexes: they are its points here, and a win is to cover them all."""

from __future__ import annotations

from .batch import rank
from .jit import kernel
from .layout import HEXES
from .rules.duchy import empty_hexes
from .rules.scoring import breakdown


@kernel
def write_result(tables, states, i, totals, ranking, sources):
    """Totals by seat (solo: hexes covered), seats best first, and where each seat's points come from."""
    rank(tables, states, i, ranking, totals)
    if tables[0].solo != 0:
        totals[0] = points(states[i], 0, True)
    for p in range(len(totals)):
        breakdown(tables[0], states[i], p, sources[p])


@kernel
def points(s, p, solo):
    """What a seat has scored so far; in the solo game its hexes covered."""
    return HEXES - empty_hexes(s, p) if solo else int(s.vp[p])
