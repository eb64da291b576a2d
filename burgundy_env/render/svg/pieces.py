"""What else lies on the table: dice, goods, markers, bonus tiles, workers, silver, victory points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ...modules.sizes import COLOURS
from ...telling.language import say
from ...telling.tiles import bonus as told
from .. import facts
from ..fonts import width_of
from .marks import KEPT, SMALLEST, circle, glyph, group, rect, text

if TYPE_CHECKING:
    from .table import Table

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(KEPT)
def die(value: int, size: float, face: str = "die", pip: str = "pip", *, used: bool = False) -> str:
    """A die around the origin; one that has been used is pale and ticked off."""
    half, step = size / 2, size * 0.26
    pips = "".join(circle(x * step, y * step, size * 0.085, pip) for x, y in _PIPS[value])
    body = group(0, 0, rect(-half, -half, size, size, face, size * 0.2), pips, cls="used" if used else "")
    tick = glyph("check", half * 0.75, -half * 0.75, size * 0.62, "ink") if used else ""
    return group(0, 0, body, tick, title=f"die showing {value}" + (", used" if used else ""))


def goods(kind: int | str, size: float, count: int = 1) -> str:
    """Goods tiles of one type around the origin, drawn as one or as a pile."""
    half = size / 2
    back = rect(-half + 3, -half - 3, size, size, f"g{kind}", size * 0.16) if count > 1 else ""
    return (
        back
        + rect(-half, -half, size, size, f"g{kind}", size * 0.16)
        + text(0, 0, kind, max(size * 0.68, SMALLEST), f"g{kind}-ink", bold=True)
    )


def goods_row(counts: Mapping[str, int], size: float, step: float, most: int = 6, rows: float = 0) -> str:
    """Goods of several types with their numbers, from the origin to the right, `most` in a row."""
    marks = []
    for i, (kind, count) in enumerate(sorted(counts.items())):
        x, y = (i % most) * step, (i // most) * rows
        size_of = max(size * 0.55, SMALLEST)
        number = text(size / 2 + 3.5, 1, f"×{count}", size_of, anchor="start", bold=True) if count > 1 else ""
        title = f"goods of type {kind}: {count}"
        marks.append(group(x + size / 2, y, goods(kind, size, count), number, title=title))
    return "".join(marks)


def marker(seat: str, radius: float) -> str:
    """The marker of a seat around the origin: its number, or C for the Châteauma."""
    return circle(0, 0, radius, f"s{seat.lower()}") + text(
        0, 0, seat, max(radius * 1.15, SMALLEST), f"s{seat.lower()}-ink", bold=True
    )


@lru_cache(KEPT)
def bonus(kind: str, vp: int, radius: float, title: str) -> str:
    """A bonus tile around the origin, a rosette in its colour; one of no colour has a flag and a look of its own."""
    points = []
    for i in range(24):
        angle, reach = math.tau * i / 24, radius * (1 if i % 2 else 0.86)
        points.append(f"{reach * math.sin(angle):.1f} {reach * math.cos(angle):.1f}")
    if kind in COLOURS:
        cls, ink = f"t-{kind}", f"i-{kind}"
        mark = glyph(kind, 0, -radius * 0.4, radius * 0.62, ink)
    else:
        cls, ink = kind, f"{kind}-ink"
        mark = glyph("flag", 0, -radius * 0.4, radius * 0.6, ink)
    number = text(0, radius * 0.34, vp, max(radius * 0.82, SMALLEST), ink, bold=True)
    return group(0, 0, f'<path d="M{"L".join(points)}z" class="{cls}"/>', mark, number, title=title)


def held_bonus(table: Table, name: str, radius: float) -> str:
    """A bonus tile that somebody has, by its name in a position: `ship_large`."""
    kind, _, size = name.rpartition("_")
    vp = facts.bonus_vp(table.doc, table.data, size)
    return bonus(kind, vp, radius, told(kind, size, vp))


def taken_bonus(radius: float) -> str:
    """Where a bonus tile was."""
    return circle(0, 0, radius * 0.9, "gone")


def points(vp: int, height: float, label: str = "VP") -> str:
    """Victory points, ending at the origin."""
    small = max(height * 0.48, SMALLEST)
    return text(0, 0, label, small, "muted", anchor="end") + text(
        -width_of(label, small) - 5, 0, vp, height, anchor="end", bold=True
    )


def head_points(table: Table, seat: int, vp: int) -> str:
    """The victory points of a seat, ending at the origin; below, what they would come to, or how they came about."""
    players = table.doc["players"]
    heads = [drawing.head for drawing in table.drawings if drawing.head is not None] if seat < len(players) else []
    below = [said for head in heads if (said := head(players[seat]))]
    shown, unit = vp, "VP"
    if table.totals:
        total = table.totals[seat]
        if table.outcome is None:
            below.insert(0, say("head.now", total=total))
        else:
            below.insert(0, say("head.final", vp=vp, more=total - vp))
            shown, unit = total, say("head.points")
    return points(shown, 27, unit) + text(0, 24, ", ".join(below), SMALLEST, "muted", anchor="end")


def counted(mark: str, count: int, size: float, title: str) -> str:
    """Workers or silver: the glyph, then how many."""
    cls = {"worker": "ink", "coin": "silver"}[mark]
    return group(
        0, 0,
        glyph(mark, size / 2, 0, size, cls), text(size + 6, 0, count, size * 0.9, anchor="start", bold=True),
        title=title,
    )  # fmt: skip
