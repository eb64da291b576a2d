"""A row of spaces for goods sold: a tile on its own number brings a bonus."""

from __future__ import annotations

import numpy as np

from ...modules.trade_routes import ROUTE_BONUSES, ROUTE_LENGTH, ROUTE_SPACES, ROUTE_TILES
from ..actions import block_number, first_id
from ..checked import room
from ..jit import kernel
from ..layout import P_TAKE, chance_kind, source, stage, step_kind
from ..rng import draw, note
from .offers import ALL_COLOURS, TAKES_BUILDING, TAKES_MINE_MONASTERY_CASTLE, TAKES_SHIP_LIVESTOCK
from .pending import push
from .points import gain
from .shields import gain_workers_too

STAGE_ROUTES = stage("routes")
B_ROUTE, ROUTE = block_number("route"), first_id("route") - 1  # tiles count from 1
FROM_ROUTES = source("trade_routes")
E_ROUTE = chance_kind("route")
S_GETS_ROUTE_VP = step_kind("gets_route_vp")
_SILVER, _WORKERS, _VP, _BUILDING, _MINE, _SHIP, _ANY = range(len(ROUTE_BONUSES))


def fill_tables(t, config, data):
    """The tiles, how many a player has, and who puts them in order."""
    t.routes, t.routes_chosen = data.files["trade_routes"]["per_player"][str(config.n)], config.chooses_routes
    for tile in data.files["trade_routes"]["tiles"]:
        for space, printed in enumerate(tile["spaces"]):
            t.route_number[tile["id"], space] = printed["number"]
            t.route_bonus[tile["id"], space] = ROUTE_BONUSES.index(printed["bonus"])


@kernel
def deal_routes(t, s, tape):
    """Each player draws tiles: they lie in the order drawn, or come to hand to be put in order."""
    box, left = np.ones(ROUTE_TILES, np.int8), ROUTE_TILES - 1
    box[0] = 0
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
    room(i, ROUTE_LENGTH)
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
        room(i, ROUTE_LENGTH * ROUTE_SPACES)
        s.route_goods[p, i] = goods + 1
        bonus = route_bonus(t, s, p, i, goods + 1)
        if bonus == _SILVER:
            s.silver[p] += 2
        elif bonus == _WORKERS:
            s.workers[p] += 4
            gain_workers_too(s, p)
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
            push(s, P_TAKE, ALL_COLOURS, 0)
    return tiles - (end - first)


@kernel
def route_bonus(t, s, p, i, number):
    """What a goods tile of type `number` brings on space i; -1: nothing, as the numbers don't match."""
    tile, space = s.route[p, i // ROUTE_SPACES], i % ROUTE_SPACES
    return int(t.route_bonus[tile, space]) if t.route_number[tile, space] == number else -1


@kernel
def goods_on_route(s, p, goods):
    """How many tiles of a type (0 .. 5) lie in the row."""
    tiles = 0
    for i in range(s.route_laid[p]):
        if s.route_goods[p, i] == goods + 1:
            tiles += 1
    return tiles


@kernel
def sale_of_chateauma(s, tape, c):
    """The Châteauma has no row, but a point for each sale."""
    gain(s, c, FROM_ROUTES, 1)
    note(tape, S_GETS_ROUTE_VP, 0, 0, 1, 0)
