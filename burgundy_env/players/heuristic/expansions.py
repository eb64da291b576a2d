"""What the expansion modules add to the worth of hexes, tiles and sales. Estimates by hand, in victory points."""

from __future__ import annotations

from ...engine.jit import kernel
from ...engine.layout import GOODS, POST, POSTS, ROUTE_SPACES
from ...engine.rules.border_posts import linked_posts
from ...engine.rules.castle_rule import around
from ...engine.rules.trade_routes import route_bonus
from ...engine.tables import ROUTE_BONUSES

WHITE_CASTLE_PART = 0.75  # of a castle's action: it shows one value, and workers change it
RETRIEVAL = -10.0  # two dice and 5 VP are dear
FARTHEST = 5  # hexes that a chain to a border post is still thought to bridge
POST_PART = 0.3  # of a link's prize per hex that brings it nearer, at the longest
M27_WORTH, M28_WORTH = 3.0, 5.0  # over a whole game
_SILVER, _WORKERS, _VP = (ROUTE_BONUSES.index(name) for name in ("silver_2", "workers_4", "vp_4"))


@kernel
def add_post_worth(t, s, p, early, worth):
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
            _add_way(t, s, p, goal, prize * (POST_PART + 0.3 * early), worth)


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
def inn_worth(t, size, missing, chance):
    """An inn makes its region count one larger, once it is finished."""
    more = float(t.region_vp[size + 1]) - float(t.region_vp[size])
    return more if missing == 1 else more * chance


@kernel
def route_worth(t, s, p, goods, tiles, silver, worker, fetch):
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
