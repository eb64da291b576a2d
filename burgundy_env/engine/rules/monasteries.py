"""Monasteries that change an action of their own. The others change one rule each and stand with it:
1 and 9-12 with placement and dice, 2 with rounds, 3-5 with goods, 6 with purchases, 7 with livestock,
8 with dice, 15-26 with scoring, those of modules with the module."""

from __future__ import annotations

from ..hooks.changes import monastery_founded
from ..jit import kernel
from ..layout import MONASTERY_0
from .duchy import has_monastery
from .workers import gain_workers


@kernel
def found_monastery(t, s, p, tile):
    """A monastery is in force from now on."""
    number = int(tile) - MONASTERY_0
    s.monasteries[p] |= 1 << number
    if t.modules != 0:
        monastery_founded(s, p, number)


@kernel
def take_workers(t, s, p):
    """The workers action: monastery 14 doubles it, monastery 13 adds a silver."""
    gain_workers(t, s, p, 4 if has_monastery(s, p, 14) else 2)
    if has_monastery(s, p, 13):
        s.silver[p] += 1
