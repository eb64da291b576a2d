"""The table in sheets, each thing of it by itself, for pages that lay them out as the screen has room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...data import Data
from ..modules import drawings
from .board import AROUND, IN_COLUMNS, IN_ROW, Ground, board_height, draw_depots, draw_strips
from .chateauma import CARDS_BOX, chateauma_height, draw_chateauma
from .duchy import draw_duchy, duchy_height
from .marks import Sketch, Spot
from .player import draw_player, duchy_box, panel_height
from .status import STATUS_HEIGHT, draw_status
from .table import Table

SEAT, NARROW_SEAT = 577.0, 411.0  # wide; with either the duchy is as large, so that its hexes are the same drawings
_BOARD, _NARROW_BOARD, _ROW, _STATUS = 700.0, 394.0, 1080.0, 404.0
_ALONE = 330.0
_RIM = 9.0  # around what has no frame of its own


Box = tuple[float, float, float, float]  # left, top, width, height


class Sheet(NamedTuple):
    """A drawing of its own."""

    width: float
    height: float
    parts: Mapping[str, str]
    places: Mapping[str, tuple[float, float]]
    spots: Mapping[str, Spot]
    focus: Box | None = None  # what is shown of it in small


GROUNDS = {"row": IN_ROW, "around": AROUND, "columns": IN_COLUMNS}  # how the depots may lie


def sheets(table: Table, narrow: bool, ground: str = "") -> Iterator[tuple[str, Sheet]]:
    """The sheets of a position by name: the depots, as `ground` says, the course of the game, the seats."""
    yield "depots", _depots(table, GROUNDS[ground or ("columns" if narrow else "around")])
    sketch = Sketch()
    draw_status(sketch, table, _RIM, _RIM, _STATUS)
    yield "status", _sheet(sketch, _STATUS + 2 * _RIM, STATUS_HEIGHT + 2 * _RIM)
    width = NARROW_SEAT if narrow else SEAT
    for seat in range(len(table.doc["players"])):
        sketch, height = Sketch(), panel_height(table, width)
        draw_player(sketch, table, seat, 0, 0, width, height)
        yield f"seat{seat}", _sheet(sketch, width, height, duchy_box(table, width))
    if table.doc.get("chateauma"):
        sketch, height = Sketch(), chateauma_height(width)
        draw_chateauma(sketch, table, 0, 0, width, height)
        yield f"seat{len(table.doc['players'])}", _sheet(sketch, width, height, CARDS_BOX)


def duchy_sheet(data: Data, board: int) -> Sheet:
    """A duchy board that nothing lies on."""
    doc = {"players": [{"duchy": board, "placed": {}}], "pending": [], "config": {"modules": []}}
    table = Table(doc, data, drawings(doc), (), False, None, None, ())
    sketch, height = Sketch(), duchy_height(_ALONE, 0)
    draw_duchy(sketch, table, 0, 0, 0, _ALONE, height)
    return _sheet(sketch, _ALONE, height)


def _depots(table: Table, ground: Ground) -> Sheet:
    """The depots, as they shall lie, and what modules lay below."""
    sketch, width = Sketch(), {AROUND: _BOARD, IN_COLUMNS: _NARROW_BOARD, IN_ROW: _ROW}[ground]
    draw_depots(sketch, table, _RIM, _RIM, width, ground)
    end = draw_strips(sketch, table, _RIM, _RIM + board_height(ground), width)
    return _sheet(sketch, width + 2 * _RIM, end + _RIM)


def _sheet(sketch: Sketch, width: float, height: float, focus: Box | None = None) -> Sheet:
    return Sheet(width, height, sketch.parts, sketch.places, sketch.spots, focus)
