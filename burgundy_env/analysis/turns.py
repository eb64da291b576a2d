"""A record cut into turns: what one seat decided without chance or anybody else in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.actions import IDS
from ..game import Game
from ..records import Record, Step

_DIE = "die"


@dataclass(frozen=True)
class Turn:
    """One turn of a record."""

    number: int
    first: int  # its first action, counted from 0
    seat: int
    when: tuple[str, int]  # phase and round
    stage: str
    actions: tuple[str, ...]
    before: Game
    last: Game  # before its last action
    after: Game
    is_over: bool  # whether it was played to its end
    fell: bool  # whether chance came after it
    rolled: tuple[int, ...]  # the seats whose dice were rolled then

    @property
    def ids(self) -> tuple[int, ...]:
        """Its actions by id."""
        return tuple(IDS[action] for action in self.actions)


def turns_of(record: Record) -> Iterator[Turn]:
    """The turns of a record, in order."""
    pending: list[Step] = []
    number, first = 0, 0
    for step in record.steps():
        if pending and _place(pending[0].game) != _place(step.game):
            yield _turn(number, first, pending)
            number, first, pending = number + 1, first + len(pending), []
        pending.append(step)
        if any("chance" in event for event in step.events):
            yield _turn(number, first, pending)
            number, first, pending = number + 1, first + len(pending), []
    if pending:
        yield _turn(number, first, pending)


def _place(game: Game) -> tuple[object, ...]:
    document = game.to_json()
    return document["active"], document["stage"], document["phase"], document["round"]


def _turn(number: int, first: int, steps: list[Step]) -> Turn:
    begin, end = steps[0], steps[-1]
    document = begin.game.to_json()
    chance = [event for event in end.events if "chance" in event]
    rolled = {event["where"][0] for event in chance if event["chance"] == _DIE}
    return Turn(
        number,
        first,
        int(document["active"]),
        (document["phase"], document["round"]),
        document["stage"],
        tuple(step.action for step in steps),
        begin.game,
        end.game,
        end.after,
        bool(chance) or end.after.is_over or _place(end.after) != _place(begin.game),
        bool(chance),
        tuple(sorted(rolled)),
    )
