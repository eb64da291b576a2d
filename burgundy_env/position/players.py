"""Keys of a player that have a form of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..engine.layout import COLOUR_OF, COLOURS, MONASTERY, MONASTERY_0, STORAGE, TILE_COUNT, TILES
from ..engine.rules.duchy import put_tile_on
from ..modules.sizes import MOST_TILES
from ..modules.team import SPACES, TEAMS
from ..modules.vineyards import DOUBLES
from . import vineyards, words
from .forms import At, Form, Tiles
from .shapes import DOUBLE_TILE, TILE, Schema, by_hex, listed, number
from .values import Value


class Dice(Form):
    """None before the first round."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(number(1, 6), 0, 2)

    def write(self, at: At) -> list[int]:
        dice: list[int] = at.s.dice[at.number].tolist() if at.begun else []
        return dice

    def read(self, value: Value, at: At) -> None:
        dice = 2 * at.begun
        at.s.dice[at.number, :dice] = value.integers(1, 6, dice)


class Storage(Tiles):
    """Single tiles and double tiles, by name."""

    wanted = "a stored tile"

    def shape(self) -> Schema:
        return listed({"anyOf": [TILE, DOUBLE_TILE]}, 0, MOST_TILES)

    def write(self, at: At) -> list[str]:
        return sorted([*super().write(at), *vineyards.names_in(at.s.stored_doubles[at.number])])

    def read(self, value: Value, at: At) -> None:
        entries = value.elements(0, self._room(at))
        doubles = [entry for entry in entries if at.t.vineyards and entry.value in DOUBLES]
        tiles = sorted(entry.tile(self.wanted) for entry in entries if entry not in doubles)
        if len(tiles) + 2 * len(doubles) > self._room(at):
            raise value.error(f"fills {len(tiles) + 2 * len(doubles)} spaces; there are {self._room(at)}")
        first, rest = tiles[:STORAGE], tiles[STORAGE:]
        self.hold(at, first + [0] * (STORAGE - len(first)))
        at.s.stored[at.number] = len(first)
        at.s.heaped[at.number] = len(rest)
        if rest:
            at.s.heap[:] = np.bincount(rest, minlength=TILE_COUNT)
        at.s.stored_doubles[at.number] = vineyards.bag_of(doubles)
        at.s.doubled[at.number] = len(doubles)

    def _room(self, at: At) -> int:
        """With shield 4, or where it was lost, there is no end of it; but for one seat, as there is one shield 4."""
        if at.t.teams:
            return SPACES
        return MOST_TILES if at.t.shields and not at.s.heaped.any() else STORAGE

    def tiles(self, at: At) -> Iterable[int]:
        tiles = [*super().tiles(at)]
        if at.s.heaped[at.number]:
            tiles += np.repeat(np.arange(TILE_COUNT), at.s.heap).tolist()
        return tiles


class Placed(Form):
    """The tile on each hex that has one."""

    said = words.Named()

    def shape(self) -> Schema:
        return by_hex(TILE)

    def write(self, at: At) -> dict[str, str]:
        tiles = tiles_on(at.s, at.number)
        return {f"h{h}": str(TILES[tile]) for h, tile in enumerate(tiles, 1) if tile}

    def read(self, value: Value, at: At) -> None:
        for name, entry in value.mapping().items():
            h = value.child(name, name).hex(at.hexes)
            _place(at, h, _fitting(entry, at, h))

    def tiles(self, at: At) -> Iterable[int]:
        return [tile for tile in tiles_on(at.s, at.number) if tile]


def tiles_on(s: Any, p: int) -> list[int]:
    """The tile on each hex of a seat's duchy; 0 for none, and where there is no hex."""
    return [*s.tiles[p].tolist(), *s.far_tiles[p % TEAMS].tolist()]


def _fitting(value: Value, at: At, h: int) -> int:
    """The tile named, if it may lie on hex h."""
    tile, board = value.tile("a tile"), at.s.duchy[at.number]
    colour = int(at.t.colour[board, h])
    if COLOUR_OF[tile] != colour and not at.any_colour(tile):
        raise value.wrong(f"a {COLOURS[colour]} tile, as h{h + 1} of duchy {board} is a {COLOURS[colour]} hex")
    return tile


def _place(at: At, h: int, tile: int) -> None:
    s, p = at.s, at.number
    put_tile_on(s, p, h, tile)
    s.occupied[p] |= np.int64(1 << h)
    s.reach[p] |= at.t.neighbours[s.duchy[p], h]
    if COLOUR_OF[tile] == MONASTERY:
        s.monasteries[p] |= 1 << (tile - MONASTERY_0)


FORMS: dict[str, dict[str, type[Form]]] = {"player": {"dice": Dice, "storage": Storage, "placed": Placed}}
