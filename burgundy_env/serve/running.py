"""Games of a tournament that are just being played, as its workers leave them in the folder (`arena.onlookers`)."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from burgundy_env import safe
from burgundy_env.arena.onlookers import file_of, playing
from burgundy_env.arena.plan import Plan
from burgundy_env.arena.play import is_compiled
from burgundy_env.arena.watch import SLEEP
from burgundy_env.records import Record
from burgundy_env.serve.showing import Message

_MOST = 24  # games that a page is told
_LONGEST = 2 << 20  # bytes of one
_BATCHED = (
    "Our compiled agents play thousands of games at a time, each over in a moment: there are none to look at while "
    "they last, but those that were played last are below."
)
_NONE_YET = (
    "None at the moment: a game is shown as soon as it has taken a second. Those that a cluster plays (--on) are not."
)


@dataclass(frozen=True)
class Now:
    """A game as it stands."""

    number: int
    changed: float
    record: Record

    @property
    def names(self) -> list[str]:
        """Who plays."""
        return [safe.line(name) for name in self.record.players]

    def told(self) -> Message:
        """What a list says of it."""
        game = self.record.game()
        document, scores = game.to_json(), game.scores()
        return {
            "game": self.number,
            "seats": self.names,
            "points": [scores[seat % len(scores)]["vp"] for seat in range(len(self.names))],
            "phase": document["phase"],
            "round": document["round"],
            "actions": len(self.record),
        }


class Running:
    """The games of a tournament's folder that are being played."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._known: dict[int, Now] = {}

    @staticmethod
    def stamp(folder: Path) -> list[int]:
        """What changes when one of them goes on."""
        return [number * 10**12 + int(1000 * _changed(file)) for number, file in playing(folder).items()]

    def look(self, over: Collection[int]) -> list[Now]:
        """All of them, except those that are known to be over; each is read again only if it has gone on."""
        there = [number for number in playing(self._folder) if number not in over][:_MOST]
        found = {number: now for number in there if (now := self.game(number)) is not None}
        self._known = found
        return list(found.values())

    def game(self, number: int) -> Now | None:
        """One of them; None if it is not there, or whoever played it does no more."""
        file = file_of(self._folder, number)
        changed = _changed(file)
        if not changed or time.time() - changed > self._patience or number >= len(self._plan.fixtures):
            return None
        known = self._known.get(number)
        if known is not None and known.changed == changed:
            return known
        try:
            if file.stat().st_size > _LONGEST:
                return None
            return Now(number, changed, Record.load(file, repair=True, data=self._plan.data))
        except (OSError, ValueError):
            return None  # it has just ended, or is none

    @property
    def _patience(self) -> float:
        """Longer than that nobody thinks about one decision: whoever played was killed."""
        return 2 * max(SLEEP, self._plan.seconds)

    @cached_property
    def why_none(self) -> str:
        """Why there may be nothing to look at, for a page."""
        fixtures = {fixture.seats: fixture for fixture in self._plan.fixtures}.values()
        return _BATCHED if all(is_compiled(self._plan, fixture) for fixture in fixtures) else _NONE_YET


def _changed(file: Path) -> float:
    """When a file was written; 0 where there is none."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
