"""Inns fit any colour, once in a region, and make it larger by one."""

from __future__ import annotations

from .descriptor import Array, Block, Facts, Field, Key, Module, Number, Tile
from .sizes import PHASES, SEATS

MODULE = Module(
    key="inns",
    title="Inns",
    with_chateauma=False,
    state=(
        Array("inns", "i8", (SEATS,), "hexes with an inn"),
        Array("inn_stack", "i1", (), "inns beside the black depot"),
    ),
    tables=(Array("inns", "i1", (), "whether the module is played"),),
    tiles=(Tile("inn", None),),
    actions=(Block("buy_inn", "buy", ("inn",), "2 silver: an inn", purchase=True),),
    position=(Key("table", "inns", "count", "inn_stack", most="phases", before="set_aside"),),
    table_fields=(Field("inns", (), "inns in the stack / 5", state="inn_stack", per=5),),
    data=(Facts("expansion_tiles.inns", "components.json", {"count": Number(PHASES, PHASES)}),),
)
