"""The worth of the actions that only games with modules have: 0 where nothing is told of a block here."""

from __future__ import annotations

import numpy as np

from ...engine.actions import BLOCKS
from ...engine.jit import NUMBER, beyond_base
from ...engine.layout import HEXES, TILE_IDS
from ...engine.rules.castle_rule import B_RETRIEVE, B_RETRIEVE_TO
from ...engine.rules.extra_tiles import B_EFFECT, B_HIRE
from ...engine.rules.pending import top
from ...engine.rules.solo import B_PAY, B_POINTS, B_SWAP, BLACK_TILE
from ...engine.rules.solo_steps import B_BLACK_PLACE
from ...engine.rules.vineyards import P_TAKE_BLACK
from ...engine.rules.vineyards_steps import B_DISCARD_DOUBLE, B_DOUBLE
from ...modules.solo import SWAP_PRICE
from .basics import silver_worth, worker_worth
from .expansions import RETRIEVAL
from .shields import shield_action_worth
from .solo import POINT_WORTH
from .stored import bought_worth, crowded, tile_worth
from .team import team_action_worth
from .vineyards import vineyard_action_worth
from .weights import BUY_PART, GOODS_TILE
from .worth import effect_of_building, place_worth

# The tile that a block buys; 0: none.
_BOUGHT = np.array([TILE_IDS.get(block.objects[0], 0) if block.purchase else 0 for block in BLOCKS])


@beyond_base(NUMBER)
def module_action_worth(t, s, p, w, block, thing, worth):
    """The worth of a legal action of a block that the base game has not; `worth` has that of the hexes."""
    if block == B_HIRE:
        return 2.0 * worker_worth(s, w) - silver_worth(s, w)
    if block == B_RETRIEVE or block == B_RETRIEVE_TO:
        return RETRIEVAL
    if block == B_EFFECT:
        return effect_of_building(t, s, p, w, thing + 1)
    if _BOUGHT[block] != 0:
        return bought_worth(t, s, p, w, _BOUGHT[block], worth)
    if t.vineyards != 0 and (B_DOUBLE <= block <= B_DISCARD_DOUBLE or top(s) == P_TAKE_BLACK):
        return vineyard_action_worth(t, s, p, w, block, thing, worth)
    if t.teams != 0:
        return team_action_worth(t, s, p, w, block, thing, worth)
    if t.shields != 0:
        return shield_action_worth(t, s, p, w, block, thing, worth)
    if block == B_POINTS:
        return POINT_WORTH - silver_worth(s, w)
    if block == B_SWAP:
        return (
            tile_worth(t, s, p, w, BLACK_TILE, worth, w[BUY_PART]) + crowded(t, s, p, w) - w[GOODS_TILE] * SWAP_PRICE
        )
    if block == B_PAY:
        return float(-s.goods[p, thing])  # the type there is least of
    if block == B_BLACK_PLACE:
        return place_worth(t, s, p, w, s.black_depot[thing // HEXES], thing % HEXES, worth)
    return 0.0
