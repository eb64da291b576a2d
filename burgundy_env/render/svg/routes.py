"""Trade routes: tiles of three spaces in a row, filled from the left by what is sold."""

from __future__ import annotations

from typing import Any

from ...modules.sizes import COLOURS
from .board import Table
from .marks import SMALLEST, Sketch, caption, circle, glyph, group, hexagon, rect, text
from .pieces import goods

_ROW_HEIGHT = 68
_SMALLEST_TILE = 85  # how wide a tile is at least; with less room the route is broken into two rows
_BONUS = {
    "take_building": ("building", "take a building"),
    "take_mine_monastery_castle": ("mine", "take a mine, monastery or castle"),
    "take_ship_livestock": ("ship", "take a ship or livestock"),
    "take_any": ("any", "take any tile of a depot"),
    "workers_4": ("worker", "4 workers"),
    "silver_2": ("coin", "2 silver"),
    "vp_4": ("vp", "4 VP"),
}
_TAKES = {"mine": ("mine", "monastery", "castle"), "ship": ("ship", "livestock"), "building": ("building",)}


def routes_height(table: Table, width: float) -> float:
    """How high the route of a player is: the same for all positions of a game."""
    return 16 + _ROW_HEIGHT * (1 if _tiles(table) * _SMALLEST_TILE <= width else 2)


def _tiles(table: Table) -> int:
    return int(table.data.trade_routes["per_player"][str(max(table.seats, 2))])


def draw_routes(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float) -> None:
    """A player's route, and the tiles still to be laid."""
    name, player = f"seat{seat}", table.doc["players"][seat]
    tiles = {entry["id"]: entry for entry in table.data.trade_routes["tiles"]}
    laid, hand, sold = player.get("route", []), player.get("route_hand", []), player.get("route_goods", [])
    in_row = _tiles(table) if _tiles(table) * _SMALLEST_TILE <= width else -(-_tiles(table) // 2)
    step = width / in_row
    sketch.add(
        f"{name}.routes", x, y, caption(0, 4, "Trade route" + (": lay the tiles by their numbers" if hand else ""))
    )
    for i, ident in enumerate([*laid, *hand]):
        spaces = tiles[ident]["spaces"]
        fills = [sold[3 * i + k] if i < len(laid) and 3 * i + k < len(sold) else None for k in range(3)]
        marks = [
            _space(space, fill, k, (step - 8) / 3) for k, (space, fill) in enumerate(zip(spaces, fills, strict=True))
        ]
        # A tile of the hand bears its number, by which `route 7` lays it.
        frame = rect(0, 0, step - 5, 66, "inset" if i < len(laid) else "gone", 8)
        number = "" if i < len(laid) else circle(7, 4, 9, "chip") + text(7, 4, ident, 11, "chip-ink", bold=True)
        body = group(0, 0, frame, *marks, number, title=f"route tile {ident}")
        sketch.add(f"{name}.route{i + 1}", x + i % in_row * step, y + 16 + i // in_row * _ROW_HEIGHT, body)


def _space(space: dict[str, Any], sold: int | None, k: int, width: float) -> str:
    kind, meaning = _BONUS[space["bonus"]]
    size = min(26.0, width - 4)
    number = (
        group(0, 20, goods(sold, size))
        if sold
        else group(
            0,
            20,
            rect(-size / 2, -size / 2, size, size, "gone", 4),
            text(0, 0, space["number"], size * 0.7, bold=True),
        )
    )
    title = f"goods {space['number']}: {meaning}" + (f"; covered by goods {sold}" if sold else "")
    mark = group(0, 50, _reward(kind, min(width, 30)), cls="used" if sold else "")
    return group(2 + (k + 0.5) * width, 0, number, mark, title=title)


def _reward(kind: str, room: float) -> str:
    """The picture of a bonus."""
    if kind == "vp":
        return text(0, 0, "4 VP", min(11, max(room * 0.4, SMALLEST)), bold=True)
    if kind in ("worker", "coin"):
        count = "4" if kind == "worker" else "2"
        cls = "ink" if kind == "worker" else "silver"
        return text(-room * 0.26, 0, count, 12, bold=True) + glyph(kind, room * 0.2, 0, min(15, room * 0.52), cls)
    if kind == "any":
        return hexagon(11, "edge") + text(0, 0, "any", SMALLEST, bold=True)
    colours = _TAKES[kind]
    size = min(13.0, room / len(colours))
    return "".join(
        glyph(colour, (i - (len(colours) - 1) / 2) * size * 1.05, 0, size, f"p-{colour}")
        for i, colour in enumerate(colours)
        if colour in COLOURS
    )
