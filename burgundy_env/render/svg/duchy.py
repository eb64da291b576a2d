"""A duchy board: hexes, tiles on them, rivers, and what modules draw there."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from ...data import Duchy
from .marks import Point, Sketch, circle, hexagon, line, num
from .table import Table
from .tiles import empty_hex, tile

_HEX_HEIGHT = 2 / math.sqrt(3)  # of a hex one wide


class _Places(NamedTuple):
    """Where the hexes come to lie."""

    points: tuple[Point, ...]
    pitch: float

    @property
    def radius(self) -> float:
        return self.pitch / math.sqrt(3)


def duchy_height(width: float, rim: float) -> float:
    """How high a regular duchy of a width is, with a rim around it."""
    pitch = width / (7 + 2 * rim)
    return pitch * (6 * math.sqrt(3) / 2 + _HEX_HEIGHT + 2 * rim)


def draw_duchy(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float, height: float) -> None:
    """The duchy of a seat, as large as fits, in the middle of its place."""
    player = table.doc["players"][seat]
    board = table.data.duchies[player["duchy"]]
    places = _places(board, x, y, width, height, table.rim)
    name = f"seat{seat}"
    if board.rivers:
        links = [line(*places.points[a - 1], *places.points[b - 1], "river") for a, b in board.rivers]
        sketch.add(f"{name}.rivers", 0, 0, *links)
    placed = player["placed"]
    deciding = table.doc["pending"][-1] if table.doc["pending"] and table.doc.get("active") == seat else {}
    chosen = deciding.get("hex") if deciding.get("kind") == "pick" else None
    radius = places.radius * 0.975
    for i, (at, colour, number) in enumerate(zip(places.points, board.colours, board.numbers, strict=True)):
        hex_ = f"h{i + 1}"
        ground = empty_hex(hex_, colour, number, radius, named=table.named_hexes)
        if hex_ in placed:
            ground = hexagon(radius, f"e-{colour}") + tile(placed[hex_], radius * 0.95, table.ruleset)
            if table.came(seat, hex_):
                ground += hexagon(radius * 0.95, "glow")
        elif hex_ == chosen:
            ground += hexagon(radius * 0.92, "active")
        sketch.add(f"{name}.{hex_}", *at, ground)
        sketch.hex_spot(hex_, *at, radius)
    sketch.add(f"{name}.regions", 0, 0, _borders(board, places))
    if board.rivers:
        # A river may pass under hexes that it does not link, so that its ends have to be seen.
        ends = [_landing(places, *link) for a, b in board.rivers for link in ((a, b), (b, a))]
        sketch.add(f"{name}.landings", 0, 0, *ends)
    for drawing in table.drawings:
        if drawing.on_duchy is not None:
            drawing.on_duchy(sketch, table, name, places.points, places.pitch, placed.keys())


@cache
def _borders(board: Duchy, places: _Places) -> str:
    """Lines around the regions, so that they can be told apart where colours can't."""
    region_of = {hex_: number for number, region in enumerate(board.regions) for hex_ in region}
    sides = []
    for hex_, (x, y) in enumerate(places.points, 1):
        for angle in range(0, 360, 60):
            over = _at(places, _away(x, y, angle, places.pitch))
            # Where two hexes meet, the line is drawn once.
            if over is None or (hex_ < over and region_of[hex_] != region_of[over]):
                ends = [_away(x, y, angle + turn, places.radius) for turn in (-30, 30)]
                sides.append("M" + "L".join(f"{num(px)} {num(py)}" for px, py in ends))
    return f'<path d="{"".join(sides)}" class="region"/>'


def _away(x: float, y: float, angle: float, far: float) -> Point:
    """The point that lies so far from another in a direction."""
    return x + far * math.cos(math.radians(angle)), y + far * math.sin(math.radians(angle))


def _at(places: _Places, point: Point) -> int | None:
    """The hex around a point."""
    near = (i for i, middle in enumerate(places.points, 1) if math.dist(middle, point) < places.pitch / 4)
    return next(near, None)


def _landing(places: _Places, hex_: int, other: int) -> str:
    """Where the river from another hex ends, just inside a hex."""
    (x, y), (ox, oy) = places.points[hex_ - 1], places.points[other - 1]
    share = 0.47 * places.pitch / math.dist((x, y), (ox, oy))
    return circle(x + (ox - x) * share, y + (oy - y) * share, places.pitch * 0.08, "landing")


@cache
def _places(board: Duchy, x: float, y: float, width: float, height: float, rim: float) -> _Places:
    """The hexes' middles, moved and scaled into a rectangle."""
    unit = _unit(board)
    xs = [px / unit for px, _ in board.positions]
    ys = [py / unit for _, py in board.positions]
    wide, high = max(xs) - min(xs) + 1 + 2 * rim, max(ys) - min(ys) + _HEX_HEIGHT + 2 * rim
    pitch = min(width / wide, height / high)
    left = x + (width - pitch * (max(xs) + min(xs))) / 2
    top = y + (height - pitch * (max(ys) + min(ys))) / 2
    return _Places(tuple((left + pitch * px, top + pitch * py) for px, py in zip(xs, ys, strict=True)), pitch)


def _unit(board: Duchy) -> float:
    """How far neighbours lie apart where the board's places are measured."""
    rivers = {frozenset(link) for link in board.rivers}
    return min(
        math.dist(board.positions[a - 1], board.positions[b - 1])
        for a, others in enumerate(board.neighbours, 1)
        for b in others
        if frozenset((a, b)) not in rivers
    )
