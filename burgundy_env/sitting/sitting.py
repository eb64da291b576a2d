"""One sitting of a game: who sits where, what has happened, what can be taken back; saved after every action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env.game import Game
from burgundy_env.records import Record, Thought
from burgundy_env.sitting.seats import programs_of
from burgundy_env.store import wait_for_disk
from burgundy_env.telling.chance import Event
from burgundy_env.telling.log import Aftermath, aftermath, when
from burgundy_env.telling.seats import seat_name

if TYPE_CHECKING:
    from burgundy_agents import Agent


@dataclass(frozen=True)
class Moment:
    """An action, and what followed by itself."""

    seat: int
    action: str
    explanation: str
    note: str  # the same in short
    followed: tuple[Event, ...]
    when: str  # `Phase A, round 1`
    told: Aftermath  # what followed, in words


def moment(before: Game, action: str, after: Game, followed: Sequence[Event], names: Sequence[str]) -> Moment:
    """An action between two games, and what followed by itself."""
    assert before.active is not None
    then, explained = before.to_json(), (before.explain(action), before.explain(action, short=True))
    told = aftermath(then, after.to_json(), followed, names)
    # The final scoring follows from what is known: an end can be taken back.
    fell = tuple(event for event in followed if "final" not in event)
    return Moment(before.active, action, *explained, fell, when(then), told)


class Sitting:
    """A game, its seats and its file."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        agents: Mapping[int, Agent],
        file: Path | None = None,
        called: Sequence[str] = (),
    ) -> None:
        """`called`: what the log calls the seats, where that is not what the record does."""
        self.game, self.names, self.agents, self.file = game, list(names), dict(agents), file
        self.called = list(called or names)
        self.setup = tuple(_setup(game.events))
        self.moments: list[Moment] = []
        self.thoughts: list[Thought | None] = []  # behind each of them
        # The positions that can be gone back to: each before an action of one person, since when no dice
        # have been rolled, nothing was drawn or dealt, and nobody else has decided.
        self._before: list[Game] = []
        self._taken_back: list[str] = []  # the actions that were, the last one first to be done again
        self.trouble = ""  # why what was done last is not in the file; empty where it is
        self._told = ""  # the trouble that was told last
        self._written: tuple[int, ...] | None = None  # the file as this program left it
        self.is_settled = True  # whether a power cut would leave what was saved last

    @classmethod
    def of(
        cls,
        record: Record,
        names: Sequence[str],
        agents: Mapping[int, Agent],
        file: Path | None,
        called: Sequence[str] = (),
    ) -> Sitting:
        """A recorded game to go on with; what could be taken back then still can."""
        sitting = cls(record.game(), names, agents, file, called)
        for step in record.steps():
            done = moment(step.game, step.action, step.after, step.events, sitting.called)
            sitting.moments.append(done)
            sitting.thoughts.append(step.thought)
            sitting._remember(step.game, done)
        return sitting

    @property
    def deciding(self) -> int | None:
        """The seat to decide, None when the game is over."""
        return self.game.active

    @property
    def person_decides(self) -> bool:
        """Whether it is for somebody at the keyboard to decide."""
        return self.game.active is not None and self.game.active not in self.agents

    def who(self, seat: int) -> str:
        """`seat 0 (Anna)`."""
        return seat_name(seat, self.names)

    def push(self, action: str) -> Moment:
        """Take an action and save; raise IllegalAction, changing nothing, if it is not legal."""
        done = self._push(action)
        self._taken_back.clear()
        return done

    def _push(self, action: str) -> Moment:
        before = self.game
        game = before.copy()
        game.push(action)
        done = moment(before, action, game, game.events[len(before.events) + 1 :], self.called)
        self.game = game
        self.moments.append(done)
        self.thoughts.append(getattr(self.agents.get(done.seat), "thought", None))
        self._remember(before, done)
        self.keep()
        return done

    def _remember(self, before: Game, done: Moment) -> None:
        if done.followed or done.seat in self.agents:
            self._before.clear()
            return
        if self._before and self._before[-1].active != done.seat:
            self._before.clear()
        self._before.append(before)

    @property
    def can_take_back(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self._before)

    def take_back(self) -> Moment | None:
        """Undo the last action, if chance and the others have left it alone; the action undone."""
        if not self._before:
            return None
        self.game = self._before.pop()
        self.thoughts.pop()
        undone = self.moments.pop()
        self._taken_back.append(undone.action)
        self.keep()
        return undone

    @property
    def can_redo(self) -> bool:
        """Whether there is an action that was taken back, and nothing else done since."""
        return bool(self._taken_back)

    def redo(self) -> Moment | None:
        """Do again what was taken back last: nothing fell by chance then, so it is the same again."""
        return self._push(self._taken_back.pop()) if self._taken_back else None

    @property
    def undoing(self) -> int | None:
        """The seat whose action would be taken back; None where there is none."""
        return self._before[-1].active if self._before else None

    @property
    def go_on(self) -> str:
        """The command that goes on with the game."""
        programs = programs_of([self.names[seat] for seat in self.agents])
        return f"burgundy play --resume {self.file}{' --run-programs' if programs else ''}"

    def save(self) -> None:
        """Write the record so far, as a whole; OSError where that can't be, or would undo what another wrote."""
        if self.file is None:
            return
        if self._written is not None and _stamp(self.file) not in (None, self._written):
            raise FileExistsError(EEXIST, "another program has written to this file since", str(self.file))
        Record.of(self.game, self.names, self.thoughts if any(self.thoughts) else ()).save(self.file)
        self._written, self.is_settled = _stamp(self.file), False

    def settle(self) -> None:
        """Wait for the disk, if there is anything to wait for."""
        if self.is_settled or self.file is None:
            return
        self.is_settled = True  # what is saved meanwhile is not
        try:
            wait_for_disk(self.file)
        except OSError as error:
            self.trouble = f"{self.file}: {error.strerror or error}"

    def keep(self) -> None:
        """Save as far as possible: a game does not end because its file can't be written."""
        self.trouble = ""
        try:
            self.save()
        except OSError as error:
            self.trouble = f"{self.file}: {error.strerror or error}"

    def untold_trouble(self) -> str:
        """That the game can't be saved, as a sentence: once, and again when the reason has changed."""
        told, self._told = self._told, self.trouble
        return f"{self.trouble}; the game goes on unsaved." if self.trouble not in ("", told) else ""

    def close(self) -> None:
        """Let the agents end what they have running."""
        for agent in self.agents.values():
            close = getattr(agent, "close", None)
            if close is not None:
                close()


def _stamp(file: Path) -> tuple[int, ...] | None:
    """What changes whenever a file is written; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _setup(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What happened before the first action."""
    first = next((i for i, event in enumerate(events) if "action" in event), len(events))
    return list(events[:first])
