"""The posts on the rim of a duchy, and the county cards that bear one."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from ...data import Data
from ..facts import Document
from ..svg.marks import Point, Sketch, circle, glyph, group, mean, text
from ..terminal.spans import Line, Span, flow
from .drawing import Characters, Drawing, Symbol

if TYPE_CHECKING:
    from ..svg.table import Table


def _posts(sketch: Sketch, table: Table, name: str, points: Sequence[Point], pitch: float, placed: Set[str]) -> None:
    """The three posts on the rim; one that has been reached is filled."""
    middle = mean(points)
    for i, hexes in enumerate(table.data.files["duchies"]["border_posts"]["hexes"], 1):
        px, py = mean([points[h - 1] for h in hexes])
        away = math.dist((px, py), middle)
        reach = pitch * (0.86 if len(hexes) == 1 else 0.76)
        at = (px + (px - middle[0]) / away * reach, py + (py - middle[1]) / away * reach)
        reached = any(f"h{h}" in placed for h in hexes)
        radius = pitch * 0.25
        linked = " and ".join(f"h{h}" for h in hexes)
        marks = [
            circle(0, 0, radius, "post" if reached else "inset"),
            glyph("flag", radius * 0.08, 0, radius * 1.25, "post-ink" if reached else "muted"),
        ]
        title = f"border post at {linked}" + (", reached" if reached else "")
        sketch.add(f"{name}.post{i}", *at, group(0, 0, *marks, title=title))


def _finished_posts(sketch: Sketch, its: Document, x: float, y: float) -> None:
    """How many cards with a border post the Châteauma has finished."""
    posts = its.get("posts", 0)
    shown = glyph("flag", 10, 0, 18, "ink") + text(24, 0, posts, 18, anchor="start", bold=True)
    sketch.add("chateauma.posts", x, y, group(0, 0, shown, title=f"finished cards with a border post: {posts}"))


def _post_hexes(data: Data) -> dict[str, str]:
    return {f"h{hex_}": "P" for post in data.files["duchies"]["border_posts"]["hexes"] for hex_ in post}


def _finished_in_characters(its: Document, width: int) -> list[Line]:
    said = f"finished cards with a border post: {its.get('posts')}"
    return flow("", [[Span(said)]], width) if its.get("posts") else []


DRAWING = Drawing(
    looks={"post": "fill:#c0392b;stroke:#6d1c13", "post-ink": "fill:#ffffff"},
    rim=0.75,
    on_duchy=_posts,
    symbol=Symbol("border_post", "flag", "border post"),
    beside_silver=_finished_posts,
    characters=Characters(chateauma=_finished_in_characters, hex_notes=_post_hexes),
)
