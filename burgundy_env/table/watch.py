"""Watching at the full-screen table: programs at play, or a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Static

from burgundy_env.game import Game
from burgundy_env.sitting.reel import Reel
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Moment
from burgundy_env.sitting.spots import spot_of
from burgundy_env.table import panels, texts, thinking
from burgundy_env.table.dialogs import Reading
from burgundy_env.table.screen import Answer, TableScreen
from burgundy_env.telling.scores import verdict
from burgundy_env.telling.seats import by_seat

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # actions a second
USUAL_SPEED = 2.0


class WatchScreen(TableScreen):
    """The table as a film."""

    BINDINGS = [  # noqa: RUF012
        Binding("space", "pause", "Stop/go", key_display="Space"),
        Binding("right", "step(1)", "Step", key_display="→"),
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right_square_bracket", "round(1)", "Round", key_display="] ["),
        Binding("left_square_bracket", "round(-1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("plus,equals_sign", "speed(1)", "Speed", key_display="+ -"),
        Binding("minus", "speed(-1)", show=False),
        Binding("f", "follow", "Follow"),
        Binding("question_mark", "explain", "Explain", key_display="?"),
    ]
    HELP_TEXT = texts.WATCH_HELP

    def __init__(self, reel: Reel, speed: float = USUAL_SPEED, playing: bool = True) -> None:
        super().__init__(reel.sitting.names)
        self.reel, self.at, self.playing, self.follows = reel, 0, playing, True
        self.speed = speed
        self._asked: object = None  # the question that a player thinks about
        self._timer: Timer | None = None

    @property
    def game(self) -> Game:
        return self.reel.games[self.at]

    def history(self) -> tuple[Sequence[Any], Sequence[Moment]]:
        return self.reel.sitting.setup, self.reel.sitting.moments[: self.at]

    def side(self) -> ComposeResult:
        yield Static(id="points", markup=False)

    def on_mount(self) -> None:
        self.go(0)

    # --- the film ---------------------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """Show the game after so many actions, and go on from there if it is not stopped."""
        self.at = number
        self.document = by_seat(self.game.to_json())
        done = self._done
        if self.follows and done is not None:
            self.viewed = done.seat
        self.redraw()
        self.update_log()
        self._go_on()

    @property
    def _done(self) -> Moment | None:
        """The action that led here."""
        return self.reel.sitting.moments[self.at - 1] if self.at else None

    def _go_on(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.playing and (self.at < self.reel.last or self.reel.grows):
            self._timer = self.set_timer(1 / self.speed, self._advance)

    def _advance(self) -> None:
        if self.at < self.reel.last:
            self.go(self.at + 1)
        elif self.reel.grows and self._asked is None:
            self._ask()

    def _ask(self) -> None:
        sitting = self.reel.sitting
        seat = sitting.deciding
        assert seat is not None
        agent, game = sitting.agents[seat], sitting.game
        self._asked = question = object()
        self.redraw()
        self.think(question, lambda: agent.act(game))

    def on_answer(self, message: Answer) -> None:
        if message.question is not self._asked:
            return
        self._asked = None
        if isinstance(message.result, SeatError):
            self.give_up(str(message.result))
            return
        was_last = self.at == self.reel.last
        self.reel.push(message.result)
        self.tell_trouble(self.reel.sitting)
        if was_last:
            self.go(self.reel.last)

    # --- drawing ----------------------------------------------------------------------------------------

    def redraw(self) -> None:
        if not self.is_mounted or not self.document:
            return
        done = self._done
        self.framed = done.seat if done else None
        self.draw({spot_of(done.action): "cursor"} if done else {})
        self.prompt(self._prompt())
        lines = panels.points(self.game.scores(), self.names, self.side_room)
        lines += thinking.side(self.reel.sitting.thoughts[: self.at], self.names, self.side_room)
        self.query_one("#points", Static).update("\n".join(lines))
        if done:
            name = panels.short_name(done.seat, self.names)
            self.say(Text(f"{name}: {done.action}  ", "bold").append(done.explanation, "not bold"))
        else:
            self.say("")

    def _prompt(self) -> str:
        if self.game.is_over:
            return verdict(self.game.outcome(), self.names)
        of = f" of {self.reel.last}" if not self.reel.grows or self.at < self.reel.last else ""
        if self._asked is not None and self.at == self.reel.last:
            return f"Action {self.at}; {self.reel.sitting.who(self.game.active or 0)} is thinking ..."
        state = f"{self.speed:g} actions a second" if self.playing else "stopped, Space goes on"
        return f"Action {self.at}{of}; {state}"

    # --- commands ---------------------------------------------------------------------------------------

    def action_pause(self) -> None:
        """Stop or go on."""
        self.playing = not self.playing
        self.redraw()
        self._go_on()

    def action_step(self, by: int) -> None:
        """Stop, and go one action on or back."""
        self.playing = False
        if by > 0 and self.at == self.reel.last and self.reel.grows:
            self._go_on()
            if self._asked is None:
                self._ask()
            return
        self.go(min(max(self.at + by, 0), self.reel.last))

    def action_round(self, by: int) -> None:
        """Go to where a round begins."""
        begins = self.reel.rounds()
        if by > 0:
            self.go(min((i for i in begins if i > self.at), default=self.reel.last))
        else:
            self.go(max((i for i in begins if i < self.at), default=0))

    def action_go(self, number: int) -> None:
        """Go to the beginning or the end."""
        self.go(self.reel.last if number < 0 else number)

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        if by > 0:
            self.speed = min((speed for speed in SPEEDS if speed > self.speed), default=self.speed)
        else:
            self.speed = max((speed for speed in SPEEDS if speed < self.speed), default=self.speed)
        self.redraw()
        self._go_on()

    def action_follow(self) -> None:
        """Show the duchy of whoever acts, or stop doing so."""
        self.follows = not self.follows
        self.notify("The duchy shown follows whoever plays." if self.follows else "The duchy shown stays.", timeout=2)

    def action_view(self, step: int) -> None:
        self.follows = False
        super().action_view(step)

    def action_explain(self) -> None:
        """Say all there is about the action just taken."""
        done = self._done
        if done is None:
            self.notify("Nothing has been done yet.")
            return
        lines = [Text(done.when, "bold underline"), *texts.log_lines(done, self.names), Text(f"\n{done.explanation}")]
        self.app.push_screen(Reading("Explained", Text("\n").join(lines)))
