"""What an agent thought of a decision, as a record may keep it beside the action.

An action line may have `"probabilities"`, how likely the agent was to take each action (those it left out it would
not have taken); `"value"`, what it expected for its seat, in a measure of its own; `"expected"`, the final points and
the chance to win of every seat; and `"lines"`, the best turns from here, best first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..data.cursor import is_finite, shown

KEYS = ("probabilities", "value", "expected", "lines")
SHOWN = 5  # of the best turns, where there is room for a few
_ROUNDING = 1e-3  # how far probabilities may add up to more than 1
_NUMBERS = ("margin", "vp", "share", "error")


@dataclass(frozen=True)
class Line:
    """A turn, and what is expected if it is played; numbers that are not known are None.

    >>> Line(("d1 workers", "d2 workers", "end"), margin=-2.5).turn[0]
    'd1 workers'
    """

    turn: tuple[str, ...]
    margin: float | None = None  # final points more than the best other's
    vp: float | None = None  # final points of whoever plays it
    share: float | None = None  # of all that was tried
    error: float | None = None  # the standard error of `margin`

    def __post_init__(self) -> None:
        """Refuse what can't be."""
        if not self.turn or not all(isinstance(action, str) for action in self.turn):
            raise ValueError(f"lines: turn: a list of actions, not {shown(list(self.turn))}")
        for name in _NUMBERS:
            value = getattr(self, name)
            if value is not None and not is_finite(value):
                raise ValueError(f"lines: {name}: a number, not {shown(value)}")
        if self.share is not None and not 0 <= self.share <= 1:
            raise ValueError(f"lines: share: from 0 to 1, not {shown(self.share)}")
        if self.error is not None and self.error < 0:
            raise ValueError(f"lines: error: 0 or more, not {shown(self.error)}")

    @classmethod
    def of(cls, document: Any) -> Line:
        """The line that a document says."""
        if isinstance(document, Line):
            return document
        if not isinstance(document, Mapping):
            raise ValueError(f'lines: each is an object such as {{"turn": ["end"]}}, not {shown(document)}')
        for key in document:
            if key not in ("turn", *_NUMBERS):
                raise ValueError(f"lines: unknown key {shown(key)}; the keys are turn, {', '.join(_NUMBERS)}")
        turn = document.get("turn")
        if not isinstance(turn, (list, tuple)):
            raise ValueError(f"lines: turn: a list of actions, not {shown(turn)}")
        return cls(tuple(turn), *(document.get(name) for name in _NUMBERS))

    def to_dict(self) -> dict[str, Any]:
        """The object in an action line."""
        known = {name: getattr(self, name) for name in _NUMBERS}
        return {"turn": list(self.turn), **{name: value for name, value in known.items() if value is not None}}


@dataclass(frozen=True)
class Thought:
    """The agent's view of the position before its action.

    >>> from burgundy_env import Game, Record
    >>> game = Game.new(seed=7)
    >>> game.push("start h19")
    >>> Record.of(game, thoughts=[Thought({"start h19": 0.9}, value=0.1)]).thoughts[0].to_dict()
    {'probabilities': {'start h19': 0.9}, 'value': 0.1}
    """

    probabilities: Mapping[str, float] = field(default_factory=dict)
    value: float | None = None
    expected: Mapping[str, Sequence[float]] = field(default_factory=dict)  # by seat: `vp`, `win`
    lines: Sequence[Line] = ()  # objects as in a record will do

    def __post_init__(self) -> None:
        """Refuse what can't be."""
        _check_probabilities(self.probabilities)
        if self.value is not None and not is_finite(self.value):
            raise ValueError(f"value: a number, not {shown(self.value)}")
        _check_expected(self.expected)
        if not isinstance(self.lines, (list, tuple)):
            raise ValueError(f"lines: a list of turns, best first, not {shown(self.lines)}")
        object.__setattr__(self, "lines", tuple(map(Line.of, self.lines)))

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.probabilities or self.expected or self.lines or self.value is not None)

    def to_dict(self) -> dict[str, Any]:
        """The keys of an action line."""
        found: dict[str, Any] = {
            "probabilities": dict(self.probabilities),
            "value": self.value,
            "expected": {key: list(values) for key, values in self.expected.items()},
            "lines": [line.to_dict() for line in self.lines],
        }
        return {key: value for key, value in found.items() if value not in (None, {}, [])}

    def check(self, legal: Sequence[str], seats: int) -> None:
        """Refuse what can't be said of a position: actions that are not legal, numbers for other seats."""
        for action in self.probabilities:
            if action not in legal:
                raise ValueError(f"probabilities: {shown(action)} was not legal here")
        for line in self.lines:
            if line.turn[0] not in legal:
                raise ValueError(f"lines: {shown(line.turn[0])} was not legal here")
        for key, values in self.expected.items():
            if len(values) != seats:
                raise ValueError(f"expected: {key}: {len(values)} numbers for {seats} seats")


def _check_probabilities(given: object) -> None:
    if not isinstance(given, Mapping):
        raise ValueError(f"probabilities: an object from actions to numbers, not {shown(given)}")
    for action, chance in given.items():
        if not isinstance(action, str) or not is_finite(chance) or not 0 <= chance <= 1:
            raise ValueError(f"probabilities: {shown(action)} needs a number from 0 to 1, not {shown(chance)}")
    total = math.fsum(given.values())
    if total > 1 + _ROUNDING:
        raise ValueError(f"probabilities: they add up to {total:.4g}, which is more than 1")


def _check_expected(given: object) -> None:
    if not isinstance(given, Mapping):
        raise ValueError(f'expected: an object such as {{"vp": [180.5, 171]}}, not {shown(given)}')
    for key, values in given.items():
        if key not in ("vp", "win"):
            raise ValueError(f"expected: unknown key {shown(key)}; the keys are vp, win")
        if not isinstance(values, (list, tuple)) or not all(map(is_finite, values)):
            raise ValueError(f"expected: {key}: a list of numbers by seat, not {shown(values)}")
        if key == "win" and not all(0 <= value <= 1 for value in values):
            raise ValueError(f"expected: win: numbers from 0 to 1, not {shown(values)}")


def split(event: Mapping[str, Any]) -> tuple[dict[str, Any], Thought | None]:
    """An action line without the thought, and the thought; ValueError if it is none."""
    plain = {key: value for key, value in event.items() if key not in KEYS}
    if len(plain) == len(event):
        return plain, None
    return plain, thought_of(event)


def thought_of(document: Mapping[str, Any]) -> Thought:
    """The thought that an object's keys say, among others."""
    return Thought(
        document.get("probabilities", {}),
        document.get("value"),
        document.get("expected", {}),
        document.get("lines", ()),
    )
