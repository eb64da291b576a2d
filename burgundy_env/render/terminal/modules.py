"""What modules add to the pictures in characters, found by their descriptors' keys.

What is found here is drawn in a way of its own; any other key of a position is written out as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...data import Data
from ...modules import by_key
from ..facts import Document, played
from .spans import BOLD, Frames, Line, Span, counted, flow, spot


@dataclass(frozen=True)
class Drawing:
    """What one module adds. The first three draw its keys of a position at the place that they are named after."""

    table: Callable[[Document, Frames], list[Line]] | None = None  # pieces of the line beside the depots
    player: Callable[[Document, Data, int], list[Line]] | None = None  # lines above a player's duchy
    chateauma: Callable[[Document, int], list[Line]] | None = None  # lines among the Châteauma's things
    hex_notes: Callable[[Data], dict[str, str]] | None = None  # a letter or two behind the names of hexes


# --- inns, castles set aside -----------------------------------------------------------------------------


def _inns(doc: Document, frames: Frames) -> list[Line]:
    return [[spot(counted(doc["inns"], "inn"), "inn", frames, BOLD)]] if doc.get("inns") else []


def _set_aside(doc: Document, frames: Frames) -> list[Line]:
    return [[Span(f"castles set aside {doc['set_aside']}")]] if doc.get("set_aside") else []


# --- border posts ----------------------------------------------------------------------------------------


def _post_hexes(data: Data) -> dict[str, str]:
    return {f"h{hex_}": "P" for post in data.border_posts for hex_ in post}


def _finished_posts(its: Document, width: int) -> list[Line]:
    said = f"finished cards with a border post: {its.get('posts')}"
    return flow("", [[Span(said)]], width) if its.get("posts") else []


# --- trade routes ----------------------------------------------------------------------------------------

_BONUSES = {
    "take_building": "t", "take_mine_monastery_castle": "eyr", "take_ship_livestock": "bg", "take_any": "any",
    "workers_4": "4w", "silver_2": "2s", "vp_4": "4VP",
}  # fmt: skip


def _routes(player: Document, data: Data, width: int) -> list[Line]:
    """Trade-route tiles: in each space the goods type that earns its bonus, or `=` and the type laid there."""
    printed = {tile["id"]: tile["spaces"] for tile in data.trade_routes["tiles"]}
    laid = [f"={kind}" for kind in player.get("route_goods", [])]
    lines: list[Line] = []
    for label, tiles in (("route", player.get("route", [])), ("to lay", player.get("route_hand", []))):
        tokens: list[Line] = []
        for tile in tiles:
            spaces = [f"{space['number']}:{_BONUSES[space['bonus']]}" for space in printed[tile]]
            if label == "route":
                spaces[: len(laid)] = laid[: len(spaces)]
                del laid[: len(spaces)]
            tokens.append([Span(f"{tile}[{' '.join(spaces)}]" if label == "to lay" else f"[{' '.join(spaces)}]")])
        lines += flow(label, tokens, width, gap=1) if tokens else []
    return lines


# --- all of them -----------------------------------------------------------------------------------------

DRAWINGS: Mapping[str, Drawing] = {
    "base": Drawing(),
    "inns": Drawing(table=_inns),
    "castle_rule": Drawing(table=_set_aside),
    "border_posts": Drawing(chateauma=_finished_posts, hex_notes=_post_hexes),
    "trade_routes": Drawing(player=_routes),
}


def beside_depots(doc: Document, frames: Frames) -> Iterator[Line]:
    """What modules put beside the depots."""
    for drawing in DRAWINGS.values():
        if drawing.table is not None:
            yield from drawing.table(doc, frames)


def above_duchy(player: Document, data: Data, width: int) -> Iterator[Line]:
    """What modules lay before a player."""
    for drawing in DRAWINGS.values():
        if drawing.player is not None:
            yield from drawing.player(player, data, width)


def with_chateauma(its: Document, width: int) -> Iterator[Line]:
    """What modules lay before the Châteauma."""
    for drawing in DRAWINGS.values():
        if drawing.chateauma is not None:
            yield from drawing.chateauma(its, width)


def hex_notes(doc: Document, data: Data) -> dict[str, str]:
    """What the modules that are played print on the hexes of a duchy, by the names of the hexes."""
    notes: dict[str, str] = {}
    for key in played(doc):
        drawing = DRAWINGS.get(key)
        if drawing is not None and drawing.hex_notes is not None:
            notes |= drawing.hex_notes(data)
    return notes


def known_keys(place: str) -> set[str]:
    """The keys at a place of a position that are drawn in a way of their own."""
    drawn = [key for key, drawing in DRAWINGS.items() if getattr(drawing, place) is not None]
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
