"""Tiles, empty hexes and empty slots, around the origin; the caller moves them to their place."""

from __future__ import annotations

from ...modules.base import SPECIES
from ...modules.vineyards import LAID
from ...telling import tiles as words
from . import glyphs
from .marks import SMALLEST, fitted, glyph, group, hexagon, line, text

_LABELS = {"boarding_house": "boarding"}
_READABLE = 24  # the radius from which a tile bears its name


def tile(name: str, radius: float, ruleset: str = "special_edition", *, face_down: bool = False) -> str:
    """A tile as it lies on the table, `black:ship` face down; a pointer over it is told its name and effect."""
    if face_down or name.partition(":")[0] == "black":
        known = name.removeprefix("black:")
        return _face_down(radius, "face down" if known == "black" else f"{words.spoken(known)}, face down")
    if name in LAID:
        return _double(name, radius)
    colour = words.colour_of(name) or "none"
    effect = words.effect(name, ruleset)
    title = words.spoken(name) + (f": {effect}" if effect else "")
    ink = f"i-{colour}"
    body = [hexagon(radius, "shadow", radius * 0.07), hexagon(radius, f"t-{colour}"), *_face(name, radius, ink)]
    return group(0, 0, *body, title=title)


def _double(name: str, radius: float) -> str:
    """A double tile in storage: its two vines, side by side on one hex's room."""
    size, marks = max(radius * 0.36, SMALLEST), []
    for x, vine in zip((-1, 1), name.split("+"), strict=True):
        code = text(0, 0, words.code(f"{vine}+{vine}")[:2], size, f"vine-{vine}-ink", bold=True)
        marks.append(group(x * radius * 0.42, 0, hexagon(radius * 0.58, f"vine-{vine}"), code))
    return group(0, 0, *marks, title=f"{words.spoken(name)}: {words.effect(name)}")


def _face(name: str, radius: float, ink: str) -> list[str]:
    if words.colour_of(name) == "monastery":
        mark = glyph("monastery", 0, -radius * 0.5, radius * 0.5, ink)
        return [mark, text(0, radius * 0.22, name[1:], radius * 0.78, ink, bold=True)]
    if name[-1].isdigit() and name[:-1] in SPECIES:
        y = -radius * 0.2 if radius >= _READABLE else 0
        return [
            text(-radius * 0.46, y, name[-1], max(radius * 0.62, SMALLEST), ink, bold=True),
            glyph(name[:-1], radius * 0.24, y, radius * 0.84, ink),
            _label(name[:-1], radius, ink),
        ]
    if name not in glyphs.GLYPHS:  # whole modules may have no pictures
        return [text(0, 0, words.code(name), radius * 0.5, ink, bold=True)]
    glyph_ink = glyphs.INKS.get(name, ink)
    if radius < _READABLE:
        return [glyph(name, 0, 0, radius * 1.1, glyph_ink)]
    mark = glyph(name, 0, -radius * 0.2, radius * 0.92, glyph_ink)
    return [mark, _label(_LABELS.get(name, words.spoken(name)), radius, ink)]


def _label(name: str, radius: float, ink: str) -> str:
    """The word below a glyph, made to fit; none where it could not be read."""
    if radius < _READABLE:
        return ""
    return fitted(radius * 0.47, name, max(radius * 0.33, SMALLEST), radius * 1.66, ink)


def _face_down(radius: float, title: str) -> str:
    marks = [
        hexagon(radius, "shadow", radius * 0.07), hexagon(radius, "night"), hexagon(radius * 0.72, "night-slot"),
        glyph("crown", 0, 0, radius * 0.75, "night-muted"),
    ]  # fmt: skip
    return group(0, 0, *marks, title=title)


def empty_hex(name: str, colour: str, number: int, radius: float, *, named: bool) -> str:
    """A hex to be covered: its die number above the emblem of its colour."""
    y, size = (-0.08, 0.6) if named else (-0.2, 0.72)
    marks = [
        hexagon(radius, f"e-{colour}"),
        text(0, radius * y, number, radius * size, f"p-{colour}", bold=True),
        glyph(colour, 0, radius * 0.52, radius * 0.5, f"p-{colour}"),
    ]
    if named:
        marks.append(text(0, -radius * 0.56, name, max(radius * 0.3, SMALLEST), f"p-{colour}"))
    return group(0, 0, *marks, title=f"{name}: {colour}, die number {number}")


def empty_slot(colour: str | None, radius: float) -> str:
    """A place for a tile; with a colour, one of a depot that has been emptied."""
    if colour is None:
        return hexagon(radius, "gone")
    return group(0, 0, hexagon(radius, "gone"), glyph(colour, 0, 0, radius * 0.8, f"p-{colour}"), cls="used")


def sold_out(radius: float) -> str:
    """A slot of the black depot whose tile is gone."""
    d = radius * 0.2
    return hexagon(radius, "night-slot") + line(-d, -d, d, d, "night-slot") + line(-d, d, d, -d, "night-slot")
