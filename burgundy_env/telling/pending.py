"""Decisions that wait to be made, and the stages before the first turn."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..modules import PENDING
from .language import Several, has, say
from .tiles import one

_TYPED = re.compile(r" \([^()]*\)")  # what one types, in brackets
_ARGUMENTS = {pending.kind: pending.arguments for pending in PENDING}


def decision(entry: Mapping[str, Any]) -> str:
    """An entry of the pending decisions as a sentence, with what one types; one that nobody knows as it is."""
    arguments = _ARGUMENTS.get(str(entry.get("kind")))
    if arguments is None or any(argument.key not in entry and argument.of != "true" for argument in arguments):
        return json.dumps(dict(entry), sort_keys=True)
    facts = {
        argument.key: _worded(argument.of, entry[argument.key]) for argument in arguments if argument.key in entry
    }
    return say(f"pending.{entry['kind']}", facts)


def plainly(entry: Mapping[str, Any]) -> str:
    """The same for people who need not type."""
    return _TYPED.sub("", decision(entry))


def heading(entry: Mapping[str, Any]) -> str:
    """What the actions that answer it are listed under."""
    return capital(decision(entry).partition(" (")[0])


def stage_typed(name: str) -> str | None:
    """What is decided in a stage before the first turn, with what one types; None in the others."""
    return say(f"stage.{name}") if has(f"stage.{name}") else None


def stage_plainly(name: str) -> str | None:
    """The same for people who need not type."""
    words = stage_typed(name)
    return None if words is None else _TYPED.sub("", words)


def capital(words: str) -> str:
    """Words that begin a line."""
    return words[:1].upper() + words[1:]


def _worded(of: str, value: Any) -> Any:
    if of == "tile":
        return one(str(value))
    if of == "channel":
        return say(f"channel.{value}")
    if of == "bonuses":
        return Several(say(f"yard.{bonus}") for bonus in value)
    if of == "source":
        return say(f"source.{value}")
    if of == "shields":
        return Several(map(str, value))
    if of == "colours":
        return Several(say(f"colour.{colour}") for colour in value)
    return Several(say(f"after.{step}") for step in value) if of == "steps" else value
