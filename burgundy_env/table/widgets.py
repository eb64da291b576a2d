"""The parts of the full-screen table: drawn panels to point at, the list of actions, the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, RichLog
from textual.widgets.option_list import Option

from burgundy_env.render.terminal.spans import Line, length
from burgundy_env.sitting.spots import Box
from burgundy_env.telling.choices import Choice


@lru_cache(maxsize=256)
def rich_style(sgr: str) -> Style:
    """What an SGR code stands for: `1;38;5;16;48;5;231` is bold black on white."""
    codes = iter(sgr.split(";") if sgr else [])
    style = Style()
    for code in codes:
        if code in ("38", "48"):
            next(codes)
            colour = f"color({next(codes)})"
            style += Style(color=colour) if code == "38" else Style(bgcolor=colour)
        else:
            style += {"1": Style(bold=True), "2": Style(dim=True), "7": Style(reverse=True)}[code]
    return style


def rich_text(lines: Sequence[Line]) -> Text:
    """Lines of spans as Rich wants them."""
    text = Text(no_wrap=True, end="")
    for i, line in enumerate(lines):
        if i:
            text.append("\n")
        for span in line:
            text.append(span.text, rich_style(span.style))
    return text


_PRICE = re.compile(r" \[made \d with (\d) workers?\]$")


def priced(note: str) -> tuple[str, str]:
    """What an action costs in workers, as `2w`, and the rest of its note: the end of a line may be cut off."""
    found = _PRICE.search(note)
    return ("", note) if found is None else (f"{found[1]}w", note[: found.start()])


class Panel(Widget):
    """Drawn lines, whose spots can be pointed at and clicked."""

    class Pointed(Message):
        """The mouse has come over a spot, or left it (then the spot is empty)."""

        def __init__(self, panel: Panel, spot: str) -> None:
            super().__init__()
            self.panel, self.spot = panel, spot

    class Picked(Message):
        """A spot was clicked."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.lines: list[Line] = []
        self._pointed = ""

    def show(self, lines: Sequence[Line]) -> None:
        """Draw other lines."""
        lines = [list(line) for line in lines]
        if lines == self.lines:
            return
        before = len(self.lines), self.widest
        self.lines = lines
        self.refresh(layout=before != (len(self.lines), self.widest))

    @property
    def widest(self) -> int:
        """The columns that are drawn in."""
        return max((length(line) for line in self.lines), default=0)

    def render(self) -> Text:
        return rich_text(self.lines)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.widest

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines)

    def boxes(self) -> dict[str, Box]:
        """Where the spots are on the screen; of a spot of several lines or pieces, the first one."""
        found: dict[str, Box] = {}
        left, top = self.content_region.offset
        for y, line in enumerate(self.lines):
            x = 0
            for span in line:
                if span.spot:
                    found.setdefault(span.spot, Box(left + x, top + y, len(span.text)))
                x += len(span.text)
        return found

    def spot_at(self, x: int, y: int) -> str:
        """The spot at a place of the panel, empty if there is none."""
        if not 0 <= y < len(self.lines):
            return ""
        for span in self.lines[y]:
            if x < len(span.text):
                return span.spot if x >= 0 else ""
            x -= len(span.text)
        return ""

    def _under(self, event: events.MouseEvent) -> str:
        offset = event.get_content_offset(self)
        return "" if offset is None else self.spot_at(offset.x, offset.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self._under(event)
        if spot != self._pointed:
            self._pointed = spot
            self.post_message(self.Pointed(self, spot))

    def on_leave(self, event: events.Leave) -> None:
        if self._pointed:
            self._pointed = ""
            self.post_message(self.Pointed(self, ""))

    def on_click(self, event: events.Click) -> None:
        spot = self._under(event)
        if spot:
            self.post_message(self.Picked(spot))


class Filter(Input):
    """What the list of actions is narrowed by."""

    BINDINGS = [("escape", "leave", "Leave the filter"), ("down", "leave(True)", "To the list")]  # noqa: RUF012

    class Left(Message):
        """The filter is done with; `to_list`: the list is to be gone through."""

        def __init__(self, to_list: bool) -> None:
            super().__init__()
            self.to_list = to_list

    def action_leave(self, to_list: bool = False) -> None:
        """Give the keys back to the table, or to the list."""
        if not to_list:
            self.value = ""
        self.post_message(self.Left(to_list))


class ActionList(Vertical):
    """The legal actions in groups, with a filter to type into."""

    class Highlighted(Message):
        """Somebody has moved the highlight."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    class Chosen(Message):
        """An action is to be taken."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    class Filtered(Message):
        """The filter has changed."""

    def compose(self) -> ComposeResult:
        yield Filter(placeholder="/ to filter: type words such as castle, h26, sell", compact=True, id="filter")
        yield OptionList(id="options", compact=True, markup=False)

    def on_mount(self) -> None:
        self._shown: list[Choice] = []
        self.query_one(Filter).can_focus = False  # only when asked for, so that Tab goes to the list

    @property
    def options(self) -> OptionList:
        """The list itself."""
        return self.query_one(OptionList)

    @property
    def words(self) -> list[str]:
        """What is typed into the filter."""
        return self.query_one(Filter).value.lower().split()

    def clear_filter(self) -> None:
        """Show everything again."""
        self.query_one(Filter).value = ""

    def matches(self, choice: Choice) -> bool:
        """Whether the filter lets an action through."""
        text = f"{choice.group} {choice.action} {choice.note}".lower()
        return all(word in text for word in self.words)

    def show(self, listed: Sequence[Choice], marked: Mapping[str, str]) -> None:
        """List actions; `marked`: a sign to put before some of them."""
        entries: list[Option | None] = []
        group = ""
        width = max((len(choice.action) for choice in listed), default=0)
        for choice in listed:
            if choice.group != group:
                group = choice.group
                entries.append(
                    Option(Text(group, "bold underline", no_wrap=True, overflow="ellipsis"), disabled=True)
                )
            sign, (price, note) = marked.get(choice.action, " "), priced(choice.note)
            text = Text(f"{sign}{choice.action:{width}} {price:>2} ", "bold", no_wrap=True, overflow="ellipsis")
            entries.append(Option(text.append(note, Style(bold=False)), id=choice.action))
        self._shown = list(listed)
        with self.prevent(OptionList.OptionHighlighted):
            self.options.set_options(entries)

    def highlight(self, action: str) -> None:
        """Highlight an action without telling anybody."""
        with self.prevent(OptionList.OptionHighlighted):
            if any(choice.action == action for choice in self._shown):
                self.options.highlighted = self.options.get_option_index(action)
                self.options.scroll_to_highlight()
            else:
                self.options.highlighted = None

    def start_filter(self) -> None:
        """Let the filter be typed into."""
        entry = self.query_one(Filter)
        entry.can_focus = True
        entry.focus()

    def on_filter_left(self, message: Filter.Left) -> None:
        self.query_one(Filter).can_focus = False
        self.screen.set_focus(self.options if message.to_list else None)

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        self.post_message(self.Filtered())

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        option = self.options.highlighted_option
        if option is not None and option.id is not None:
            self.query_one(Filter).action_leave()
            self.post_message(self.Chosen(option.id))

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        message.stop()
        if message.option.id is not None:
            self.post_message(self.Highlighted(message.option.id))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        if message.option.id is not None:
            self.post_message(self.Chosen(message.option.id))


class Log(RichLog):
    """The log, which tells when its lines have to be broken anew."""

    class Widened(Message):
        """It has become wider, or narrower."""

    _broken_for = 0

    def on_resize(self, event: events.Resize) -> None:
        if self._broken_for not in (0, event.size.width):
            self.post_message(self.Widened())
        self._broken_for = event.size.width
