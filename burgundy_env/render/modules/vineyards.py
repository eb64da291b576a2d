"""Double tiles, where they lie and what they are laid on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...data import Data
from ...modules.vineyards import VINES
from ...telling.language import say
from ...telling.tiles import spoken
from .. import facts
from ..facts import Document
from ..svg.marks import SMALLEST, Sketch, caption, circle, glyph, group, hexagon, text
from ..terminal.spans import Frames, Line, Span, flow, spot
from .drawing import Below, Characters, Drawing, Strip

if TYPE_CHECKING:
    from ..svg.table import Table

_STRIP = 78  # how high the depot and the store are
_BELOW = 34  # how high the reserve is below them, where there is no room beside:
_BESIDE, _SIDE_BY_SIDE = 150, 500
_LARGEST = 24.0  # the radius of a hex of a vineyard
_ROW_OF_TILES = 34  # how high the vine bonus tiles are
_SHADES = {
    "orange": "#e8912c", "yellow": "#f0d23c", "green": "#5fa443", "red": "#c8403a", "black": "#3c3740",
    "blue": "#4a73c0",
}  # fmt: skip
_INK = {"black": "#ffffff", "red": "#ffffff", "blue": "#ffffff"}
# A bonus on a hex: a glyph of these with a number, or a word.
_BONUSES: Mapping[str, tuple[str, str]] = {
    "take_building": ("building", ""), "take_mine_monastery_castle": ("castle", "+"),
    "take_ship_livestock": ("ship", "+"), "take_black": ("crown", ""), "take_double": ("", ""),
    "sell_goods": ("sell", ""), "place_tile": ("town_hall", ""), "free_action": ("turn", ""),
    "workers_4": ("worker", "4"), "silver_2": ("coin", "2"), "vp_4": ("", "4VP"),
}  # fmt: skip


def _vine(vine: str, radius: float) -> str:
    code, size = say(f"vine.{vine}.code"), max(radius * 0.62, SMALLEST)
    return hexagon(radius, f"vine-{vine}") + text(0, 0, code, size, f"vine-{vine}-ink", bold=True)


def _double(name: str | None, radius: float) -> str:
    """A double tile around the origin, or its empty place."""
    step = radius * math.sqrt(3) / 2
    halves = [hexagon(radius, "gone")] * 2 if name is None else [_vine(vine, radius) for vine in name.split("+")]
    marks = group(-step, 0, halves[0]) + group(step, 0, halves[1])
    return group(0, 0, marks, title=spoken(name) if name else "empty")


# --- the depot and the store -----------------------------------------------------------------------------


def _strip_height(width: float) -> float:
    return _STRIP if width >= _SIDE_BY_SIDE else _STRIP + _BELOW


def _draw_strip(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """The vineyard depot by its numbers, the store, and the vine bonus tiles of the reserve."""
    yard = table.doc["vineyards"]
    numbers = facts.by_seats(table.data.files["vineyards"]["depot"], table.doc)
    slots = [(" ".join(map(str, numbers[i])), f"double{i + 1}", tile) for i, tile in enumerate(yard["depot"])]
    slots += [(f"v{i}", f"v{i}", tile) for i, tile in enumerate(yard["store"], 1)]
    beside = _BESIDE if width >= _SIDE_BY_SIDE else 0
    step = (width - beside) / len(slots)
    radius = min(18.0, step / 3.8)
    sketch.add("vineyards", x, y, caption(2, 6, "Vineyard depot and store: 2 silver each there"))
    for i, (label, name, tile) in enumerate(slots):
        address = text(0, 30, label, SMALLEST, "muted")
        sketch.add(f"vineyards.{name}", x + (i + 0.5) * step, y + 38, _double(tile, radius), address)
        sketch.spot(name, x + (i + 0.5) * step, y + 38, radius * 3.7, radius * 2.2)
    at = (x + width - beside + 10, y + 28) if beside else (x + 60, y + _STRIP + 12)
    marks = _tiles(yard["reserve"], 24, 3 if beside else len(VINES))
    sketch.add("vineyards.reserve", *at, caption(*((0, -18) if beside else (-58, 0)), "Reserve"), *marks)


def _tiles(counts: Mapping[str, int], step: float, in_row: int) -> list[str]:
    """Vine bonus tiles by their number."""
    held = [(vine, counts[vine]) for vine in VINES if counts.get(vine)]
    return [
        group(
            11 + i % in_row * (step + 20), i // in_row * step,
            circle(0, 0, 9, f"vine-{vine}"), text(22, 0, f"×{count}", SMALLEST),
            title=f"vine bonus tiles for {say(f'vine.{vine}')}: {count}",
        )
        for i, (vine, count) in enumerate(held)
    ]  # fmt: skip


# --- a player's vineyard -----------------------------------------------------------------------------------


def _radius(table: Table, width: float) -> float:
    """The radius of its hexes, so that the widest board fits."""
    hexes = [hex_ for board in _boards(table) for space in board["spaces"] for hex_ in space["hexes"]]
    widest = float(max(x for x, _ in hexes)) + 1.6
    return min(_LARGEST, width / (math.sqrt(3) * widest))


def _boards(table: Table) -> Sequence[Mapping[str, Any]]:
    boards: Sequence[Mapping[str, Any]] = table.data.files["vineyards"]["boards"]
    return boards


def _rows(table: Table) -> int:
    return max(int(space["row"]) for board in _boards(table) for space in board["spaces"])


def _height(table: Table, width: float) -> float:
    return 18 + _radius(table, width) * (1.5 * _rows(table) + 0.5) + _ROW_OF_TILES


def _draw(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float) -> None:
    """A vineyard, its bottom row below, and the vine bonus tiles."""
    yard, name, radius = table.doc["players"][seat]["vineyard"], f"seat{seat}", _radius(table, width)
    board = next(board for board in _boards(table) if board["id"] == yard["board"])
    sketch.add(f"{name}.vineyard", x, y, caption(0, 4, f"Vineyard {yard['board']}"))
    bottom = y + 18 + radius * (1.5 * _rows(table) - 0.5)
    for i, space in enumerate(board["spaces"], 1):
        laid = yard["placed"].get(f"p{i}")
        at = [_place(hex_, radius) for hex_ in space["hexes"]]
        middle = (at[0][0] + at[1][0]) / 2, (at[0][1] + at[1][1]) / 2
        vines = laid.split("+") if laid else (None, None)
        marks = [
            group(hx - middle[0], hy - middle[1], _vine(vine, radius) if vine else _bonus(bonus, radius))
            for (hx, hy), vine, bonus in zip(at, vines, space["bonuses"], strict=True)
        ]
        if not laid:
            number = circle(0, 0, radius * 0.4, "panel"), text(0, 0, space["number"], radius * 0.6, "ink", bold=True)
            marks += number
        told = ", ".join(say(f"yard.{bonus}") for bonus in space["bonuses"])
        title = f"p{i}: {spoken(laid)}" if laid else f"p{i}: die number {space['number']}; {told}"
        sketch.add(f"{name}.vineyard.p{i}", x + middle[0], bottom + middle[1], group(0, 0, *marks, title=title))
        sketch.spot(f"p{i}", x + middle[0], bottom + middle[1], radius * 2.6, radius * 2)
    marks = _tiles(yard["bonus"], 24, 6) or [text(0, 0, "no vine bonus tiles", SMALLEST, "muted", anchor="start")]
    sketch.add(f"{name}.vines", x, bottom + radius + _ROW_OF_TILES / 2, *marks)


def _place(hex_: Sequence[int], radius: float) -> tuple[float, float]:
    """The middle of a hex, upwards from the bottom row; odd rows are shifted to the right."""
    column, row = hex_
    return (column + 0.5 + row % 2 / 2) * radius * math.sqrt(3), -row * 1.5 * radius


def _bonus(bonus: str, radius: float) -> str:
    mark, word = _BONUSES[bonus]
    ground, size = hexagon(radius, "inset"), max(radius * 0.42, SMALLEST)
    if bonus == "take_double":
        return ground + _double(None, radius * 0.3)
    if not mark:
        return ground + text(0, radius * 0.55, word, size, "muted")
    shown = glyph(mark, -radius * 0.16 * bool(word), -radius * 0.5, radius * 0.62, "muted")
    return ground + shown + (text(radius * 0.32, -radius * 0.5, word, size, "muted") if word else "")


def _of_chateauma(sketch: Sketch, its: Document, x: float, y: float) -> None:
    """How many double tiles it has."""
    count = len(its["doubles"])
    shown = group(14, 0, _double("green+red", 8)) + text(34, 0, f"×{count}", SMALLEST, anchor="start")
    sketch.add("chateauma.doubles", x, y, group(0, 0, shown, title=f"double tiles: {count}"))


# --- in characters ---------------------------------------------------------------------------------------

_SHORT = {
    "take_building": "t", "take_mine_monastery_castle": "eyr", "take_ship_livestock": "bg", "take_black": "black",
    "take_double": "double", "sell_goods": "sell", "place_tile": "place", "free_action": "act", "workers_4": "4w",
    "silver_2": "2s", "vp_4": "4VP",
}  # fmt: skip


def _beside_depots(doc: Document, frames: Frames) -> list[Line]:
    yard = doc["vineyards"]
    depot = [Span(f"{i} {tile or '-'}") for i, tile in enumerate(yard["depot"], 1)]
    store = [spot(f"v{i} {tile or '-'}", f"v{i}", frames) for i, tile in enumerate(yard["store"], 1)]
    reserve = " ".join(f"{vine} {count}" for vine, count in yard["reserve"].items())
    lines: list[Line] = [[Span("vineyard depot "), *_spaced(depot)], [Span("store "), *_spaced(store)]]
    out = f", without {' and '.join(yard['out'])}" if yard["out"] else ""
    return [*lines, [Span(f"vine bonus tiles {reserve or '-'}{out}")]]


def _spaced(spans: Sequence[Span]) -> Iterator[Span]:
    for i, span in enumerate(spans):
        yield from ([Span("  "), span] if i else [span])


def _before_player(player: Document, data: Data, width: int) -> list[Line]:
    """The spaces of the vineyard: what lies there, or their number and bonuses; then the vine bonus tiles."""
    yard = player.get("vineyard")
    if yard is None:
        return []
    board = next(board for board in data.files["vineyards"]["boards"] if board["id"] == yard["board"])
    spaces: list[Line] = []
    for i, space in enumerate(board["spaces"], 1):
        free = f"{space['number']} {' '.join(_SHORT[bonus] for bonus in space['bonuses'])}"
        spaces.append([Span(f"p{i}[{yard['placed'].get(f'p{i}', free)}]")])
    tiles = [[Span(f"{vine} {count}")] for vine, count in yard["bonus"].items()] or [[Span("-")]]
    return flow(f"vineyard {yard['board']}", spaces, width, gap=1) + flow("vine tiles", tiles, width)


def _chateauma_in_characters(its: Document, width: int) -> list[Line]:
    return flow("double tiles", [[Span(name)] for name in its["doubles"]], width) if its.get("doubles") else []


DRAWING = Drawing(
    looks={
        **{f"vine-{vine}": f"fill:{shade};stroke:#4b3a24;stroke-width:1" for vine, shade in _SHADES.items()},
        **{f"vine-{vine}-ink": f"fill:{_INK.get(vine, '#2b2118')}" for vine in VINES},
    },
    strip=Strip(_strip_height, _draw_strip),
    below=Below(_height, _draw),
    beside_silver=_of_chateauma,
    characters=Characters(
        table={"vineyards": _beside_depots}, player=_before_player, chateauma=_chateauma_in_characters
    ),
)
