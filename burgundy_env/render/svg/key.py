"""The key of a picture: tiles, what they are called and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from ...telling import tiles as words
from .marks import SMALLEST, Sketch, caption, group, paragraph, rect, text
from .table import Table
from .tiles import tile

_ROW, _RADIUS = 62, 26
_COLUMN = 280  # how wide an entry is at least


def key_height(tiles: Sequence[str], width: float) -> float:
    """How high the key of so many tiles is."""
    return 44 + -(-len(tiles) // _columns(width)) * _ROW


def draw_key(sketch: Sketch, table: Table, tiles: Sequence[str], x: float, y: float, width: float) -> None:
    """A panel with every tile and its words."""
    columns = _columns(width)
    step = (width - 28) / columns
    marks = [rect(0, 0, width, key_height(tiles, width), "panel", 12), caption(14, 18, "What the tiles do")]
    for i, name in enumerate(tiles):
        said = words.does(name, table.ruleset)
        left, room = 2 * _RADIUS + 12, step - 2 * _RADIUS - 24
        entry = [
            group(_RADIUS, 0, tile(name, _RADIUS, table.ruleset)),
            text(left, -16, words.spoken(name), 14, anchor="start", bold=True),
            paragraph(left, 3, said, SMALLEST, room, 2, "muted"),
        ]
        marks.append(group(14 + i % columns * step, 64 + i // columns * _ROW, *entry))
    sketch.add("key", x, y, *marks)


def _columns(width: float) -> int:
    return max(1, int((width - 28) // _COLUMN))
