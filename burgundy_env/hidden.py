"""Dealing what the table can't see, for positions that don't say it.

Of the tiles not in view some left the game and some are still in the supplies. Every way to share
them out that fits what is visible is equally likely.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .config import GameConfig
from .engine.layout import (
    CASTLE,
    COLOUR_END,
    COLOUR_FIRST,
    COLOURS,
    GOODS,
    PHASES,
    ROUNDS,
    STAGE_TURN,
    TILE_COUNT,
)
from .engine.rng import below
from .position_checks import visible_tiles


def deal_hidden(config: GameConfig, s: Any, t: Any) -> None:
    """Fill the supplies and the goods piles from the state's own generator."""
    coloured = t.supply.astype(int) - np.bincount(s.depot.ravel(), minlength=TILE_COUNT)
    black = t.black_supply.astype(int) - np.bincount(s.black_depot, minlength=TILE_COUNT)
    for tile, seen in enumerate(visible_tiles(config, s).tolist()):
        for _ in range(seen):  # which back a tile had that lies in a duchy or a storage is forgotten
            supply = coloured if below(s, coloured[tile] + black[tile]) < coloured[tile] else black
            supply[tile] -= 1
    phases = int(s.phase) + 1 if s.stage >= STAGE_TURN else 0
    for colour in range(len(COLOURS)):
        first, end = int(COLOUR_FIRST[colour]), int(COLOUR_END[colour])
        drawn = int((t.slot_colour[:phases] == colour).sum())
        if colour == CASTLE:
            drawn += int(np.count_nonzero(s.occupied)) if s.stage < STAGE_TURN else config.seats
        _choose(s, coloured[first:end], s.supply[first:end], int(t.supply[first:end].sum()) - drawn)
    _choose(s, black, s.black_supply, int(t.black_supply.sum()) - phases * int(t.black_slots))
    goods = np.full(GOODS, int(t.goods_per_type)) - s.depot_goods.sum(0)
    goods -= s.goods.sum(0) + s.sold.sum(0) + np.bincount(s.round_goods, minlength=GOODS + 1)[1 : GOODS + 1]
    _choose(s, goods, s.pile, ROUNDS * (PHASES - phases))


def _choose(s: Any, unseen: np.ndarray, chosen: np.ndarray, wanted: int) -> None:
    """Move `wanted` random things, or all there are, from the unseen to the chosen ones."""
    unseen = unseen.copy()
    for _ in range(min(max(wanted, 0), int(unseen.sum()))):
        kind = int(np.searchsorted(np.cumsum(unseen), below(s, unseen.sum()), side="right"))
        unseen[kind] -= 1
        chosen[kind] += 1
