"""Duchies 11-18: tiles keep in touch with a castle, and castles set aside can be retrieved (castle_rule)."""

from __future__ import annotations

from ..jit import kernel, lowest_bit
from ..layout import CASTLE, CASTLE_TILE, FROM_RETRIEVALS
from ..tables import RETRIEVE_TO_STORAGE
from .scoring import gain
from .storage import to_storage

RETRIEVAL_VP = 5


@kernel
def around(t, board, hexes):
    """The hexes that touch one of a set."""
    near = 0
    while hexes != 0:
        near |= int(t.neighbours[board, lowest_bit(hexes)])
        hexes &= hexes - 1
    return near


@kernel
def hexes_by_castle_rule(t, s, p, colour):
    """The hexes that touch a castle, or are linked to one through tiles of the colour; an inn (-1) links nothing."""
    board = s.duchy[p]
    tiles = int(s.occupied[p]) & ~int(s.inns[p])
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
def hexes_to_retrieve_to(t, s, p):
    """2011 rules: the empty castle hexes, if a castle is stored."""
    for i in range(s.stored[p]):
        if s.storage[p, i] == CASTLE_TILE:
            return int(t.colour_hexes[s.duchy[p], CASTLE]) & ~int(s.occupied[p])
    return 0


@kernel
def pay_retrieval(s, p):
    """Both dice and 5 VP."""
    s.used[p, 0] = 1
    s.used[p, 1] = 1
    gain(s, p, FROM_RETRIEVALS, -RETRIEVAL_VP)


@kernel
def retrieve(s, p):
    """Special edition: a castle set aside comes to storage."""
    pay_retrieval(s, p)
    s.set_aside -= 1
    to_storage(s, p, CASTLE_TILE)


@kernel
def set_castle_aside(t, s, tile):
    """A tile leaves the board because nobody took it; castles can be retrieved."""
    if tile == CASTLE_TILE and t.retrieval == RETRIEVE_TO_STORAGE:
        s.set_aside += 1
