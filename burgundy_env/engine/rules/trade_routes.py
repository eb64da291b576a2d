"""A row of spaces for goods sold: a tile on its own number brings a bonus (trade_routes)."""

from __future__ import annotations

from ..jit import kernel
from ..layout import E_ROUTE, FROM_ROUTES, P_TAKE, ROUTE_SPACES, ROUTE_TILES
from ..rng import draw
from ..tables import ROUTE_BONUSES
from .buildings import TAKES_BUILDING, TAKES_MINE_MONASTERY_CASTLE, TAKES_SHIP_LIVESTOCK
from .pending import push
from .scoring import gain

_SILVER, _WORKERS, _VP, _BUILDING, _MINE, _SHIP, _ANY = range(len(ROUTE_BONUSES))
TAKES_ANY = 63  # any colour


@kernel
def deal_routes(t, s, tape, box):
    """Each player draws tiles: they lie in the order drawn, or come to hand to be put in order."""
    left = ROUTE_TILES - 1
    for tile in range(1, ROUTE_TILES):
        box[tile] = 1
    for p in range(t.players):
        for i in range(t.routes):
            tile = draw(s, tape, E_ROUTE, p, i + 1, box, 1, ROUTE_TILES, left)
            left -= 1
            if t.routes_chosen != 0:
                s.route_hand[p] |= 1 << tile
            else:
                s.route[p, i] = tile


@kernel
def lengthen_route(s, p, tile):
    """The owner puts a tile at the end of the row; returns whether the hand is empty then."""
    i = 0
    while s.route[p, i] != 0:
        i += 1
    s.route[p, i] = tile
    s.route_hand[p] &= ~(1 << tile)
    return s.route_hand[p] == 0


@kernel
def lay_goods(t, s, p, goods, tiles):
    """Goods just sold (0 .. 5) fill the next spaces; returns how many found none. Silver, workers and VP come
    at once, tiles to take from the depots then, leftmost first."""
    first = int(s.route_laid[p])
    end = min(first + tiles, int(t.routes) * ROUTE_SPACES)
    for i in range(first, end):
        s.route_goods[p, i] = goods + 1
        bonus = route_bonus(t, s, p, i, goods + 1)
        if bonus == _SILVER:
            s.silver[p] += 2
        elif bonus == _WORKERS:
            s.workers[p] += 4
        elif bonus == _VP:
            gain(s, p, FROM_ROUTES, 4)
    s.route_laid[p] = end
    for i in range(end - 1, first - 1, -1):
        bonus = route_bonus(t, s, p, i, goods + 1)
        if bonus == _BUILDING:
            push(s, P_TAKE, TAKES_BUILDING, 0)
        elif bonus == _MINE:
            push(s, P_TAKE, TAKES_MINE_MONASTERY_CASTLE, 0)
        elif bonus == _SHIP:
            push(s, P_TAKE, TAKES_SHIP_LIVESTOCK, 0)
        elif bonus == _ANY:
            push(s, P_TAKE, TAKES_ANY, 0)
    return tiles - (end - first)


@kernel
def route_bonus(t, s, p, i, number):
    """What a goods tile of type `number` brings on space i; -1: nothing, as the numbers don't match."""
    tile, space = s.route[p, i // ROUTE_SPACES], i % ROUTE_SPACES
    return int(t.route_bonus[tile, space]) if t.route_number[tile, space] == number else -1
