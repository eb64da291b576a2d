"""The start castle goes where the position is then worth most, a mine beside it best of all."""

from __future__ import annotations

import numpy as np

from ...engine.actions import THING_OF
from ...engine.jit import count_bits, kernel
from ...engine.layout import CASTLE_TILE, MINE, MOST_HEXES, STATE
from ...engine.rules.placement import cover
from .features import COUNT, write_features
from .position import write_usual_prices
from .weights import START_MINE
from .worth import write_hex_worth


@kernel
def write_start_worths(t, s, p, w, ids, count, values):
    """What is to come in the position with the castle on each hex it may go to, in victory points.

    The worths of positions were fitted after turns, when it is later for mines. In the solo game they tell more than
    its own worths, which were not fitted to so early positions, and mines are worth no more.
    """
    work, worth, prices, x = np.empty(1, STATE), np.empty(MOST_HEXES), np.empty(COUNT), np.empty(COUNT)
    write_usual_prices(t, 0, prices)
    for k in range(count):
        work[0] = s
        h = int(THING_OF[ids[k]])
        cover(t, work[0], p, h, CASTLE_TILE)
        write_hex_worth(t, work[0], p, w, worth)
        write_features(t, work[0], p, w, worth, x)
        mines = int(t.colour_hexes[s.duchy[p], MINE]) & int(t.neighbours[s.duchy[p], h])
        values[k] = w[START_MINE] * count_bits(mines) if t.solo == 0 else 0.0
        for feature in range(COUNT):
            values[k] += prices[feature] * x[feature]
