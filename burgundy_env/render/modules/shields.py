"""Shields in depots, on castles and with the Châteauma."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

from ...data import Data
from ...telling.language import say
from ...telling.seats import called
from ..facts import Document
from ..svg.marks import SMALLEST, Point, Sketch, glyph, group, text
from ..terminal.spans import Frames, Line, Span, flow
from .drawing import Characters, Drawing, Symbol

if TYPE_CHECKING:
    from ..svg.table import Table

_LARGER = 17


def shield(number: int, size: float, note: str = "") -> str:
    """A shield around the origin, with its number."""
    marks = (
        glyph("shield", 0, 0, size, "shield"),
        text(0, -size * 0.04, number, max(size * 0.46, SMALLEST), "shield-ink", bold=True),
    )
    return group(0, 0, *marks, title=f"shield {number}: {say(f'shield.{number}')}{note}")


def _in_depot(table: Table, depot: str) -> list[str]:
    return [shield(number, 27) for number in table.doc["shields"].get(depot, [])]


def _spots(table: Table, depot: str) -> list[str]:
    return [f"shield{number}" for number in table.doc["shields"].get(depot, [])]


def _on_castles(
    sketch: Sketch, table: Table, name: str, points: Sequence[Point], pitch: float, placed: Set[str]
) -> None:
    """The shields of a player."""
    marks = []
    for hex_, number in table.doc["players"][int(name.removeprefix("seat"))]["shields"].items():
        x, y = points[int(hex_[1:]) - 1]
        marks.append(group(x, y + pitch * 0.22, shield(number, pitch * 0.56)))
    sketch.add(f"{name}.shields", 0, 0, *marks)


def _larger(player: Document, hexes: Sequence[str]) -> int:
    """Shield 17 makes all regions count one larger."""
    return 1 if _LARGER in player["shields"].values() else 0


def _of_player(player: Document) -> str:
    """What else is to be known of them."""
    return ", ".join(_facts(player))


def _facts(player: Document) -> Iterable[str]:
    if player.get("copied") is not None:
        yield say("shield.copied", seat=called(player["copied"], ()))
    if player.get("wild") is not None:
        yield say("shield.die", number=player["wild"] + 1)


def _of_chateauma(sketch: Sketch, its: Document, x: float, y: float) -> None:
    step = min(20, 80 / max(len(its["shields"]), 1))
    shown = "".join(group(10 + step * i, 0, shield(number, 24)) for i, number in enumerate(its["shields"]))
    sketch.add("chateauma.shields", x, y, shown)


# --- in characters ---------------------------------------------------------------------------------------


def _beside_depots(doc: Document, frames: Frames) -> list[Line]:
    lying = doc.get("shields", {})
    said = "; ".join(f"depot {depot}: {' '.join(map(str, lying[depot]))}" for depot in sorted(lying))
    return [[Span(f"shields {said}")]] if said else []


def _before_player(player: Document, data: Data, width: int) -> list[Line]:
    """The shields by the castles they lie on, with what they do."""
    held = [[Span(f"{hex_} shield {number}: {say(f'shield.{number}')}")] for hex_, number in _held(player)]
    lines = flow("Shields", held, width) if held else []
    more = [[Span(said)] for said in _facts(player)]
    return lines + (flow("", more, width) if more else [])


def _held(player: Document) -> Iterable[tuple[str, int]]:
    shields: dict[str, int] = player.get("shields", {})
    return shields.items()


def _before_chateauma(its: Document, width: int) -> list[Line]:
    held = its.get("shields", [])
    return flow("", [[Span("shields " + " ".join(map(str, held)))]], width) if held else []


DRAWING = Drawing(
    glyphs={"shield": "M12 1.5 21 4.5v7c0 5-3.6 8.7-9 11-5.4-2.3-9-6-9-11v-7z"},
    looks={"shield": "fill:#1f4e79;stroke:#ffffff;stroke-width:1", "shield-ink": "fill:#ffffff"},
    in_depot=_in_depot,
    in_depot_spots=_spots,
    on_duchy=_on_castles,
    enlarges=_larger,
    head=_of_player,
    symbol=Symbol("shield", "shield", "shield"),
    beside_silver=_of_chateauma,
    characters=Characters(table={"shields": _beside_depots}, player=_before_player, chateauma=_before_chateauma),
)
