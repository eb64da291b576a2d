"""The crane and the geese."""

from __future__ import annotations

from .drawing import Drawing

DRAWING = Drawing(
    glyphs={
        "crane": "M3.5 22.5v-2.7H6V7.5H3V4.6h16l3 3.2v5.4h-2.2V9h-3L9.5 15v4.8H12v2.7zM18.2 13.2h5v5h-5z",
        "geese": (
            "M1 12.7c3 1.2 5.7.9 8.5 0 2.7-.8 4.9-.5 5.9-1.8 1-1.3.4-3-.1-4.7C14.5 3.4 16 1.2 18.3 1.2"
            "c1.7 0 2.9 1 3.2 2.5l2.2 1.6-2.5.6c.7 3 .6 6-.6 8.5-1.4 3-3.6 4.7-6.6 5.2v1.5h1.8v1.5h-5.4v-1.5"
            "h1.9v-1.4C6.8 19.4 2.6 17.3 1 12.7zM18.2 3.2a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8z"
        ),
    },
    pictograms={"m27": ("stack",), "m28": ("coin", "2", "worker")},
)
