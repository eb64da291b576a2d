"""The panel of a player: head with victory points, duchy, and what is in front of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...modules.sizes import STORAGE
from ...modules.team import SPACES
from .duchy import draw_duchy, duchy_height
from .marks import HEAD, PAD, SMALLEST, Document, Sketch, caption, group, hexagon, rect, reduced, text
from .pieces import counted, die, goods_row, head_points, held_bonus, marker
from .table import Table
from .tiles import tile

if TYPE_CHECKING:
    from ..modules.drawing import Below

COLUMN = 152  # of what is in front of the player, beside the duchy
BAND_HEIGHT = 160  # of the same above the duchy, in a narrow panel
_SIDE_BY_SIDE = 500  # the width from which it stands beside


def panel_height(table: Table, width: float) -> float:
    """How high the panel of a player is: the same for all positions of a game."""
    if table.data.duchies[table.doc["players"][0]["duchy"]].rivers:  # islands have another shape
        body = width * 0.55 if width >= _SIDE_BY_SIDE else BAND_HEIGHT + PAD + width * 0.75
    elif width >= _SIDE_BY_SIDE:
        body = max(duchy_height(width - COLUMN - 3 * PAD, table.rim), 360)
    else:
        body = BAND_HEIGHT + PAD + duchy_height(width - 2 * PAD, table.rim)
    return HEAD + PAD + body + PAD + sum(below.height(table, width - 2 * PAD) + PAD for below in _below(table))


def _below(table: Table) -> list[Below]:
    """What modules lay below the duchies."""
    return [drawing.below for drawing in table.drawings if drawing.below is not None]


def duchy_box(table: Table, width: float) -> tuple[float, float, float, float]:
    """Where in its panel the duchy lies: left, top, width, height."""
    below = sum(below.height(table, width - 2 * PAD) + PAD for below in _below(table))
    beside = width >= _SIDE_BY_SIDE
    top = HEAD + PAD + (0 if beside else BAND_HEIGHT + PAD)
    room = width - (COLUMN + 3 * PAD if beside else 2 * PAD)
    return PAD, top, room, panel_height(table, width) - PAD - below - top


def draw_player(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float, height: float) -> None:
    """Everything of one player."""
    name, player = f"seat{seat}", table.doc["players"][seat]
    _draw_head(sketch, table, seat, x, y, width, height)
    top, bottom = y + HEAD + PAD, y + height - PAD
    for below in _below(table):
        bottom -= below.height(table, width - 2 * PAD) + PAD
        below.draw(sketch, table, seat, x + PAD, bottom + PAD, width - 2 * PAD)
    if width >= _SIDE_BY_SIDE:
        draw_duchy(sketch, table, seat, x + PAD, top, width - COLUMN - 3 * PAD, bottom - top)
        _draw_column(sketch, table, name, player, x + width - COLUMN - PAD + 6, top)
    else:
        _draw_band(sketch, table, name, player, x + PAD, top, width - 2 * PAD)
        under = top + BAND_HEIGHT + PAD
        draw_duchy(sketch, table, seat, x + PAD, under, width - 2 * PAD, bottom - under)


def _draw_head(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float, height: float) -> None:
    player, active = table.doc["players"][seat], table.doc.get("active") == seat
    title = table.name_of(seat)
    name = f"seat{seat}"
    sketch.add(
        name, x, y,
        rect(0, 0, width, height, "panel", 12),
        group(28, 26, marker(table.letter_of(seat), 16)),
        text(54, 19, title, reduced(title, 18, width - 190, True), anchor="start", bold=True),
    )  # fmt: skip
    # Each by itself, as they change by themselves.
    sketch.add(f"{name}.about", x + 54, y + 40, text(0, 0, _about(player), SMALLEST, "muted", anchor="start"))
    sketch.add(f"{name}.points", x + width - 18, y + 20, head_points(table, seat, player["vp"]))
    sketch.add(f"{name}.active", x, y, rect(0, 0, width, height, "active", 12) if active else "")


def _about(player: Document) -> str:
    done = [word for word, flag in (("has bought", "bought"), ("has recruited", "recruited")) if player.get(flag)]
    return ", ".join([f"duchy {player['duchy']}", *done])


def _draw_column(sketch: Sketch, table: Table, name: str, player: Document, x: float, y: float) -> None:
    """What is in front of the player, one below the other."""
    draw_dice(sketch, name, player, x, y + 20)
    draw_wealth(sketch, name, player, x + 92, y + 9, 27)
    draw_storage(sketch, table, name, player, x, y + 62, 50)
    draw_goods(sketch, name, player, x, y + 148)
    draw_sold(sketch, name, player, x, y + 206, 3)
    draw_bonus(sketch, table, name, player, x, y + 282, COLUMN)


def _draw_band(sketch: Sketch, table: Table, name: str, player: Document, x: float, y: float, width: float) -> None:
    """What is in front of the player, above the duchy."""
    right = x + width * 0.55
    draw_dice(sketch, name, player, x, y + 20)
    draw_wealth(sketch, name, player, x + 96, y + 9, 27)
    draw_storage(sketch, table, name, player, right, y + 2, min(54, width * 0.45 / 3))
    draw_goods(sketch, name, player, x, y + 57)
    draw_sold(sketch, name, player, right, y + 92, 3)
    draw_bonus(sketch, table, name, player, x, y + 112, width * 0.52)


def draw_dice(sketch: Sketch, name: str, player: Document, x: float, y: float) -> None:
    """The player's dice."""
    dice = zip(player["dice"], player["used"], strict=False)
    marks = [group(18 + 42 * i, 0, die(value, 36, used=used)) for i, (value, used) in enumerate(dice)]
    blank = [rect(42 * i, -18, 36, 36, "gone", 7) for i in range(2)]
    sketch.add(f"{name}.dice", x, y, *(marks or blank))
    for i in range(len(marks)):
        sketch.spot(f"die{i + 1}", x + 18 + 42 * i, y, 38, 38)


def draw_wealth(sketch: Sketch, name: str, player: Document, x: float, y: float, step: float) -> None:
    """Workers and silver."""
    workers, silver = player["workers"], player["silver"]
    sketch.add(f"{name}.workers", x, y, counted("worker", workers, 20, f"workers: {workers}"))
    sketch.add(f"{name}.silver", x, y + step, counted("coin", silver, 20, f"silver: {silver}"))
    sketch.spot("workers", x + 22, y, 50, 26)
    sketch.spot("silver", x + 22, y + step, 50, 26)


def draw_storage(sketch: Sketch, table: Table, name: str, player: Document, x: float, y: float, pitch: float) -> None:
    """The places for tiles that wait."""
    rows = _stored(player)
    stored = [held for row in rows for held in row]
    places = len(stored)
    pitch = min(pitch, STORAGE * pitch / places)
    radius = pitch / 1.8
    marks = [caption(0, 0, "Storage" if len(rows) == 1 else "Storage: own, the team's")]
    for i, held in enumerate(stored):
        drawn = tile(held, radius, table.ruleset) if held else _free_place(radius)
        at = radius * 0.9 + i * pitch, 13 + radius
        marks.append(group(*at, drawn))
        shared = "team " if i >= len(rows[0]) else ""
        sketch.hex_spot(f"stored:{shared}{held}" if held else "storage", x + at[0], y + at[1], radius)
    sketch.add(f"{name}.storage", x, y, *marks)


def _stored(player: Document) -> list[list[str | None]]:
    """What lies in the player's own places, and in those of its team; None where nothing does."""
    kinds = [player["storage"]] + ([player["team_storage"]] if "team_storage" in player else [])
    places = STORAGE if len(kinds) == 1 else SPACES
    return [[*stored, *[None] * (places - len(stored))] for stored in kinds]


def _free_place(radius: float) -> str:
    return hexagon(radius, "gone")


def draw_goods(sketch: Sketch, name: str, player: Document, x: float, y: float) -> None:
    """Goods not sold yet."""
    counts = player["goods"]
    few = len(counts) <= 3  # but alone one may hold any number of types
    row = (
        goods_row(counts, 25 if few else 18, 50, 3, 23)
        if counts
        else text(0, 0, "none", SMALLEST, "muted", anchor="start")
    )
    size, top = (25, 27) if few else (18, 20)
    sketch.add(f"{name}.goods", x, y, caption(0, 0, "Goods"), group(0, top, row))
    for i, kind in enumerate(sorted(counts)):
        sketch.spot(f"goods{kind}", x + i % 3 * 50 + size / 2, y + top + i // 3 * 23, size + 6, size + 4)


def draw_sold(sketch: Sketch, name: str, player: Document, x: float, y: float, most: int) -> None:
    """Goods sold."""
    counts = player["sold"]
    row = goods_row(counts, 18, 50, most, 23) if counts else text(0, 0, "none", SMALLEST, "muted", anchor="start")
    total = sum(counts.values())
    label = f"Sold ({total})" if total else "Sold"
    sketch.add(f"{name}.sold", x, y, caption(0, 0, label), group(0, 22, row))


def draw_bonus(sketch: Sketch, table: Table, name: str, player: Document, x: float, y: float, width: float) -> None:
    """Bonus tiles held."""
    if table.doc.get("bonus_tiles") is None:
        return
    marks = [caption(0, 0, "Bonus tiles")]
    step, radius = 35.0, 16.0
    in_row = int(width // step)
    if width > COLUMN:  # above the duchy there is one row only
        in_row, step = len(player["bonus"]), min(step, width / max(len(player["bonus"]), 1))
    for i, held in enumerate(player["bonus"]):
        drawn = held_bonus(table, held, radius)
        marks.append(group(radius + i % in_row * step, 26 + i // in_row * 34, drawn))
    if not player["bonus"]:
        marks.append(text(0, 22, "none", SMALLEST, "muted", anchor="start"))
    sketch.add(f"{name}.bonus", x, y, *marks)
