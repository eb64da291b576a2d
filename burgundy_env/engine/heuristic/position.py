"""What a position is worth to a seat whose turn is over: what it has, and what it may still make of it."""

from __future__ import annotations

from ..jit import count_bits, kernel, lowest_bit
from ..layout import COLOUR_OF, COLOURS, GOODS, MINE_TILE, MONASTERIES, PHASES
from ..rules.dice import ALL_VALUES
from ..rules.scoring import has_monastery
from .weights import (
    COLOUR_POWER,
    FINISH_POWER,
    GOODS_TILE,
    REACH,
    SAME_COLOUR,
    TAKE_PART,
    THIRD_STORED,
    TURN_ORDER,
)
from .worth import (
    best_place,
    count_tiles,
    early,
    finish_chance,
    later_bonus,
    monastery_worth,
    rounds_left,
    silver_worth,
    worker_worth,
    write_hex_worth,
)

_COLOURS = len(COLOURS)
_ENOUGH_WORKERS = 6  # more than that are hardly ever spent: half a point each, as at the end


@kernel
def position_worth(t, s, p, w, worth):
    """Victory points, and everything that may become some; `worth` is room for the hexes."""
    value = float(s.vp[p]) + s.silver[p] * silver_worth(s, w)
    workers = int(s.workers[p])
    value += min(workers, _ENOUGH_WORKERS) * worker_worth(s, w) + max(workers - _ENOUGH_WORKERS, 0) * 0.5
    for goods in range(GOODS):
        value += s.goods[p, goods] * (w[GOODS_TILE] if rounds_left(s) > 0 else 1.0)
    value += _chances(t, s, p, w) + _rules_owned(t, s, p, w) + _stored(t, s, p, w, worth)
    open_hexes = count_bits(int(s.reach[p]) & ~int(s.occupied[p]))
    return value + early(s) * (w[REACH] * open_hexes + w[TURN_ORDER] * s.track[p])


@kernel
def _chances(t, s, p, w):
    """Regions and colours that may still be finished."""
    board, occupied, value = s.duchy[p], int(s.occupied[p]), 0.0
    for colour in range(_COLOURS):
        hexes = int(t.colour_hexes[board, colour])
        missing = count_bits(hexes & ~occupied)
        if missing == 0:
            continue
        if s.bonus_left[colour] > 0:
            prize = float(t.bonus_vp[0 if s.bonus_left[colour] == 2 else 1])
            value += prize * finish_chance(s, w, missing, w[COLOUR_POWER])
        regions = hexes & ~occupied
        while regions != 0:
            region = int(t.region[board, lowest_bit(regions)])
            regions &= ~region
            left = count_bits(region & ~occupied)
            points = float(t.region_vp[count_bits(region)]) + later_bonus(t, s, w, left)
            value += points * finish_chance(s, w, left, w[FINISH_POWER])
    return value


@kernel
def _rules_owned(t, s, p, w):
    """Monasteries and mines in the duchy, for the rest of the game."""
    value = 0.0
    for number in range(1, MONASTERIES + 1):
        if has_monastery(s, p, number):
            value += monastery_worth(t, s, p, w, number)
    worker = worker_worth(s, w) if has_monastery(s, p, 2) else 0.0
    return value + count_tiles(s, p, MINE_TILE) * (PHASES - int(s.phase)) * (silver_worth(s, w) + worker)


@kernel
def _stored(t, s, p, w, worth):
    """Stored tiles, as far as there are actions left to place them."""
    if s.stored[p] == 0:
        return 0.0
    write_hex_worth(t, s, p, w, worth)
    value = w[THIRD_STORED] if s.stored[p] == 3 else 0.0
    for i in range(min(int(s.stored[p]), 2 * rounds_left(s))):
        tile = s.storage[p, i]
        part = w[TAKE_PART]
        for k in range(i):
            if COLOUR_OF[s.storage[p, k]] == COLOUR_OF[tile]:
                part *= w[SAME_COLOUR]
        value += part * max(0.0, best_place(t, s, p, w, tile, ALL_VALUES, worth))
    return value
