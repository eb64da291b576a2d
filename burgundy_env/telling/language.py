"""Templates by key: what is said, in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from ..modules import DESCRIPTORS

LANGUAGE = "english"


@cache
def templates(language: str = LANGUAGE) -> Mapping[str, str]:
    """All templates of a language: the general ones, and those in the file of each module."""
    merged: dict[str, str] = {}
    for name in ("general", *(module.key for module in DESCRIPTORS)):
        words: dict[str, str] = import_module(f".{language}.{name}", __package__).WORDS
        twice = merged.keys() & words.keys()
        assert not twice, f"{language}/{name}.py: {', '.join(sorted(twice))} stand in another file too"
        merged |= words
    return MappingProxyType(merged)


def has(key: str) -> bool:
    """Whether there is a template."""
    return key in templates()


def say(key: str, facts: Mapping[str, Any] | None = None, **more: Any) -> str:
    """The words of a key, its fields filled; a whole number takes a format, see `Count`."""
    return templates()[key].format_map(_Filled({**more} if facts is None else facts))


class Count(int):
    """A number that knows its noun: `{tiles:tile|tiles}` is `1 tile` or `3 tiles`, `{tiles:the tile|all # tiles}`
    puts the number elsewhere.
    """

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return super().__format__(forms)
        form = forms.split("|")[_form(self)]
        return form.replace("#", str(int(self))) if "#" in form or "#" in forms else f"{int(self)} {form}"


class Several(tuple[str, ...]):
    """Words one after the other; the format is what stands between them: `{tiles:, }`."""

    __slots__ = ()

    def __format__(self, between: str) -> str:
        return (between or " ").join(self)


@cache
def _form(number: int) -> int:
    """Which of a noun's forms goes with a number."""
    form: int = import_module(f".{LANGUAGE}.general", __package__).form(number)
    return form


class _Filled(dict[str, Any]):
    """Facts as templates take them. What is missing may be found by the mapping they come from."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = facts

    def __missing__(self, key: str) -> Any:
        value = self._facts[key]
        return Count(value) if type(value) is int else value
