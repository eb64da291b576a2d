"""Where on the drawn table an action is chosen: `d1 take 3.2` in slot 2 of depot 3, `end` at a button."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from burgundy_env.modules import ACTIONS
from burgundy_env.modules.sizes import CHANNELS

_HEX, _SLOT = re.compile(r"h\d+\Z"), re.compile(r"(b|\d\.)\d\Z")
_GOODS = ("sell", "pay")
_STORED = ("pick", "discard")
_TAKING = {"take", *(block.verb for block in ACTIONS if block.purchase)}


def spot_of(action: str) -> str:
    """The place that an action points at; what points at none is a button, named `=` and the action."""
    words = action.split()
    verb, *things = words[1:] if words[0] in CHANNELS else words
    hexes = [thing for thing in things if _HEX.match(thing)]
    if hexes:
        return hexes[-1]
    if not things:
        return f"={action}"
    if verb in _GOODS and things[0].isdigit():
        return f"goods{things[0]}"
    if verb in _STORED:
        return f"stored:{' '.join(things)}"
    if verb == "goods":
        return f"depot{things[0]}"
    if verb == "keep":
        return f"keep{things[0]}"
    stack = verb in _TAKING and not things[0].isdigit()
    return things[0] if _SLOT.match(things[0]) or stack else f"={action}"


def channel(action: str) -> str:
    """`d1`, `d2` or `free` where an action says it, else nothing."""
    first = action.partition(" ")[0]
    return first if first in CHANNELS else ""


def by_spot(actions: Iterable[str]) -> dict[str, list[str]]:
    """The actions by the place they point at, in their order."""
    spots: dict[str, list[str]] = {}
    for action in actions:
        spots.setdefault(spot_of(action), []).append(action)
    return spots


class Box(NamedTuple):
    """Where a spot is on the screen."""

    x: float
    y: float
    width: float


_DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_ASPECT = 2.0  # a character is about twice as high as wide
_ASIDE = 2.5  # how much worse a column to the side is than one ahead


def neighbour(boxes: Mapping[str, Box], here: str, direction: str) -> str:
    """The spot that an arrow key leads to from another: the nearest one that lies that way."""
    across, down = _DIRECTIONS[direction]
    start = boxes[here]
    best, found = float("inf"), here
    for spot, box in boxes.items():
        dx = box.x + box.width / 2 - start.x - start.width / 2
        dy = (box.y - start.y) * _ASPECT
        ahead, aside = (dx * across, abs(dy)) if across else (dy * down, abs(dx))
        if ahead <= 0 or spot == here:
            continue
        far = ahead + _ASIDE * aside if across else _ASIDE * ahead + aside
        if far < best:
            best, found = far, spot
    return found
