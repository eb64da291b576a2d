"""Shapes and words of SVG, and the sketch that collects them by name.

Colours never stand here: every mark has a class, and `palette` says what the classes look like in light
and dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...safe import markup
from ..fonts import width_of

Document = Mapping[str, Any]
Point = tuple[float, float]

HEAD, PAD = 50, 14  # of a seat's panel: the height of its head, the margin within
KEPT = 4096  # drawings of things that recur in every picture of a game, of each kind
SMALLEST = 13.5  # of letters: 11 pixels and more where a screen of 1440 shows the whole table, 12 on a phone


class Spot(NamedTuple):
    """Where something lies that can be pointed at: its middle, and how far it reaches."""

    x: float
    y: float
    width: float
    height: float
    hexagonal: bool


class Sketch:
    """A drawing made of named parts, each standing for one thing that can change by itself.

    It notes beside them where things lie that an action may mean, named as notation names them: `3.2`, `h26`.
    """

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.places: dict[str, tuple[float, float]] = {}
        self.spots: dict[str, Spot] = {}

    def hex_spot(self, name: str, x: float, y: float, radius: float) -> None:
        """A hexagon that can be pointed at; of equal things the first stands for all."""
        self.spots.setdefault(name, Spot(x, y, radius * math.sqrt(3), radius * 2, True))

    def spot(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Something else that can be pointed at, by its middle."""
        self.spots.setdefault(name, Spot(x, y, width, height, False))

    def add(self, name: str, x: float, y: float, *marks: str) -> None:
        """Put marks at a place; a name is given once."""
        if name in self.parts:
            raise ValueError(f"the drawing has a part {name!r} already")
        self.parts[name] = "".join(marks)
        self.places[name] = x, y


def mean(points: Sequence[Point]) -> Point:
    """The middle of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def num(value: float) -> str:
    """A coordinate, as short as it goes."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def group(x: float, y: float, *marks: str, title: str = "", cls: str = "") -> str:
    """Marks moved to a place; the title is what a pointer over them shows."""
    where = f' transform="translate({num(x)} {num(y)})"' if x or y else ""
    kind = f' class="{cls}"' if cls else ""
    told = f"<title>{markup(title)}</title>" if title else ""
    return f"<g{kind}{where}>{told}{''.join(marks)}</g>"


def rect(x: float, y: float, width: float, height: float, cls: str, radius: float = 0) -> str:
    """A rectangle, its corners rounded."""
    rounded = f' rx="{num(radius)}"' if radius else ""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"{rounded} class="{cls}"/>'


def circle(x: float, y: float, radius: float, cls: str) -> str:
    """A circle."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" class="{cls}"/>'


def line(x1: float, y1: float, x2: float, y2: float, cls: str) -> str:
    """A straight line."""
    return f'<path d="M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}" class="{cls}"/>'


@lru_cache(KEPT)
def hexagon(radius: float, cls: str, y: float = 0) -> str:
    """A hexagon around the origin, standing on a corner."""
    w, h = radius * math.sqrt(3) / 2, radius
    return (
        f'<path d="M0 {num(y - h)}L{num(w)} {num(y - h / 2)}V{num(y + h / 2)}L0 {num(y + h)}'
        f'L{num(-w)} {num(y + h / 2)}V{num(y - h / 2)}z" class="{cls}"/>'
    )


def glyph(name: str, x: float, y: float, size: float, cls: str) -> str:
    """A glyph of the game, its middle at a place."""
    return (
        f'<use href="#g-{name}" x="{num(x - size / 2)}" y="{num(y - size / 2)}" width="{num(size)}" '
        f'height="{num(size)}" class="{cls}"/>'
    )


def text(
    x: float, y: float, content: object, size: float, cls: str = "ink", *, anchor: str = "middle", bold: bool = False
) -> str:
    """Words whose middle height is at y."""
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="700"' if bold else ""
    baseline = num(y + size * 0.36)
    return (
        f'<text x="{num(x)}" y="{baseline}" font-size="{num(size)}"{placed}{weight} class="{cls}">'
        f"{markup(content, quote=False)}</text>"
    )


def fitted(y: float, content: str, size: float, room: float, cls: str = "ink") -> str:
    """Words around the middle, pressed together where they would be too wide: small letters are worse to read."""
    wide = width_of(content, size)
    words = text(0, y, content, size, cls)
    return words if wide <= room else f'<g transform="scale({room / wide:.2f} 1)">{words}</g>'


def reduced(content: str, size: float, room: float, bold: bool = False) -> float:
    """The size of letters in which words fit a room, at most `size`."""
    return min(size, size * room / max(width_of(content, size, bold), 1))


def wrapped(content: str, size: float, width: float) -> list[str]:
    """Words broken into lines that fit a width."""
    lines: list[str] = []
    for word in content.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def paragraph(
    x: float, y: float, content: str, size: float, width: float, most: int, cls: str = "ink", bold: bool = False
) -> str:
    """Words on at most so many lines, the first one's middle at y; what doesn't fit ends in dots."""
    lines = wrapped(content, size, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        while width_of(f"{lines[-1]} ...", size) > width and " " in lines[-1]:
            lines[-1] = lines[-1].rpartition(" ")[0]
        lines[-1] += " ..."
    step = size * 1.3
    return "".join(text(x, y + i * step, one, size, cls, anchor="start", bold=bold) for i, one in enumerate(lines))


def caption(x: float, y: float, content: str, size: float = SMALLEST) -> str:
    """The small heading of a part."""
    return text(x, y, content, size, "muted", anchor="start")


def joined(marks: Iterable[str]) -> str:
    """Marks as one."""
    return "".join(marks)
