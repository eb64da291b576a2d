"""The full-screen table: what playing and watching have in common."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, RichLog, Static

from burgundy_env.game import Game
from burgundy_env.render.facts import seats_in_game
from burgundy_env.render.terminal import grid
from burgundy_env.render.terminal.spans import Frames, Line
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Moment, Sitting
from burgundy_env.sitting.spots import Box
from burgundy_env.table import panels, texts
from burgundy_env.table.dialogs import Reading
from burgundy_env.table.widgets import Log, Panel
from burgundy_env.telling.score_table import table

WIDTH, HEIGHT = 80, 24
_TALL = 30  # lines: from here on there is one to spare
_TWO_ROWS = 56  # lines: from here on two duchies fit one above the other
_ROOMY = 100  # columns: from here on the rest goes to other duchies
LEFT, GAVE_UP = 0, 2  # exit codes
_LOGGED = 60  # moments that are still written into the log beside the table

CSS = """
TableScreen { layout: vertical; }
#scroll { height: 1fr; width: 1fr; }
#inner { width: 100%; height: 100%; min-width: 80; min-height: 21; }
Panel { width: auto; height: auto; }
#header { width: 1fr; }
#depots { width: 1fr; border-top: solid $primary; }
#tabs { width: 1fr; }
.tall #tabs { margin: 1 0 0 0; }
#duchies { width: auto; height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; }
#beside { width: auto; height: auto; }
#middle { height: 1fr; width: 1fr; }
#seat, #others { margin: 0 1 0 0; }
#side { width: 1fr; height: 1fr; }
#prompt { height: auto; max-height: 4; width: 1fr; text-style: bold; }
#buttons { width: 1fr; }
#points { height: auto; max-height: 60%; width: 1fr; padding: 1 0 0 0; }
ActionList { height: 3fr; min-height: 5; }
ActionList OptionList { height: 1fr; border: none; padding: 0; background: $surface; }
ActionList OptionList { text-wrap: nowrap; text-overflow: ellipsis; }
ActionList OptionList:focus { background: $boost; }
Filter { width: 1fr; }
#log { overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
#log { height: 2fr; min-height: 4; border-top: solid $primary; background: $background; }
#said { height: 2; width: 1fr; padding: 0 1; background: $boost; }
Reading, Menu { align: center middle; }
.dialog { width: 94; max-width: 98%; height: auto; max-height: 90%; border: round $accent; background: $surface; }
.dialog VerticalScroll { height: auto; max-height: 100%; padding: 0 1; }
.menu OptionList { height: auto; max-height: 20; border: none; background: $surface; }
"""


class Answer(Message):
    """What was thought out in a thread: the result, or the trouble there was."""

    def __init__(self, question: object, result: Any) -> None:
        super().__init__()
        self.question, self.result = question, result


class TableScreen(Screen[None]):
    """The table, drawn from a game, a list of what has happened, and the seat whose duchy is looked at."""

    BINDINGS = [  # noqa: RUF012
        Binding("v", "view(1)", "Duchies"),
        Binding("V", "view(-1)", show=False),
        Binding("s", "scores", "Scores"),
        Binding("l", "log", "Log"),
        Binding("t", "tiles", show=False),
        Binding("f1", "help", "Help"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+up", "scroll_table('up')", show=False),
        Binding("ctrl+down", "scroll_table('down')", show=False),
        Binding("ctrl+left", "scroll_table('left')", show=False),
        Binding("ctrl+right", "scroll_table('right')", show=False),
    ]
    HELP_TEXT = ""
    AUTO_FOCUS = ""  # the arrow keys belong to the table until Tab or / gives them away

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = list(names)
        self.viewed = 0
        self.framed: int | None = None  # the seat in whose duchy something is marked
        self.document: dict[str, Any] = {}
        self._logged: list[Moment] = []
        self._cramped = False
        self._pointing: Panel | None = None  # the panel that the mouse is over

    # --- what subclasses say ----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game as it is shown."""
        raise NotImplementedError

    def history(self) -> tuple[Sequence[Any], Sequence[Moment]]:
        """What happened before the first action, and the actions up to what is shown."""
        raise NotImplementedError

    def side(self) -> ComposeResult:
        """What stands beside the duchy, above the log."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    # --- the parts --------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with ScrollableContainer(id="scroll", can_focus=False), Vertical(id="inner"):
            yield Panel("header")
            yield Panel("depots")
            yield Panel("tabs")
            with Horizontal(id="middle"):
                with VerticalScroll(id="duchies", can_focus=False):
                    with Horizontal(id="beside"):
                        yield Panel("seat")
                        yield Panel("others")
                    yield Panel("below")
                with Vertical(id="side"):
                    yield Static(id="prompt", markup=False)
                    yield from self.side()
                    log = Log(id="log", wrap=True, markup=False, highlight=False, min_width=10)
                    log.can_focus = False
                    yield log
        yield Static(id="said", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def panel(self, name: str) -> Panel:
        """A drawn part of the table."""
        return self.query_one(f"#{name}", Panel)

    def say(self, text: str | Text) -> None:
        """Write into the line below the table."""
        self.query_one("#said", Static).update(text)

    def prompt(self, text: str) -> None:
        """Write what is to be done now."""
        self.query_one("#prompt", Static).update(text)

    @property
    def room(self) -> int:
        """The columns there are to draw in."""
        return max(WIDTH, self.size.width)

    @property
    def side_room(self) -> int:
        """The columns beside the duchies."""
        drawn = (self.panel(name).widest for name in ("seat", "others"))
        return self.room - 2 - sum(width + 1 for width in drawn if width)

    def draw(self, frames: Frames) -> list[list[Line]]:
        """Draw the table from `document`; the lines that the marked seat could point at."""
        doc, data = self.document, self.game.data
        self.panel("header").show(panels.header(doc, self.names, self.room))
        depots = panels.depots(doc, data, frames, self.room - 2)
        self.panel("depots").show(depots)
        self.panel("tabs").show(panels.tabs(doc, self.names, self.viewed, self.room))
        width = max(grid.size(data.duchies[player["duchy"]])[0] for player in doc["players"])
        own = frames if self.viewed == self.framed else {}
        self.panel("seat").show(panels.seat_panel(doc, data, self.viewed, own, width))
        beside, below = self._others(width)
        for name, shown in (("others", beside), ("below", below)):
            self.panel(name).show(panels.beside(shown))
            self.panel(name).display = bool(shown)
        if self.framed is None or self.framed >= len(doc["players"]):
            return [depots]
        return [depots, panels.seat_panel(doc, data, self.framed, frames, width)]

    def _others(self, width: int) -> tuple[list[list[Line]], list[list[Line]]]:
        """On a large terminal the seats after the one that is viewed, as many as fit: beside it, and below."""
        doc, seats = self.document, seats_in_game(self.document)
        columns = 1 + max(0, self.room - _ROOMY) // (width + 2)
        rows = 2 if columns > 1 and seats > 2 and self.size.height >= _TWO_ROWS else 1
        columns = min(columns, -(-seats // rows))
        nexts = [(self.viewed + i) % seats for i in range(1, min(seats, rows * columns))]
        called = [panels.short_name(seat, self.names) if seat < len(self.names) else "" for seat in nexts]
        drawn = [
            panels.seat_panel(doc, self.game.data, seat, {}, width, name)
            for seat, name in zip(nexts, called, strict=True)
        ]
        return drawn[: columns - 1], drawn[columns - 1 :]

    def boxes(self) -> dict[str, Box]:
        """Where on the screen the spots are."""
        found: dict[str, Box] = {}
        for panel in self.query(Panel):
            found |= panel.boxes()
        return found

    def bring_into_view(self, box: Box) -> None:
        """Bring a spot into view, where the terminal is smaller than the table."""
        for name in ("#duchies", "#scroll"):
            scroll = self.query_one(name, ScrollableContainer)
            left, top = scroll.content_region.offset - scroll.scroll_offset
            region = Region(int(box.x) - left, int(box.y) - top, int(box.width), 2)
            # What lies outside of the duchies has nothing to do with how far they are moved.
            if name == "#scroll" or Region(0, 0, *scroll.virtual_size).contains_region(region):
                scroll.scroll_to_region(region, animate=False)

    # --- the log ----------------------------------------------------------------------------------------

    def update_log(self) -> None:
        """Write what is new into the log; all of the last of it where something was taken back."""
        setup, moments = self.history()
        log = self.query_one(RichLog)
        known = len(self._logged)
        continues = known <= len(moments) and (not known or self._logged[-1] is moments[known - 1])
        if not continues or not known:
            log.clear()
            known = max(0, len(moments) - _LOGGED)
            if not known:
                for line in texts.setup_lines(setup, moments, self.names):
                    log.write(line)
        for moment in moments[known:]:
            for line in texts.log_lines(moment, self.names):
                log.write(line)
        self._logged = list(moments)

    def on_log_widened(self) -> None:
        """What stands in the log was broken for another width."""
        self._logged = []
        self.update_log()

    # --- commands ---------------------------------------------------------------------------------------

    def action_view(self, step: int) -> None:
        """Show the next seat's duchy."""
        self.viewed = (self.viewed + step) % seats_in_game(self.document)
        self.redraw()

    def action_scores(self) -> None:
        """Show where the points come from."""
        self.app.push_screen(Reading("Points", table(self.game, self.names)))

    def action_log(self) -> None:
        """Show the log from the beginning."""
        self.app.push_screen(Reading("Log", texts.whole_log(*self.history(), self.names), at_end=True))

    def action_tiles(self) -> None:
        """Show what the tiles in view do."""
        self.app.push_screen(Reading("Tiles in view", texts.tiles_in_view(self.document)))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Reading("Keys", self.HELP_TEXT))

    def action_scroll_table(self, where: str) -> None:
        """Move the table, where the terminal is smaller."""
        getattr(self.query_one("#scroll"), f"scroll_{where}")(animate=False)

    def tell_trouble(self, sitting: Sitting) -> None:
        """Say that the game can't be saved, if that is new."""
        trouble = sitting.untold_trouble()
        if trouble:
            self.notify(trouble, severity="error", timeout=15)

    def notify(self, message: str, **how: Any) -> None:
        """Say something in a corner. Brackets in it, as a file's name may have, are no commands."""
        super().notify(message, **{**how, "markup": False})

    def give_up(self, trouble: str) -> None:
        """Leave, and say why on the way out."""
        assert isinstance(self.app, TableApp)
        self.app.trouble = trouble
        self.app.exit(GAVE_UP)

    def action_leave(self) -> None:
        """Stop."""
        self.app.exit(LEFT)

    def on_resize(self) -> None:
        size = self.app.size
        self.set_class(size.height >= _TALL, "tall")
        cramped = size.width < WIDTH or size.height < HEIGHT
        if cramped and not self._cramped:
            self.notify(
                f"The table needs {WIDTH}x{HEIGHT} characters, the terminal has {size.width}x{size.height}: "
                "scroll with the mouse wheel or Ctrl and the arrows, or make it larger.",
                timeout=8,
            )
        self._cramped = cramped
        if self.document:
            self.redraw()

    def on_panel_pointed(self, message: Panel.Pointed) -> None:
        if message.spot:
            self._pointing = message.panel
            self.point_at(message.spot)
        elif message.panel is self._pointing:  # leaving one panel is told after coming into the next
            self._pointing = None
            self.point_at("")

    def point_at(self, spot: str) -> None:
        """Say what lies where the mouse is; nowhere: what is said otherwise."""
        if spot:
            self.say(texts.about(spot, self.document, self.game.data, self.viewed))
        else:
            self.redraw()

    def on_panel_picked(self, message: Panel.Picked) -> None:
        if message.spot.startswith("seat"):
            self.viewed = int(message.spot[4:])
            self.redraw()

    # --- thinking ---------------------------------------------------------------------------------------

    def think(self, question: object, work: Callable[[], Any]) -> None:
        """Work in a thread of its own; an Answer comes when it is done.

        A daemon: whoever quits shall not have to wait for an agent that thinks for long.
        """

        def run() -> None:
            try:
                result: Any = work()
            except SeatError as trouble:
                result = trouble
            with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
                self.post_message(Answer(question, result))

        threading.Thread(target=run, daemon=True).start()


class TableApp(App[int]):
    """A program that fills the terminal, leaves it clean, and can be stopped from outside."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    TITLE = "burgundy"
    BINDINGS = [Binding("ctrl+c", "interrupt", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, screen: Callable[[], TableScreen]) -> None:
        super().__init__()
        self._make_screen = screen
        self.trouble = ""  # to be told when the terminal is itself again

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for name, code in _signals():
            with contextlib.suppress(NotImplementedError, RuntimeError):  # not on Windows, nor in a thread
                loop.add_signal_handler(name, self._leave, name, code)
        self.push_screen(self._make_screen())

    def _leave(self, name: signal.Signals, code: int) -> None:
        """A terminal that has been closed can't be given back; to wait for it would last for ever."""
        if name == getattr(signal, "SIGHUP", None):
            os._exit(code)  # the game was saved after its last action
        self.exit(code)

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit(_told_by_shells(signal.SIGINT))


def _signals() -> Iterable[tuple[signal.Signals, int]]:
    """What stops the program from outside, with its exit code then."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            number = getattr(signal, name)
            yield number, _told_by_shells(number)


def _told_by_shells(number: signal.Signals) -> int:
    """The exit code by which a shell says that a signal has ended a program."""
    return 128 + number
