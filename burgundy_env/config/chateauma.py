"""The automa's part of a config: how many points its cards score, and what makes it harder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..modules.chateauma import DIFFICULTIES, MODIFIERS
from .errors import ConfigError, listed


@dataclass(frozen=True)
class Chateauma:
    """The automa: how many points its cards score, and what makes it harder (any of A, B, C, D)."""

    difficulty: str = "intermediate"
    modifiers: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: object) -> Chateauma | None:
        """From a Chateauma, a dict of its keys, a string as `hard+AD`, or None."""
        if value is None or isinstance(value, cls):
            return value
        if isinstance(value, str):
            difficulty, plus, modifiers = value.partition("+")
            if plus and not modifiers:
                raise ConfigError(f"chateauma: {value!r} names no modifiers after the +")
            return cls._checked(difficulty, list(modifiers))
        if not isinstance(value, Mapping):
            raise ConfigError(f"chateauma: null, a difficulty or a dict with difficulty and modifiers, not {value!r}")
        for key in value:
            if key not in ("difficulty", "modifiers"):
                raise ConfigError(f"chateauma.{key}: no such key; there are difficulty, modifiers")
        return cls._checked(value.get("difficulty", "intermediate"), value.get("modifiers", []))

    @classmethod
    def _checked(cls, difficulty: object, modifiers: object) -> Chateauma:
        if not isinstance(difficulty, str) or difficulty not in DIFFICULTIES:
            raise ConfigError(f"chateauma.difficulty: {difficulty!r} is unknown; there are {listed(DIFFICULTIES)}")
        if not isinstance(modifiers, (str, list, tuple)):
            raise ConfigError(f"chateauma.modifiers: a list of letters, not {modifiers!r}")
        for letter in modifiers:
            if not isinstance(letter, str) or letter not in MODIFIERS:
                raise ConfigError(f"chateauma.modifiers: {letter!r} is unknown; there are {listed(MODIFIERS)}")
        if len(set(modifiers)) != len(modifiers):
            raise ConfigError(f"chateauma.modifiers: {listed(modifiers)} has one twice; each is played once")
        return cls(difficulty, tuple(sorted(modifiers)))

    def to_dict(self) -> dict[str, Any]:
        """The `config.chateauma` of a position."""
        return {"difficulty": self.difficulty, "modifiers": list(self.modifiers)}

    def __str__(self) -> str:
        return self.difficulty + ("+" + "".join(self.modifiers) if self.modifiers else "")
