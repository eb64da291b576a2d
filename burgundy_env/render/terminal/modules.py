"""What modules add to the pictures in characters.

What their drawings have is drawn in a way of its own; any other key of a position is written out as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...data import Data
from ...modules import by_key
from ..facts import Document
from ..modules import DRAWINGS, drawings
from .spans import Frames, Line, Span, flow


def beside_depots(doc: Document, frames: Frames) -> Iterator[Line]:
    """What modules put beside the depots."""
    drawn = {key: draw for drawing in DRAWINGS.values() for key, draw in drawing.characters.table.items()}
    for key in doc:
        if key in drawn:
            yield from drawn[key](doc, frames)


def above_duchy(player: Document, data: Data, width: int) -> Iterator[Line]:
    """What modules lay before a player."""
    for drawing in DRAWINGS.values():
        if drawing.characters.player is not None:
            yield from drawing.characters.player(player, data, width)


def with_chateauma(its: Document, width: int) -> Iterator[Line]:
    """What modules lay before the Châteauma."""
    for drawing in DRAWINGS.values():
        if drawing.characters.chateauma is not None:
            yield from drawing.characters.chateauma(its, width)


def hex_notes(doc: Document, data: Data) -> dict[str, str]:
    """What the modules that are played print on the hexes of a duchy, by the names of the hexes."""
    notes: dict[str, str] = {}
    for drawing in drawings(doc):
        if drawing.characters.hex_notes is not None:
            notes |= drawing.characters.hex_notes(data)
    return notes


def known_keys(place: str) -> set[str]:
    """The keys at a place of a position that are drawn in a way of their own."""
    drawn = [key for key, drawing in DRAWINGS.items() if getattr(drawing.characters, place)]
    return base_keys(place).union(*(_keys(key, place) for key in drawn))


def base_keys(place: str) -> set[str]:
    """The keys at a place of a position that every game has."""
    return _keys("base", place) | _STRUCTURE.get(place, set())


_STRUCTURE = {
    "table": {"format", "config", "pending", "hidden", "players", "chateauma"},
    "chateauma": {
        *("vp", "silver", "die", "goods", "sold", "cards", "inventory", "jokers", "duchy", "discard", "bonus"),
    },
}


def _keys(module: str, place: str) -> set[str]:
    return {key.name for key in by_key(module).position if key.place == place}


def others(document: Mapping[str, Any], known: set[str], width: int) -> list[Line]:
    """What nobody draws in a way of its own: the key and its value."""
    lines: list[Line] = []
    for key, value in document.items():
        if key not in known and value not in (None, [], {}, False):
            lines += flow(key.replace("_", " "), [[Span(piece)] for piece in _pieces(value)], width)
    return lines


def _pieces(value: Any) -> list[str]:
    """A value of a document as people write it."""
    if isinstance(value, Mapping):
        return [f"{key} {' '.join(_pieces(inner))}" for key, inner in value.items()]
    if isinstance(value, list):
        return [" ".join(_pieces(inner)) if isinstance(inner, (list, dict)) else str(inner) for inner in value]
    return [str(value)]
