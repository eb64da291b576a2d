"""How commands read their words: a mistyped one is answered with the nearest that is right."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from burgundy_env import safe
from burgundy_env.nearest import nearest

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
# As argparse says it; the names stand in quotes or, in later versions of Python, without.
_NO_CHOICE = re.compile(r"(?P<what>.*): invalid choice: '(?P<word>.*)' \(choose from (?P<known>.*)\)", re.DOTALL)
_NO_NUMBER = re.compile(r"(?P<what>.*): invalid (?P<kind>int|float) value: (?P<word>.*)", re.DOTALL)
_NUMBERS = {"int": "whole number", "float": "number"}


class Told(argparse.ArgumentParser):
    """An argparse parser that says what it has, for shells that complete."""

    def commands(self) -> dict[str, Told]:
        """The commands it knows, by name."""
        found: dict[str, Told] = {}
        for action in self._actions:  # argparse has no public way to look into a parser
            if isinstance(action, argparse._SubParsersAction):
                found |= action.choices
        return found

    def told_options(self) -> list[argparse.Action]:
        """Its options, as argparse keeps them."""
        return [action for action in self._actions if action.option_strings]


class Parser(Told):
    """An argparse parser whose complaints are one sentence each, for itself and for its commands.

    Options are written out: one that is cut short would mean another as soon as a longer one is added.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **kwargs})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Complains of what is left over where its right neighbours are known: in the command it was given to."""
        found, left = super().parse_known_args(args, namespace)
        if left:
            self.error(self._too_much(left))
        return found, left

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and leave as for any bad input."""
        self.exit(2, f"{self.prog}: {safe.lines(_in_a_sentence(message))} ({self.prog} --help says more)\n")

    def _too_much(self, left: Sequence[str]) -> str:
        word = left[0].partition("=")[0]
        if not word.startswith("-"):
            return f"{word!r} is one word too many"
        return f"there is no option {word}{nearest(word, self._options())}"

    def _options(self) -> Iterator[str]:
        return (found[0] for found in _OPTION.finditer(self.format_help()))


def _in_a_sentence(message: str) -> str:
    """What argparse complains of, as the rest of the package would."""
    message = message.removeprefix("argument ")
    if number := _NO_NUMBER.fullmatch(message):
        return f"{number['what']}: a {_NUMBERS[number['kind']]}, not {number['word']}"
    found = _NO_CHOICE.fullmatch(message)
    if found is None:
        return message
    known = [name.strip("' ") for name in found["known"].split(",")]
    return (
        f"{found['what']}: {found['word']!r} is unknown{nearest(found['word'], known)}; there are {', '.join(known)}"
    )
