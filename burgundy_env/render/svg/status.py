"""Where the game stands: phase, round, goods to come, white die, turn-order track, bonus tiles, decision."""

from __future__ import annotations

from typing import Any

from ...modules.sizes import PHASE_LETTERS, ROUNDS, TRACK_SPACES
from ...telling import position
from ...telling.tiles import bonus as bonus_told
from .. import facts
from ..regions import sizes
from .marks import SMALLEST, Sketch, caption, glyph, group, joined, paragraph, rect, reduced, text
from .pieces import bonus, die, goods, marker, taken_bonus
from .table import Table

STATUS_HEIGHT = 396


def decision_height(narrow: bool) -> float:
    """How high the strip with the decision is."""
    return 92 if narrow else 62


def draw_decision(sketch: Sketch, table: Table, x: float, y: float, width: float, narrow: bool) -> None:
    """Who decides, and what."""
    doc = table.doc
    who, what = position.decision(doc, table.outcome, table.name_of)
    height = decision_height(narrow)
    marks = [rect(0, 0, width, height, "panel", 12), rect(0, 0, 8, height, "alert", 4)]
    left = 24.0
    if doc.get("active") is not None:
        marks.append(group(38, height / 2, marker(table.letter_of(doc["active"]), 19)))
        left = 70
    marks.append(text(left, 22, who, reduced(who, 18, width - left - 12, True), anchor="start", bold=True))
    marks.append(paragraph(left, 43, what, SMALLEST, width - left - 12, 3 if narrow else 1, "muted"))
    sketch.add("decision", x, y, *marks)


def draw_note(sketch: Sketch, note: str, x: float, y: float, width: float, narrow: bool) -> None:
    """What was done last, in words."""
    marks = [
        rect(0, 0, width, note_height(narrow), "inset", 12),
        paragraph(18, 20, note, 14, width - 36, 4 if narrow else 1),
    ]
    sketch.add("note", x, y, *marks)


def note_height(narrow: bool) -> float:
    """How high the strip with the last action is."""
    return 92 if narrow else 40


def draw_status(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """Everything about the course of the game, in a panel of STATUS_HEIGHT."""
    sketch.add("status", x, y, caption(2, 6, "Phase, and the bonus for a region finished in it"))
    _draw_phases(sketch, table, x, y + 17, width)
    _draw_sizes(sketch, table, x, y + 74, width)
    sketch.add("status.rounds", x, y, caption(2, 126, "Rounds, and the goods to come"))
    _draw_rounds(sketch, table, x, y + 137, width)
    for drawing in table.drawings:
        if drawing.goal is not None:
            drawing.goal(sketch, table, x, y + 190, width)
    if table.doc.get("track") is not None:
        sketch.add("status.track", x, y, caption(2, 190, "Turn order: front first, top of a stack first"))
        _draw_track(sketch, table, x, y + 201, width)
    if table.doc.get("bonus_tiles") is not None:
        sketch.add("status.bonus", x, y, caption(2, 312, "Bonus tiles left"))
        _draw_bonus_left(sketch, table, x, y + 323, width)


def _draw_phases(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    scores = table.data.components["scoring"]["phase_bonus"]
    chips, step = [], (width - 70) / len(PHASE_LETTERS)
    for i, phase in enumerate(PHASE_LETTERS):
        now, over = phase == table.doc["phase"], phase < table.doc["phase"]
        chip = [
            rect(0, 0, step - 8, 46, "chip" if now else "inset", 10),
            text(step / 2 - 4, 16, phase, 20, "chip-ink" if now else "ink", bold=True),
            text(step / 2 - 4, 35, f"+{scores[phase]}", SMALLEST, "chip-ink" if now else "muted"),
        ]
        chips.append(group(i * step, 0, *chip, cls="used" if over else "", title=f"phase {phase}"))
    sketch.add("phases", x, y, *chips)
    white = table.doc.get("white_die")
    shown = die(white, 36, "white") if white else rect(-18, -18, 36, 36, "gone", 8)
    sketch.add("white-die", x + width - 32, y + 18, shown, text(0, 28, "white die", SMALLEST, "muted"))


def _draw_sizes(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """What regions of each size give."""
    known = list(sizes(table.doc, table.data))
    left = 62
    step = (width - left) / len(known)
    marks = [
        rect(0, 0, width - 6, 40, "inset", 8),
        text(8, 12, "region of", SMALLEST, "muted", anchor="start"),
        text(8, 29, "gives VP", SMALLEST, "muted", anchor="start"),
    ]
    for i, (size, vp) in enumerate(known):
        at = left + (i + 0.5) * step
        marks += [text(at, 12, size, SMALLEST, "muted"), text(at, 29, vp, 14, bold=True)]
    sketch.add("sizes", x, y, *marks)


def _draw_rounds(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    coming: list[int] = table.doc["round_goods"]
    begun = table.doc["stage"] in ("turn", "over")
    step = width / ROUNDS
    marks = []
    for number in range(1, ROUNDS + 1):
        now = number == table.doc["round"]
        i = number - (ROUNDS - len(coming)) - 1
        cell = [rect(0, 0, step - 8, 38, "inset", 10), text(14, 19, number, 15, "muted", bold=now)]
        if now:
            cell.append(rect(0, 0, step - 8, 38, "active", 10))
        if begun and 0 <= i < len(coming):
            cell.append(group(step / 2 + 6, 19, goods(coming[i], 25)))
        elif begun and number <= table.doc["round"]:
            cell.append(glyph("check", step / 2 + 6, 19, 20, "muted"))
        marks.append(group((number - 1) * step, 0, *cell, title=f"round {number}"))
    sketch.add("rounds", x, y, *marks)


def _draw_track(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    step, height = width / TRACK_SPACES, 98
    marks = []
    for i, stack in enumerate(table.doc["track"]):
        cell = [rect(0, 0, step - 6, height, "inset", 8), text((step - 6) / 2, height - 9, i, SMALLEST, "muted")]
        for depth, seat in enumerate(reversed(stack)):
            cell.append(group((step - 6) / 2, height - 26 - depth * 19.5, marker(table.letter_of(seat), 11)))
        title = f"space {i}: " + (", then ".join(table.name_of(seat) for seat in stack) or "nobody")
        marks.append(group(i * step, 0, *cell, title=title))
    sketch.add("track", x, y, *marks)


def _draw_bonus_left(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    left: dict[str, Any] = table.doc["bonus_tiles"]
    kinds = facts.bonus_kinds(table.doc)
    step = width / len(kinds)
    for i, kind in enumerate(kinds):
        marks = [rect(0, 0, step - 6, 73, "inset", 8)]
        for k, size in enumerate(facts.BONUS_SIZES):
            radius = 18 if size == "large" else 15
            there = left.get(kind, 0) >= len(facts.BONUS_SIZES) - k
            vp = facts.bonus_vp(table.doc, table.data, size)
            drawn = bonus(kind, vp, radius, bonus_told(kind, size, vp)) if there else taken_bonus(radius)
            marks.append(group((step - 6) / 2, 20 + k * 35, drawn))
        sketch.add(f"bonus.{kind}", x + i * step, y, joined(marks))


def summary(table: Table) -> str:
    """The position in a few sentences, for those who listen to it."""
    return position.summary(table.doc, table.outcome, table.name_of)
