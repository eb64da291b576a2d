"""Three posts on the rim of the player board, to be linked by tiles (border_posts)."""

from __future__ import annotations

from ..jit import kernel
from ..layout import BIT, FROM_POSTS, POST, POSTS
from .castle_rule import around
from .scoring import gain, take_bonus_tile


@kernel
def linked_posts(t, board, occupied):
    """How many posts the largest chain of occupied hexes links."""
    best = 0
    for first in range(POSTS):
        reached, chain = 0, int(t.post_hexes[first]) & occupied
        while chain != reached:
            reached = chain
            chain |= around(t, board, reached) & occupied
        posts = 0
        for post in range(POSTS):
            if int(t.post_hexes[post]) & chain != 0:
                posts += 1
        best = max(best, posts)
    return best


@kernel
def score_border_posts(t, s, p, h):
    """The tile on hex h was just placed: two posts linked give the phase bonus, three a bonus tile."""
    occupied = int(s.occupied[p])
    linked = linked_posts(t, s.duchy[p], occupied)
    if linked < 2:
        return
    before = linked_posts(t, s.duchy[p], occupied & ~int(BIT[h]))
    if before < 2:
        gain(s, p, FROM_POSTS, t.phase_bonus[s.phase])
    if before < POSTS and linked == POSTS:
        take_bonus_tile(t, s, p, POST, FROM_POSTS)
