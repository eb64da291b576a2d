"""What an action does, in a sentence, the workers it costs and the points it scores included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .facts import Facts, Situation
from .facts.base import change
from .language import say
from .points import in_short, scored


def explain(s: Any, t: Any, action: str, points: Mapping[str, int]) -> str:
    """A sentence for a legal action of the active seat, and one for what it scores.

    `s` and `t` are the game's state and tables records, `points` come from `game.points`.
    """
    at = Situation(s, t, action, points)
    facts = Facts(at)
    # Steps of an earlier tile may go on with the action, and what they score has other reasons.
    return " ".join(filter(None, (say(_template(at), facts), scored(points, None if at.steps_wait else facts))))


def note(s: Any, t: Any, action: str, points: Mapping[str, int]) -> str:
    """The same where a heading says by which die: `take the ship of depot 6 [made 6 with 2 workers]`."""
    at = Situation(s, t, action, points)
    facts = Facts(at, by="")
    if facts["room"]:
        facts["room"] = say("room.short")
    done, changed = say(_template(at), facts).removesuffix("."), change(at)
    return " ".join(filter(None, (done, changed and f"[{changed}]", in_short(points))))


def _template(at: Situation) -> str:
    """The key of its sentence."""
    several = at.name in ("place", "plant") and len(at.tiles) > 1
    return f"explain.{at.name}.several" if several else f"explain.{at.name}"
