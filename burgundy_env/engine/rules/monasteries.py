"""Monasteries that change an action of their own. The others change one rule each and stand with it:
1 and 9-12 with placement and dice, 2 with rounds, 3-5 with goods, 6 with purchases, 7 with livestock,
8 with dice, 15-26 and 29 with scoring, 27 with the track."""

from __future__ import annotations

from ..jit import kernel
from ..layout import FROM_MONASTERIES, MONASTERY_0
from .scoring import FIRST_SCORING, gain, has_crane, has_monastery, monastery_vp
from .track import put_on_top


@kernel
def found_monastery(t, s, p, tile):
    """A monastery is in force from now on: 27 at once, and in the solo game one that scores at the end."""
    number = int(tile) - MONASTERY_0
    s.monasteries[p] |= 1 << number
    if t.solo != 0:
        if number >= FIRST_SCORING:
            gain(s, p, FROM_MONASTERIES, monastery_vp(t, s, p, number, has_crane(t, s, p)))
    elif number == 27:
        put_on_top(s, p)


@kernel
def hire(s, p):
    """Monastery 28: a silver for two workers."""
    s.silver[p] -= 1
    s.workers[p] += 2


@kernel
def take_workers(s, p):
    """The workers action: monastery 14 doubles it, monastery 13 adds a silver."""
    s.workers[p] += 4 if has_monastery(s, p, 14) else 2
    if has_monastery(s, p, 13):
        s.silver[p] += 1
