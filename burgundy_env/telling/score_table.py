"""The score table: where everybody's points come from, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .scores import source_label, verdict
from .seats import party_name


def table(game: Any, names: Sequence[str]) -> str:
    """The breakdown by source and who has won; sources that gave nobody anything are left out.

    A dash: the seat can't score so, as the Châteauma has sources of its own.
    """
    scores = game.scores()
    heads = [party_name(entry, names) for entry in scores]
    widths = [max(len(head), 5) for head in heads]
    breakdowns = [entry["breakdown"] for entry in scores]
    known = dict.fromkeys(source for breakdown in breakdowns for source in breakdown)
    sources = [source for source in known if any(breakdown.get(source) for breakdown in breakdowns)]
    labels = [source_label(source, game.config.ruleset) for source in sources]
    first = max(len(label) for label in [*labels, "total"])
    lines = [_row("", heads, first, widths)]
    for source, label in zip(sources, labels, strict=True):
        lines.append(_row(label, [breakdown.get(source, "-") for breakdown in breakdowns], first, widths))
    lines.append(_row("total", [entry["total"] for entry in scores], first, widths))
    return "\n".join([*lines, "", verdict(game.outcome(), names)])


def _row(label: str, cells: Sequence[Any], first: int, widths: Sequence[int]) -> str:
    values = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{label:{first}}", *values]).rstrip()
