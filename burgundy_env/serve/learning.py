"""What teaches: a first game in which the next thing to do is lit and explained, and problems to find the turn in.

Which problems somebody has solved only their browser remembers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from burgundy_env import safe
from burgundy_env.analysis.errors import AnalysisError
from burgundy_env.analysis.puzzles.book import Puzzle, Verdict, shipped
from burgundy_env.analysis.report import reason
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.serve.alone import Alone, Film, House
from burgundy_env.serve.showing import Message, Shown, line_told
from burgundy_env.serve.table import Refused, Viewer
from burgundy_env.sitting.reel import Reel
from burgundy_env.sitting.seats import HUMAN, SeatError
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.telling.game import played

OWN = 0  # the seat of whoever learns
FUTURES = 300  # that a turn is judged by which the problem does not know: two or three seconds
_REASONS = 6
_LINES = 5


# --- the first game -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """Something to read, and what is to be done then, at a position of the game."""

    title: str
    text: str
    do: str | None
    number: int  # of the actions before it


@cache
def first_game() -> Reel:
    """The game: its chance was chosen, everything else is as the rules have it."""
    return Reel.of(Record.parse(_lesson("first-game.jsonl"), "the first game"))


@cache
def steps() -> tuple[Step, ...]:
    """The steps of the first game, each at the position in which its action was taken."""
    found, number, moments = [], 0, first_game().sitting.moments
    for told in json.loads(_lesson("first-game.json")):
        step = Step(told["title"], told["text"], told.get("do"), number)
        found.append(step)
        if step.do is not None:
            assert (moments[number].seat, moments[number].action) == (OWN, step.do), step
            number = _next_own(number + 1)
    return tuple(found)


def _next_own(number: int) -> int:
    """The position in which the learner decides next."""
    moments = first_game().sitting.moments
    while number < len(moments) and moments[number].seat != OWN:
        number += 1
    return number


def _lesson(name: str) -> str:
    return files("burgundy_env.serve").joinpath("lessons", name).read_text(encoding="utf-8")


class Lesson(Film):
    """The first game: it goes on by what a step asks for, and the others play as they did."""

    def __init__(self, house: House) -> None:
        self.step = 0
        super().__init__(first_game(), house, seats=(OWN,))

    async def act(self, viewer: Viewer, at: object, action: str) -> None:
        """Take the action of the step; the others follow, each for itself."""
        self.refuse_if_past(at)
        if action != steps()[self.step].do:
            raise Refused("here the game goes on with what is lit")
        self.step += 1
        while self.number < steps()[self.step].number:
            await self.go(self.number + 1)

    async def do(self, viewer: Viewer, message: Message) -> None:
        """Go to a step."""
        if message.get("do") != "step":
            await super().do(viewer, message)
        number: Any = message.get("number")
        if type(number) is not int or not 0 <= number < len(steps()):
            raise Refused(f"number: of a step, from 0 to {len(steps()) - 1}")
        self.step = number
        await self.go(steps()[number].number)

    async def take_back(self, viewer: Viewer, at: object, whole_turn: bool) -> None:
        """Steps are gone back, not actions."""
        raise Refused("go a step back instead")

    def message_for(self, shown: Shown, viewer: Viewer) -> Message:
        """With the step, once the others have played."""
        told, step = super().message_for(shown, viewer), steps()[self.step]
        here = self.number == step.number
        told["choices"] = [choice for choice in told["choices"] if here and choice["action"] == step.do]
        told["step"] = {
            "number": self.step,
            "last": len(steps()) - 1,
            "title": step.title if here else "",
            "text": step.text if here else "",
            "acts": step.do is not None,
        }
        del told["film"]
        return told


# --- problems -------------------------------------------------------------------------------------------------


@cache
def problems() -> dict[str, Puzzle]:
    """The problems that come along, by name, the easiest first: rated by how many agents miss them."""
    return {puzzle.id: puzzle for puzzle in sorted(shipped(), key=lambda one: (_missed(one), one.document["worth"]))}


def _missed(puzzle: Puzzle) -> float:
    """The share of all agents that were asked who miss it."""
    missed = [float(share) for share in puzzle.document["missed"].values()]
    return sum(missed) / len(missed)


@cache
def listed() -> list[Message]:
    """The problems as a page lists them."""
    found = []
    for puzzle in problems().values():
        document, game = puzzle.document, puzzle.game()
        position = document["position"]
        found.append(
            {
                "id": puzzle.id,
                "game": played(game.config),
                "when": f"Phase {position['phase']}, round {position['round']}",
                "worth": document["worth"],
                "missed": round(_missed(puzzle), 3),
                "finds": _finds(document["missed"]),
            }
        )
    return found


def _finds(missed: dict[str, float]) -> str:
    """The first level that mostly finds it; empty if none does."""
    levels = sorted(name for name in missed if name.startswith("level:"))
    return next((name.replace("level:", "Level ") for name in levels if missed[name] < 0.5), "")


@dataclass(frozen=True)
class Judgement:
    """Whether a turn solves a problem that does not know it, to be found out where agents think."""

    ident: str
    turn: tuple[str, ...]

    def done(self, game: Game) -> Verdict:
        """What becomes of it."""
        return problems()[self.ident].judge(self.turn, FUTURES)


class Problem(Alone):
    """A position and one turn to play in it; then what it is worth, and the answer."""

    def __init__(self, puzzle: Puzzle, house: House) -> None:
        self.puzzle = puzzle
        self._own = int(puzzle.document["seat"])
        self._state = "turn"  # or "judging", "over", "shown"
        self._judging: asyncio.Task[None] | None = None
        super().__init__(self._begun(), (self._own,), house)

    def _begun(self) -> Sitting:
        game = self.puzzle.game()
        called = ["You" if seat == self._own else f"Player {seat + 1}" for seat in range(game.config.players)]
        return Sitting(game, [f"{HUMAN}:{name}" for name in called], {}, called=called)

    def leave(self, viewer: Viewer) -> None:
        """Nobody waits for a verdict any more."""
        self._drop()
        super().leave(viewer)

    async def act(self, viewer: Viewer, at: object, action: str) -> None:
        """Play on in the turn; when it is over it is judged. What the next roll would be is not shown."""
        self.refuse_if_past(at)
        if self._state != "turn":
            raise Refused("the turn is over; try again, or look at the answer")
        if action == "end" and action in self.sitting.game.legal_actions():
            await self._judge(viewer, [*self._turn(), action])
            return
        await super().act(viewer, at, action)
        if self.sitting.deciding != self._own:
            await self._judge(viewer, self._turn())

    async def take_back(self, viewer: Viewer, at: object, whole_turn: bool) -> None:
        """As long as the turn is not over."""
        if self._state != "turn":
            raise Refused("the turn is over; try again")
        await super().take_back(viewer, at, whole_turn)

    def hint(self, viewer: Viewer, at: object) -> None:
        """The answer is to be found."""
        raise Refused("a hint would be the answer; ask for that when you give up")

    def _turn(self) -> list[str]:
        return [done.action for done in self.sitting.moments]

    async def do(self, viewer: Viewer, message: Message) -> None:
        """Try again; tell the answer; show a turn of it on the board."""
        what, number = message.get("do"), message.get("line")
        if what == "again":
            await self._again("turn")
        elif what == "answer":
            viewer.tell({"is": "answer", **await self.compute(self._answer)})
        elif what == "show":
            turns = self._turns()
            if type(number) is not int or not 0 <= number < len(turns):
                raise Refused(f"line: of the answer, from 0 to {len(turns) - 1}")
            await self._show_turn(turns[number])
        else:
            raise Refused("do: one of act, undo, redo, reset, hint, lay, key, points, again, answer, show")

    async def _again(self, state: str) -> None:
        self._drop()
        self._state = state
        for viewer in self.viewers:
            viewer.seats = (self._own,) if state == "turn" else ()
        await self.put(self._begun())

    async def _show_turn(self, turn: Sequence[str]) -> None:
        """Play a turn on the board, action by action, without what would be rolled after it."""
        await self._again("shown")
        for action in turn:
            if action == "end" or action not in self.sitting.game.legal_actions():
                return

            def push(action: str = action) -> None:
                self.sitting.push(action)

            await self.change(push)

    # --- judging ----------------------------------------------------------------------------------------------

    async def _judge(self, viewer: Viewer, turn: Sequence[str]) -> None:
        self._drop()
        self._state = "judging"
        await self.put(self.sitting)  # nothing more can be chosen
        viewer.tell({"is": "verdict", "state": "judging"})
        self._judging = asyncio.get_running_loop().create_task(self._judged(viewer, tuple(turn)))

    async def _judged(self, viewer: Viewer, turn: tuple[str, ...]) -> None:
        def compiles() -> None:
            viewer.tell({"is": "compiles", "at": self.at})

        try:
            found: Verdict | None = await self.compute(lambda: self.puzzle.known(turn))
            if found is None:
                judgement = Judgement(self.puzzle.id, turn)
                found = await self.thinkers.find(self.sitting.game, judgement, compiles)
            assert found is not None
        except (SeatError, AnalysisError) as error:
            self._state = "turn"
            viewer.tell({"is": "no", "why": safe.line(error)})
            return
        self._state = "over"
        told = {"solved": bool(found.solved), "cost": round(float(found.cost), 1), "known": bool(found.known)}
        viewer.tell({"is": "verdict", "state": "over", **told})

    def _drop(self) -> None:
        if self._judging is not None:
            self._judging.cancel()
            self._judging = None

    # --- the answer -------------------------------------------------------------------------------------------

    def _turns(self) -> list[list[str]]:
        """The turns that the answer tells of: what most play, then the best ones."""
        document = self.puzzle.document
        lines = sorted(document["lines"], key=lambda line: -line["margin"])
        return [document["usual"]["turn"], *(line["turn"] for line in lines[:_LINES])]

    def _answer(self) -> Message:
        document, game = self.puzzle.document, self.puzzle.game()
        best = document["answer"]["margin"]
        margins = {tuple(line["turn"]): line["margin"] for line in [*document["lines"], document["usual"]]}
        largest = sorted(document["why"].items(), key=lambda item: -abs(item[1]))[:_REASONS]
        return {
            "lines": [
                {
                    "told": line_told(game, turn),
                    "behind": round(margins[tuple(turn)] - best, 1),
                }
                for turn in self._turns()
            ],
            "why": [[reason(name), round(points, 1)] for name, points in largest],
            "missed": [[_called(name), share] for name, share in document["missed"].items()],
        }

    def message_for(self, shown: Shown, viewer: Viewer) -> Message:
        """With which problem it is, and how far."""
        told = super().message_for(shown, viewer)
        if self._state != "turn":
            told |= {"choices": [], "may": {"undo": False, "redo": False}}
        return {**told, "problem": {"id": self.puzzle.id, "state": self._state}}


def _called(name: str) -> str:
    return name.replace("level:", "Level ").replace("heuristic", "Rules of thumb")
