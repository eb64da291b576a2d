"""The game for one: what is still to be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...modules.sizes import PHASE_LETTERS, ROUNDS
from ..facts import Document
from ..svg.marks import SMALLEST, Sketch, caption, rect, text
from .drawing import Drawing

if TYPE_CHECKING:
    from ..svg.table import Table


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
            text(14, top + 17, label, SMALLEST, "muted", anchor="start"),
            text(width - 20, top + 19, f"{now} of {whole}", 20, anchor="end", bold=True),
            rect(14, top + 38, width - 34, 8, "panel", 4),
            rect(14, top + 38, max(8.0, (width - 34) * share), 8, "chip", 4),
        ]
    sketch.add("goal", x, y, *marks)


def _target(player: Document) -> str:
    return f"target {player['target']}"


DRAWING = Drawing(goal=_goal, head=_target)
