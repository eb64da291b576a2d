"""Where the game stands: phase, round, goods to come, white die, turn-order track, bonus tiles, decision."""

from __future__ import annotations

from typing import Any

from ...modules.sizes import DEPOTS, PHASE_LETTERS, ROUNDS, TRACK_SPACES
from .. import facts, words
from .marks import Document, Sketch, caption, glyph, group, joined, paragraph, rect, reduced, text
from .pieces import bonus, die, goods, marker, taken_bonus
from .table import Table
from .tiles import spoken

STATUS_HEIGHT = 392


def decision_height(narrow: bool) -> float:
    """How high the strip with the decision is."""
    return 92 if narrow else 62


def draw_decision(sketch: Sketch, table: Table, x: float, y: float, width: float, narrow: bool) -> None:
    """Who decides, and what."""
    doc = table.doc
    who, what = decision(table)
    height = decision_height(narrow)
    marks = [rect(0, 0, width, height, "panel", 12), rect(0, 0, 8, height, "alert", 4)]
    left = 24.0
    if doc.get("active") is not None:
        marks.append(group(38, height / 2, marker(table.letter_of(doc["active"]), 19)))
        left = 70
    marks.append(text(left, 22, who, reduced(who, 18, width - left - 12, True), anchor="start", bold=True))
    marks.append(paragraph(left, 43, what, 13, width - left - 12, 3 if narrow else 1, "muted"))
    sketch.add("decision", x, y, *marks)


def decision(table: Table) -> tuple[str, str]:
    """Who decides, and what, in words."""
    doc = table.doc
    if doc.get("active") is None:
        return "The game is over", _ending(table)
    who = f"{table.name_of(doc['active'])} to decide"
    if doc["pending"]:
        sentence = words.pending_plainly(doc["pending"][-1])
        more = len(doc["pending"]) - 1
        waiting = f" ({more} more decision{'s' * (more > 1)} waiting below)" if more else ""
        return who, sentence[:1].upper() + sentence[1:] + waiting
    if doc["stage"] == "turn":
        player = doc["players"][doc["active"]]
        left = [f"die {i} ({value})" for i, value in facts.unused_dice(player)]
        buy = "" if player["bought"] else "; one purchase from the black depot"
        return who, (f"To use: {' and '.join(left)}{buy}" if left else f"Both dice are used: end the turn{buy}")
    stages = {stage: said for drawing in table.drawings for stage, said in drawing.stages.items()}
    return who, stages.get(doc["stage"], str(doc["stage"]))


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


def _ending(table: Table) -> str:
    """Who has won; of a document it isn't known what the final scoring gave."""
    doc, outcome = table.doc, table.outcome
    if outcome is not None and outcome.rounds is not None:
        if outcome.winners:
            return f"Won in {outcome.rounds} rounds: every hex is covered"
        return f"Not won: {outcome.empty_hexes} hexes are empty after {outcome.rounds} rounds"
    if outcome is not None:
        winner = outcome.winners[0]
        tie = "" if outcome.decided_by == "points" else f", the tie broken by {outcome.decided_by}"
        points = ", ".join(f"{table.name_of(seat)} {outcome.totals[seat]}" for seat in outcome.ranking)
        return f"{table.name_of(winner)} wins{tie.replace('chateauma', 'the rules')}: {points} points"
    seats = [*doc["players"], *([doc["chateauma"]] if doc.get("chateauma") else [])]
    shown = ", ".join(f"{table.name_of(seat)} {player['vp']}" for seat, player in enumerate(seats))
    return f"Victory points before the final scoring: {shown}"


def draw_status(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    """Everything about the course of the game, in a panel of STATUS_HEIGHT."""
    sketch.add("status", x, y, caption(2, 6, "Phase, and the bonus for a region completed in it"))
    _draw_phases(sketch, table, x, y + 18, width)
    sketch.add("status.rounds", x, y, caption(2, 90, "Rounds, and the goods to come"))
    _draw_rounds(sketch, table, x, y + 102, width)
    for drawing in table.drawings:
        if drawing.goal is not None:
            drawing.goal(sketch, table, x, y + 168, width)
    if table.doc.get("track") is not None:
        sketch.add(
            "status.track", x, y, caption(2, 168, "Turn order: front of the track first, top of a stack first")
        )
        _draw_track(sketch, table, x, y + 180, width)
    if table.doc.get("bonus_tiles") is not None:
        sketch.add("status.bonus", x, y, caption(2, 298, "Bonus tiles left"))
        _draw_bonus_left(sketch, table, x, y + 310, width)


def _draw_phases(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    scores = table.data.components["scoring"]["phase_bonus"]
    chips, step = [], (width - 70) / len(PHASE_LETTERS)
    for i, phase in enumerate(PHASE_LETTERS):
        now, over = phase == table.doc["phase"], phase < table.doc["phase"]
        chip = [
            rect(0, 0, step - 8, 52, "chip" if now else "inset", 10),
            text(step / 2 - 4, 19, phase, 21, "chip-ink" if now else "ink", bold=True),
            text(step / 2 - 4, 39, f"+{scores[phase]}", 12, "chip-ink" if now else "muted"),
        ]
        chips.append(group(i * step, 0, *chip, cls="used" if over else "", title=f"phase {phase}"))
    sketch.add("phases", x, y, *chips)
    white = table.doc.get("white_die")
    shown = die(white, 40, "white") if white else rect(-20, -20, 40, 40, "gone", 8)
    sketch.add("white-die", x + width - 32, y + 22, shown, text(0, 29, "white die", 10, "muted"))


def _draw_rounds(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    coming: list[int] = table.doc["round_goods"]
    begun = table.doc["stage"] in ("turn", "over")
    step = width / ROUNDS
    marks = []
    for number in range(1, ROUNDS + 1):
        now = number == table.doc["round"]
        i = number - (ROUNDS - len(coming)) - 1
        cell = [rect(0, 0, step - 8, 44, "inset", 10), text(14, 22, number, 15, "muted", bold=now)]
        if now:
            cell.append(rect(0, 0, step - 8, 44, "active", 10))
        if begun and 0 <= i < len(coming):
            cell.append(group(step / 2 + 6, 22, goods(coming[i], 25)))
        elif begun and number <= table.doc["round"]:
            cell.append(glyph("check", step / 2 + 6, 22, 20, "muted"))
        marks.append(group((number - 1) * step, 0, *cell, title=f"round {number}"))
    sketch.add("rounds", x, y, *marks)


def _draw_track(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    step, height = width / TRACK_SPACES, 104
    marks = []
    for i, stack in enumerate(table.doc["track"]):
        cell = [rect(0, 0, step - 6, height, "inset", 8), text((step - 6) / 2, height - 8, i, 10, "muted")]
        for depth, seat in enumerate(reversed(stack)):
            cell.append(group((step - 6) / 2, height - 29 - depth * 20.5, marker(table.letter_of(seat), 11.5)))
        title = f"space {i}: " + (", then ".join(table.name_of(seat) for seat in stack) or "nobody")
        marks.append(group(i * step, 0, *cell, title=title))
    sketch.add("track", x, y, *marks)


def _draw_bonus_left(sketch: Sketch, table: Table, x: float, y: float, width: float) -> None:
    left: dict[str, Any] = table.doc["bonus_tiles"]
    kinds = facts.bonus_kinds(table.doc)
    names = {kind: name for drawing in table.drawings for kind, name in drawing.bonus_name.items()}
    step = width / len(kinds)
    for i, kind in enumerate(kinds):
        marks = [rect(0, 0, step - 6, 82, "inset", 8)]
        for k, size in enumerate(facts.BONUS_SIZES):
            radius = 19 if size == "large" else 15
            there = left.get(kind, 0) >= len(facts.BONUS_SIZES) - k
            vp = facts.bonus_vp(table.doc, table.data, size)
            title = f"{names.get(kind, kind)} bonus, {size}: {vp} VP"
            drawn = bonus(kind, vp, radius, title) if there else taken_bonus(radius)
            marks.append(group((step - 6) / 2, 23 + k * 39, drawn))
        sketch.add(f"bonus.{kind}", x + i * step, y, joined(marks))


def summary(table: Table) -> str:
    """The position in a few sentences, for those who listen to it."""
    doc = table.doc
    who, what = decision(table)
    white = f", white die {doc['white_die']}" if doc.get("white_die") else ""
    told = [f"Phase {doc['phase']}, round {doc['round']} of {ROUNDS}{white}. {who}. {what}."]
    for seat, player in enumerate(doc["players"]):
        told.append(
            f"{table.name_of(seat)}: {player['vp']} VP, {player['workers']} workers, {player['silver']} silver, "
            f"{len(player['placed'])} hexes covered, {_listed(player['storage'])} in storage, "
            f"{_goods_words(player['goods'])}."
        )
    if doc.get("chateauma"):
        theirs: Document = doc["chateauma"]
        told.append(f"Châteauma: {theirs['vp']} VP, {theirs['silver']} silver, {_goods_words(theirs['goods'])}.")
    for number in range(1, DEPOTS + 1):
        depot = doc["depots"][str(number)]
        told.append(f"Depot {number}: {_listed([tile for tile in depot['tiles'] if tile])}.")
    told.append(f"Black depot: {_listed([tile for tile in doc['black_depot'] if tile])}.")
    return " ".join(told)


def _listed(tiles: list[str]) -> str:
    return ", ".join(spoken(tile) for tile in tiles) or "nothing"


def _goods_words(counts: dict[str, int]) -> str:
    return "goods " + (", ".join(f"{count} of type {kind}" for kind, count in sorted(counts.items())) or "none")
