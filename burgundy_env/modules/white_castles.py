"""A kind of building that lends the white die, and monastery 29."""

from __future__ import annotations

from .descriptor import Array, Each, Facts, Module, Number, Pending, Score, Tile

WHITE_CASTLE_KIND = "white_castle"

MODULE = Module(
    key="white_castles",
    title="White castles",
    tables=(Array("white_castles", "i1", (), "whether the module is played"),),
    tiles=(Tile(WHITE_CASTLE_KIND, "building", fetches=True), Tile("m29", "monastery")),
    pending=(Pending("white_castle", skip=True, places=True),),
    scores=(Score("m29", "monasteries", final=True),),
    data=(
        Facts(
            "expansion_tiles.white_castles",
            "components.json",
            {"building": Number(0), "black": Number(0), "monastery": Each((29,))},
            total=9,
        ),
    ),
)
