"""What an agent thought of a decision, as a record may keep it beside the action.

An action line may have `"probabilities"`, how likely the agent was to take each action (those it left out
it would not have taken), and `"value"`, what it expected for its seat, in a measure of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..data.cursor import is_finite, shown

KEYS = ("probabilities", "value")
_ROUNDING = 1e-3  # how far probabilities may add up to more than 1


@dataclass(frozen=True)
class Thought:
    """The agent's view of the position before its action."""

    probabilities: Mapping[str, float] = field(default_factory=dict)
    value: float | None = None

    def __post_init__(self) -> None:
        """Refuse what can't be."""
        if not isinstance(self.probabilities, Mapping):
            raise ValueError(f"probabilities: an object from actions to numbers, not {shown(self.probabilities)}")
        for action, chance in self.probabilities.items():
            if not isinstance(action, str) or not is_finite(chance) or not 0 <= chance <= 1:
                raise ValueError(f"probabilities: {shown(action)} needs a number from 0 to 1, not {shown(chance)}")
        total = math.fsum(self.probabilities.values())
        if total > 1 + _ROUNDING:
            raise ValueError(f"probabilities: they add up to {total:.4g}, which is more than 1")
        if self.value is not None and not is_finite(self.value):
            raise ValueError(f"value: a number, not {shown(self.value)}")

    def to_dict(self) -> dict[str, Any]:
        """The keys of an action line."""
        found: dict[str, Any] = {"probabilities": dict(self.probabilities)} if self.probabilities else {}
        return found if self.value is None else {**found, "value": self.value}

    def check(self, legal: Sequence[str]) -> None:
        """Refuse probabilities of actions that were not legal."""
        for action in self.probabilities:
            if action not in legal:
                raise ValueError(f"probabilities: {shown(action)} was not legal here")


def split(event: Mapping[str, Any]) -> tuple[dict[str, Any], Thought | None]:
    """An action line without the thought, and the thought; ValueError if it is none."""
    plain = {key: value for key, value in event.items() if key not in KEYS}
    if len(plain) == len(event):
        return plain, None
    return plain, Thought(event.get("probabilities", {}), event.get("value"))
