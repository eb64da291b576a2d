"""The Châteauma's panel: county cards, duchy, inventory, and what else it has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...modules.chateauma import LEFT_CARD_UP_TO
from ...modules.sizes import COLOURS
from ...telling.tiles import spoken
from .. import facts
from .marks import HEAD, PAD, SMALLEST, Document, Sketch, caption, glyph, group, hexagon, rect, text
from .pieces import counted, die, goods_row, head_points, held_bonus, marker
from .tiles import tile

if TYPE_CHECKING:
    from .table import Table

CARD_WIDTH, CARD_HEIGHT = 128, 178
_CARDS, _OWN = 2 * CARD_WIDTH + 12, 232
_BLOCK = 216
_BESIDE = 46  # how far apart things of modules lie beside its silver
CARDS_BOX = (PAD, HEAD + PAD, _CARDS, _BLOCK)  # where its cards lie in its panel: left, top, width, height
_ACROSS = 1.9  # how far apart tiles lie in the duchy, in radii
# Where the spaces of a card of three, four and five lie.
_SPACES = {
    3: ((0, -0.5), (-0.5, 0.4), (0.5, 0.4)),
    4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    5: ((-0.5, -0.75), (0.5, -0.75), (0, 0.02), (-0.5, 0.79), (0.5, 0.79)),
}


def chateauma_height(width: float) -> float:
    """How high its panel is."""
    duchy = 26 + len(COLOURS) * _row_height(_duchy_width(width))
    if width >= 1000:
        return HEAD + PAD + max(_BLOCK, duchy) + PAD
    return HEAD + PAD + (1 if width >= 540 else 2) * (_BLOCK + PAD) + duchy + PAD


def _duchy_width(width: float) -> float:
    return width - _CARDS - _OWN - 2 * PAD - 46 if width >= 1000 else width - 2 * PAD


def _row_height(width: float) -> float:
    return 2 * _pitch(width) / _ACROSS + 3


def _pitch(width: float) -> float:
    return min(29.0, (width - 70) / 12)


def draw_chateauma(sketch: Sketch, table: Table, x: float, y: float, width: float, height: float) -> None:
    """Everything of the Châteauma."""
    theirs: Document = table.doc["chateauma"]
    config = table.doc["config"]["chateauma"]
    modifiers = "".join(config["modifiers"])
    about = config["difficulty"] + (f", modifiers {modifiers}" if modifiers else "")
    sketch.add(
        "chateauma", x, y,
        rect(0, 0, width, height, "panel", 12),
        group(28, 26, marker("C", 16)),
        text(54, 19, "Châteauma", 18, anchor="start", bold=True),
        text(54, 40, about, SMALLEST, "muted", anchor="start"),
    )  # fmt: skip
    head = head_points(table, len(table.doc["players"]), theirs["vp"])
    sketch.add("chateauma.points", x + width - 18, y + 20, head)
    top = y + HEAD + PAD
    right = x + PAD + _CARDS + 18
    _draw_cards(sketch, table, theirs, x + PAD, top)
    if width >= 1000:
        _draw_own(sketch, table, theirs, right, top, _OWN)
        _draw_duchy(sketch, table, theirs, right + _OWN + 24, top, _duchy_width(width))
    elif width >= 540:
        _draw_own(sketch, table, theirs, right, top, width - _CARDS - 2 * PAD - 18)
        _draw_duchy(sketch, table, theirs, x + PAD, top + _BLOCK + PAD, _duchy_width(width))
    else:
        _draw_own(sketch, table, theirs, x + PAD, top + _BLOCK + PAD, width - 2 * PAD)
        _draw_duchy(sketch, table, theirs, x + PAD, top + 2 * (_BLOCK + PAD), _duchy_width(width))


# --- county cards ---------------------------------------------------------------------------------


def _draw_cards(sketch: Sketch, table: Table, theirs: Document, x: float, y: float) -> None:
    values = (f"1-{LEFT_CARD_UP_TO}", f"{LEFT_CARD_UP_TO + 1}-6")
    for i, (side, there) in enumerate(zip(facts.CARD_SIDES, theirs["cards"], strict=True)):
        label = f"{side.capitalize()}, white die {values[i]}"
        card = facts.county_card(table.data, there["id"])
        marks = _card(table, card, there["tiles"], label, active=facts.active_card(table.doc) == i)
        sketch.add(f"chateauma.{side}", x + i * (CARD_WIDTH + 12), y, marks)
    left = len(table.doc.get("hidden", {}).get("deck", []))
    pile = f"{left} card{'s' * (left != 1)} in the deck, {len(theirs['discard'])} discarded"
    sketch.add("chateauma.deck", x, y, caption(0, _BLOCK - 4, pile))


def _card(table: Table, card: Document, tiles: list[str | None], label: str, active: bool) -> str:
    vp = card["points"][table.doc["config"]["chateauma"]["difficulty"]]
    marks = [
        text(0, 5, label, SMALLEST, "ink" if active else "muted", anchor="start", bold=active),
        rect(0, 16, CARD_WIDTH, CARD_HEIGHT - 6, "inset", 10),
        rect(0, 16, CARD_WIDTH, CARD_HEIGHT - 6, "active", 10) if active else "",
        group(CARD_WIDTH - 7, 31, text(0, 0, f"{vp} VP", SMALLEST, anchor="end", bold=True)),
        text(9, 31, f"no. {card['id']}", SMALLEST, "muted", anchor="start"),
    ]
    marks += _symbols(table, card)
    spaces = card["spaces"]
    for space, there, (dx, dy) in zip(spaces, tiles, _SPACES[len(spaces)], strict=True):
        at = CARD_WIDTH / 2 + dx * 53, 108 + dy * 57
        marks.append(group(*at, _space(table, space, there)))
    return group(0, 0, *marks, title=f"county card {card['id']}: {vp} VP once all its spaces are covered")


def _symbols(table: Table, card: Document) -> list[str]:
    symbols = [drawing.symbol for drawing in table.drawings if drawing.symbol is not None]
    shown = [symbol for symbol in symbols if card.get(symbol.key)]
    return [
        group(14 + 18 * i, 176, glyph(symbol.glyph, 0, 0, 14, "ink"), title=symbol.name)
        for i, symbol in enumerate(shown)
    ]


def _space(table: Table, space: Document, there: str | None) -> str:
    colour, radius = space["colour"], 28.0
    ground = hexagon(radius, f"e-{colour}")
    extra = [mark for mark, flag in (("sell", "sell"), ("turn", "double")) if space.get(flag)]
    symbols = [glyph(mark, 0, radius * 0.56, 14, f"p-{colour}") for mark in extra]
    if there is None:
        shift = -4 if extra else 0
        title = f"space for {colour}" + (", then sell" if space.get("sell") else "")
        return group(0, 0, ground, glyph(colour, 0, shift, 24, f"p-{colour}"), *symbols, title=title)
    return ground + tile(there, radius, table.ruleset)


# --- what it has -----------------------------------------------------------------------------------


def _draw_own(sketch: Sketch, table: Table, theirs: Document, x: float, y: float, width: float) -> None:
    value = theirs["die"]
    rolled = die(value, 34) if value else rect(-17, -17, 34, 34, "gone", 7)
    sketch.add("chateauma.die", x + 17, y + 19, rolled)
    silver = theirs["silver"]
    sketch.add("chateauma.silver", x + 50, y + 19, counted("coin", silver, 20, f"silver: {silver}"))
    beside = [drawing.beside_silver for drawing in table.drawings if drawing.beside_silver is not None]
    for i, draw in enumerate(beside):
        draw(sketch, theirs, x + 104 + _BESIDE * i, y + 19)
    for i, (label, counts) in enumerate((("Goods", theirs["goods"]), ("Sold", theirs["sold"]))):
        row = goods_row(counts, 17, 39) if counts else text(0, 0, "none", SMALLEST, "muted", anchor="start")
        sketch.add(f"chateauma.{label.lower()}", x, y + 46 + 41 * i, caption(0, 0, label), group(0, 20, row))
    marks = [caption(0, 0, "Bonus tiles")]
    for i, held in enumerate(theirs["bonus"]):
        marks.append(group(84 + i * min(30, (width - 84) / 6), 0, held_bonus(table, held, 14)))
    if not theirs["bonus"]:
        marks.append(text(84, 0, "none", SMALLEST, "muted", anchor="start"))
    sketch.add("chateauma.bonus", x, y + 136, *marks)
    _draw_inventory(sketch, table, theirs, x, y + 160, width)


def _draw_inventory(sketch: Sketch, table: Table, theirs: Document, x: float, y: float, width: float) -> None:
    """The piles, top tile seen, and the jokers."""
    piles = [(colour, tiles) for colour, tiles in theirs["inventory"].items() if tiles]
    if theirs["jokers"]:
        piles.append(("jokers", theirs["jokers"]))
    marks = [caption(0, 0, "Inventory")]
    if not piles:
        marks.append(text(84, 0, "empty", SMALLEST, "muted", anchor="start"))
    step = min(52.0, width / max(len(piles), 1))
    for i, (name, tiles) in enumerate(piles):
        top = tile(tiles[0], 18, table.ruleset, face_down=name == "jokers")
        count = text(0, 25, f"×{len(tiles)}", SMALLEST, bold=True) if len(tiles) > 1 else ""
        told = f"{name}: {', '.join(spoken(one) for one in tiles)}"
        marks.append(group(18 + i * step, 28, top, count, title=told))
    sketch.add("chateauma.inventory", x, y, *marks)


# --- its duchy --------------------------------------------------------------------------------------


def _draw_duchy(sketch: Sketch, table: Table, theirs: Document, x: float, y: float, width: float) -> None:
    """A row per colour: spaces in order of covering, the tiles that came, and how many there are beyond."""
    printed, turns = facts.chateauma_spaces(table.doc, table.data), facts.extra_turns(table.doc, table.data)
    sketch.add("chateauma.duchy", x, y, caption(0, 5, "Duchy: spaces by colour, filled from the left"))
    pitch = _pitch(width)
    radius = pitch / _ACROSS
    for row, colour in enumerate(COLOURS):
        arrived = theirs["duchy"].get(colour, [])
        marks = [glyph(colour, 12, 0, 18, f"p-{colour}")]
        spaces = printed[colour]
        for i in range(spaces):
            at = 40 + i * pitch
            there = arrived[i] if i < len(arrived) else None
            if there:
                drawn = tile(there, radius, table.ruleset)
            else:
                drawn = hexagon(radius, f"e-{colour}")
                if i + 1 in turns.get(colour, []):
                    drawn += glyph("turn", 0, 0, radius, f"p-{colour}")
            marks.append(group(at, 0, drawn))
        marks.append(_extra(arrived[spaces:], 40 + spaces * pitch))
        sketch.add(f"chateauma.duchy.{colour}", x, y + 24 + radius + row * _row_height(width), *marks)


def _extra(tiles: list[str], x: float) -> str:
    """Tiles beyond the spaces, which lie on top."""
    if not tiles:
        return ""
    told = ", ".join(f"{count} {spoken(name)}" for name, count in Counter(tiles).items())
    return group(x, 0, text(0, 0, f"+{len(tiles)} on top", SMALLEST, anchor="start", bold=True), title=told)
