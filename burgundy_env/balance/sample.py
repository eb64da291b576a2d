"""What is kept of a game and its twins: a line of `twins.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..data.cursor import shown
from ..engine.layout import PHASES
from .things import THING_COUNT

_MOST = 1000  # VP


@dataclass(frozen=True)
class Played:
    """How a game ended."""

    totals: tuple[int, ...]  # by seat
    winner: int

    def lead(self, seat: int) -> float:
        """Points of a seat above the mean of the others."""
        own = self.totals[seat]
        return own - (sum(self.totals) - own) / (len(self.totals) - 1)


@dataclass(frozen=True)
class Sample:
    """A position that was played on twice: the thing, whose turn it was, and how the game ended with the thing given
    to that seat and without it."""

    thing: int
    phase: int
    seat: int
    given: Played
    not_given: Played


@dataclass(frozen=True)
class Twin:
    """The samples of a game, how it ended itself, and what everybody had then."""

    cell: int
    block: int
    seed: int
    samples: tuple[Sample, ...]
    itself: Played
    owned: tuple[tuple[int, ...], ...]  # by seat: the things by number, each named once

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Twin:
        """What a line says; ValueError where it is none of twins."""
        try:
            owned = tuple(tuple(map(_thing, things)) for things in line["owned"])
            itself = _played(line["totals"], line["winner"], len(owned))
            samples = tuple(_sample(row, len(owned)) for row in line["samples"])
            cell, block, seed = (_whole(line[key]) for key in ("cell", "block", "seed"))
        except (KeyError, TypeError) as error:
            raise ValueError(f"{error} is missing or of another kind") from None
        return cls(cell, block, seed, samples, itself, owned)

    def to_json(self) -> dict[str, Any]:
        """The line."""
        samples = [[s.thing, s.phase, s.seat, list(s.given.totals), s.given.winner, list(s.not_given.totals),
                    s.not_given.winner] for s in self.samples]  # fmt: skip
        return {"cell": self.cell, "block": self.block, "seed": self.seed, "samples": samples,
                "totals": list(self.itself.totals), "winner": self.itself.winner,
                "owned": [list(things) for things in self.owned]}  # fmt: skip


def _sample(row: Any, seats: int) -> Sample:
    thing, phase, seat, given, first, not_given, other = row
    if _whole(phase) >= PHASES:
        raise ValueError(f"{shown(phase)} is no phase")
    return Sample(_thing(thing), phase, _seat(seat, seats), _played(given, first, seats),
                  _played(not_given, other, seats))  # fmt: skip


def _played(totals: Any, winner: Any, seats: int) -> Played:
    if len(totals) != seats or not all(_whole(total) <= _MOST for total in totals):
        raise ValueError(f"{shown(totals)} are no points of {seats} players")
    return Played(tuple(totals), _seat(winner, seats))


def _seat(number: Any, seats: int) -> int:
    if _whole(number) >= seats:
        raise ValueError(f"{shown(number)} is no seat")
    return int(number)


def _whole(number: Any) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(f"{shown(number)} is no number from 0")
    return number


def _thing(number: Any) -> int:
    if type(number) is not int or not 0 < number < THING_COUNT:
        raise ValueError(f"{shown(number)} is no tile")
    return number
