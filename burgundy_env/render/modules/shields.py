"""What county cards bear."""

from __future__ import annotations

from .drawing import Drawing, Symbol

DRAWING = Drawing(
    glyphs={"shield": "M12 1.5 21 4.5v7c0 5-3.6 8.7-9 11-5.4-2.3-9-6-9-11v-7z"},
    symbol=Symbol("shield", "shield", "shield"),
)
