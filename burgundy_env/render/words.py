"""What the pictures call things: colour letters, short tile codes, tile effects and pending decisions.

Only text, so every renderer can share it. Effects are reminders for a player, the rules live in the engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

COLOURS = ("building", "monastery", "ship", "livestock", "castle", "mine")
LETTERS = dict(zip(COLOURS, "tybgre", strict=True))
SPECIES = ("cow", "sheep", "pig", "chicken")
MONASTERIES = tuple(f"m{number}" for number in range(1, 30))

_BUILDINGS = {
    "warehouse": ("WARE", "sell one goods type"),
    "watchtower": ("WTCH", "4 VP"),
    "carpenter": ("CARP", "take a building"),
    "church": ("CHUR", "take a mine, monastery or castle"),
    "market": ("MRKT", "take a ship or livestock"),
    "boarding_house": ("BRDH", "4 workers"),
    "bank": ("BANK", "2 silver"),
    "town_hall": ("TOWN", "place a stored tile, number ignored"),
    "white_castle": ("WCAS", "an action with the white die's value"),
    "crane": ("CRAN", "the effect of any building kind"),
}
_OTHERS = {
    "castle": ("CAST", "castle", "one more action, any die value"),
    "ship": ("SHIP", "ship", "goods of a depot, 1 step on the track"),
    "mine": ("MINE", "mine", "1 silver at each phase end"),
    "geese": ("GEES", "livestock", "2 VP plus the score of one other species"),
    "inn": ("INN", "", "any colour, its region counts one larger"),
    "black": ("BLCK", "", "face down, fits any colour"),
}
_SPECIES_CODES = {"cow": "COW", "sheep": "SHE", "pig": "PIG", "chicken": "CHK"}
_VINES = {"orange": "OR", "yellow": "YE", "green": "GR", "red": "RE", "black": "BK", "blue": "BU"}
_MONASTERY_EFFECTS = {
    1: "towns may repeat a building kind",
    2: "phase end: +1 worker per mine",
    3: "selling: 2 silver instead of 1",
    4: "selling: +1 worker",
    5: "ship: also goods of an adjacent depot",
    6: "once per turn: 2 workers for a building from a depot",
    7: "livestock: +1 VP per scoring tile",
    8: "a worker changes a die by up to 2",
    9: "one free die step placing a building",
    10: "one free die step placing a ship or livestock",
    11: "one free die step placing a castle, mine or monastery",
    12: "one free die step taking a tile with a die",
    13: "workers action: +1 silver",
    14: "workers action: 4 instead of 2",
    15: "end: 2 VP per goods type sold",
    16: "end: 4 VP per warehouse",
    17: "end: 4 VP per watchtower",
    18: "end: 4 VP per carpenter",
    19: "end: 4 VP per church",
    20: "end: 4 VP per market",
    21: "end: 4 VP per boarding house",
    22: "end: 4 VP per bank",
    23: "end: 4 VP per town hall",
    24: "end: 4 VP per livestock species",
    25: "end: 1 VP per goods tile sold",
    26: "end: 3 VP per bonus tile",
    27: "your marker is on top of its stack",
    28: "any time: 2 workers for 1 silver",
    29: "end: 4 VP per white castle",
}
_MONASTERY_EFFECTS_2011 = {
    6: "the purchase may come from any depot",
    15: "end: 3 VP per goods type sold",
    26: "end: 2 VP per bonus tile",
}


def _codes() -> dict[str, str]:
    codes = {name: code for name, (code, _) in _BUILDINGS.items()}
    codes |= {name: code for name, (code, _, _) in _OTHERS.items()}
    codes |= {f"{kind}{count}": f"{_SPECIES_CODES[kind]}{count}" for kind in SPECIES for count in (2, 3, 4)}
    codes |= {name: name.upper() for name in MONASTERIES}
    codes |= {f"{a}+{b}": _VINES[a] + _VINES[b] for a in _VINES for b in _VINES}
    return codes


CODES: Mapping[str, str] = _codes()
"""Tile name -> its code in a duchy cell: at most four characters, no two alike."""


def code(tile: str) -> str:
    return CODES.get(tile, tile[:4].upper())


def spoken(tile: str) -> str:
    """A tile's name as people say it: `boarding house`, `monastery 12`, `3 sheep`."""
    if tile in MONASTERIES:
        return f"monastery {tile[1:]}"
    if tile in CODES and tile[:-1] in SPECIES:
        return f"{tile[-1]} {tile[:-1]}{'' if tile[:-1] == 'sheep' else 's'}"
    return tile.replace("_", " ")


def colour_of(tile: str) -> str | None:
    """The colour of the hexes a tile goes on; None if it has none of its own (inn, double tiles ...)."""
    if tile in _BUILDINGS:
        return "building"
    if tile in _OTHERS:
        return _OTHERS[tile][1] or None
    if tile in MONASTERIES:
        return "monastery"
    return "livestock" if tile in CODES and tile[:-1] in SPECIES else None


def effect(tile: str, ruleset: str = "special_edition") -> str:
    """A reminder of what a tile does; empty when its name says it all."""
    if tile in _BUILDINGS:
        return _BUILDINGS[tile][1]
    if tile in _OTHERS:
        return _OTHERS[tile][2]
    if tile in MONASTERIES:
        number = int(tile[1:])
        if ruleset == "alea_2011" and number in _MONASTERY_EFFECTS_2011:
            return _MONASTERY_EFFECTS_2011[number]
        return _MONASTERY_EFFECTS[number]
    return ""


_PENDING = {
    "castle": "castle: one free action with any die value (free take d.s, free place h, free sell t or free workers)",
    "white_castle": "white castle: one action with the white die's value "
    "(free take d.s, free place h, free sell t, free workers) or skip",
    "ship": "ship: choose a depot and take its goods (goods 1 .. goods 6)",
    "ship2": "monastery 5: take the goods of a depot next to depot {near} too (goods d) or skip",
    "keep": "too many goods types in depot {depot}: choose the types to keep, up to 3 in all (keep t)",
    "take": "take a tile from any numbered depot: {colours} (free take d.s) or skip",
    "sell": "warehouse: sell one goods type (free sell t) or skip",
    "place": "town hall: place a stored tile, die number ignored (free place h) or skip",
    "crane": "crane: choose the building whose effect it copies (effect kind) or skip",
    "pick": "choose the stored tile to place on {hex} with {by} (pick tile)",
    "discard": "storage is full: throw away a stored tile to make room for {for} (discard tile)",
    "black": "colour completed: place a tile of the black depot straight into the duchy (free place bS h) or skip",
    "points": "buy victory points, 1 silver each (points) or skip",
    "swap": "ship: 5 goods for a tile of the black depot (swap bS) or skip",
    "pay": "pay for the swap: {left} more goods to give (pay t)",
    "after": "after that: the other steps of the tile on {hex} ({steps})",
    "clear": "after that: the goods left in the depots are removed",
}


def pending_words(entry: Mapping[str, Any]) -> str:
    """One pending decision as a sentence; an entry this table does not know is shown as it is."""
    template = _PENDING.get(str(entry.get("kind")))
    facts = {
        key: " or ".join(map(str, value)) if key == "colours" else ", ".join(map(str, value))
        for key, value in entry.items()
        if isinstance(value, list)
    }
    facts = {key: str(value) for key, value in entry.items()} | facts
    if entry.get("by") in ("d1", "d2"):
        facts["by"] = f"die {entry['by'][1]}"
    elif entry.get("by") == "free":
        facts["by"] = "the free action"
    try:
        if template is not None:
            return template.format_map(facts)
    except KeyError:
        pass  # a known kind without its facts is as good as an unknown one
    return json.dumps(dict(entry), sort_keys=True)


def pending_plainly(entry: Mapping[str, Any]) -> str:
    """The same for people who need not type: without the actions in brackets."""
    return re.sub(r" \([^()]*\)", "", pending_words(entry))
