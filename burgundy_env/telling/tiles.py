"""Tiles and their colours, as people call them."""

from __future__ import annotations

from ..modules import TILES
from ..modules.sizes import COLOURS
from ..modules.vineyards import DOUBLES, LAID
from .language import has, say

SPECIAL_EDITION = "special_edition"
_TILES = {tile.name: tile for tile in TILES}
ORDER = {name: number for number, name in enumerate((*_TILES, *DOUBLES))}
"""Tile name -> its place in lists of tiles."""


def code(tile: str) -> str:
    """What stands for a tile where there is room for four characters, no two alike."""
    if tile in LAID:
        return "".join(say(f"vine.{vine}.code") for vine in tile.split("+"))
    return say(f"tile.{tile}.code") if tile in _TILES else tile[:4].upper()


def spoken(tile: str) -> str:
    """A tile's name where tiles are listed: `boarding house`, `monastery 12`, `3 sheep`."""
    if tile in LAID:
        first, second = (say(f"vine.{vine}") for vine in tile.split("+"))
        return say("double.same" if first == second else "double", first=first, second=second)
    return say(f"tile.{tile}") if tile in _TILES else tile.replace("_", " ")


def short(tile: str) -> str:
    """Its name where there is room for eleven characters."""
    key = f"tile.{tile}.short"
    return say(key) if has(key) else spoken(tile)


def one(tile: str) -> str:
    """Its name behind an article: `boarding house`, `monastery 12`, `3 sheep tile`."""
    key = f"tile.{tile}.one"
    return say(key) if has(key) else spoken(tile)


def effect(tile: str, ruleset: str = SPECIAL_EDITION) -> str:
    """A reminder of what a tile does; empty when its name says it all."""
    if tile in LAID:
        return say("double.effect")
    return next((say(key) for key in (f"tile.{tile}.effect.{ruleset}", f"tile.{tile}.effect") if has(key)), "")


def placing(tile: str) -> str:
    """What placing a tile brings, to follow it in a sentence."""
    colour = colour_of(tile)
    if has(f"placing.{colour}"):
        return say(f"placing.{colour}")
    key = f"tile.{tile}.placing"
    return say("placing.effect", effect=say(key) if has(key) else effect(tile))


def colour_of(tile: str) -> str | None:
    """The colour of the hexes a tile goes on; None if it has none of its own."""
    return _TILES[tile].colour if tile in _TILES else None


def letter(colour: str | None) -> str:
    """What stands for a colour, so that nobody has to tell colours apart."""
    return say(f"colour.{colour}.letter") if colour in COLOURS else "*"


def bonus_kind(kind: str) -> str:
    """What a bonus tile is for: a colour, or what a module has them for."""
    key = f"bonus.{kind}"
    return say(key if has(key) else f"colour.{kind}")


def bonus(kind: str, size: str, vp: int) -> str:
    """A bonus tile and what it is worth."""
    return say("bonus", kind=bonus_kind(kind), size=say(f"size.{size}"), vp=vp)


def bonus_held(name: str) -> str:
    """A bonus tile that a seat holds, `mine_large`: `mine large`."""
    kind, _, size = name.rpartition("_")
    return say("bonus.held", kind=bonus_kind(kind), size=say(f"size.{size}"))
