"""The tile, and the stack beside the black depot."""

from __future__ import annotations

from collections.abc import Sequence

from ..facts import Document
from ..terminal.spans import BOLD, Frames, Line, counted, spot
from .drawing import Characters, Drawing, Stack


def _inns(doc: Document, frames: Frames) -> list[Line]:
    return [[spot(counted(doc["inns"], "inn"), "inn", frames, BOLD)]] if doc.get("inns") else []


def _in_region(player: Document, hexes: Sequence[str]) -> int:
    """A region with an inn counts one larger."""
    return int(any(player["placed"].get(hex_) == "inn" for hex_ in hexes))


DRAWING = Drawing(
    glyphs={
        "inn": (
            "M4.5 7.5h12v2h2.2a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3h-2.2v2.5h-12zM16.5 11.8v5.4h1.9a1 1 0 0 0 1-1v-3.4"
            "a1 1 0 0 0-1-1zM4 6.5a2.9 2.9 0 0 1 3.5-3.7 3.6 3.6 0 0 1 6.2 0A2.9 2.9 0 0 1 17 6.5z"
        ),
    },
    enlarges=_in_region,
    stack=Stack("inns", "inn", "inns"),
    characters=Characters(table={"inns": _inns}),
)
