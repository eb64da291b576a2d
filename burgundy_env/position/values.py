"""A value of a position document: it knows its key, and what single values may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ..data.cursor import Node
from ..engine.layout import TILE_IDS


class PositionError(ValueError):
    """A document is no position of the game; the message names the key and says what would be right.

    >>> from burgundy_env import Game
    >>> Game.from_json({"format": "burgundy-position/9"})
    Traceback (most recent call last):
    burgundy_env.position.values.PositionError: ...
    """


class Value(Node):
    """A value of a position document that knows its key."""

    __slots__ = ()

    def error(self, problem: str) -> PositionError:
        """The refusal of this value."""
        return PositionError(f"{self.path or 'position'}: {problem}")

    def record(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Value]:
        """The object's values; all required keys present, no unknown ones (not even a note)."""
        found = self.mapping()
        for key in found:
            if key not in required and key not in optional:
                raise self.error(f"unknown key {key!r}; the keys here are {', '.join([*required, *optional])}")
        for key in required:
            if key not in found:
                raise self.error(f"key {key!r} is missing; needed are {', '.join(required)}")
        return found

    def tile(self, wanted: str = "the name of a tile", fits: Callable[[int], object] = bool) -> int:
        """The id of the tile named, if it fits."""
        name = self.value
        if not isinstance(name, str) or name not in TILE_IDS or not fits(TILE_IDS[name]):
            raise self.wrong(wanted)
        return TILE_IDS[name]

    def hex(self, hexes: int) -> int:
        """The number of the hex named, from 0; the duchy has so many."""
        name = self.value
        if isinstance(name, str) and name[:1] == "h" and name[1:].isascii() and name[1:].isdigit():
            h = int(name[1:])
            if 1 <= h <= hexes and name == f"h{h}":
                return h - 1
        raise self.wrong(f"a hex, h1 to h{hexes}")

    def names(self, options: Sequence[str]) -> int:
        """A list of one name or more as a set of bits."""
        found = 0
        for entry in self.elements(1, len(options)):
            found |= 1 << options.index(entry.choice(options))
        return found
