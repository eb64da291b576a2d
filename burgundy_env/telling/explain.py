"""What an action does, in a sentence, the workers it costs included."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.layout import COLOUR_OF, COLOURS, FREE, STORAGE, TILES
from ..engine.rules.castle_rule import RETRIEVAL_VP
from ..engine.rules.dice import ANY_VALUE, free_step_for_placing, free_step_for_taking, shown_by, workers_for
from ..engine.rules.duchy import has_monastery
from ..engine.rules.inns import INN_TILE
from ..engine.rules.placement import tiles_for
from ..modules.trade_routes import ROUTE_BONUSES

_EFFECTS = {
    "warehouse": "you may then sell one type of goods",
    "watchtower": "4 VP",
    "carpenter": "you may then take a building from a depot",
    "church": "you may then take a mine, monastery or castle from a depot",
    "market": "you may then take a ship or livestock from a depot",
    "boarding_house": "4 workers",
    "bank": "2 silver",
    "town_hall": "you may then place another stored tile",
    "castle": "one more action follows, with any die value",
    "ship": "you then take the goods of a depot and move up on the turn-order track",
    "mine": "1 silver at the end of each phase",
    "white_castle": "you may then take an action with the white die",
    "crane": "you may then have the effect of any building",
    "geese": "2 VP and the score of another species in that pasture",
    "inn": "its region counts one larger",
    "black": "it covers the hex and does nothing else",
}
_ROUTE_WORDS = {
    "take_building": "a building", "take_mine_monastery_castle": "a mine, monastery or castle",
    "take_ship_livestock": "a ship or livestock", "take_any": "any tile of a depot",
    "workers_4": "4 workers", "silver_2": "2 silver", "vp_4": "4 VP",
}  # fmt: skip


def explain(s: Any, t: Any, action: str) -> str:
    """A sentence for a legal action of the active seat; `s` and `t` are its state and tables records."""
    first, _, rest = action.partition(" ")
    if first in ("d1", "d2", "free"):
        verb, _, thing = rest.partition(" ")
        channel = {"d1": 0, "d2": 1, "free": FREE}[first]
        return _act(s, t, channel, verb, thing)
    return {
        "start": lambda: f"Put your start castle on {rest}; it has no effect and scores nothing.",
        "side": lambda: f"Play on duchy {rest}.",
        "pick": lambda: _pick(s, t, rest),
        "discard": lambda: _discard(s, rest),
        "goods": lambda: f"Take the goods of depot {rest}: {_goods(s.depot_goods[int(rest) - 1])}.",
        "keep": lambda: f"Take the goods of type {rest} from the depot; the types that don't fit stay there.",
        "buy": lambda: f"Pay 2 silver for the {_spoken(_bought(s, rest))}{_room(s)}.",
        "recruit": lambda: f"Pay 2 workers for the {_spoken(_in_depot(s, rest))} of depot {rest[0]}{_room(s)}.",
        "hire": lambda: "Pay 1 silver for 2 workers, by monastery 28.",
        "retrieve": lambda: _retrieval(rest),
        "effect": lambda: f"The crane does what a {_spoken(TILES.index(rest))} does ({_EFFECTS[rest]}).",
        "route": lambda: f"Put trade-route tile {rest} next in your row: {_route(t, int(rest))}.",
        "points": lambda: "Pay 1 silver for 1 VP.",
        "swap": lambda: f"Give 5 goods for the {_spoken(_bought(s, rest))}, which comes face down{_room(s)}.",
        "pay": lambda: f"Give a goods tile of type {rest}, one of the five.",
        "skip": lambda: "Decline what is offered.",
        "end": lambda: "End your turn.",
    }[first]()


def _act(s: Any, t: Any, channel: int, verb: str, thing: str) -> str:
    p = int(s.active)
    if thing[:1] == "b":  # a completed colour of the solo game
        tile = int(s.black_depot[int(thing[1]) - 1])
        return f"As an effect: place the {_spoken(tile)} of the black depot on {thing[3:]}{_effect(tile)}."
    if verb == "workers":
        workers = 4 if has_monastery(s, p, 14) else 2
        silver = " and 1 silver" if has_monastery(s, p, 13) else ""
        return f"{_with(s, t, channel, 0, 0)}take {workers} workers{silver}."
    if verb == "take":
        tile = _in_depot(s, thing)
        by = _with(s, t, channel, int(thing[0]), free_step_for_taking(s, p))
        return f"{by}take the {_spoken(tile)} of depot {thing[0]}{_room(s)}."
    if verb == "sell":
        return f"{_with(s, t, channel, int(thing), 0)}{_sale(s, t, int(thing))}."
    h = int(thing[1:]) - 1
    names = np.zeros(STORAGE, np.int16)
    several = tiles_for(t, s, p, channel, h, names) > 1
    step = free_step_for_placing(s, p, COLOUR_OF[int(names[0])])
    by = _with(s, t, channel, int(t.number[s.duchy[p], h]), step)
    if several:
        choices = " or ".join(_spoken(tile) for tile in names.tolist() if tile)
        colours = {int(COLOUR_OF[tile]) for tile in names.tolist() if tile}
        what = COLOURS[colours.pop()] if len(colours) == 1 and colours != {-1} else "tile"
        return f"{by}place a {what} on {thing}: you then pick the {choices}."
    return f"{by}place the {_spoken(int(names[0]))} on {thing}{_effect(int(names[0]))}."


def _with(s: Any, t: Any, channel: int, wanted: int, free_step: int) -> str:
    """`Die 1 (2, made 6 with 2 workers): `, or nothing before an action that an effect gives."""
    p = int(s.active)
    shown = shown_by(s, p, channel)
    if shown == ANY_VALUE:
        return "As an effect: "
    change = ""
    if wanted and wanted != shown:
        cost = workers_for(t, s, p, shown, wanted, free_step)
        paid = "no worker" if cost == 0 else "1 worker" if cost == 1 else f"{cost} workers"
        change = f", made {wanted} with {paid}"
    die = "White die" if channel == FREE else f"Die {channel + 1}"
    return f"{die} ({shown}{change}): "


def _pick(s: Any, t: Any, name: str) -> str:
    h, channel = (int(x) for x in s.pending[int(s.depth) - 1][1:])
    tile = TILES.index(name)
    step = free_step_for_placing(s, int(s.active), COLOUR_OF[tile])
    by = _with(s, t, channel, int(t.number[s.duchy[s.active], h]), step)
    return f"{by}place the {_spoken(tile)} on h{h + 1}{_effect(tile)}."


def _discard(s: Any, name: str) -> str:
    coming = int(s.pending[int(s.depth) - 1][1])
    return f"Throw away the stored {_spoken(TILES.index(name))} to make room for the {_spoken(coming)}."


def _sale(s: Any, t: Any, goods: int) -> str:
    p, tiles = int(s.active), int(s.goods[s.active, goods - 1])
    silver = 2 if has_monastery(s, p, 3) else 1
    worker = ", 1 worker" if has_monastery(s, p, 4) else ""
    count = "the tile" if tiles == 1 else f"all {tiles} tiles"
    return f"sell {count} of type {goods} for {silver} silver{worker} and {int(t.goods_vp) * tiles} VP"


def _effect(tile: int) -> str:
    name = str(TILES[tile])
    if name[0] == "m" and name[1:].isdigit():
        return ", whose rule is yours from now on"
    if COLOUR_OF[tile] == COLOURS.index("livestock"):
        return ", scoring its species in that pasture"
    return f" ({_EFFECTS[name]})" if name in _EFFECTS else ""


def _retrieval(hex_: str) -> str:
    castle = f"place your stored castle on {hex_}" if hex_ else "take a castle that was set aside into storage"
    return f"Give both dice and {RETRIEVAL_VP} VP to {castle}."


def _route(t: Any, tile: int) -> str:
    printed = zip(t.route_number[tile].tolist(), t.route_bonus[tile].tolist(), strict=True)
    return "; ".join(f"goods {number} earn {_ROUTE_WORDS[ROUTE_BONUSES[bonus]]}" for number, bonus in printed)


def _goods(counts: Any) -> str:
    there = [f"{count} of type {goods}" for goods, count in enumerate(counts.tolist(), 1) if count]
    return " and ".join(there) or "there are none"


def _in_depot(s: Any, place: str) -> int:
    depot, slot = (int(x) for x in place.split("."))
    return int(s.depot[depot - 1, slot - 1])


def _bought(s: Any, place: str) -> int:
    if place == "inn":
        return INN_TILE
    return int(s.black_depot[int(place[1:]) - 1]) if place[0] == "b" else _in_depot(s, place)


def _room(s: Any) -> str:
    """What a tile that comes to storage brings about."""
    return "" if s.stored[s.active] < STORAGE else "; your storage is full, so you then throw a stored tile away"


def _spoken(tile: int) -> str:
    """A tile's name as people say it: `boarding house`, `monastery 12`, `3 sheep`."""
    name = str(TILES[tile])
    if name[0] == "m" and name[1:].isdigit():
        return f"monastery {name[1:]}"
    if name[-1].isdigit():
        return f"{name[-1]} {name[:-1]} tile"
    return "face-down tile" if name == "black" else name.replace("_", " ")
