"""The start castle goes where the position is then worth most, and a mine may be the first thing that is built."""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel
from ...engine.layout import CASTLE_TILE, HEXES, MINE, SCORE_NAMES, STATE
from ...engine.rules.placement import cover
from .features import COUNT
from .position import position_worth, write_prices
from .values import VALUES
from .weights import START_MINE

_SCORES = len(SCORE_NAMES)


@kernel
def write_start_worths(t, s, p, w, ids, count, values):
    """The worth of the position with the castle on each hex it may go to.

    The worths of positions were fitted after turns, when it is later for mines.
    """
    work, worth = np.empty(1, STATE), np.empty(HEXES)
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(_SCORES, np.int16)
    write_prices(0, VALUES, prices)
    for k in range(count):
        work[0] = s
        cover(t, work[0], p, int(ids[k]), CASTLE_TILE)
        values[k] = position_worth(t, work[0], p, w, prices, worth, x, out)
        if t.solo == 0:
            mines = int(t.colour_hexes[s.duchy[p], MINE]) & int(t.neighbours[s.duchy[p], ids[k]])
            values[k] += w[START_MINE] * count_bits(mines)
