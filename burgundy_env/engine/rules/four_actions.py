"""The four actions, by a die or given by an effect: take a tile, place one, sell goods, take workers."""

from __future__ import annotations

from ..actions import CHANNEL_SIZE, DIE_1, PLACE, SELL, TAKE, V_PLACE, V_SELL, V_TAKE, WORKERS
from ..jit import kernel
from ..layout import FREE, SLOTS
from .dice import free_step_for_taking, shown_by, values_in_reach, workers_for
from .goods import sell
from .monasteries import take_workers
from .offers import ALL_COLOURS, NEAR, offer_depot_tiles, offer_goods, offer_hexes
from .pending import pop
from .placement import hexes_for_stored, place
from .storage import take_from_depot


@kernel
def offer_four(t, s, p, channel, ids, n):
    """List all four of a channel."""
    base, shown = DIE_1 + channel * CHANNEL_SIZE, shown_by(s, p, channel)
    values = values_in_reach(t, s, p, shown, free_step_for_taking(s, p))
    n = offer_depot_tiles(s, ids, n, base + TAKE, values, ALL_COLOURS)
    n = offer_hexes(hexes_for_stored(t, s, p, channel) & NEAR, ids, n, base + PLACE)
    n = offer_goods(s, p, ids, n, base + SELL, values_in_reach(t, s, p, shown, 0))
    ids[n] = base + WORKERS
    return n + 1


@kernel
def act(t, s, p, channel, verb, thing, scratch):
    """One of them; `thing`: a slot of the depots, a hex, a type of goods."""
    if verb == V_PLACE:
        place(t, s, p, channel, thing, scratch)
        return
    shown = shown_by(s, p, channel)
    if channel == FREE:
        pop(s)
    else:
        s.used[p, channel] = 1
    if verb == V_TAKE:
        s.workers[p] -= workers_for(t, s, p, shown, 1 + thing // SLOTS, free_step_for_taking(s, p))
        take_from_depot(t, s, p, thing)
    elif verb == V_SELL:
        s.workers[p] -= workers_for(t, s, p, shown, 1 + thing, 0)
        sell(t, s, p, thing)
    else:
        take_workers(t, s, p)
