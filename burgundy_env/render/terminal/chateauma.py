"""The Châteauma's side of the table: its cards, inventory and duchy, in lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgundy_env.modules.sizes import COLOURS

from ...data import Data
from ...telling import tiles as words
from .. import facts
from . import modules
from .grid import INNER
from .spans import BOLD, SHADES, Line, Span, counts, flow, joined, sgr, tile_style

_SYMBOLS = (("sell", "$"), ("double", "D"))


def chateauma(doc: Mapping[str, Any], data: Data, width: int) -> list[Line]:
    """All that everyone sees of the Châteauma in a position that it takes part in."""
    its, config = doc["chateauma"], doc["config"]["chateauma"]
    modifiers = "".join(config["modifiers"])
    level = config["difficulty"] + (f"+{modifiers}" if modifiers else "")
    lines: list[Line] = [[Span(f"The Châteauma ({level})  VP {its['vp']}", BOLD)]]
    die = its["die"]
    lines += flow("", [[Span(f"silver {its['silver']}")], [Span(f"die {die if die is not None else '-'}")]], width)
    lines += flow("goods", counts(its["goods"]), width)
    lines += flow("sold", counts(its["sold"]), width)
    for i, (side, card) in enumerate(zip(facts.CARD_SIDES, its["cards"], strict=False)):
        lines += _card(doc, data, side, card, active=facts.active_card(doc) == i)
    lines += flow("inventory", _piles(its["inventory"]), width)
    lines += flow("jokers", [[Span(name)] for name in its["jokers"]] or [[Span("-")]], width)
    lines += _duchy(doc, data, width)
    lines += modules.with_chateauma(its, width)
    lines += modules.others(its, modules.known_keys("chateauma"), width)
    lines += flow("bonus", [[Span(name)] for name in its["bonus"]] or [[Span("-")]], width)
    return lines


def _card(doc: Mapping[str, Any], data: Data, side: str, card: Mapping[str, Any], active: bool) -> list[Line]:
    """A county card: what it is worth, then its spaces and the tiles on them."""
    printed = facts.county_card(data, card["id"])
    points = printed["points"][doc["config"]["chateauma"]["difficulty"]]
    title = f"{side} card, no. {card['id']}: {points} VP" + ("  <- white die" if active else "")
    top: Line = [Span("  ")]
    bottom: Line = [Span("  ")]
    for space, tile in zip(printed["spaces"], card["tiles"], strict=True):
        symbols = "".join(letter for key, letter in _SYMBOLS if space.get(key))
        shade = SHADES[space["colour"]]
        style = sgr(shade.empty) if tile is None else sgr(shade.tile, bold=True)
        text = (words.letter(space["colour"]) + symbols).ljust(INNER, " " if tile is None else "=")
        top += [Span("|"), Span(text, style)]
        bottom += [Span("|"), Span(" " * INNER if tile is None else _code(tile).center(INNER, "="), style)]
    return [[Span(title, BOLD if active else "")], [*top, Span("|")], [*bottom, Span("|")]]


def _code(tile: str) -> str:
    """A joker lies face down, as `black:ship`; what is under it was seen when it was taken."""
    face, _, under = tile.partition(":")
    return words.code(under).lower() if under else words.code(face)


def _piles(inventory: Mapping[str, list[str]]) -> list[Line]:
    return [joined([[Span(name, tile_style(name))] for name in pile]) for _, pile in sorted(inventory.items())] or [
        [Span("-")]
    ]


def _duchy(doc: Mapping[str, Any], data: Data, width: int) -> list[Line]:
    """A line per colour: how many of its spaces are covered, and with what."""
    spaces, extra = facts.chateauma_spaces(doc, data), facts.extra_turns(doc, data)
    lines: list[Line] = []
    for colour in COLOURS:
        tiles = doc["chateauma"]["duchy"].get(colour, [])
        again = f" again at {','.join(map(str, extra[colour]))}" if extra.get(colour) else ""
        label = f"{words.letter(colour)} {colour} {len(tiles)}/{spaces[colour]}{again}"
        codes = [Span(" ".join(words.code(tile) for tile in tiles), sgr(SHADES[colour].tile, bold=True))]
        lines += flow("", [[Span(label, sgr(SHADES[colour].empty))], *([codes] if tiles else [])], width)
    return lines
