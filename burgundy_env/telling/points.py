"""What an action scores at once, in parts and with the reason: `+25 VP: region of 5 = 15, phase A = 10`."""

from __future__ import annotations

from collections.abc import Mapping

from .facts import Facts, Situation
from .language import Several, has, say
from .scores import source_name


def scored(at: Situation) -> str:
    """All that an action scores, each part with its reason; nothing where it scores nothing."""
    # Steps of an earlier tile may go on with the action, and what they score has other reasons.
    return by_source(at.points) if at.steps_wait else _told(at.points, Facts(at))


def by_source(points: Mapping[str, int]) -> str:
    """The same where it isn't known any more how it came: of an event, of the final scoring."""
    return _told(points, {})


def in_short(points: Mapping[str, int]) -> str:
    """`+25 VP`; nothing where there are none."""
    return say("points.total", total=sum(points.values())) if points else ""


def _told(points: Mapping[str, int], facts: Mapping[str, object]) -> str:
    if not points:
        return ""
    alone, parts = len(points) == 1, []
    for source, vp in points.items():
        known = has(f"points.{source}") and isinstance(facts, Facts)
        reason = say(f"points.{source}", facts) if known else source_name(source)
        parts.append(reason if alone else say("points.part", reason=reason, vp=vp))
    return say("points", total=in_short(points), parts=Several(parts))
