"""A game at the terminal line by line, for pipes and for terminals that can't be filled."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from burgundy_env.cli import FINE, INTERRUPTED
from burgundy_env.cli.options import InputError
from burgundy_env.render import draw
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.table.thinking import bars, hint, outlook
from burgundy_env.telling.chance import Event, sentences
from burgundy_env.telling.choices import Choice, choices, listing
from burgundy_env.telling.score_table import table

if TYPE_CHECKING:
    from burgundy_agents import Agent

    from burgundy_env.game import Game

_HELP = """\
  7          take action 7 of the list
  d1 take 3.2  or type the action itself
  ?7         what action 7 does, in full
  u          undo your last action, as long as no dice have been rolled, no tiles drawn and nobody else
             has decided since
  l          the list of actions again
  b          the board
  s          the points if the game ended now
  t          a hint: the best turns, and what they are behind the best
  q          save and stop"""
_WIDTH = 60  # of what agents think
_NARROWEST = 60  # columns the board is drawn for even if the terminal has fewer


class _Stop(Exception):
    """The person at the terminal wants to stop."""


class Session:
    """One sitting of a game."""

    def __init__(self, sitting: Sitting, colour: bool, adviser: Callable[[Game], Agent] | None = None) -> None:
        self.sitting, self.colour, self._adviser = sitting, colour, adviser
        self.board_is_new = True  # since it was drawn last, dice were rolled or others played

    def play(self) -> int:
        """Play to the end, or until whoever types stops; the exit code."""
        with contextlib.suppress(ImportError):  # arrow keys and history while typing, where Python has them
            import readline  # noqa: F401
        self._greet()
        code = FINE
        try:
            while not self.sitting.game.is_over:
                self._decide()
        except (_Stop, EOFError):
            print()
        except KeyboardInterrupt:
            print()
            code = INTERRUPTED
        self.sitting.keep()  # Ctrl-C may have come between an action and its saving
        if self.sitting.game.is_over:
            self._show_end()
        if self.sitting.trouble:
            raise InputError(f"{self.sitting.trouble}; the game is not saved as it stands")
        if self.sitting.file is not None and not self.sitting.game.is_over:
            print(f"Saved in {self.sitting.file}. Go on with: {self.sitting.go_on}")
        return code

    # --- deciding -------------------------------------------------------------------------------------

    def _decide(self) -> None:
        game, seat = self.sitting.game, self.sitting.game.active
        assert seat is not None
        if seat in self.sitting.agents:
            action = self.sitting.agents[seat].act(game)
            print(f"{self._who(seat)}: {action}    {game.explain(action)}")
            self._push(action)
            thought = self.sitting.thoughts[-1]
            for line in () if thought is None else (*outlook(thought, self.sitting.names), *bars(thought, _WIDTH)):
                print(f"      {line}")
            return
        if self.board_is_new:
            self._show_board()
            self.board_is_new = False
        listed = choices(game)
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
            print(table(self.sitting.game, self.sitting.names))
        elif command in ("hint", "t"):
            self._advise()
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

    def _advise(self) -> None:
        """The best turns, as the adviser sees them."""
        if self._adviser is None:
            print("Nobody is there who gives hints.")
            return
        adviser, game = self._adviser(self.sitting.game), self.sitting.game
        action = adviser.act(game)
        thought = getattr(adviser, "thought", None)
        for line in hint(thought) if thought is not None and thought.lines else [action]:
            print(f"  {line}")

    def _explain(self, answer: str, listed: list[Choice]) -> None:
        action = self._meant(answer, listed)
        if action is not None:
            print(f"{action}: {self.sitting.game.explain(action)}")

    def _push(self, action: str) -> None:
        done = self.sitting.push(action)
        if done.followed or self.sitting.game.active != done.seat:
            self.board_is_new = True
        for sentence in done.told.lines:
            print(f"      {sentence}")
        trouble = self.sitting.untold_trouble()
        if trouble:
            print(f"      {trouble}")

    def _undo(self) -> bool:
        seat = self.sitting.game.active
        undone = self.sitting.take_back()
        if undone is None:
            print("There is nothing to undo: only your own actions, back to the last roll, draw or other's turn.")
            return False
        self.board_is_new = self.sitting.game.active != seat
        return True

    # --- showing --------------------------------------------------------------------------------------

    def _greet(self) -> None:
        sitting, game = self.sitting, self.sitting.game
        where = f" saved in {sitting.file}" if sitting.file is not None else ""
        if sitting.moments:
            print(f"{game.config}; going on after {len(sitting.moments)} actions,{where}.")
        else:
            print(f"{game.config}, seed {game.seed};{where} after every action.")
            self._tell(sitting.setup)

    def _who(self, seat: int) -> str:
        return self.sitting.who(seat)

    def _tell(self, events: Sequence[Event]) -> None:
        for sentence in sentences(events, self.sitting.names):
            print(f"      {sentence}")

    def _show_board(self) -> None:
        game = self.sitting.game
        width = max(_NARROWEST, shutil.get_terminal_size((100, 24)).columns)
        print()
        print(draw(game.to_json(), colour=self.colour, width=width, data_dir=game.data.directory))
        print()

    def _show_end(self) -> None:
        self._show_board()
        print(table(self.sitting.game, self.sitting.names))
        if self.sitting.file is not None and not self.sitting.trouble:
            print(f"The record is in {self.sitting.file}; see it again with: burgundy replay {self.sitting.file}")
