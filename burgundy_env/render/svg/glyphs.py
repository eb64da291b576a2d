"""The little pictures: an emblem per colour, one per kind of building and animal, and what players count.

Each is drawn on a field of 24 by 24 in one colour, the colour of its class; holes show what lies below.
"""

from __future__ import annotations

from ..modules import DRAWINGS

# Emblems of the colours; a tile that is alike for all of its colour (ship, castle, mine) bears its emblem.
_EMBLEMS = {
    "building": "M12 3 2.5 11H5v10h5v-6h4v6h5V11h2.5z",
    "monastery": "M9.5 2h5v6h6v5h-6v9h-5v-9h-6V8h6z",
    "ship": "M2 15.5h20l-3.5 5.5h-13zM11.2 2v12H3zM13 4.5 19.5 14H13z",
    "livestock": (
        "M12 2.5a4.3 4.3 0 0 1 3.7 6.5 4.3 4.3 0 1 1-2.3 7.2c.2 2 .9 3.8 2.1 5.3h-3.8c-.7-1.7-1-3.5-1-5.3"
        "A4.3 4.3 0 1 1 8.3 9 4.3 4.3 0 0 1 12 2.5z"
    ),
    "castle": "M3 21.5V4h3.6v3h3.3V4h4.2v3h3.3V4H21v17.5h-6V16a3 3 0 0 0-6 0v5.5z",
    "mine": "M7 3.2C13.5 1.5 21.5 6.6 22 16.6 19 10.9 14.2 7.3 7 3.2zM15 8l2.2 2.2L5.2 22 3 19.8z",
}
_BUILDINGS = {
    "warehouse": ("M7.5 2h9v9h-9zM2 13h9v9H2zM13 13h9v9h-9zM11 4.2h2v4.6h-2zM5.5 15.2h2v4.6h-2zM16.5 15.2h2v4.6h-2z"),
    "watchtower": (
        "M8.7 22.5v-10H6.9V7.6h2.3v1.6h1.7V7.6h2.3v1.6h1.7V7.6h2.3v4.9h-1.8v10zM11.3 6.5V1l5.5 2-4.3 1.8v1.7z"
    ),
    "carpenter": "M2.5 8.2 8.8 2l5.3 4.6-2 2.2L22 18.9 18.9 22 8.8 11.9 7 13.5z",
    "church": (
        "M11.1 1h1.8v2.1H15v1.8h-2.1v2.3l3.9 4v2.5l4.2 2.6V22.5h-6.3v-4.2a2.7 2.7 0 0 0-5.4 0v4.2H3v-6.2"
        "l4.2-2.6v-2.5l3.9-4V4.9H9V3.1h2.1z"
    ),
    "market": (
        "M3.5 2.5h17l2 6.5a2.7 2.7 0 0 1-5.2.6 2.8 2.8 0 0 1-5.3 0 2.8 2.8 0 0 1-5.3 0A2.7 2.7 0 0 1 1.5 9z"
        "M3.5 13.5H6V18h12v-4.5h2.5v9h-17z"
    ),
    "boarding_house": (
        "M1.5 4.5H4V14h8V8.5h6.5a4 4 0 0 1 4 4V21H20v-3.5H4V21H1.5zM7.9 8.3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"
    ),
    "bank": (
        "M8.5 3.5h11a1.5 1.5 0 0 1 0 4.6h-11a1.5 1.5 0 0 1 0-4.6zM4.5 10h11a1.5 1.5 0 0 1 0 4.6h-11"
        "a1.5 1.5 0 0 1 0-4.6zM7 16.5h11a1.5 1.5 0 0 1 0 4.6H7a1.5 1.5 0 0 1 0-4.6z"
    ),
    "town_hall": (
        "M12 1.5 22 7.6v2.7H2V7.6zM4.3 11.8h3.2v6.7H4.3zM10.4 11.8h3.2v6.7h-3.2zM16.5 11.8h3.2v6.7h-3.2z"
        "M2 20h20v2.5H2z"
    ),
}
_ANIMALS = {
    "cow": (
        "M3.3 2c.4 2.5 1.9 3.7 4.6 3.9C9 5 10.4 4.6 12 4.6s3 .4 4.1 1.3"
        "c2.7-.2 4.2-1.4 4.6-3.9 1.6 3.7.4 6.4-2.3 7.4l3.7.4c-.6 2.4-2.3 3.5-4.7 3.3L16 18.5"
        "c-.4 2.4-2 3.7-4 3.7s-3.6-1.3-4-3.7l-1.4-5.4C4.2 13.3 2.5 12.2 1.9 9.8l3.7-.4"
        "C2.9 8.4 1.7 5.7 3.3 2zM9.3 10.3a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM14.7 10.3"
        "a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM10.3 17.6a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8zM13.7 17.6"
        "a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8z"
    ),
    "sheep": (
        "M8.5 4.5a4 4 0 0 1 6.3.4 3.6 3.6 0 0 1 2.3 5.6 3.9 3.9 0 0 1-1.6 6.2v4.8h-2.2v-4.2H8.2v4.2H6v-4.6"
        "A4 4 0 0 1 3 11a4 4 0 0 1 5.5-6.5zM18.6 5.6"
        "c2.3-.5 4.2 1 4.4 3.2.2 2.1-.9 3.7-2.3 3.9-1.7.2-2.5-1-2.3-2.7.2-1.4.1-2.8-.8-3.9z"
    ),
    "pig": (
        "M3.4 2.5l5.7 2.6a10 10 0 0 1 5.8 0l5.7-2.6.1 6.7a8.6 8.6 0 0 1 .8 3.7c0 5-4.2 8.8-9.5 8.8"
        "s-9.5-3.8-9.5-8.8c0-1.3.3-2.6.8-3.7zM8 8.8a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM16 8.8"
        "a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM12 12.6c-2.5 0-4.4 1.3-4.4 3.1"
        "s1.9 3.1 4.4 3.1 4.4-1.3 4.4-3.1-1.9-3.1-4.4-3.1zM10.4 14.6"
        "a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2zM13.6 14.6a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z"
    ),
    "chicken": (
        "M2 8.3c1.6 1.6 3.6 2.1 5.6 1.7 2.2 1.2 4.3.8 5.6-1 .9-1.2.5-2.7.9-4.1"
        "l-.2-3.2 1.6 1 1.2-1.6 1.2 1.6 1.6-.6-.4 2.3c.6.6.9 1.3 1.1 2.1l2.3 1.3-2.3.9"
        "c.5 5.6-2.2 9.7-6.9 10.5v2h2v1.5H9.6v-1.5h1.8v-1.9C5.6 18.6 2 14.5 2 8.3zM17 5.2"
        "a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8z"
    ),
}
_OTHERS = {
    "worker": "M12 2a4.6 4.6 0 1 1 0 9.2A4.6 4.6 0 0 1 12 2zM3 22c0-6 3.6-9.3 9-9.3S21 16 21 22z",
    "coin": (
        "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21zM12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 6.3"
        "l1.7 3.8 4.1.4-3.1 2.7.9 4L12 15.1l-3.6 2.1.9-4-3.1-2.7 4.1-.4z"
    ),
    "check": "M2.5 12.5 6 9l4 4 8.5-8.5L22 8 10 20z",
    "flag": "M5 22V2h2.2v1.5L20 6.8 7.2 11v11z",
    "sell": "M3 7h13V3.5L22.5 9 16 14.5V11H3zM21 17H8v-3.5L1.5 19 8 24.5V21h13z",
    "turn": ("M12 3a9 9 0 0 1 8.7 6.7l2.3-.6-2.7 5.4-4.7-3.6 2.2-.6A6 6 0 1 0 17.5 14.5l2.8 1.2A9 9 0 1 1 12 3z"),
    "take": "M12 1.5 19 9h-4.3v6.5H9.3V9H5zM2.5 13.5H6V19h12v-5.5h3.5v9h-19z",
    "crate": "M2.5 2.5h19v19h-19zM6 6v12h12V6zM8.5 8.5h7v7h-7z",
    "stack": "M12 1a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 12 1zM4.5 13.5h15v3.4h-15zM4.5 18.6h15V22h-15z",
    "rosette": (
        "M12 1l2.6 2.3 3.4-.4.8 3.3 3 1.7-1.2 3.2 1.2 3.2-3 1.7-.8 3.3-3.4-.4L12 23l-2.6-3.1-3.4.4-.8-3.3-3-1.7"
        "1.2-3.2-1.2-3.2 3-1.7.8-3.3 3.4.4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"
    ),
    "crown": "M2.5 6.5 7.5 11 12 3.5 16.5 11l5-4.5L19.5 20h-15z",
}
_OF_MODULES = {name: path for drawing in DRAWINGS.values() for name, path in drawing.glyphs.items()}
GLYPHS = {**_EMBLEMS, **_BUILDINGS, **_ANIMALS, **_OF_MODULES, **_OTHERS}
_ALIKE = {tile: like for drawing in DRAWINGS.values() for tile, like in drawing.alike.items()}
GLYPHS |= {tile: GLYPHS[other] for tile, (other, _) in _ALIKE.items()}
INKS = {tile: ink for tile, (_, ink) in _ALIKE.items()}


def definitions(drawing: str | None = None) -> str:
    """The glyphs that a drawing uses, or all, for `marks.glyph` to use."""
    used = GLYPHS if drawing is None else {name for name in GLYPHS if f'"#g-{name}"' in drawing}
    return "".join(
        f'<symbol id="g-{name}" viewBox="0 0 24 24"><path fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in GLYPHS.items()
        if name in used
    )
