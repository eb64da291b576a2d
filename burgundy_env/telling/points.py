"""What something scores, in parts and with the reason: `+25 VP: region of 5 = 15, phase A = 10`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .language import Several, has, say
from .scores import source_name


def scored(points: Mapping[str, int], facts: Mapping[str, Any] | None = None) -> str:
    """Points by source, each part with its reason; nothing where there are none.

    Reasons are made from `facts`. Without them, as it may not be known any more how points came, a part has the name
    of its source.
    """
    if not points:
        return ""
    parts = []
    for source, vp in points.items():
        key = f"points.{source}"
        reason = say(key, facts) if facts is not None and has(key) else source_name(source)
        parts.append(reason if len(points) == 1 else say("points.part", reason=reason, vp=vp))
    return say("points", total=in_short(points), parts=Several(parts))


def in_short(points: Mapping[str, int]) -> str:
    """`+25 VP`; nothing where there are none."""
    return say("points.total", total=sum(points.values())) if points else ""
