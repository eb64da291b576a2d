"""What is kept of a game and its twins: a line of `twins.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..data.cursor import shown
from ..engine.layout import PHASES
from .things import THING_COUNT

_MOST = 1000.0  # VP


@dataclass(frozen=True)
class Sample:
    """A position that was played on twice: the thing given, and what came of it for the seat whose turn it was."""

    thing: int
    phase: int
    lead_with: float  # above the mean of the others
    lead_without: float
    won_with: bool
    won_without: bool


@dataclass(frozen=True)
class Twin:
    """The samples of a game, and what everybody had in the end."""

    cell: int
    block: int
    seed: int
    samples: tuple[Sample, ...]
    winner: int
    owned: tuple[tuple[int, ...], ...]  # by seat: the things by number, each named once

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Twin:
        """What a line says; ValueError where it is none of twins."""
        try:
            samples = tuple(_sample(row) for row in line["samples"])
            owned = tuple(tuple(map(_thing, things)) for things in line["owned"])
            whole = [line[key] for key in ("cell", "block", "seed", "winner")]
        except (KeyError, TypeError) as error:
            raise ValueError(f"{error} is missing or of another kind") from None
        if not all(type(number) is int and number >= 0 for number in whole) or whole[3] >= len(owned):
            raise ValueError("cell, block, seed and winner are numbers from 0")
        return cls(whole[0], whole[1], whole[2], samples, whole[3], owned)

    def to_json(self) -> dict[str, Any]:
        """The line."""
        samples = [[s.thing, s.phase, s.lead_with, s.lead_without, int(s.won_with), int(s.won_without)]
                   for s in self.samples]  # fmt: skip
        return {"cell": self.cell, "block": self.block, "seed": self.seed, "samples": samples,
                "winner": self.winner, "owned": [list(things) for things in self.owned]}  # fmt: skip


def _sample(row: Any) -> Sample:
    thing, phase, lead_with, lead_without, won_with, won_without = row
    if type(phase) is not int or not 0 <= phase < PHASES:
        raise ValueError(f"{shown(phase)} is no phase")
    for lead in (lead_with, lead_without):
        if not isinstance(lead, (int, float)) or not -_MOST <= lead <= _MOST:
            raise ValueError(f"{shown(lead)} is no lead")
    return Sample(_thing(thing), phase, float(lead_with), float(lead_without), won_with == 1, won_without == 1)


def _thing(number: Any) -> int:
    if type(number) is not int or not 0 < number < THING_COUNT:
        raise ValueError(f"{shown(number)} is no tile")
    return number
