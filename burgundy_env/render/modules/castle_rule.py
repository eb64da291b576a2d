"""Castles set aside."""

from __future__ import annotations

from ..facts import Document
from ..terminal.spans import Frames, Line, Span
from .drawing import Characters, Drawing, Stack


def _set_aside(doc: Document, frames: Frames) -> list[Line]:
    return [[Span(f"castles set aside {doc['set_aside']}")]] if doc.get("set_aside") else []


DRAWING = Drawing(
    stack=Stack("set_aside", "castle", "set aside"), characters=Characters(table={"set_aside": _set_aside})
)
