"""Duchies 11-18: tiles keep in touch with a castle, and castles set aside can be retrieved."""

from __future__ import annotations

from ...modules import by_key
from ..actions import block_number, first_id
from ..jit import kernel
from ..layout import BLACK_SLOTS, CASTLE, CASTLE_TILE, DEPOTS, SLOTS, source
from .duchy import around
from .offers import offer_hexes
from .points import gain
from .storage import has_stored, remove_stored, to_storage

FROM_RETRIEVALS = source("retrievals")
RETRIEVE, B_RETRIEVE = first_id("retrieve"), block_number("retrieve")
RETRIEVE_TO, B_RETRIEVE_TO = first_id("retrieve_to"), block_number("retrieve_to")
RETRIEVE_TO_STORAGE, RETRIEVE_TO_HEX = 1, 2
RETRIEVAL_VP = 5


def fill_tables(t, config, data):
    """The boards bound by the rule, and what becomes of a castle retrieved."""
    t.castle_rule[list(by_key("castle_rule").boards)] = 1
    t.retrieval = RETRIEVE_TO_HEX if t.alea_2011 else RETRIEVE_TO_STORAGE


@kernel
def hexes_by_castle_rule(t, board, colour, tiles):
    """The hexes that touch a castle, or are linked to one through tiles of the colour (-1 links nothing); `tiles`:
    the hexes with one that links."""
    near = around(t, board, int(t.colour_hexes[board, CASTLE]) & tiles)
    if colour < 0:
        return near
    own = int(t.colour_hexes[board, colour]) & tiles
    links, chain = 0, near & own
    while chain != links:
        links = chain
        chain |= around(t, board, links) & own
    return near | around(t, board, chain)


@kernel
def may_retrieve(t, s, p):
    """Whether the seat plays on a board of the rule and can pay: both dice, still unused, and 5 VP."""
    bound = t.castle_rule[s.duchy[p]] != 0 and s.used[p, 0] == 0 and s.used[p, 1] == 0
    return bound and s.vp[p] >= RETRIEVAL_VP


@kernel
def offer_retrievals(t, s, p, ids, n):
    """By the rules of 2011 a stored castle onto an empty castle hex, by the others one set aside to storage."""
    if t.retrieval == RETRIEVE_TO_HEX:
        return offer_hexes(_hexes_to_retrieve_to(t, s, p), ids, n, RETRIEVE_TO)
    if s.set_aside > 0:
        ids[n] = RETRIEVE
        n += 1
    return n


@kernel
def _hexes_to_retrieve_to(t, s, p):
    """The empty castle hexes, if a castle is stored."""
    return int(t.colour_hexes[s.duchy[p], CASTLE]) & ~int(s.occupied[p]) if has_stored(s, p, CASTLE_TILE) else 0


@kernel
def _pay_retrieval(s, p):
    """Both dice and 5 VP."""
    s.used[p, 0] = 1
    s.used[p, 1] = 1
    gain(s, p, FROM_RETRIEVALS, -RETRIEVAL_VP)


@kernel
def retrieve(t, s, p):
    """Special edition: a castle set aside comes to storage."""
    _pay_retrieval(s, p)
    s.set_aside -= 1
    to_storage(t, s, p, CASTLE_TILE)


@kernel
def retrieve_stored(s, p):
    """2011: a castle leaves storage, to be put down at once."""
    _pay_retrieval(s, p)
    remove_stored(s, p, CASTLE_TILE)


@kernel
def set_castles_aside(t, s):
    """Castles that nobody took leave the board at the end of the phase and can be retrieved."""
    if t.retrieval != RETRIEVE_TO_STORAGE:
        return
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            if s.depot[depot, slot] == CASTLE_TILE:
                s.set_aside += 1
    for slot in range(BLACK_SLOTS):
        if s.black_depot[slot] == CASTLE_TILE:
            s.set_aside += 1
