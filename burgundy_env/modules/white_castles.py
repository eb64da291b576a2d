"""A kind of building that lends the white die, and monastery 29."""

from __future__ import annotations

from .descriptor import Array, Module, Pending, Score, Tile

WHITE_CASTLE_KIND = "white_castle"

MODULE = Module(
    key="white_castles",
    title="White castles",
    tables=(Array("white_castles", "i1", (), "whether the module is played"),),
    tiles=(Tile(WHITE_CASTLE_KIND, "building"), Tile("m29", "monastery")),
    pending=(Pending("white_castle", skip=True),),
    scores=(Score("m29", "monasteries", final=True),),
    data=("expansion_tiles.white_castles",),
)
