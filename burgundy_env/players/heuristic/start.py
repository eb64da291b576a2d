"""The start castle goes where the position is then worth most."""

from __future__ import annotations

import numpy as np

from ...engine.jit import kernel
from ...engine.layout import CASTLE_TILE, HEXES, SCORE_NAMES, STATE
from ...engine.rules.placement import cover
from .features import COUNT
from .position import position_worth, write_prices
from .values import VALUES

_SCORES = len(SCORE_NAMES)


@kernel
def write_start_worths(t, s, p, w, ids, count, values):
    """The worth of the position with the castle on each hex it may go to."""
    work, worth = np.empty(1, STATE), np.empty(HEXES)
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(_SCORES, np.int16)
    write_prices(0, VALUES, prices)
    for k in range(count):
        work[0] = s
        cover(t, work[0], p, int(ids[k]), CASTLE_TILE)
        values[k] = position_worth(t, work[0], p, w, prices, worth, x, out)
