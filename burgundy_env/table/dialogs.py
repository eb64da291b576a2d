"""What comes up over the table: texts to read, and a choice of a few things."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option


class Reading(ModalScreen[None]):
    """A text with a title; any of the usual keys closes it."""

    BINDINGS = [  # noqa: RUF012
        ("escape,q,enter,question_mark,s,l,t,f1", "dismiss", "Close"),
        ("up", "scroll('up')", "Up"),
        ("down", "scroll('down')", "Down"),
        ("pageup", "scroll('page_up')", "Page up"),
        ("pagedown,space", "scroll('page_down')", "Page down"),
        ("home", "scroll('home')", "Top"),
        ("end", "scroll('end')", "End"),
    ]

    def __init__(self, title: str, text: str | Text, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._text, self._at_end = title, text, at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = "Esc closes"
            with VerticalScroll(can_focus=False):
                yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, where: str) -> None:
        """Go through a text that is longer than the screen."""
        getattr(self.query_one(VerticalScroll), f"scroll_{where}")(animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        """Close. A second quick press cannot come here: keys are told to whatever is on top by then."""
        self.dismiss(result)


class Menu(ModalScreen[str | None]):
    """One of a few things: each has a name to answer with and a text; `hint`: the name that is advised."""

    BINDINGS = [("escape,q", "dismiss_none", "Neither")]  # noqa: RUF012

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], hint: str = "") -> None:
        super().__init__()
        self._title, self._choices, self._hint, self._answered = title, choices, hint, False

    def compose(self) -> ComposeResult:
        width = max(len(name) for name, _ in self._choices)
        with Vertical(classes="dialog menu") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter chooses, Esc leaves"
            signs = {name: "♥ " if name == self._hint else "  " if self._hint else "" for name, _ in self._choices}
            options = [
                Option(Text(f"{signs[name]}{name:{width}}  ", "bold").append(text, "not bold"), id=name)
                for name, text in self._choices
            ]
            yield OptionList(*options, markup=False)

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.focus()
        if self._hint:
            options.highlighted = options.get_option_index(self._hint)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        self._answer(message.option.id)

    def action_dismiss_none(self) -> None:
        """Leave without an answer."""
        self._answer(None)

    def _answer(self, name: str | None) -> None:
        """Answer once: of two quick presses the second comes when this is closing, and would close the table."""
        if not self._answered:
            self._answered = True
            self.dismiss(name)
