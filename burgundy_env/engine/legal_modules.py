"""The legal actions that only games with modules have. Their ids are the highest ones."""

from __future__ import annotations

from .actions import (
    BLACK_PLACE,
    BUY_INN,
    EFFECT,
    HIRE,
    PAY,
    POINTS,
    RETRIEVE,
    RETRIEVE_TO,
    SWAP,
)
from .jit import kernel
from .layout import (
    GOODS,
    HEXES,
    MAY_INTERRUPT,
    P_BLACK,
    P_CRANE,
    P_PAY,
    P_POINTS,
    P_SWAP,
    SOLO_SLOTS,
    TOWN_HALL,
    WAREHOUSE,
    WHITE_CASTLE,
)
from .rules.castle_rule import hexes_to_retrieve_to, may_retrieve
from .rules.dice import ALL_VALUES
from .rules.goods import goods_held
from .rules.placement import hexes_for, offer_hexes
from .rules.scoring import has_monastery
from .tables import RETRIEVE_TO_HEX, RETRIEVE_TO_STORAGE

SWAP_PRICE = 5  # goods tiles


@kernel
def offer_of_modules(t, s, p, kind, ids, n):
    """List what modules add, at a decision of this kind or, -1, with nothing pending."""
    at_any_time = kind < 0 or MAY_INTERRUPT[kind]
    if at_any_time and s.silver[p] > 0 and has_monastery(s, p, 28):
        ids[n] = HIRE
        n += 1
    if kind < 0 and t.retrieval == RETRIEVE_TO_STORAGE and s.set_aside > 0 and may_retrieve(t, s, p):
        ids[n] = RETRIEVE
        n += 1
    elif kind < 0 and t.retrieval == RETRIEVE_TO_HEX and may_retrieve(t, s, p):
        n = offer_hexes(hexes_to_retrieve_to(t, s, p), ids, n, RETRIEVE_TO)
    if kind == P_CRANE:
        for building in range(WAREHOUSE, TOWN_HALL + 1):
            ids[n] = EFFECT + building
            n += 1
        if t.white_castles != 0:
            ids[n] = EFFECT + WHITE_CASTLE
            n += 1
    if at_any_time and s.inn_stack > 0 and s.bought[p] == 0 and s.silver[p] >= 2:
        ids[n] = BUY_INN
        n += 1
    if t.solo != 0:
        n = _offer_solo(t, s, p, kind, ids, n)
    return n


@kernel
def _offer_solo(t, s, p, kind, ids, n):
    if kind == P_POINTS:
        ids[n] = POINTS
        n += 1
    elif kind == P_SWAP:
        for slot in range(SOLO_SLOTS):
            if s.black_depot[slot] != 0:
                ids[n] = SWAP + slot
                n += 1
    elif kind == P_PAY:
        for goods in range(GOODS):
            if s.goods[p, goods] > 0:
                ids[n] = PAY + goods
                n += 1
    elif kind == P_BLACK:
        for slot in range(SOLO_SLOTS):
            n = offer_hexes(_hexes_for_slot(t, s, p, slot), ids, n, BLACK_PLACE + slot * HEXES)
    return n


@kernel
def _hexes_for_slot(t, s, p, slot):
    """The hexes, as a set, that a black-depot tile may come to, the number ignored."""
    tile = s.black_depot[slot]
    return hexes_for(t, s, p, tile, ALL_VALUES) if tile != 0 else 0


@kernel
def can_use_module(t, s, p, kind):
    """Whether a decision of a module that may be skipped has any action of its own."""
    if kind == P_POINTS:
        return s.silver[p] > 0
    if kind == P_SWAP:
        return goods_held(s, p) >= SWAP_PRICE and count_tiles(s) > 0
    if kind == P_BLACK:
        for slot in range(SOLO_SLOTS):
            if _hexes_for_slot(t, s, p, slot) != 0:
                return True
        return False
    return True  # a white castle lets take workers, a crane names any building


@kernel
def count_tiles(s):
    """How many tiles the solo game's black depot has."""
    tiles = 0
    for slot in range(SOLO_SLOTS):
        if s.black_depot[slot] != 0:
            tiles += 1
    return tiles
