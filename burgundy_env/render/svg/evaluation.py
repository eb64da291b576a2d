"""The figure of an evaluation: where an agent stands among its opponents, and its score in each tournament."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...safe import markup
from ..fonts import FONTS, face, width_of
from .marks import SMALLEST, circle, line, num, rect, reduced, text
from .palette import style

_WIDTH, _PAD = 900, 28
_SCALE_TOP, _LABELS = 164, 19  # of the scale of ratings; how far apart its labels' rows are
_LABEL = 6  # from a line to its label
_LEFT, _RIGHT = 372, 700  # of the plot of scores
_ROW, _GAP = 24, 10

Document = Mapping[str, Any]


def evaluation_figure(document: Document, theme: str = "light", width: int = _WIDTH) -> str:
    """One figure that sums an evaluation up, as SVG."""
    scale, y = _scale(document)
    rows, height = _rows(document["tournaments"], y + 40)
    height += _PAD
    scope = f"burgundy-evaluation-{theme}"
    told = "; ".join(
        f"{one['part']} against {one['opponent']} {100 * one['score']:.1f} %" for one in document["tournaments"]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{num(height * width / _WIDTH)}" '
        f'viewBox="0 0 {_WIDTH} {num(height)}" style="max-width:100%;height:auto" class="{scope}" role="img" '
        f'aria-label="{markup(told)}" font-family="{FONTS}">'
        f"<style>{face()}{style(theme, scope)}</style>"
        f"{rect(0, 0, _WIDTH, height, 'panel')}{_title(document)}{scale}{rows}</svg>"
    )


def _title(document: Document) -> str:
    suite, name = document["suite"], str(document["agent"]["name"])
    room = _WIDTH - 2 * _PAD
    below = f"suite {suite['name']}, {document['games_played']:,} games, fingerprint {document['fingerprint']}"
    if not document["complete"]:
        below += ", NOT COMPLETE"
    if not suite["own_seed"]:
        below += f", seed {suite['seed']}, not the suite's own"
    means = f"score {_share(document['score'])}, where nothing was trained {_share(document['held_out'])}"
    return "".join(
        (
            text(_PAD, 36, name, reduced(name, 26, room, bold=True), anchor="start", bold=True),
            text(_PAD, 64, below, reduced(below, 15, room), "muted", anchor="start"),
            text(_PAD, 90, means, 16, anchor="start", bold=True),
        )
    )


def _share(found: Document) -> str:
    if found["mean"] is None:
        return "-"
    low, high = found["interval"]
    return f"{100 * found['mean']:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


# --- the rating among those of the opponents ---------------------------------------------------------


def _scale(document: Document) -> tuple[str, float]:
    """A line with everybody's rating, and where it ends."""
    rating, known = document["rating"], document["suite"]["ratings"]
    if rating["mean"] is None:
        return "", _SCALE_TOP - 60
    low, high = rating["interval"]
    labels = {name: f"{name} {value:.0f}" for name, value in known.items()}
    widest = max(width_of(label, SMALLEST) for label in labels.values())
    ends = [low, high, *known.values()]
    least, most = 100 * math.floor(min(ends) / 100 - 0.5), max(ends)

    def at(value: float) -> float:
        share: float = (value - least) / (most - least)
        return _PAD + share * (_WIDTH - 2 * _PAD - _LABEL - widest)

    y = _SCALE_TOP
    marks = [line(_PAD, y, _WIDTH - _PAD, y, "edge")]
    # From the right, each below those over whose lines it reaches: so no line comes down through a label.
    placed: list[tuple[float, int]] = []  # the lines so far, and the rows of their labels
    for name, value in sorted(known.items(), key=lambda one: -float(one[1])):
        x = at(value)
        end = x + _LABEL + width_of(labels[name], SMALLEST)
        row = max((1 + row for other, row in placed if other < end + _LABEL), default=0)
        placed.append((x, row))
        below = y + 26 + row * _LABELS
        marks += [
            line(x, y - 5, x, below + 5, "edge"),
            text(x + _LABEL, below, labels[name], SMALLEST, "muted", anchor="start"),
        ]
    said = f"rating {rating['mean']:.0f} ({low:.0f} to {high:.0f})"
    half = width_of(said, 16, bold=True) / 2
    x = min(max(at(rating["mean"]), _PAD + half), _WIDTH - _PAD - half)
    marks += [
        line(at(low), y, at(high), y, "region"),
        circle(at(rating["mean"]), y, 7, "s0"),
        text(x, y - 24, said, 16, bold=True),
    ]
    return "".join(marks), y + 26 + (1 + max(row for _, row in placed)) * _LABELS


# --- the scores --------------------------------------------------------------------------------------


def _rows(tournaments: Sequence[Document], y: float) -> tuple[str, float]:
    """A row for each tournament, and where they end."""
    top = y
    marks, backs = [], []
    marks.append(text((_LEFT + _RIGHT) / 2, y - 14, "games won, %; the short line: equal players", SMALLEST, "muted"))
    marks.append(text(_WIDTH - _PAD, y - 14, "lead, VP", SMALLEST, "muted", anchor="end"))
    marks.append(text(_RIGHT + 84, y - 14, "won", SMALLEST, "muted", anchor="end"))
    part, began = None, y
    for one in tournaments:
        if one["part"] != part:
            y += _GAP if part is not None else 0
            part, began = one["part"], y
            marks.append(text(_PAD, y + _ROW / 2, part, reduced(str(part), 15, 190), anchor="start", bold=True))
            if one["held_out"]:
                rows = sum(other["part"] == part for other in tournaments)
                backs.append(rect(_PAD - 12, y - 3, _WIDTH - 2 * _PAD + 24, rows * _ROW + 6, "inset", 5))
                if rows > 1:
                    marks.append(text(_PAD, began + 1.5 * _ROW, "held out", SMALLEST, "muted", anchor="start"))
        marks.append(_row(one, y + _ROW / 2))
        y += _ROW
    grid = [line(_at(share), top, _at(share), y, "edge") for share in (0, 0.25, 0.5, 0.75, 1)]
    below = [text(_at(share), y + 14, f"{100 * share:.0f}", SMALLEST, "muted") for share in (0, 0.25, 0.5, 0.75, 1)]
    return "".join([*backs, *grid, *marks, *below]), y + 24


def _row(one: Document, y: float) -> str:
    opponent = str(one["opponent"])
    others = one["seats"] - 1
    label = opponent if others == 1 else f"{others} x {opponent}"
    low, high = one["interval"]
    equal = _at(1 / one["seats"])
    lead = "-" if one["lead"] is None else f"{one['lead']['mean']:+.1f}"
    return "".join(
        (
            text(_LEFT - 14, y, label, reduced(label, 14, _LEFT - _PAD - 200), anchor="end"),
            line(equal, y - 8, equal, y + 8, "region"),
            line(_at(low), y, _at(high), y, "region"),
            circle(_at(one["score"]), y, 5.5, "s0"),
            text(_RIGHT + 84, y, f"{100 * one['score']:.1f} %", 14, anchor="end", bold=True),
            text(_WIDTH - _PAD, y, lead, 14, anchor="end"),
        )
    )


def _at(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)
