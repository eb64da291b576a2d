"""What may be done at any time of the turn: the purchase, and monastery 6."""

from __future__ import annotations

from ..actions import BUY_BLACK, BUY_DEPOT, RECRUIT
from ..jit import kernel
from ..layout import BLACK_SLOTS, BUILDING
from .dice import ALL_VALUES
from .duchy import has_monastery
from .offers import ALL_COLOURS, offer_depot_tiles
from .storage import take_from_black_depot, take_from_depot, to_storage

PRICE = 2  # silver


@kernel
def offer_purchases(t, s, p, ids, n):
    """List what may be bought or recruited now."""
    monastery_6 = has_monastery(s, p, 6)
    if s.bought[p] == 0 and s.silver[p] >= PRICE:
        for slot in range(BLACK_SLOTS):
            if s.black_depot[slot] != 0:
                ids[n] = BUY_BLACK + slot
                n += 1
        if monastery_6 and t.alea_2011 != 0:
            n = offer_depot_tiles(s, ids, n, BUY_DEPOT, ALL_VALUES, ALL_COLOURS)
    if monastery_6 and t.alea_2011 == 0 and s.recruited[p] == 0 and s.workers[p] >= 2:
        n = offer_depot_tiles(s, ids, n, RECRUIT, ALL_VALUES, 1 << BUILDING)
    return n


@kernel
def buy_from_black_depot(t, s, p, slot):
    """2 silver: a tile of the black depot."""
    _pay(s, p)
    to_storage(t, s, p, take_from_black_depot(s, slot))


@kernel
def buy_from_depot(t, s, p, place):
    """Monastery 6, 2011: 2 silver: a tile of a numbered depot."""
    _pay(s, p)
    take_from_depot(t, s, p, place)


@kernel
def _pay(s, p):
    s.silver[p] -= PRICE
    s.bought[p] = 1


@kernel
def recruit(t, s, p, place):
    """Monastery 6, special edition: 2 workers: a building of a numbered depot."""
    s.workers[p] -= 2
    s.recruited[p] = 1
    take_from_depot(t, s, p, place)
