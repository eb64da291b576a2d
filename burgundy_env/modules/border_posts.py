"""Three posts on the rim of the player board, to be linked by tiles."""

from __future__ import annotations

from .descriptor import Array, Fact, Facts, Field, Key, Module, Score, Step

POSTS = 3  # of a duchy

MODULE = Module(
    key="border_posts",
    title="Border posts",
    boards=tuple(range(23, 31)),
    state=(Array("posts", "i1", (), "finished cards with a border post"),),
    tables=(
        Array("border_posts", "i1", (), "whether the module is played"),
        Array("post_hexes", "i8", (POSTS,), "hexes that reach a border post; none without the module"),
        Array("post_cards", "i4", (), "bit i: card i bears a border post, and the module is played"),
    ),
    steps=(
        Step("links_posts", (Fact("vp", "number", "result"),), scores="border_posts"),
        Step("wins_post", (Fact("size", "size", "b"), Fact("vp", "number", "result")), scores="border_posts"),
    ),
    bonus_tiles=("post",),
    scores=(Score("border_posts", "posts", chateauma=True),),
    position=(Key("chateauma", "posts", "count", most="finished_cards", before="discard"),),
    table_fields=(Field("posts_left", (), "bonus tiles of the border posts left, / 2"),),
    seat_fields=(Field("post", (), "the seat's bonus tile of the border posts: 1 the large one, 0.5 the small one"),),
    data=(Facts("border_posts", "duchies.json"),),
)
