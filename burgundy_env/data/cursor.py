"""A cursor over parsed JSON that knows where it is, so that every complaint can say so.

Data files are written by people. A wrong type must end in a sentence naming file and key, never in a
KeyError from the middle of a check; all checks therefore read values through `Node` only.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Self

from burgundy_env.modules.sizes import ranges
from burgundy_env.nearest import nearest

# Allowed in every record: where a fact comes from, and a remark about it.
ANNOTATIONS = ("provenance", "note")


class DataError(ValueError):
    """A data file is wrong; the message says which file and key, what is wrong and what would be right."""


class TwiceThere(ValueError):
    """An object of a JSON text has a key twice."""


def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object as it is read; Python would keep the last of two values quietly."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise TwiceThere(f"key {twice!r} is there twice in one object; must be there once")
    return found


def is_finite(value: object) -> bool:
    """Whether it is a number, and one that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def shown(value: Any) -> str:
    """The value as JSON, cut short: messages quote what was found."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):  # a value no file can hold: endless, or nested without end
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def listed(options: Iterable[Any]) -> str:
    return ", ".join(str(option) for option in options)


class Node:
    """One value of a document together with its file and key path."""

    __slots__ = ("file", "path", "value")

    def __init__(self, file: str, path: str, value: Any) -> None:
        self.file = file
        self.path = path
        self.value = value

    def error(self, problem: str) -> ValueError:
        return DataError(f"{self.file}: {self.path or 'top level'}: {problem}")

    def wrong(self, wanted: str) -> ValueError:
        return self.error(f"is {shown(self.value)}; must be {wanted}")

    def child(self, key: str, value: Any) -> Self:
        return type(self)(self.file, f"{self.path}.{key}" if self.path else key, value)

    def mapping(self) -> dict[str, Self]:
        if not isinstance(self.value, dict):
            raise self.wrong("an object (keys and values in braces)")
        return {key: self.child(key, value) for key, value in self.value.items()}

    def record(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Self]:
        """The object's values; all required keys present, no unknown ones."""
        found = self.mapping()
        allowed = [*required, *optional, *ANNOTATIONS]
        for key in found:
            if key not in allowed:
                hint = nearest(key, allowed)
                raise self.error(f"unknown key {key!r}{hint}; the keys are {listed(allowed)}")
        for key in required:
            if key not in found:
                raise self.error(f"key {key!r} is missing; needed are {listed(required)}")
        for key in ANNOTATIONS:
            if key in found:
                found[key].text()
        return found

    def blocks(self, names: Collection[str], words: Collection[str] = ()) -> dict[str, Self]:
        """A whole document: its blocks, texts, and what stands beside a block, as `boards_note`."""
        beside = [f"{name}_{annotation}" for name in names for annotation in ANNOTATIONS]
        found = self.record(names, [*words, *beside])
        for key in (*words, *beside):
            if key in found:
                found[key].text()
        return found

    def elements(self, low: int = 0, high: int | None = None) -> list[Self]:
        """The list's values, after a check of its length."""
        if not isinstance(self.value, list):
            raise self.wrong("a list (values in square brackets)")
        count = len(self.value)
        if count < low or (high is not None and count > high):
            wanted = f"{low} or more" if high is None else f"{low}" if low == high else f"{low} to {high}"
            raise self.error(f"has {count} entries; must have {wanted}")
        return [type(self)(self.file, f"{self.path}[{i}]", value) for i, value in enumerate(self.value)]

    def identified(self, ids: Sequence[int]) -> dict[int, Self]:
        """A list of objects with an `id`: exactly the given ids, each once. Paths name the id."""
        found: dict[int, Self] = {}
        for element in self.elements():
            fields = element.mapping()
            if "id" not in fields:
                raise element.error(f"key 'id' is missing; the ids are {ranges(ids)}")
            ident = fields["id"].integer(ids[0], ids[-1])
            if ident not in ids:
                raise fields["id"].wrong(f"one of the ids {ranges(ids)}")
            if ident in found:
                raise self.error(f"id {ident} is there twice; must be there once")
            found[ident] = self.child(str(ident), element.value)
        missing = [ident for ident in ids if ident not in found]
        if missing:
            raise self.error(f"id {listed(missing)} is missing; the ids are {ranges(ids)}, each once")
        return {ident: found[ident] for ident in ids}

    def integer(self, low: int, high: int | None = None) -> int:
        wanted = f"an integer from {low} to {high}" if high is not None else f"an integer of at least {low}"
        wanted = wanted if low != high else str(low)
        # bool is an int in Python, but `true` is not a number in a data file.
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.wrong(wanted)
        if self.value < low or (high is not None and self.value > high):
            raise self.wrong(wanted)
        return self.value

    def number(self) -> float:
        if not is_finite(self.value):
            raise self.wrong("a number")
        return float(self.value)

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value:
            raise self.wrong("a text that is not empty")
        return self.value

    def choice(self, options: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in options:
            hint = nearest(self.value, options) if isinstance(self.value, str) else ""
            raise self.error(f"is {shown(self.value)}{hint}; must be one of {listed(options)}")
        return self.value

    def integers(self, low: int, high: int, count: int | None = None) -> list[int]:
        """A list of integers, of `count` entries if given."""
        elements = self.elements() if count is None else self.elements(count, count)
        return [element.integer(low, high) for element in elements]

    def each_once(self, options: Collection[str]) -> list[str]:
        """A list naming every option exactly once, in an order of its own."""
        names = [element.choice(options) for element in self.elements()]
        if sorted(names) != sorted(options):
            raise self.wrong(f"a list of {listed(options)}, each once")
        return names
