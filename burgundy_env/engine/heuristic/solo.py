"""What a position of the solo game is worth: hexes covered, what covers more of them, and the way to the target."""

from __future__ import annotations

from ..jit import count_bits, kernel
from ..layout import BLACK_TILE, GOODS
from .worth import NOWHERE, best_place, early, rounds_left, silver_worth, worker_worth

HEX = 12.0
STORED, STORED_REACHED = 4.5, 1.5  # a tile in storage, and that it can be placed
ACTION = 6.0  # what reaching the target brings
LOWER = 1.0  # and that the next one is lower
GOODS_HELD = 0.8
WON = 1000.0


@kernel
def solo_worth(t, s, p, w, worth):
    """In units of its own: a hex covered is HEX."""
    covered = count_bits(int(s.occupied[p]))
    if covered == len(worth):
        return WON + rounds_left(s)
    value = HEX * covered + ACTION * float(s.vp[p]) / float(s.target)
    value += (ACTION + LOWER) * (int(t.solo_target) - int(s.target)) / 5.0
    rounds = min(1.0, rounds_left(s) / 3.0)
    for i in range(s.stored[p]):
        tile = int(s.storage[p, i])
        if tile == BLACK_TILE:
            value += rounds * (STORED + STORED_REACHED)
            continue
        place = best_place(t, s, p, w, tile, 63, worth)
        if place > NOWHERE:
            value += rounds * (STORED + STORED_REACHED * min(max(place / 10.0, 0.0), 1.0))
    goods = 0
    for kind in range(GOODS):
        goods += int(s.goods[p, kind])
    value += rounds * (GOODS_HELD * goods + worker_worth(s, w) * s.workers[p] + silver_worth(s, w) * s.silver[p])
    return value + early(s)
