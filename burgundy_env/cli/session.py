"""A game at the terminal: asking people, letting programs act, saving after every action."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env.cli import FINE, INTERRUPTED
from burgundy_env.cli.choices import Choice, choices, listing
from burgundy_env.cli.scores import table
from burgundy_env.cli.words import Event, seat_name, sentences
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.render import draw

if TYPE_CHECKING:
    from burgundy_agents import Agent

_HELP = """\
  7          take action 7 of the list
  d1 take 3.2  or type the action itself
  ?7         what action 7 does, in full
  u          undo your last action (not past a roll of the dice, a draw or another's turn)
  l          the list of actions again
  b          the board
  s          the points if the game ended now
  q          save and stop"""
_NARROWEST = 60  # columns the board is drawn for even if the terminal has fewer


class _Stop(Exception):
    """The person at the terminal wants to stop."""


class Session:
    """One sitting of a game."""

    def __init__(
        self, game: Game, names: Sequence[str], agents: Mapping[int, Agent], file: Path, colour: bool
    ) -> None:
        self.game, self.names, self.agents, self.file, self.colour = game, list(names), agents, file, colour
        self.earlier: list[Game] = []  # the positions that can be gone back to
        self.board_is_new = True  # since it was drawn last, dice were rolled or others played

    def play(self) -> int:
        """Play to the end, or until whoever types stops; the exit code."""
        with contextlib.suppress(ImportError):  # arrow keys and history while typing, where Python has them
            import readline  # noqa: F401
        self.save()
        self._greet()
        code = FINE
        try:
            while not self.game.is_over:
                self._decide()
        except (_Stop, EOFError):
            print()
        except KeyboardInterrupt:
            print()
            code = INTERRUPTED
        self.save()  # Ctrl-C may have come between an action and its saving
        if self.game.is_over:
            self._show_end()
        else:
            print(f"Saved in {self.file}. Go on with: burgundy play --resume {self.file}")
        return code

    def save(self) -> None:
        """Write the record so far."""
        Record.of(self.game, self.names).save(self.file)

    # --- deciding -------------------------------------------------------------------------------------

    def _decide(self) -> None:
        seat = self.game.active
        assert seat is not None
        if seat in self.agents:
            action = self.agents[seat].act(self.game)
            print(f"{self._who(seat)}: {action}    {self.game.explain(action)}")
            self._push(action)
            return
        if self.board_is_new:
            self._show_board()
            self.board_is_new = False
        listed = choices(self.game)
        print(listing(listed))
        while not self._answer(seat, listed):
            pass

    def _answer(self, seat: int, listed: list[Choice]) -> bool:
        """Ask once; whether the game has moved."""
        answer = input(f"{self._who(seat)}> ").strip()
        if not sys.stdin.isatty():
            print(answer)  # what a terminal does by itself
        command = answer.lower()
        if command == "q":
            raise _Stop
        if command == "u":
            return self._undo()
        if command in ("", "l"):
            print(listing(listed))
        elif command == "b":
            self._show_board()
        elif command == "s":
            print(table(self.game, self.names))
        elif command in ("?", "h", "help"):
            print(_HELP)
        elif command[0] == "?":
            self._explain(answer[1:].strip(), listed)
        else:
            return self._take(answer, listed)
        return False

    def _take(self, answer: str, listed: list[Choice]) -> bool:
        action = self._meant(answer, listed)
        if action is None:
            return False
        self._push(action)
        return True

    def _meant(self, answer: str, listed: list[Choice]) -> str | None:
        """The action a number or a text stands for; None, having said why, if there is none."""
        if answer.isascii() and answer.isdigit():
            number = int(answer)
            if 1 <= number <= len(listed):
                return listed[number - 1].action
            print(f"There is no action {number}; the list goes from 1 to {len(listed)}.")
            return None
        action = " ".join(answer.split())
        if any(choice.action == action for choice in listed):
            return action
        print(f"{action!r} is not among the actions. Type a number of the list, an action as written there, or ?")
        return None

    def _explain(self, answer: str, listed: list[Choice]) -> None:
        action = self._meant(answer, listed)
        if action is not None:
            print(f"{action}: {self.game.explain(action)}")

    def _push(self, action: str) -> None:
        """Take the action in a copy, so that the position before it is still there for `u`."""
        seat, before = self.game.active, self.game
        self.game = before.copy()
        self.game.push(action)
        followed = self.game.events[len(before.events) + 1 :]
        if followed or self.game.active != seat:
            self.earlier.clear()
            self.board_is_new = True
        else:
            self.earlier.append(before)
        self._tell(followed)
        self.save()

    def _undo(self) -> bool:
        if not self.earlier:
            print("There is nothing to undo: only your own actions, back to the last roll of dice or draw.")
            return False
        self.game = self.earlier.pop()
        self.save()
        return True

    # --- showing --------------------------------------------------------------------------------------

    def _greet(self) -> None:
        actions = sum("action" in event for event in self.game.events)
        if actions:
            print(f"{self.game.config}; going on after {actions} actions, saved in {self.file}.")
        else:
            print(f"{self.game.config}, seed {self.game.seed}; saved in {self.file} after every action.")
            self._tell(self.game.events)

    def _who(self, seat: int) -> str:
        return seat_name(seat, self.names)

    def _tell(self, events: Sequence[Event]) -> None:
        for sentence in sentences(events, self.names):
            print(f"      {sentence}")

    def _show_board(self) -> None:
        width = max(_NARROWEST, shutil.get_terminal_size((100, 24)).columns)
        print()
        print(draw(self.game.to_json(), colour=self.colour, width=width, data_dir=self.game.data.directory))
        print()

    def _show_end(self) -> None:
        self._show_board()
        print(table(self.game, self.names))
        print(f"The record is in {self.file}; see it again with: burgundy replay {self.file}")
