"""Who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..modules.team import TEAMS
from ..safe import line
from .language import Several, say

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


def team_name(team: int, names: Sequence[str]) -> str:
    """`team 0 (Anna and Ben)`, of seats 0 and 2."""
    theirs = dict.fromkeys(person(name) for name in names[team::TEAMS])
    return say("team.named", team=team, names=Several(theirs)) if theirs else say("team", team=team)


def party_name(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    """Whose an entry of `game.scores()` is."""
    return team_name(entry["team"], names) if "team" in entry else seat_name(entry["seat"], names)


def all_called(seats: Iterable[int], names: Sequence[str]) -> str:
    """Several seats by their names."""
    return say("seats", names=Several(called(seat, names) for seat in seats))


def by_seat(doc: Any) -> Any:
    """A position in which each player has what its team shares, too: for those who show what a seat has."""
    if "teams" not in doc:
        return doc
    shared = doc["teams"]
    players = [
        {
            **shared[seat % TEAMS],
            **player,
            "team_storage": shared[seat % TEAMS]["storage"],
            "partner": say("seat", seat=(seat + TEAMS) % len(doc["players"])),
        }
        for seat, player in enumerate(doc["players"])
    ]
    return {key: value for key, value in doc.items() if key != "teams"} | {"players": players}
