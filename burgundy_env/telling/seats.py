"""Who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from ..safe import line
from .language import say

_HUMAN = "human:"  # before the names of people, in records


def person(name: str) -> str:
    """A seat's name as people say it; whoever wrote the record may have written anything."""
    return line(name.removeprefix(_HUMAN))


def seat_name(seat: int, names: Sequence[str]) -> str:
    """`seat 0 (Anna)`; the seat after the players' is the Châteauma's."""
    return say("seat.named", seat=seat, name=person(names[seat])) if seat < len(names) else say("seat.chateauma")


def called(seat: int, names: Sequence[str]) -> str:
    """A seat by its name, if no other has the same."""
    name = names[seat] if seat < len(names) else ""
    return person(name) if names.count(name) == 1 else say("seat", seat=seat)
