"""What modules add to a picture, found by their descriptors' keys: each function draws at one place of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from ...modules.sizes import PHASE_LETTERS, ROUNDS
from ...modules.trade_routes import ROUTE_SPACES
from .. import facts
from .chateauma import chateauma_height, draw_chateauma
from .marks import SMALLEST, Document, Point, Sketch, caption, circle, glyph, group, hexagon, mean, rect, text
from .pieces import goods

if TYPE_CHECKING:
    from .table import Table


class Stack(NamedTuple):
    """A pile beside the black depot."""

    key: str  # of a position: how many there are
    tile: str
    label: str


class Below(NamedTuple):
    """What lies below a player's duchy; it is as high in all positions of a game."""

    height: Callable[[Table, float], float]  # by the width there is
    draw: Callable[[Sketch, Table, int, float, float, float], None]  # of a seat: left, top, width


class Seat(NamedTuple):
    """The panel of a seat that is no player's."""

    height: Callable[[float], float]
    draw: Callable[[Sketch, Table, float, float, float, float], None]  # left, top, width, height


class Symbol(NamedTuple):
    """What a county card bears, where the module is played."""

    key: str  # of the card
    glyph: str
    name: str


@dataclass(frozen=True)
class Drawing:
    """What one module adds."""

    glyphs: Mapping[str, str] = field(default_factory=dict)  # as `glyphs` has them
    looks: Mapping[str, str] = field(default_factory=dict)  # of its marks, by their class
    stack: Stack | None = None
    rim: float = 0  # what it needs around the hexes of a duchy, in hexes
    on_duchy: Callable[[Sketch, Table, str, Sequence[Point], float, Set[str]], None] | None = None
    below: Below | None = None
    goal: Callable[[Sketch, Table, float, float, float], None] | None = None  # where else the track lies
    head: Callable[[Document], str] | None = None  # below the victory points of a player
    seat: Seat | None = None
    symbol: Symbol | None = None
    beside_silver: Callable[[Sketch, Document, float, float], None] | None = None  # of the Châteauma


# --- border posts ----------------------------------------------------------------------------------------


def _posts(sketch: Sketch, table: Table, name: str, points: Sequence[Point], pitch: float, placed: Set[str]) -> None:
    """The three posts on the rim; one that has been reached is filled."""
    middle = mean(points)
    for i, hexes in enumerate(table.data.border_posts, 1):
        px, py = mean([points[h - 1] for h in hexes])
        away = math.dist((px, py), middle)
        reach = pitch * (0.86 if len(hexes) == 1 else 0.76)
        at = (px + (px - middle[0]) / away * reach, py + (py - middle[1]) / away * reach)
        reached = any(f"h{h}" in placed for h in hexes)
        radius = pitch * 0.25
        linked = " and ".join(f"h{h}" for h in hexes)
        marks = [
            circle(0, 0, radius, "post" if reached else "inset"),
            glyph("flag", radius * 0.08, 0, radius * 1.25, "post-ink" if reached else "muted"),
        ]
        title = f"border post at {linked}" + (", reached" if reached else "")
        sketch.add(f"{name}.post{i}", *at, group(0, 0, *marks, title=title))


def _finished_posts(sketch: Sketch, its: Document, x: float, y: float) -> None:
    """How many cards with a border post the Châteauma has finished."""
    posts = its.get("posts", 0)
    shown = glyph("flag", 10, 0, 18, "ink") + text(24, 0, posts, 18, anchor="start", bold=True)
    sketch.add("chateauma.posts", x, y, group(0, 0, shown, title=f"finished cards with a border post: {posts}"))


# --- trade routes ----------------------------------------------------------------------------------------

_ROW_HEIGHT = 68
_SMALLEST_TILE = 85  # how wide a tile is at least; with less room the route is broken into two rows
_MEANING = {
    "take_building": "take a building",
    "take_mine_monastery_castle": "take a mine, monastery or castle",
    "take_ship_livestock": "take a ship or livestock",
    "take_any": "take any tile of a depot",
    "workers_4": "4 workers",
    "silver_2": "2 silver",
    "vp_4": "4 VP",
}
_TAKES = {
    "take_building": ("building",),
    "take_mine_monastery_castle": ("mine", "monastery", "castle"),
    "take_ship_livestock": ("ship", "livestock"),
}
_COUNTED = {"workers": ("worker", "ink"), "silver": ("coin", "silver")}  # glyph, class


def _routes_height(table: Table, width: float) -> float:
    return 16 + _ROW_HEIGHT * (1 if _in_row(table, width) == _route_length(table) else 2)


def _route_length(table: Table) -> int:
    return int(facts.by_seats(table.data.trade_routes["per_player"], table.doc))


def _in_row(table: Table, width: float) -> int:
    """How many tiles of a route lie in a row."""
    tiles = _route_length(table)
    return tiles if tiles * _SMALLEST_TILE <= width else -(-tiles // 2)


def _routes(sketch: Sketch, table: Table, seat: int, x: float, y: float, width: float) -> None:
    """A player's route, and the tiles still to be laid."""
    name, player = f"seat{seat}", table.doc["players"][seat]
    tiles = {entry["id"]: entry for entry in table.data.trade_routes["tiles"]}
    laid, hand, sold = player.get("route", []), player.get("route_hand", []), player.get("route_goods", [])
    in_row = _in_row(table, width)
    step = width / in_row
    sketch.add(
        f"{name}.routes", x, y, caption(0, 4, "Trade route" + (": lay the tiles by their numbers" if hand else ""))
    )
    for i, ident in enumerate([*laid, *hand]):
        covered = sold[ROUTE_SPACES * i :] if i < len(laid) else []
        marks = [
            _space(space, fill, k, (step - 8) / ROUTE_SPACES)
            for k, (space, fill) in enumerate(zip_longest(tiles[ident]["spaces"], covered[:ROUTE_SPACES]))
        ]
        # A tile of the hand bears its number, by which `route 7` lays it.
        frame = rect(0, 0, step - 5, 66, "inset" if i < len(laid) else "gone", 8)
        number = "" if i < len(laid) else circle(7, 4, 9, "chip") + text(7, 4, ident, 11, "chip-ink", bold=True)
        body = group(0, 0, frame, *marks, number, title=f"route tile {ident}")
        sketch.add(f"{name}.route{i + 1}", x + i % in_row * step, y + 16 + i // in_row * _ROW_HEIGHT, body)


def _space(space: Mapping[str, Any], sold: int | None, k: int, width: float) -> str:
    size = min(26.0, width - 4)
    number = (
        group(0, 20, goods(sold, size))
        if sold
        else group(
            0,
            20,
            rect(-size / 2, -size / 2, size, size, "gone", 4),
            text(0, 0, space["number"], size * 0.7, bold=True),
        )
    )
    covered = f"; covered by goods {sold}" if sold else ""
    title = f"goods {space['number']}: {_MEANING[space['bonus']]}{covered}"
    mark = group(0, 50, _reward(space["bonus"], min(width, 30)), cls="used" if sold else "")
    return group(2 + (k + 0.5) * width, 0, number, mark, title=title)


def _reward(bonus: str, room: float) -> str:
    """The picture of a bonus."""
    kind, _, count = bonus.rpartition("_")
    if kind == "vp":
        return text(0, 0, f"{count} VP", min(11, max(room * 0.4, SMALLEST)), bold=True)
    if kind in _COUNTED:
        what, cls = _COUNTED[kind]
        return text(-room * 0.26, 0, count, 12, bold=True) + glyph(what, room * 0.2, 0, min(15, room * 0.52), cls)
    if bonus not in _TAKES:
        return hexagon(11, "edge") + text(0, 0, "any", SMALLEST, bold=True)
    colours = _TAKES[bonus]
    size = min(13.0, room / len(colours))
    return "".join(
        glyph(colour, (i - (len(colours) - 1) / 2) * size * 1.05, 0, size, f"p-{colour}")
        for i, colour in enumerate(colours)
    )


# --- the game for one ------------------------------------------------------------------------------------


def _goal(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """What a game alone is about: all hexes covered in time, and points that give another action."""
    doc, player = table.doc, table.doc["players"][0]
    hexes = len(table.data.duchies[player["duchy"]].colours)
    played = PHASE_LETTERS.index(doc["phase"]) * ROUNDS + doc["round"]
    told = [
        ("Hexes covered", len(player["placed"]), hexes),
        ("Round", played, len(PHASE_LETTERS) * ROUNDS),
        ("Points to the next free action", player["vp"], player.get("target")),
    ]
    marks = [caption(0, 0, "Cover every hex before the rounds are over")]
    for i, (label, now, whole) in enumerate(told):
        top = 18 + i * 66
        share = min(1.0, now / whole) if whole else 0.0
        marks += [
            rect(0, top, width - 6, 56, "inset", 10),
            text(14, top + 17, label, 12, "muted", anchor="start"),
            text(width - 20, top + 19, f"{now} of {whole}", 20, anchor="end", bold=True),
            rect(14, top + 38, width - 34, 8, "panel", 4),
            rect(14, top + 38, max(8.0, (width - 34) * share), 8, "chip", 4),
        ]
    sketch.add("goal", x, y, *marks)


def _target(player: Document) -> str:
    return f"target {player['target']}"


# --- all of them -----------------------------------------------------------------------------------------

DRAWINGS: Mapping[str, Drawing] = {
    "base": Drawing(),
    "inns": Drawing(
        glyphs={
            "inn": (
                "M4.5 7.5h12v2h2.2a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3h-2.2v2.5h-12zM16.5 11.8v5.4h1.9a1 1 0 0 0 1-1v-3.4"
                "a1 1 0 0 0-1-1zM4 6.5a2.9 2.9 0 0 1 3.5-3.7 3.6 3.6 0 0 1 6.2 0A2.9 2.9 0 0 1 17 6.5z"
            ),
        },
        stack=Stack("inns", "inn", "inns"),
    ),
    "castle_rule": Drawing(stack=Stack("set_aside", "castle", "set aside")),
    "border_posts": Drawing(
        looks={"post": "fill:#c0392b;stroke:#6d1c13", "post-ink": "fill:#ffffff"},
        rim=0.75,
        on_duchy=_posts,
        symbol=Symbol("border_post", "flag", "border post"),
        beside_silver=_finished_posts,
    ),
    "trade_routes": Drawing(
        below=Below(_routes_height, _routes),
    ),
    "solo": Drawing(goal=_goal, head=_target),
    "shields": Drawing(symbol=Symbol("shield", "shield", "shield")),
    "chateauma": Drawing(seat=Seat(chateauma_height, draw_chateauma)),
}


def drawings(doc: Document) -> tuple[Drawing, ...]:
    """What the modules that are played add to a picture, in the order in which they are listed here."""
    keys = facts.played(doc)
    return tuple(drawing for key, drawing in DRAWINGS.items() if key in keys)
