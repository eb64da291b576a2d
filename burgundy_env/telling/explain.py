"""What an action does, in a sentence, the workers it costs included."""

from __future__ import annotations

from typing import Any

from .facts import FACTS, Situation
from .facts.base import change
from .language import say


def explain(s: Any, t: Any, action: str) -> str:
    """A sentence for a legal action of the active seat; `s` and `t` are its state and tables records."""
    at = Situation(s, t, action)
    return say(_template(at), _Facts(at))


def note(s: Any, t: Any, action: str) -> str:
    """The same where a heading says by which die: `take the ship of depot 6 [made 6 with 2 workers]`."""
    at = Situation(s, t, action)
    facts = _Facts(at, by="")
    if facts["room"]:
        facts["room"] = say("room.short")
    done, changed = say(_template(at), facts).removesuffix("."), change(at)
    return f"{done} [{changed}]" if changed else done


def _template(at: Situation) -> str:
    """The key of its sentence."""
    several = at.name in ("place", "plant") and len(at.tiles) > 1
    return f"explain.{at.name}.several" if several else f"explain.{at.name}"


class _Facts(dict[str, Any]):
    """The facts of a situation, each found when it is asked for."""

    def __init__(self, at: Situation, **given: Any) -> None:
        super().__init__(given)
        self._at = at

    def __missing__(self, field: str) -> Any:
        self[field] = FACTS[field](self._at)
        return self[field]
