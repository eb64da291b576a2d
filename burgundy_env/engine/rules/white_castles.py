"""A kind of building that lends the white die, and monastery 29, which scores for a kind of building."""

from __future__ import annotations

from ..jit import kernel
from ..layout import DEPOTS, MONASTERY_0, S_GETS_SILVER, pending_kind, tile_id
from ..rng import note
from .holdings import INVENTORY_PILES, into_inventory_from, pile_size
from .pending import push

WHITE_CASTLE = tile_id("white_castle")
P_WHITE_CASTLE = pending_kind("white_castle")


def fill_tables(t, config, data):
    """White castles of both backs, and the monastery."""
    tiles = data.components["expansion_tiles"]["white_castles"]
    t.white_castles = 1
    t.supply[WHITE_CASTLE] += tiles["building"]
    t.black_supply[WHITE_CASTLE] += tiles["black"]
    for number in tiles["monastery"]:
        t.supply[MONASTERY_0 + number] += 1


@kernel
def act_by_white_die(s):
    """One of the four actions, as by a die that shows what the white die does."""
    push(s, P_WHITE_CASTLE, 0, 0)


@kernel
def fetch_new_type(t, s, tape, c):
    """For the Châteauma: from the white die's depot clockwise, a tile of a type that the inventory has not."""
    for i in range(DEPOTS):
        depot = (int(s.white_die) - 1 + i) % DEPOTS
        for k in range(INVENTORY_PILES):
            colour = int(t.inventory_order[k])
            if pile_size(s, colour) == 0 and into_inventory_from(s, tape, depot, colour, WHITE_CASTLE):
                return
    s.silver[c] += 1
    note(tape, S_GETS_SILVER, 0, 0, 1, WHITE_CASTLE)
