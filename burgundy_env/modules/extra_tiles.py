"""Monasteries 27 and 28, the crane and the geese."""

from __future__ import annotations

from .base import BUILDING_KINDS
from .descriptor import Block, Each, Facts, Module, Pending, Tile
from .white_castles import WHITE_CASTLE_KIND

MODULE = Module(
    key="extra_tiles",
    title="Extra tiles",
    tiles=(
        Tile("crane", "building", places=True),
        Tile("m27", "monastery"),
        Tile("m28", "monastery"),
        Tile("geese", "livestock", species="geese", animals=2),
    ),
    actions=(
        Block("hire", "hire", ("",), "1 silver: 2 workers (monastery 28)", purchase=True),
        Block("effect", "effect", (*BUILDING_KINDS, WHITE_CASTLE_KIND), "the building whose effect the crane has"),
    ),
    pending=(Pending("crane", skip=True),),
    data=(
        Facts(
            "expansion_tiles.extra_tiles",
            "components.json",
            {"monastery": Each((27, 28)), "black": Each(("crane", "geese"))},
        ),
    ),
)
