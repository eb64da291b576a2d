"""A player's trade route."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ...data import Data
from ...modules.trade_routes import ROUTE_SPACES
from .. import facts
from ..facts import Document
from ..svg.marks import SMALLEST, Sketch, caption, circle, fitted, glyph, group, hexagon, rect, text
from ..svg.pieces import goods
from ..terminal.spans import Line, Span, flow
from .drawing import Below, Characters, Drawing

if TYPE_CHECKING:
    from ..svg.table import Table

_ROW_HEIGHT = 68
_SMALLEST_TILE = 100  # how wide a tile is at least; with less room the route is broken into two rows
_MEANING = {
    "take_building": "take a building",
    "take_mine_monastery_castle": "take a mine, monastery or castle",
    "take_ship_livestock": "take a ship or livestock tile",
    "take_any": "take any tile of a depot",
    "workers_4": "4 workers",
    "silver_2": "2 silver",
    "vp_4": "4 VP",
}
_TAKES = {
    "take_building": ("building",),
    "take_mine_monastery_castle": ("mine", "monastery", "castle"),
    "take_ship_livestock": ("ship", "livestock"),
}
_COUNTED = {"workers": ("worker", "ink"), "silver": ("coin", "silver")}  # glyph, class


def _routes_height(table: Table, width: float) -> float:
    return 16 + _ROW_HEIGHT * (1 if _in_row(table, width) == _route_length(table) else 2)


def _route_length(table: Table) -> int:
    return int(facts.by_seats(table.data.files["trade_routes"]["per_player"], table.doc))


def _in_row(table: Table, width: float) -> int:
    """How many tiles of a route lie in a row."""
    tiles = _route_length(table)
    return tiles if tiles * _SMALLEST_TILE <= width else -(-tiles // 2)


def _routes(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float) -> None:
    """A player's route, and the tiles still to be laid."""
    name, player = f"seat{seat}", table.doc["players"][seat]
    tiles = {entry["id"]: entry for entry in table.data.files["trade_routes"]["tiles"]}
    laid, hand, sold = player.get("route", []), player.get("route_hand", []), player.get("route_goods", [])
    in_row = _in_row(table, width)
    step = width / in_row
    sketch.add(
        f"{name}.routes", x, y, caption(0, 4, "Trade route" + (": lay the tiles by their numbers" if hand else ""))
    )
    for i, ident in enumerate([*laid, *hand]):
        covered = sold[ROUTE_SPACES * i :] if i < len(laid) else []
        marks = [
            _space(space, fill, k, (step - 8) / ROUTE_SPACES)
            for k, (space, fill) in enumerate(zip_longest(tiles[ident]["spaces"], covered[:ROUTE_SPACES]))
        ]
        # A tile of the hand bears its number, by which `route 7` lays it.
        frame = rect(0, 0, step - 5, 66, "inset" if i < len(laid) else "gone", 8)
        number = (
            "" if i < len(laid) else circle(7, 4, 10, "chip") + text(7, 4, ident, SMALLEST, "chip-ink", bold=True)
        )
        body = group(0, 0, frame, *marks, number, title=f"route tile {ident}")
        at = x + i % in_row * step, y + 16 + i // in_row * _ROW_HEIGHT
        sketch.add(f"{name}.route{i + 1}", *at, body)
        if i >= len(laid):
            sketch.spot(f"route{ident}", at[0] + step / 2, at[1] + 33, step - 5, 66)


def _space(space: Mapping[str, Any], sold: int | None, k: int, width: float) -> str:
    size = min(26.0, width - 4)
    number = (
        group(0, 20, goods(sold, size))
        if sold
        else group(
            0,
            20,
            rect(-size / 2, -size / 2, size, size, "gone", 4),
            text(0, 0, space["number"], max(size * 0.7, SMALLEST), bold=True),
        )
    )
    covered = f"; covered by goods {sold}" if sold else ""
    title = f"goods {space['number']}: {_MEANING[space['bonus']]}{covered}"
    mark = group(0, 50, _reward(space["bonus"], min(width, 30)), cls="used" if sold else "")
    return group(2 + (k + 0.5) * width, 0, number, mark, title=title)


def _reward(bonus: str, room: float) -> str:
    """The picture of a bonus."""
    kind, _, count = bonus.rpartition("_")
    if kind == "vp":
        return fitted(0, f"{count} VP", SMALLEST, room + 4)
    if kind in _COUNTED:
        what, cls = _COUNTED[kind]
        return text(-room * 0.26, 0, count, SMALLEST, bold=True) + glyph(
            what, room * 0.2, 0, min(15, room * 0.52), cls
        )
    if bonus not in _TAKES:
        return hexagon(11, "edge") + text(0, 0, "any", SMALLEST, bold=True)
    colours = _TAKES[bonus]
    size = min(13.0, room / len(colours))
    return "".join(
        glyph(colour, (i - (len(colours) - 1) / 2) * size * 1.05, 0, size, f"p-{colour}")
        for i, colour in enumerate(colours)
    )


# --- in characters ---------------------------------------------------------------------------------------

_BONUSES = {
    "take_building": "t", "take_mine_monastery_castle": "eyr", "take_ship_livestock": "bg", "take_any": "any",
    "workers_4": "4w", "silver_2": "2s", "vp_4": "4VP",
}  # fmt: skip


def _in_characters(player: Document, data: Data, width: int) -> list[Line]:
    """Trade-route tiles: in each space the goods type that earns its bonus, or `=` and the type laid there."""
    printed = {tile["id"]: tile["spaces"] for tile in data.files["trade_routes"]["tiles"]}
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


DRAWING = Drawing(below=Below(_routes_height, _routes), characters=Characters(player=_in_characters))
