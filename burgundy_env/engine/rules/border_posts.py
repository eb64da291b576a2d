"""Three posts on the rim of the player board, to be linked by tiles."""

from __future__ import annotations

from ...modules.border_posts import POSTS
from ..jit import kernel
from ..layout import BIT, bonus_tile, hex_set, source, step_kind
from ..rng import note
from .duchy import around
from .points import gain, take_bonus_tile

POST = bonus_tile("post")
FROM_POSTS = source("border_posts")
S_LINKS_POSTS, S_WINS_POST = step_kind("links_posts"), step_kind("wins_post")


def fill_tables(t, config, data):
    """The hexes at the posts, and the county cards that bear one."""
    t.border_posts = 1
    t.post_hexes[:] = [hex_set(post) for post in data.files["duchies"]["border_posts"]["hexes"]]
    if config.chateauma:
        cards = data.county_cards(config.modules)
        t.post_cards = sum(1 << card["id"] for card in cards if card["border_post"])


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


@kernel
def score_post_of_card(t, s, tape, c, card):
    """Finished county cards with a border post: the second gives the phase bonus, the third the bonus tile."""
    if (int(t.post_cards) >> card) & 1 == 0:
        return
    s.posts += 1
    if s.posts == 2:
        gain(s, c, FROM_POSTS, t.phase_bonus[s.phase])
        note(tape, S_LINKS_POSTS, 0, 0, t.phase_bonus[s.phase], 0)
    elif s.posts == 3:
        vp = take_bonus_tile(t, s, c, POST, FROM_POSTS)
        if vp > 0:
            note(tape, S_WINS_POST, 0, 0 if vp == t.bonus_vp[0] else 1, vp, 0)
