"""The table in sheets, each thing of it by itself, for pages that lay them out as the screen has room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .board import board_height, draw_depots, draw_strips
from .chateauma import CARDS_BOX, chateauma_height, draw_chateauma
from .marks import Sketch
from .player import draw_player, duchy_box, panel_height
from .status import STATUS_HEIGHT, draw_status
from .table import Table

SEAT, NARROW_SEAT = 577.0, 411.0  # wide; with either the duchy is as large, so that its hexes are the same drawings
_BOARD, _NARROW_BOARD, _STATUS = 700.0, 394.0, 404.0
_RIM = 9.0  # around what has no frame of its own


class Sheet(NamedTuple):
    """A drawing of its own."""

    width: float
    height: float
    parts: Mapping[str, str]
    places: Mapping[str, tuple[float, float]]
    focus: tuple[float, float, float, float] | None = None  # left, top, width, height of what is shown of it in small


def sheets(table: Table, narrow: bool) -> Iterator[tuple[str, Sheet]]:
    """The sheets of a position by name: the depots, the course of the game, the seats."""
    sketch, width = Sketch(), _NARROW_BOARD if narrow else _BOARD
    draw_depots(sketch, table, _RIM, _RIM, width, narrow)
    end = draw_strips(sketch, table, _RIM, _RIM + board_height(narrow), width)
    yield "depots", Sheet(width + 2 * _RIM, end + _RIM, sketch.parts, sketch.places)
    sketch = Sketch()
    draw_status(sketch, table, _RIM, _RIM, _STATUS)
    yield "status", Sheet(_STATUS + 2 * _RIM, STATUS_HEIGHT + 2 * _RIM, sketch.parts, sketch.places)
    width = NARROW_SEAT if narrow else SEAT
    for seat in range(len(table.doc["players"])):
        sketch, height = Sketch(), panel_height(table, width)
        draw_player(sketch, table, seat, 0, 0, width, height)
        yield f"seat{seat}", Sheet(width, height, sketch.parts, sketch.places, duchy_box(table, width))
    if table.doc.get("chateauma"):
        sketch, height = Sketch(), chateauma_height(width)
        draw_chateauma(sketch, table, 0, 0, width, height)
        yield f"seat{len(table.doc['players'])}", Sheet(width, height, sketch.parts, sketch.places, CARDS_BOX)
