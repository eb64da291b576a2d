"""The middle of the table: depots, black depot, and what is stacked beside it."""

from __future__ import annotations

from typing import NamedTuple

from .. import facts
from .marks import SMALLEST, Sketch, caption, group, hexagon, rect, text
from .pieces import die, goods_row
from .table import Table
from .tiles import empty_slot, sold_out, tile

DEPOT_HEIGHT, BLACK_HEIGHT = 126, 108
_TOP, _GAP = 18, 8
_MARK = 30  # how wide what modules lay beside the goods of a depot is


class Ground(NamedTuple):
    """How the depots lie: row by row, and before which of the rows the black one does."""

    rows: tuple[tuple[int, ...], ...]
    black: int


# Clockwise around the black one: 1 2 3 above and 6 5 4 below; in two columns on a phone; or all in a row.
AROUND = Ground(((1, 2, 3), (6, 5, 4)), 1)
IN_COLUMNS = Ground(((1, 2), (6, 3), (5, 4)), 0)
IN_ROW = Ground(((1, 2, 3, 4, 5, 6),), 1)


def board_height(ground: Ground) -> float:
    """How high all depots are together."""
    return _TOP + len(ground.rows) * (DEPOT_HEIGHT + _GAP) + BLACK_HEIGHT


def draw_depot(sketch: Sketch, table: Table, number: int, x: float, y: float, width: float) -> None:
    """One numbered depot: its die number, goods and tiles."""
    name, document = f"depot{number}", table.doc["depots"][str(number)]
    slots = facts.slot_colours(table.doc, table.data, str(number))
    sketch.add(
        name, x, y,
        rect(0, 0, width, DEPOT_HEIGHT, "inset", 10),
        group(24, 23, die(number, 28, "chip", "chip-ink"), title=f"depot {number}"),
    )  # fmt: skip
    marks = [mark for drawing in table.drawings if drawing.in_depot for mark in drawing.in_depot(table, str(number))]
    step = min(48, (width - 52 - _MARK * len(marks)) / max(len(document["goods"]), 1))
    beside = [group(width - 70 - _MARK * i, -1, mark) for i, mark in enumerate(marks)]
    sketch.add(f"{name}.goods", x + 50, y + 24, goods_row(document["goods"], 22, step), *beside)
    sketch.spot(name, x + width / 2, y + DEPOT_HEIGHT / 2, width, DEPOT_HEIGHT)
    for i, kind in enumerate(sorted(document["goods"]) if _keeps(table, number) else ()):
        sketch.spot(f"keep{kind}", x + 61 + i * step, y + 24, 30, 30)
    for drawing in table.drawings:
        if drawing.in_depot and drawing.in_depot_spots:
            for i, lying in enumerate(drawing.in_depot_spots(table, str(number))):
                sketch.spot(lying, x + width - 20 - _MARK * i, y + 23, 28, 28)
    pitch = min(60, (width - 12) / max(len(slots), 3))
    radius = pitch / 1.8
    for i, colour in enumerate(slots):
        there = document["tiles"][i]
        at = x + width / 2 + (i - (len(slots) - 1) / 2) * pitch
        address = text(0, radius + 9, f"{number}.{i + 1}", SMALLEST, "muted")
        drawn = tile(there, radius, table.ruleset) if there else empty_slot(colour, radius)
        glow = hexagon(radius * 0.95, "glow") if table.left(str(number), i) else ""
        sketch.add(f"{name}.{i + 1}", at, y + 74, drawn, address, glow)
        sketch.hex_spot(f"{number}.{i + 1}", at, y + 74, radius)


def _keeps(table: Table, number: int) -> bool:
    """Whether somebody has to choose which goods of a depot are kept."""
    waiting = table.doc["pending"][-1] if table.doc.get("pending") else {}
    return bool(waiting.get("kind") == "keep" and waiting.get("depot") == number)


def draw_black_depot(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """The black depot, and beside it what modules pile up there."""
    piled = {drawing.stack.key: drawing.stack for drawing in table.drawings if drawing.stack is not None}
    stacks = [piled[key] for key, count in table.doc.items() if key in piled and count is not None]
    sketch.add(
        "black", x, y,
        rect(0, 0, width, BLACK_HEIGHT, "night", 10),
        text(14, 15, "Black depot: 2 silver each, one a turn", SMALLEST, "night-muted", anchor="start"),
    )  # fmt: skip
    black_slots = table.data.components["depots"]["black_depot_slots"]
    tiles = table.doc["black_depot"] or [None] * facts.by_seats(black_slots, table.doc)
    room = width - 16 - 64 * len(stacks)
    pitch = min(60, room / max(len(tiles), 1))
    radius = pitch / 1.8
    for i, there in enumerate(tiles):
        at = x + 8 + room / 2 + (i - (len(tiles) - 1) / 2) * pitch
        drawn = tile(there, radius, table.ruleset) if there else sold_out(radius)
        address = text(0, radius + 9, f"b{i + 1}", SMALLEST, "night-muted")
        glow = hexagon(radius * 0.95, "glow") if table.left("black", i) else ""
        sketch.add(f"black.{i + 1}", at, y + 57, drawn, address, glow)
        sketch.hex_spot(f"b{i + 1}", at, y + 57, radius)
    for i, (key, name, label) in enumerate(stacks):
        count = table.doc[key]
        at = x + width - 38 - 64 * (len(stacks) - 1 - i)
        number = text(0, 42, f"{label} ×{count}", SMALLEST, "night-muted")
        sketch.add(f"black.{name}", at, y + 57, tile(name, 30, table.ruleset) if count else sold_out(30), number)
        sketch.hex_spot(name, at, y + 57, 30)


def draw_depots(sketch: Sketch, table: Table, x: float, y: float, width: float, ground: Ground) -> None:
    """All depots, in `board_height`."""
    sketch.add("board", x, y, caption(2, 6, "Depots"))
    y += _TOP
    for i, row in enumerate((*ground.rows, ())):
        if i == ground.black:
            draw_black_depot(sketch, table, x, y, width)
            y += BLACK_HEIGHT + _GAP
        if not row:
            return
        cell = (width - _GAP * (len(row) - 1)) / len(row)
        for k, number in enumerate(row):
            draw_depot(sketch, table, number, x + k * (cell + _GAP), y, cell)
        y += DEPOT_HEIGHT + _GAP


def strips_height(table: Table, width: float) -> float:
    """How high it is what modules lay below the depots."""
    return sum(drawing.strip.height(width) for drawing in table.drawings if drawing.strip is not None)


def draw_strips(sketch: Sketch, table: Table, x: float, y: float, width: float) -> float:
    """What modules lay below the depots; returns where the rest begins."""
    for drawing in table.drawings:
        if drawing.strip is not None:
            drawing.strip.draw(sketch, table, x, y, width)
            y += drawing.strip.height(width)
    return y
