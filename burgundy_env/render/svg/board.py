"""The middle of the table: depots, black depot, and what is stacked beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...data import Data
from .marks import Document, Sketch, caption, group, hexagon, rect, text
from .pieces import die, goods_row
from .tiles import empty_slot, sold_out, tile

if TYPE_CHECKING:
    from ...game import Outcome

DEPOT_HEIGHT, BLACK_HEIGHT = 124, 104
# The depots lie clockwise around the black one: 1 2 3 above and 6 5 4 below, or in two columns on a phone.
_WIDE = ((1, 2, 3), (6, 5, 4))
_NARROW = ((1, 2), (6, 3), (5, 4))


class Table(NamedTuple):
    """A position and what has to be known to draw it."""

    doc: Document
    data: Data
    seats: int  # n of the rules, the Châteauma included
    ruleset: str
    modules: tuple[str, ...]
    names: tuple[str, ...]
    named_hexes: bool
    before: Document | None  # the position before; what is different since is marked
    outcome: Outcome | None  # how the game ended, where a game was given and not its document alone

    def left(self, depot: str, slot: int) -> bool:
        """Whether a tile was taken from a slot of a depot (`black`, or a number) since the position before."""
        if self.before is None:
            return False
        now, then = (
            doc["black_depot"] if depot == "black" else doc["depots"][depot]["tiles"]
            for doc in (self.doc, self.before)
        )
        return slot < len(then) and bool(then[slot]) and not now[slot]

    def came(self, seat: int, hex_: str) -> bool:
        """Whether a hex was covered since the position before."""
        return self.before is not None and hex_ not in self.before["players"][seat]["placed"]


def depot_rows(narrow: bool) -> tuple[tuple[int, ...], ...]:
    """The depots as they lie, row by row."""
    return _NARROW if narrow else _WIDE


def draw_depot(sketch: Sketch, table: Table, number: int, x: float, y: float, width: float) -> None:
    """One numbered depot: its die number, goods and tiles."""
    name, document = f"depot{number}", table.doc["depots"][str(number)]
    slots = _slots(table, number)
    sketch.add(
        name, x, y,
        rect(0, 0, width, DEPOT_HEIGHT, "inset", 10),
        group(24, 23, die(number, 28, "chip", "chip-ink"), title=f"depot {number}"),
    )  # fmt: skip
    step = min(44, (width - 52) / max(len(document["goods"]), 1))
    sketch.add(f"{name}.goods", x + 50, y + 24, goods_row(document["goods"], 22, step))
    pitch = min(60, (width - 12) / max(len(slots), 3))
    radius = pitch / 1.8
    for i, colour in enumerate(slots):
        there = document["tiles"][i]
        at = x + width / 2 + (i - (len(slots) - 1) / 2) * pitch
        address = text(0, radius + 8, f"{number}.{i + 1}", 10, "muted")
        drawn = tile(there, radius, table.ruleset) if there else empty_slot(colour, radius)
        glow = hexagon(radius * 0.95, "glow") if table.left(str(number), i) else ""
        sketch.add(f"{name}.{i + 1}", at, y + 74, drawn, address, glow)


def _slots(table: Table, number: int) -> list[str]:
    """The colours of a depot's slots in use."""
    depots = table.data.components["depots"]
    slots = [colour for colour, least in depots["slots"][str(number)] if max(table.seats, 2) >= least]
    other = depots["three_player_exception"]
    if table.seats == 3 and number == other["depot"] and table.doc["phase"] in other["phases"]:
        slots[other["slot"] - 1] = other["colour"]
    return slots


def draw_black_depot(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """The black depot, and beside it the inns and the castles set aside."""
    stacks = _stacks(table.doc)
    sketch.add(
        "black", x, y,
        rect(0, 0, width, BLACK_HEIGHT, "night", 10),
        text(14, 15, "Black depot: 2 silver each, one a turn", 11, "night-muted", anchor="start"),
    )  # fmt: skip
    tiles = table.doc["black_depot"] or [None] * _black_slots(table)
    room = width - 16 - 64 * len(stacks)
    pitch = min(60, room / max(len(tiles), 1))
    radius = pitch / 1.8
    for i, there in enumerate(tiles):
        at = x + 8 + room / 2 + (i - (len(tiles) - 1) / 2) * pitch
        drawn = tile(there, radius, table.ruleset) if there else sold_out(radius)
        address = text(0, radius + 8, f"b{i + 1}", 10, "night-muted")
        glow = hexagon(radius * 0.95, "glow") if table.left("black", i) else ""
        sketch.add(f"black.{i + 1}", at, y + 57, drawn, address, glow)
    for i, (name, count, label) in enumerate(stacks):
        at = x + width - 38 - 64 * (len(stacks) - 1 - i)
        number = text(0, 41, f"{label} ×{count}", 10, "night-muted")
        sketch.add(f"black.{name}", at, y + 57, tile(name, 30, table.ruleset) if count else sold_out(30), number)


def _black_slots(table: Table) -> int:
    return int(table.data.components["depots"]["black_depot_slots"][str(max(table.seats, 2))])


def _stacks(doc: Document) -> list[tuple[str, int, str]]:
    """What is stacked beside the black depot: tile, how many, what people call the stack."""
    known: list[tuple[str, Any, str]] = [
        ("inn", doc.get("inns"), "inns"),
        ("castle", doc.get("set_aside"), "set aside"),
    ]
    return [(name, int(count), label) for name, count, label in known if count is not None]


def draw_depots(sketch: Sketch, table: Table, x: float, y: float, width: float, narrow: bool) -> float:
    """All depots; returns how high they are together."""
    gap, top = 8, y
    sketch.add("board", x, y, caption(2, 6, "Depots"))
    y += 18
    rows = depot_rows(narrow)
    for i, row in enumerate(rows):
        if (narrow and i == 0) or (not narrow and i == 1):
            draw_black_depot(sketch, table, x, y, width)
            y += BLACK_HEIGHT + gap
        cell = (width - gap * (len(row) - 1)) / len(row)
        for k, number in enumerate(row):
            draw_depot(sketch, table, number, x + k * (cell + gap), y, cell)
        y += DEPOT_HEIGHT + gap
    return y - gap - top
