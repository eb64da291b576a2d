"""What follows an action, as a log tells it: what everybody gained or paid, then the new round under its heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from ..modules import CHANCE
from .chance import Event, sentences
from .language import Several, say
from .pending import capital
from .seats import called, team_name
from .tiles import bonus_held

Document = Mapping[str, Any]

_OPENS = {chance.kind for chance in CHANCE if chance.opens}
COUNTED = ("workers", "silver")


class Aftermath(NamedTuple):
    """What follows an action by itself, in sentences."""

    told: list[str]
    heading: str  # of the round that begins then; empty where none does
    opening: list[str]  # what comes under it

    @property
    def lines(self) -> list[str]:
        """All of it."""
        return [*self.told, *filter(None, [self.heading]), *self.opening]


def when(document: Document) -> str:
    """The phase and round of a position; before the first, that it is set up."""
    return say("when" if document.get("white_die") else "when.setup", document)


def aftermath(before: Document, after: Document, events: Sequence[Event], names: Sequence[str]) -> Aftermath:
    """What follows an action between two positions; `events` is what fell by chance or was done by itself."""
    here = takewhile(lambda event: not _opens(event), events)
    there = dropwhile(lambda event: not _opens(event), events)
    heading = when(after) if when(after) != when(before) else ""
    return Aftermath([*changes(before, after, names), *sentences(here, names)], heading, sentences(there, names))


def _opens(event: Event) -> bool:
    return event.get("chance") in _OPENS


def changes(before: Document, after: Document, names: Sequence[str]) -> list[str]:
    """What each player has more or less of, tiles apart: `Anna: +2 silver, -1 worker, +3 goods of type 2`."""
    told, ends = [], before["phase"] != after["phase"] or before["stage"] != after["stage"] == "over"
    for name, parts in _by_owner(before, after, names):
        if parts:
            facts = {"name": name, "parts": Several(parts), "phase": before["phase"]}
            told.append(capital(say("changes.at_the_end" if ends else "changes", facts)))
    return told


def _by_owner(before: Document, after: Document, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The parts for each team, if there are teams, and for each player."""
    for team, (then, now) in enumerate(zip(before.get("teams", ()), after.get("teams", ()), strict=True)):
        yield team_name(team, names), [*_parts(then, now)]
    for seat, (then, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        yield called(seat, names), [*_parts(then, now), *_marker(before, after, seat)]


def _parts(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in COUNTED:
        if then.get(key) != now.get(key):
            yield say(f"changes.{key}", sign=_sign(now[key] - then[key]), count=abs(now[key] - then[key]))
    held, holds = then.get("goods", {}), now.get("goods", {})
    for goods in sorted(held.keys() | holds.keys()):
        count = holds.get(goods, 0) - held.get(goods, 0)
        if count:
            yield say("changes.goods", sign=_sign(count), count=abs(count), type=goods)
    for name in _added(then.get("bonus", ()), now.get("bonus", ())):
        yield say("changes.bonus", tile=bonus_held(name))
    held, holds = (owner.get("vineyard", {}).get("bonus", {}) for owner in (then, now))
    for vine in holds:
        if holds.get(vine, 0) > held.get(vine, 0):
            yield say("changes.vine", vine=say(f"vine.{vine}"))
    had, has = (owner.get("shields", {}).values() for owner in (then, now))
    for key, numbers in (("changes.shield", _added(had, has)), ("changes.shield_gone", _added(has, had))):
        yield from (say(key, number=number) for number in numbers)


def _sign(count: int) -> str:
    return "+" if count > 0 else "-"


def _added(then: Iterable[Any], now: Iterable[Any]) -> list[Any]:
    return [name for name in now if name not in set(then)]


def _marker(before: Document, after: Document, seat: int) -> Iterator[str]:
    """Where the marker on the turn-order track has gone, if it has."""
    place = _place(after, seat)
    if place != _place(before, seat) and place is not None:
        yield say("changes.marker", space=place)


def _place(document: Document, seat: int) -> int | None:
    return next((place for place, stack in enumerate(document.get("track", ())) if seat in stack), None)
