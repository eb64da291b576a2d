"""What fell by chance or followed by itself, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..modules import CHANCE
from .language import Several, has, say
from .pending import capital
from .points import scored
from .seats import all_called, called, seat_name, team_name
from .steps import sentence
from .tiles import spoken

Event = Mapping[str, Any]

_KINDS = {chance.kind: chance for chance in CHANCE}
_STEPS, _FINAL = "the Châteauma's steps", "the final scoring"
_TOLD_WITH = {"white_die": "die"}  # kinds of one sentence


def sentences(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """A sentence for all events of a kind that come together, for each step of the Châteauma, and for what the final
    scoring gave each seat."""
    groups = [(topic, [*group]) for topic, group in groupby(events, _topic)]
    return [said for topic, group in groups for said in _group(topic, group, names)]


def _group(topic: str, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    if topic == _STEPS:
        return [say("step", step=sentence(event["chateauma"])) for event in events]
    if topic == _FINAL:
        name_of = team_name if len(events) < len(names) else seat_name  # fewer than players: they are of teams
        told = ((name_of(event["final"], names), scored(event["points"])) for event in events)
        return [capital(say("final", name=name, points=points or say("final.nothing"))) for name, points in told]
    return [_sentence(topic, events, names)]


def _topic(event: Event) -> str:
    if "chance" not in event:
        return _FINAL if "final" in event else _STEPS
    kind: str = event["chance"]
    return _TOLD_WITH.get(kind, kind)


def _sentence(topic: str, events: Sequence[Event], names: Sequence[str]) -> str:
    result = events[0]["result"]
    facts = {
        "count": len(events),
        "results": _results(events),
        "each": Several(_each(events, names)),
        "seat": seat_name(result, names) if isinstance(result, int) else "",
    }
    return say(f"chance.{topic}", facts)


def _each(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """The events by kind and place, each group in words."""
    for kind in dict.fromkeys(event["chance"] for event in events):
        places: dict[Any, list[Event]] = {}
        for event in events:
            if event["chance"] == kind:
                places.setdefault(event["where"][0] if _KINDS[kind].where else None, []).append(event)
        if has(f"chance.{kind}.each"):
            of = (*_KINDS[kind].where, "")[0]
            for place, group in sorted(places.items()):
                shared = ".shared" if of == "owner" and len(places) < len(names) else ""
                where = _place(of, place, names, len(places))
                yield say(f"chance.{kind}.each{shared}", place=where, results=_results(group))


def _results(events: Sequence[Event]) -> Several:
    of = _KINDS[events[0]["chance"]].result
    return Several(_result(of, event["result"]) for event in events)


def _result(of: str, result: Any) -> str:
    if of in ("tile", "double"):
        return spoken(result)
    return say(f"vine.{result}") if of == "vine" else str(result)


def _place(of: str, place: Any, names: Sequence[str], places: int) -> str:
    if of == "owner":  # one of so many; where there are fewer than players, partners share
        return all_called(range(place, max(len(names), place + 1), places), names)
    if of == "seat":
        return called(place, names)
    return say(f"{of}.{place}") if of in ("side", "place") else str(place)
