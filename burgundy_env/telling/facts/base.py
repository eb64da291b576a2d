"""The facts that any sentence may use."""

from __future__ import annotations

from typing import Any

from ...engine.hooks.changes import sale_brings
from ...engine.layout import ARG_A, COLOURS, FREE, OF_TEAM, STORAGE, TILES
from ...engine.rules.pending import top
from ...engine.rules.shields import P_STRAIGHT, STORES_ALL, holds
from ...modules.sizes import PHASE_LETTERS
from ...modules.team import SPACES
from ..language import Several, has, say
from ..tiles import colour_of, one, placing
from .situation import Situation, tile_name

_FILLED = (("stored", 1), ("doubled", 2), ("team_stored", 1))  # and spaces for each
_DOUBLE = ("double", "buy_store", "store")  # actions by which a double tile comes


def _by(at: Situation) -> str:
    """`Die 1 (2, made 6 with 2 workers): `, or what stands before an action that an effect gives."""
    if at.shown is None and at.channel != FREE:
        return say("by.die.any", die=say("die", number=at.channel + 1))
    if at.shown is None:
        key = f"by.effect.{at.cause}"
        return say(key if has(key) else "by.effect")
    die = say("die.white") if at.channel == FREE else say("die", number=at.channel + 1)
    changed = change(at)
    return say("by.die.changed" if changed else "by.die", die=die, shown=at.shown, change=changed)


def change(at: Situation) -> str:
    """`made 6 with 2 workers`; nothing where the die stays as it is."""
    if at.shown is None or at.wanted in (None, at.shown):
        return ""
    return say("change" if at.workers else "change.free", wanted=at.wanted, workers=at.workers)


def _room(at: Situation) -> str:
    """What a tile that comes to storage brings about."""
    if holds(at.s, at.seat, STORES_ALL) or top(at.s) == P_STRAIGHT:
        return ""
    filled = sum(int(at.s[name][at.seat]) * spaces for name, spaces in _FILLED)
    if at.name in _DOUBLE:
        return say("room.double") if filled + 2 > STORAGE else ""
    return say("room") if filled >= (2 * SPACES if at.t["teams"] else STORAGE) else ""


def _kind(at: Situation) -> str:
    """What the tiles are that may be meant."""
    colours = {colour_of(tile) for tile in at.tiles}
    colour = colours.pop() if len(colours) == 1 else None
    return say("placing.any") if colour is None else say(f"colour.{colour}")


def _choice(name: int) -> str:
    """A stored tile that may be meant."""
    tile = one(str(TILES[name % OF_TEAM]))
    return say("of_team", tile=tile) if name >= OF_TEAM else tile


def _there(at: Situation) -> Several:
    """The goods of a depot."""
    counts = at.s["depot_goods"][int(at.object) - 1].tolist()
    there = [say("goods.there", count=count, type=goods) for goods, count in enumerate(counts, 1) if count]
    return Several(there or [say("goods.none")])


def _sold(at: Situation) -> int:
    return int(at.s["goods"][at.seat, int(at.object) - 1])


def _silver(at: Situation) -> int:
    """Of a sale."""
    silver, _ = sale_brings(at.s, at.seat, _sold(at), 0)
    return int(silver) + at.has(3)


def _size(at: Situation) -> str:
    """Of the region that an action completes: its hexes, and what it counts as if that is more."""
    hexes = int(at.t["region"][at.s["duchy"][at.seat], int(at.hex[1:]) - 1]).bit_count()
    counted = at.t["region_vp"].tolist().index(at.points["regions"])
    return str(hexes) if counted == hexes else say("points.counted", hexes=hexes, counted=counted)


def _placed_colour(at: Situation) -> str:
    colour = int(at.t["colour"][at.s["duchy"][at.seat], int(at.hex[1:]) - 1])
    return say(f"colour.{COLOURS[colour]}")


FACTS: dict[str, Any] = {
    "size": _size,
    "colour": _placed_colour,
    "letter": lambda at: PHASE_LETTERS[int(at.s["phase"])],
    "species": lambda at: say(f"species.{at.tiles[0].rstrip('234')}"),
    "each": lambda at: at.points["goods"] // _sold(at),
    "object": lambda at: at.object,
    "by": _by,
    "tile": lambda at: one(at.tiles[0]),
    "choices": lambda at: Several(map(_choice, at.fitting)),
    "kind": _kind,
    "depot": lambda at: at.object[0],
    "hex": lambda at: at.hex,
    "effect": lambda at: placing(at.tiles[0]),
    "room": _room,
    "coming": lambda at: one(tile_name(at.pending(ARG_A))),
    "goods": _there,
    "tiles": _sold,
    "silver": _silver,
    "worker": lambda at: say("sale.worker") if at.has(4) else "",
    "workers": lambda at: 4 if at.has(14) else 2,
    "more_silver": lambda at: say("workers.silver") if at.has(13) else "",
}
