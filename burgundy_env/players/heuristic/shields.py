"""What shields are worth to the heuristic."""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel
from ...engine.layout import PHASES
from ...engine.rules.pending import top_a
from ...engine.rules.shields import monasteries_of_chateauma, own_monasteries, shield_on
from ...engine.rules.shields_steps import (
    B_ANY,
    B_COPY,
    B_FREE_SHIELD,
    B_FREE_TAKE_BLACK,
    B_GATHER,
    B_SHIELD,
    B_SHIELD_ON,
    B_UPKEEP,
)  # fmt: skip
from .basics import rounds_left, silver_worth, worker_worth
from .stored import taken_worth
from .weights import GOODS_TILE

# By its number: points for each round that it is in force.
_EACH_ROUND = np.array(
    [0.0, 0.3, 0.4, 0.1, 0.1, 0.3, 0.5, 0.6, 0.3, 0.3, 0.2, 0.3, 0.4, 0.2, 0.8, 0.8, 0.5, 0.4, 0.4]
)
_AT_ONCE = 90.0  # what costs nothing comes first


@kernel
def shield_worth(t, s, w, shield):
    """What it brings until the end, if it is kept, less the upkeep."""
    phases = PHASES - int(s.phase)
    return float(t.shield_vp[shield]) + _EACH_ROUND[shield] * rounds_left(s) - phases * silver_worth(s, w)


@kernel
def shield_action_worth(t, s, p, w, block, thing, worth):
    """The worth of a legal action that shields bring."""
    if block == B_SHIELD or block == B_FREE_SHIELD:
        return shield_worth(t, s, w, thing + 1)
    if block == B_SHIELD_ON:
        other = shield_on(s, p, thing)
        return -shield_worth(t, s, w, other) if other != 0 else 0.0
    if block == B_ANY:
        return _AT_ONCE
    if block == B_COPY:
        lent = monasteries_of_chateauma(s) if thing == t.chateauma else own_monasteries(s, thing)
        return _AT_ONCE + count_bits(lent)
    if block == B_GATHER:
        goods = 0
        for depot in range(len(s.depot_goods)):
            goods += int(s.depot_goods[depot, thing])
        return w[GOODS_TILE] * goods
    if block == B_UPKEEP:
        price = silver_worth(s, w) if thing == 0 else worker_worth(s, w)
        return shield_worth(t, s, w, top_a(s)) - price
    if block == B_FREE_TAKE_BLACK:
        return taken_worth(t, s, p, w, int(s.black_depot[thing]), worth)
    return 0.0
