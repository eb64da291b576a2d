"""Inns fit any colour, once in a region, and make it larger by one."""

from __future__ import annotations

from ..actions import block_number, first_id
from ..jit import kernel, lowest_bit
from ..layout import BIT, tile_id
from .storage import to_storage

INN_TILE = tile_id("inn")
BUY_INN, B_BUY_INN = first_id("buy_inn"), block_number("buy_inn")
PRICE = 2  # silver


def fill_tables(t, config, data):
    """One comes to the stack at the beginning of every phase."""
    t.inns = 1


@kernel
def regions_with_inn(t, s, p):
    """The hexes of all regions that have an inn already."""
    inns, regions = int(s.inns[p]), 0
    while inns != 0:
        regions |= int(t.region[s.duchy[p], lowest_bit(inns)])
        inns &= inns - 1
    return regions


@kernel
def may_buy_inn(s, p):
    """As the purchase of the turn."""
    return s.inn_stack > 0 and s.bought[p] == 0 and s.silver[p] >= PRICE


@kernel
def buy_inn(t, s, p):
    """From the stack to storage."""
    s.silver[p] -= PRICE
    s.bought[p] = 1
    s.inn_stack -= 1
    to_storage(t, s, p, INN_TILE)


@kernel
def inn_covers(s, p, h, tile):
    """Whether a tile that was just put down is one is remembered."""
    if tile == INN_TILE:
        s.inns[p] |= BIT[h]
