"""A turn drawn on a position: a number at each thing that an action is about, and an arrow where a tile goes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .marks import Point, circle, group, line, num, text
from .page import WIDE, render, scene

if TYPE_CHECKING:
    from ...game import Game

_SLOT = re.compile(r"(?:take|recruit|buy) (\d)\.(\d)\b")
_BLACK = re.compile(r"(?:take|buy) b(\d)\b")
_HEX = re.compile(r"(?:place(?: b\d)?|start|shield|retrieve) (h\d+)\b")
_GOODS = re.compile(r"goods (\d)\b")
_WITHIN = (26.0, 38.0)  # of a corner that is drawn by: where the thing itself is
_RADIUS = 13.0


def turn_picture(game: Game, turn: Sequence[str], theme: str = "light", width: int = WIDE, **options: Any) -> str:
    """A position as SVG with a turn on it. The options are those of `picture`."""
    drawn = scene(game, width, **options)
    marks = "".join(turn_marks(drawn.places, turn, game.active or 0))
    told = f"{drawn.summary} The turn that is drawn: {', '.join(turn)}."
    shown = drawn._replace(
        parts={**drawn.parts, "turn": marks}, places={**drawn.places, "turn": (0.0, 0.0)}, summary=told
    )
    return render(shown, theme, width)


def turn_marks(places: Any, turn: Sequence[str], seat: int) -> list[str]:
    """The marks of a turn, where the things of a position stand at these places."""
    arrows: list[str] = []
    numbers: list[str] = []
    met: dict[Point, int] = {}
    number = 0
    storage = _within(places.get(f"seat{seat}.storage"))
    for action in turn:
        number += action != "end"
        at, way = _place_of(action, places, seat), None
        if at is None:
            continue
        if " take " in f" {action} " or action.startswith(("buy", "recruit")):
            way = (at, storage) if storage else None
        elif "place" in action and storage:
            way = (storage, at)
        if way is not None:
            arrows.append(_arrow(*way))
        # Numbers at the same place stand beside each other.
        beside = met.get(at, 0)
        met[at] = beside + 1
        mark = circle(0, 0, _RADIUS, "alert") + text(0, 0, number, 15, "chip-ink", bold=True)
        numbers.append(group(at[0] + 16 + beside * 2 * _RADIUS, at[1] - 16, mark, title=action))
    return arrows + numbers


def _place_of(action: str, places: Any, seat: int) -> Point | None:
    """Where the thing is that an action is about; None for what has no place."""
    if found := _SLOT.search(action):
        return _found(places, f"depot{found[1]}.{found[2]}")
    if found := _BLACK.search(action):
        return _found(places, f"black.{found[1]}")
    if found := _HEX.search(action):
        return _found(places, f"seat{seat}.{found[1]}")
    if found := _GOODS.fullmatch(action):
        return _found(places, f"depot{found[1]}.goods")
    verb = action.partition(" ")[2] or action
    if verb.startswith("sell"):
        return _within(places.get(f"seat{seat}.goods"))
    if verb == "workers":
        return _found(places, f"seat{seat}.workers")
    return _found(places, f"seat{seat}.silver") if verb == "hire" else None


def _found(places: Any, name: str) -> Point | None:
    return tuple(places[name]) if name in places else None


def _within(corner: Point | None) -> Point | None:
    return None if corner is None else (corner[0] + _WITHIN[0], corner[1] + _WITHIN[1])


def _arrow(begin: Point, end: Point) -> str:
    """An arrow, a little short of both ends."""
    far = math.dist(begin, end)
    if far < 4 * _RADIUS:
        return ""
    dx, dy = (end[0] - begin[0]) / far, (end[1] - begin[1]) / far
    tip = end[0] - dx * _RADIUS, end[1] - dy * _RADIUS
    back = tip[0] - dx * 16, tip[1] - dy * 16
    sides = [(back[0] - dy * 8 * way, back[1] + dx * 8 * way) for way in (1, -1)]
    points = " ".join(f"{num(x)},{num(y)}" for x, y in (tip, *sides))
    shaft = line(begin[0] + dx * _RADIUS, begin[1] + dy * _RADIUS, *back, "active")
    return f'{shaft}<polygon points="{points}" class="alert"/>'
