"""An analysis in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..modules import SCORES
from ..telling.scores import source_name
from ..telling.seats import seat_name
from .summary import OTHERS, TO_COME

_PARTS = (
    ("start", "expected at the start"),
    ("choices", "own choices"),
    ("others_choices", "choices of others"),
    ("dice", "own dice"),
    ("others_dice", "dice of others"),
    ("drawn", "what was drawn"),
    ("left", "what is left"),
)
_SOURCES = {score.name for score in SCORES}
_BAR = 24


def report(summary: Mapping[str, Any]) -> str:
    """A review: where each lead comes from, how well each seat chose, and the dearest mistakes."""
    names = summary["players"]
    return "\n\n".join([_leads(summary, names), _accuracy(summary["accuracy"], names), *_dearest(summary)])


def _leads(summary: Mapping[str, Any], names: Sequence[str]) -> str:
    seats = summary["seats"]
    heads = [seat_name(entry["seat"], names) for entry in seats]
    widths = [max(len(head), 14) for head in heads]
    lines = ["Where the lead over the best other comes from (VP)", _row("", heads, widths)]
    for key, label in (*_PARTS, ("final", "lead at the end" if summary["over"] else "expected now")):
        cells = [f"{entry[key]:+.1f}{_error(entry, key):>7}" for entry in seats]
        lines.append(_row(label, cells, widths))
    lines.append(_row("chance to win lost", [f"{100 * entry['win_lost']:.1f} %{'':7}" for entry in seats], widths))
    return "\n".join(lines)


def _error(entry: Mapping[str, Any], key: str) -> str:
    return f" ±{1.96 * entry[f'{key}_error']:.1f}" if f"{key}_error" in entry else ""


def _accuracy(by_seat: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    heads = [seat_name(seat, names) for seat in range(len(by_seat))]
    widths = [max(len(head), 24) for head in heads]
    lines = ["Choices by phase: VP they cost, and the share that cost less than 1", _row("", heads, widths)]
    for phase in dict.fromkeys(phase for one in by_seat for phase in one):
        cells = [
            f"{one[phase]['cost']:.1f} in {one[phase]['turns']}, {100 * one[phase]['sound']:.0f} %"
            if phase in one
            else "-"
            for one in by_seat
        ]
        lines.append(_row("all" if phase == "all" else f"phase {phase}", cells, widths))
    return "\n".join(lines)


def _dearest(summary: Mapping[str, Any]) -> list[str]:
    told = []
    for seat, found in enumerate(summary["mistakes"]):
        who = seat_name(seat, summary["players"])
        if not found:
            told.append(f"No mistakes of {who} stand out.")
            continue
        told.append("\n".join([f"The dearest mistakes of {who}", *(mistake(one) for one in found)]))
    return told


def mistake(found: Mapping[str, Any]) -> str:
    """One mistake: what it cost, what was better, and by which points."""
    cost = found["cost"]
    return (
        f"  {found['phase']}{found['round']}, action {found['first'] + 1}: {cost['vp']:.1f} VP "
        f"(±{1.96 * cost['error']:.1f}), {100 * cost['win']:.1f} % of the game\n"
        f"      played  {', '.join(found['played'])}\n"
        f"      better  {', '.join(found['better'])}\n"
        f"      why     {reasons(found['why'])}"
    )


def reasons(why: Mapping[str, float], most: int = 6) -> str:
    """`regions +4.0, still to come -1.2`: the points by which a line is better, the largest first."""
    largest = sorted(why.items(), key=lambda item: -abs(item[1]))[:most]
    return ", ".join(f"{reason(name)} {points:+.1f}" for name, points in largest) or "nothing that stands out"


def reason(name: str) -> str:
    """What a source of points is called among reasons."""
    if name == TO_COME:
        return "still to come"
    if name == OTHERS:
        return "others make less"
    return source_name(name) if name in _SOURCES else name


def lines_table(lines: Sequence[Mapping[str, Any]], seat: int, most: int = 5) -> str:
    """The best turns of a position with their intervals."""
    shown = list(lines[:most])
    if not shown:
        return "Nothing is to be decided here."
    if "margin" not in shown[0]:
        return "\n".join(f"{k + 1}  {', '.join(line['turn'])}" for k, line in enumerate(shown))
    best = shown[0]["margin"]
    spread = max(best - shown[-1]["margin"], 0.5)
    rows = [f"{'':3}{'lead':>14}  {'VP':>6}  {'wins':>6}  {'behind':>6}"]
    for k, line in enumerate(shown, 1):
        bar = "█" * max(1, round(_BAR * (1 - (best - line["margin"]) / spread * 0.9)))
        rows.append(
            f"{k:<3}{line['margin']:+8.2f} ±{1.96 * line['error']:<5.2f} {line['vp'][seat]:6.1f}  "
            f"{100 * line['win'][seat]:5.1f}%  {best - line['margin']:6.2f}  {bar}\n     {', '.join(line['turn'])}"
        )
    return "\n".join(rows)


def _row(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(
        [f"{label:24}", *(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))]
    ).rstrip()
