"""Where points come from, in as many sources as a chart has room for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEFT_OVER = "left over"
_TOGETHER = ("leftover_goods", "leftover_silver", "leftover_workers", "inventory", "unfinished_cards")


def by_source(score: Mapping[str, Any]) -> dict[str, int]:
    """The points of an entry of `game.scores()`; monasteries are many and each gives little, so they are one."""
    sources: dict[str, int] = {}
    for name, points in score["breakdown"].items():
        if points:
            label = source_label(name)
            sources[label] = sources.get(label, 0) + points
    return sources


def source_label(source: str) -> str:
    """What a chart calls a source of the engine."""
    if source[0] == "m" and source[1:].isdigit():
        return "monasteries"
    return LEFT_OVER if source in _TOGETHER else source.replace("_", " ")
