"""A study as text for terminals, and as Markdown."""

from __future__ import annotations

from ...arena.report import STYLES
from ...safe import lines
from ..analysis.summary import Summary


def text(summary: Summary) -> str:
    """Findings and tables."""
    return _written(summary, "text")


def markdown(summary: Summary) -> str:
    """The same as Markdown."""
    return _written(summary, "markdown")


def _written(summary: Summary, style: str) -> str:
    draw = STYLES[style]
    head = f"# {summary.title}" if style == "markdown" else summary.title
    findings = "\n".join(f"- {finding}" for finding in summary.findings)
    notes = "\n".join(f"- {note}" for note in summary.notes)
    parts = [head, _extent(summary), findings, *map(draw, summary.tables), notes]
    return lines("\n\n".join(part for part in parts if part)) + "\n"


def _extent(summary: Summary) -> str:
    """What was played, with what."""
    told = summary.manifest
    if not told:
        return ""
    return (
        f"{told['games']:,} games in {told['blocks']:,} blocks, seed {told['seed']}, agents "
        f"{', '.join(map(str, told['agents']))}; burgundy-env {told['version']}, data {told['data']}"
    )
