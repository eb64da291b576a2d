"""The Châteauma's side of the table: its cards, inventory and duchy, in lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgundy_env.data import Data
from burgundy_env.modules.sizes import COLOURS
from burgundy_env.render.grid import INNER
from burgundy_env.render.spans import BOLD, SHADES, Line, Span, counts, flow, joined, sgr, tile_style
from burgundy_env.telling import tiles as words

_SIDES = ("left", "right")
_SYMBOLS = (("sell", "$"), ("double", "D"))
_D_SPACES = "modifier_d_spaces"


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
    for i, (side, card) in enumerate(zip(_SIDES, its["cards"], strict=False)):
        lines += _card(doc, data, side, card, active=_active(doc) == i)
    lines += flow("inventory", _piles(its["inventory"]), width)
    lines += flow("jokers", [[Span(name)] for name in its["jokers"]] or [[Span("-")]], width)
    lines += _duchy(doc, data, width)
    if its.get("posts"):
        lines += flow("", [[Span(f"finished cards with a border post: {its['posts']}")]], width)
    known = ("vp", "silver", "die", "goods", "sold", "cards", "inventory", "jokers", "duchy", "posts", "discard")
    lines += others(its, (*known, "bonus"), width)
    lines += flow("bonus", [[Span(name)] for name in its["bonus"]] or [[Span("-")]], width)
    return lines


def _active(doc: Mapping[str, Any]) -> int | None:
    """The card the white die has chosen."""
    white = doc.get("white_die")
    return None if white is None else int(white > 4)


def _card(doc: Mapping[str, Any], data: Data, side: str, card: Mapping[str, Any], active: bool) -> list[Line]:
    """A county card: what it is worth, then its spaces and the tiles on them."""
    printed = _printed(data, card["id"])
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


def _printed(data: Data, number: int) -> Mapping[str, Any]:
    """A county card as it is printed."""
    decks = (data.chateauma["county_cards"]["cards"], data.chateauma["vineyard_county_cards"]["cards"])
    printed: Mapping[str, Any] = next(card for deck in decks for card in deck if card["id"] == number)
    return printed


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
    modified = set(doc["config"]["chateauma"]["modifiers"]) & {"A", "B", "D"}
    board = data.chateauma["duchy_36" if modified else "duchy_35"]
    extra = board.get(_D_SPACES, {}) if "D" in doc["config"]["chateauma"]["modifiers"] else {}
    lines: list[Line] = []
    for colour in COLOURS:
        tiles = doc["chateauma"]["duchy"].get(colour, [])
        again = f" again at {','.join(map(str, extra[colour]))}" if colour in extra else ""
        label = f"{words.letter(colour)} {colour} {len(tiles)}/{board['spaces'][colour]}{again}"
        codes = [Span(" ".join(words.code(tile) for tile in tiles), sgr(SHADES[colour].tile, bold=True))]
        lines += flow("", [[Span(label, sgr(SHADES[colour].empty))], *([codes] if tiles else [])], width)
    return lines


def others(document: Mapping[str, Any], known: tuple[str, ...], width: int) -> list[Line]:
    """What a module adds that nobody draws in a way of its own: the key and its value."""
    lines: list[Line] = []
    for key, value in document.items():
        if key not in known and value not in (None, [], {}, False):
            lines += flow(key.replace("_", " "), [[Span(piece)] for piece in pieces(value)], width)
    return lines


def pieces(value: Any) -> list[str]:
    """A value of a document as people write it."""
    if isinstance(value, Mapping):
        return [f"{key} {' '.join(pieces(inner))}" for key, inner in value.items()]
    if isinstance(value, list):
        return [" ".join(pieces(inner)) if isinstance(inner, (list, dict)) else str(inner) for inner in value]
    return [str(value)]
