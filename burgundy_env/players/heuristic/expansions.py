"""What the expansion modules add to the worth of hexes, tiles and sales. Estimates by hand, in victory points.

First what `worth` asks, then each module's answer.
"""

from __future__ import annotations

from ...engine.hooks.changes import sale_brings
from ...engine.jit import NOTHING, NUMBER, PAIR, TRUTH, beyond_base, count_bits, kernel
from ...engine.layout import ANIMALS, GOODS, SPECIES
from ...engine.rules.border_posts import POST, linked_posts
from ...engine.rules.duchy import around, has_monastery, herd
from ...engine.rules.extra_tiles import CRANE, GEESE, GEESE_TILE, HIRES, KEEPS_ON_TOP
from ...engine.rules.inns import INN_TILE
from ...engine.rules.shields import LARGER_REGIONS, holds
from ...engine.rules.trade_routes import route_bonus
from ...engine.rules.white_castles import WHITE_CASTLE
from ...modules.border_posts import POSTS
from ...modules.trade_routes import ROUTE_BONUSES, ROUTE_SPACES
from .basics import early, finish_chance, silver_worth, worker_worth
from .weights import CASTLE_ACTION, FETCH, TO_FINISH_REGION

WHITE_CASTLE_PART = 0.75  # of a castle's action: it shows one value, and workers change it
RETRIEVAL = -10.0  # two dice and 5 VP are dear
FARTHEST = 5  # hexes that a chain to a border post is still thought to bridge
POST_PART = 0.3  # of a link's prize per hex that brings it nearer, at the longest
M27_WORTH, M28_WORTH = 3.0, 5.0  # over a whole game
_SILVER, _WORKERS, _VP = (ROUTE_BONUSES.index(name) for name in ("silver_2", "workers_4", "vp_4"))


@beyond_base(NOTHING)
def add_to_hexes(t, s, p, w, worth):
    """What hexes are worth besides."""
    if t.border_posts != 0:
        _add_posts(t, s, p, worth)
    if holds(s, p, LARGER_REGIONS):
        _add_larger_regions(t, s, p, w, worth)


@beyond_base(NUMBER)
def uncoloured_worth(t, s, p, w, tile, h):
    """What a tile without a colour brings on a hex besides covering it."""
    return _inn_worth(t, s, p, w, h) if tile == INN_TILE else 0.0


@beyond_base(TRUTH)
def joins_any_herd(tile):
    """Whether a livestock tile scores with any species."""
    return tile == GEESE_TILE


@beyond_base(NUMBER)
def joiner_worth(s, p, tile, pasture):
    """Such a tile: its animals, the best other species of the pasture, and its own again with every later tile."""
    best = 0
    for species in range(len(SPECIES)):
        animals, tiles = herd(s, p, pasture & int(s.occupied[p]), species)
        best = max(best, animals + (tiles if has_monastery(s, p, 7) else 0))
    room = count_bits(pasture & ~int(s.occupied[p])) - 1
    value = float(ANIMALS[tile]) * (1.0 + room * early(s)) + best
    return value + (4.0 if has_monastery(s, p, 24) else 0.0)


@beyond_base(PAIR)
def herd_that_joins(s, p, hexes):
    """Animals on a set of hexes that score with any species there, and their tiles."""
    return herd(s, p, hexes, GEESE)


@beyond_base(TRUTH)
def is_any_building(kind):
    """Whether a building has the effect of any, and counts as any for monasteries."""
    return kind == CRANE


@kernel
def building_of_module_worth(t, s, p, w, kind):
    """What the effect of a building that the base game has not brings now."""
    return WHITE_CASTLE_PART * w[CASTLE_ACTION] if kind == WHITE_CASTLE else 0.0


@kernel
def module_monastery_worth(s, number):
    """A monastery that the base game has not and that counts no buildings."""
    if number == KEEPS_ON_TOP:
        return M27_WORTH * early(s)
    if number == HIRES:
        return M28_WORTH * early(s)
    return 0.0


@beyond_base(NUMBER)
def sale_worth_of_modules(t, s, p, w, goods, tiles):
    """What a sale brings besides."""
    silver, vp = sale_brings(s, p, tiles, t.goods_vp * tiles)
    value = (silver - 1) * silver_worth(s, w) + vp - t.goods_vp * tiles
    if t.routes != 0:
        value += _route_worth(t, s, p, goods, tiles, silver_worth(s, w), worker_worth(s, w), w[FETCH])
    return value


@kernel
def _add_posts(t, s, p, worth):
    """A hex that links border posts is worth the prize, one on the way to a post a part of it."""
    board, occupied = s.duchy[p], int(s.occupied[p])
    linked = linked_posts(t, board, occupied)
    if linked == POSTS:
        return
    prize = float(t.phase_bonus[s.phase]) if linked < 2 else 0.0
    if s.bonus_left[POST] > 0:
        prize += (0.5 if linked < 2 else 1.0) * float(t.bonus_vp[0 if s.bonus_left[POST] == 2 else 1])
    for post in range(POSTS):
        goal = int(t.post_hexes[post])
        if goal & occupied == 0:
            _add_way(t, s, p, goal, prize * (POST_PART + 0.3 * early(s)), worth)


@kernel
def _add_way(t, s, p, goal, value, worth):
    """Hexes in reach from which the goal is nearest are worth more, the nearer the more."""
    board, reach = s.duchy[p], int(s.reach[p]) & ~int(s.occupied[p])
    near = goal
    for distance in range(FARTHEST):
        way = near & reach
        if way != 0:
            for h in range(len(worth)):
                if (way >> h) & 1 != 0:
                    worth[h] += value / (distance + 1.0)
            return
        near |= around(t, board, near)


@kernel
def _inn_worth(t, s, p, w, h):
    """An inn makes its region count one larger, once it is finished."""
    region = int(t.region[s.duchy[p], h])
    size, missing = count_bits(region), count_bits(region & ~int(s.occupied[p]))
    more = float(t.region_vp[size + 1]) - float(t.region_vp[size])
    return more if missing == 1 else more * finish_chance(t, s, w, missing - 1, TO_FINISH_REGION)


@kernel
def _add_larger_regions(t, s, p, w, worth):
    """Shield 17: what the next larger size brings, now or with the chance to finish."""
    for h in range(len(worth)):
        if (int(s.occupied[p]) >> h) & 1 == 0:
            worth[h] += _inn_worth(t, s, p, w, h) / max(
                1, count_bits(int(t.region[s.duchy[p], h]) & ~int(s.occupied[p]))
            )


@kernel
def _route_worth(t, s, p, goods, tiles, silver, worker, fetch):
    """The bonuses that a stack of goods (0 .. 5) would bring on the trade route, less those covered in vain."""
    first, end = int(s.route_laid[p]), int(t.routes) * ROUTE_SPACES
    value = 0.0
    for i in range(first, min(first + tiles, end)):
        bonus = route_bonus(t, s, p, i, goods + 1)
        if bonus == _SILVER:
            value += 2.0 * silver
        elif bonus == _WORKERS:
            value += 4.0 * worker
        elif bonus == _VP:
            value += 4.0
        elif bonus >= 0:
            value += fetch
        else:
            value -= 3.0 / GOODS
    return value
