"""Who sits at a table: `human:Anna,heuristic,turn:ms=200`, and the agents among them."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from burgundy_env import safe

if TYPE_CHECKING:
    from burgundy_agents import Agent, AgentSpec

    from burgundy_env.game import Game
    from burgundy_env.records import Thought

HUMAN = "human"
_PARAMETER = re.compile(r"\s*[A-Za-z_]\w*=")


class SeatError(ValueError):
    """Nobody is called so, or whoever sits there has failed; the message says who and why."""


@dataclass(frozen=True)
class Seat:
    """A person (`agent` is None) or a program; `name` is canonical and what a record calls it."""

    name: str
    agent: AgentSpec | None = None


def read_seats(text: str) -> list[Seat]:
    """The seats in `human,turn:ms=200,random`; SeatError says which of them nobody knows."""
    return [seat_of(index, entry) for index, entry in enumerate(split_seats(text))]


def split_seats(text: str) -> list[str]:
    """Cut at the commas between seats; what goes on with `name=` belongs to the agent before.

    A value that may be any text, as the command of `stdio`, keeps its commas, unless a known seat follows.
    """
    seats: list[str] = []
    for part in text.split(","):
        last = seats[-1].strip() if seats else ""
        takes_more = ":" in last and not _is_human(last) and _known(last)
        takes_text = takes_more and "=" in last and (last.startswith("stdio:") or _is_file(last))
        if (takes_more and _PARAMETER.match(part)) or (takes_text and not _known(part)):
            seats[-1] += f",{part}"
        else:
            seats.append(part)
    return [seat.strip() for seat in seats]


def agents_of(game: Game, seats: Sequence[Seat], thoughts: bool = False) -> dict[int, Agent]:
    """A program for every seat that is no person's; each sees only what lies on the table.

    With `thoughts` each is asked what it thinks before it acts, and keeps that as its `thought`.
    """
    return {index: Seated(game, index, seat, thoughts) for index, seat in enumerate(seats) if seat.agent is not None}


def programs_of(names: Sequence[str]) -> list[str]:
    """Those of a record's players that would have code run that is not of this project."""
    return [name for name in names if not _is_human(name) and _registry().runs_program(name)]


def seat_of(index: int, entry: str) -> Seat:
    """The seat that a record or an option calls so."""
    if _is_human(entry):
        return Seat(entry)
    registry = _registry()
    if registry.is_chateauma(entry):
        raise SeatError(
            f"seat {index}: the Châteauma has a seat of its own beside those of --seats; it comes with a config, "
            "as --config chateauma_hard"
        )
    try:
        spec = registry.parse(entry)
        spec.check()
    except registry.AgentError as error:
        raise SeatError(
            f"seat {index}: nobody here is called {entry!r}; say who plays with --seats, as in --seats "
            f"{HUMAN}:Anna,heuristic ({error})"
        ) from None
    return Seat(str(spec), spec)


def let_agents_act(*names: str) -> None:
    """Ask agents for an action, so that what they need is compiled; without names all with kernels of their own."""
    from burgundy_agents import ENTRIES, make

    from burgundy_env.game import Game

    compiled = [name for name, entry in ENTRIES.items() if entry.policy and not entry.asks]
    game = Game.new(seed=1)
    for name in names or compiled:
        make(name, seed=1).act(game)


def _is_human(entry: str) -> bool:
    return entry == HUMAN or entry.startswith(f"{HUMAN}:")


def _is_file(entry: str) -> bool:
    return bool(_registry().is_user_file(entry))


def _known(entry: str) -> bool:
    """Whether an entry begins as a seat does, right or wrong in its parameters."""
    entry = entry.strip()
    if _is_human(entry):
        return True
    registry = _registry()
    named = registry.split_version(entry)[0].partition(":")[0]
    return registry.is_chateauma(entry) or _is_file(entry) or named in registry.ENTRIES


def _registry() -> ModuleType:
    try:
        from burgundy_agents import registry
    except ModuleNotFoundError:
        raise SeatError(
            "the agents are not installed; run `pip install .` (or `pip install -e .`) in the project's folder"
        ) from None
    return registry


class Seated:
    """An agent at a table with people: it is shown the table with all that is hidden dealt anew."""

    thought: Thought | None = None  # behind what it answered last, where that is wanted

    def __init__(self, game: Game, index: int, seat: Seat, thoughts: bool = False) -> None:
        self._thinks = thoughts
        assert seat.agent is not None
        # What has happened belongs to the seed: a resumed game shall not repeat the first choices of the old one.
        text = f"{game.seed} {index} {len(game.events)}"
        self._seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big")
        self._who, self._index, self._begun = f"seat {index} ({safe.line(seat.name)})", index, False
        self._agent = seat.agent.make(self._seed)

    def act(self, game: Game) -> str:
        """The agent's action; SeatError if it fails, as what went wrong is no fault of ours."""
        view = game.copy()
        self._seed += 1
        view.redetermine(self._seed)
        view.seed = None
        legal = game.legal_actions()
        try:
            from burgundy_agents.protocol import thought_by

            if not self._begun and hasattr(self._agent, "begin"):
                self._agent.begin(view, self._index, self._seed)
            self._begun = True
            self.thought = thought_by(self._agent, view) if self._thinks else None
            action = self._agent.act(view)
            if action in legal:
                return str(action)
            wanted = safe.line(repr(action))
        except (Exception, SystemExit) as error:
            print(safe.error_traceback(error), file=sys.stderr)
            raise SeatError(f"{self._who} has failed: {safe.error_text(error)}") from error
        raise SeatError(f"{self._who} wants to play {wanted}, which is not legal; legal are {', '.join(legal)}")

    def close(self) -> None:
        """Let the agent give back what it holds."""
        close = getattr(self._agent, "close", None)
        if close is not None:
            close()
