"""What the table can't see."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import modules
from ..engine.layout import CASTLE_TILE, COLOURS, ROUNDS, TILE_IDS, TILES
from ..modules.sizes import MOST_TILES
from . import words
from .forms import At, Form, GoodsCounts
from .shapes import TILE, Schema, named, number
from .values import Value

_NAMES = [[tile.name for tile in modules.TILES if tile.colour == colour] for colour in COLOURS]


class Supply(Form):
    """What is left of each tile with a coloured back, by colour."""

    said = words.Supplies()

    def shape(self) -> Schema:
        return {
            "type": "object",
            "properties": {
                colour: named(names, number(0, MOST_TILES)) for colour, names in zip(COLOURS, _NAMES, strict=True)
            },
            "additionalProperties": False,
        }

    def write(self, at: At) -> dict[str, dict[str, int]]:
        supply = at.s.supply.tolist()
        return {
            colour: {name: supply[TILE_IDS[name]] for name in names if supply[TILE_IDS[name]]}
            for colour, names in zip(COLOURS, _NAMES, strict=True)
        }

    def read(self, value: Value, at: At) -> None:
        for colour, group in value.record((), COLOURS).items():
            for name, count in group.record((), _NAMES[COLOURS.index(colour)]).items():
                at.s.supply[TILE_IDS[name]] = count.integer(0, self.most(at))
        castles, needed = int(at.s.supply[CASTLE_TILE]), at.config.owners - int(np.count_nonzero(at.s.occupied))
        if not at.begun and castles < needed:
            raise value.error(f"has {castles} castle; {needed} start castles are still to be put down")


class Black(Form):
    """What is left of each tile with a black back."""

    said = words.Named(words.whole, "bank:1")

    def shape(self) -> Schema:
        return named(TILE, number(0, MOST_TILES))

    def write(self, at: At) -> dict[str, int]:
        return {str(TILES[tile]): count for tile, count in enumerate(at.s.black_supply.tolist()) if count}

    def read(self, value: Value, at: At) -> None:
        for name, count in value.record((), tuple(TILE_IDS)).items():
            at.s.black_supply[TILE_IDS[name]] = count.integer(0, self.most(at))


class Pile(GoodsCounts):
    """The goods of the phases to come."""

    def read(self, value: Value, at: At) -> None:
        super().read(value, at)
        if at.s.pile.sum() != (needed := at.goods_to_come):
            raise value.error(f"has {at.s.pile.sum()} tiles; must have {needed}, {ROUNDS} for each phase to come")


FORMS: dict[str, dict[str, Any]] = {"hidden": {"supply": Supply, "black": Black, "goods": Pile}}
