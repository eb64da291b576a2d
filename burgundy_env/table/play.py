"""Playing at the full-screen table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding

from burgundy_env.game import Game
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Moment, Sitting
from burgundy_env.sitting.spots import by_spot, channel, neighbour, spot_of
from burgundy_env.table import panels, texts, thinking
from burgundy_env.table.dialogs import Menu, Reading
from burgundy_env.table.screen import Answer, TableScreen
from burgundy_env.table.widgets import ActionList, Panel, priced
from burgundy_env.telling.choices import Choice, choices
from burgundy_env.telling.language import say
from burgundy_env.telling.pending import plainly, stage_plainly
from burgundy_env.telling.score_table import table
from burgundy_env.telling.scores import verdict
from burgundy_env.telling.seats import by_seat

if TYPE_CHECKING:
    from burgundy_agents import Agent


@dataclass
class Manner:
    """How a sitting at the table goes."""

    pace: float = 0.4  # seconds from one action of an agent to the next, so that people can follow
    hints_from: str = "heuristic"
    advisers: Sequence[tuple[str, str]] = ()  # agents to choose from for hints: string and what it is
    adviser: Callable[[str, Game], Agent] | None = None  # makes the agent that a string names, for a game


@dataclass(frozen=True)
class _Hint:
    action: str
    agent: str


def advice(adviser: Agent, game: Game) -> tuple[str, list[str]]:
    """What an adviser would play, and the best turns, if it says what it thinks."""
    action = adviser.act(game)
    thought = getattr(adviser, "thought", None)
    return action, [] if thought is None else thinking.hint(thought)


class PlayScreen(TableScreen):
    """The table with the cursor of whoever sits before it."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "move('up')", show=False),
        Binding("down", "move('down')", show=False),
        Binding("left", "move('left')", show=False),
        Binding("right", "move('right')", show=False),
        Binding("enter,space", "choose", "Take", key_display="Enter"),
        Binding("question_mark", "explain", "Explain", key_display="?"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("tab", "list", "List", priority=False),
        Binding("u", "take_back", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("H", "adviser", show=False),
        Binding("1", "die('d1')", show=False),
        Binding("2", "die('d2')", show=False),
        Binding("escape", "everything", show=False),
    ]
    HELP_TEXT = texts.PLAY_HELP

    def __init__(self, sitting: Sitting, manner: Manner) -> None:
        super().__init__(sitting.names)
        self.sitting, self.manner = sitting, manner
        self.cursor = ""
        self.die = ""  # what the choice is narrowed to: d1, d2 or everything
        self.listed: list[Choice] = []  # what the seat to decide may do
        self.lit: dict[str, list[str]] = {}  # what of it is shown, by the place it points at
        self.hint: _Hint | None = None
        self._advising: object = None  # the question that a hint is awaited for
        self._thinking: object = None

    @property
    def game(self) -> Game:
        return self.sitting.game

    def history(self) -> tuple[Sequence[Any], Sequence[Moment]]:
        return self.sitting.setup, self.sitting.moments

    def side(self) -> ComposeResult:
        yield Panel("buttons")
        yield ActionList(id="actions")

    @property
    def actions(self) -> ActionList:
        """The list of actions."""
        return self.query_one(ActionList)

    def on_mount(self) -> None:
        self.begin_decision()

    # --- the course of the game -------------------------------------------------------------------------

    def begin_decision(self) -> None:
        """The game has moved: show it, and let whoever is next decide."""
        sitting = self.sitting
        self.document = by_seat(sitting.game.to_json())
        self.hint, self._advising, self._thinking = None, None, None
        self.die = ""
        self.listed = choices(sitting.game) if sitting.person_decides else []
        self.actions.clear_filter()
        if sitting.person_decides and sitting.deciding is not None:
            self.viewed = sitting.deciding
        self.narrow()
        self.update_log()
        if sitting.game.is_over:
            self._end()
        elif not sitting.person_decides:
            self._let_agent_think()

    def _let_agent_think(self) -> None:
        seat, game = self.sitting.deciding, self.sitting.game
        assert seat is not None
        agent = self.sitting.agents[seat]
        self._thinking = question = object()
        self.prompt(f"{self.sitting.who(seat)} is thinking ...")
        self.say("")
        self.think(question, lambda: agent.act(game))

    def on_answer(self, message: Answer) -> None:
        if message.question is self._thinking:
            self._agent_decides(message.result)
        elif message.question is self._advising:
            self._advise(message.result)

    def _agent_decides(self, result: str | SeatError) -> None:
        if isinstance(result, SeatError):
            self.give_up(str(result))
            return
        self._thinking = None
        self.push(result)

    def push(self, action: str) -> None:
        """Take an action, for whoever decides."""
        by_agent, self.listed = not self.sitting.person_decides, []
        self.sitting.push(action)
        self.tell_trouble(self.sitting)
        if by_agent and self.manner.pace and not self.sitting.game.is_over:
            # What it did is to be seen before the next one decides.
            self.document = by_seat(self.sitting.game.to_json())
            self.redraw()
            self.update_log()
            self.set_timer(self.manner.pace, self.begin_decision)
        else:
            self.begin_decision()

    def _end(self) -> None:
        self.prompt(verdict(self.game.outcome(), self.names))
        where = f"The record is in {self.sitting.file}."
        if self.sitting.trouble:
            where = f"The game is not saved ({self.sitting.trouble})."
        self.say(f"{where} s: where the points come from; q: leave.")
        self.app.push_screen(Reading("The game is over", table(self.game, self.names)))

    # --- drawing ----------------------------------------------------------------------------------------

    def narrow(self) -> None:
        """Light up what die and filter leave of the legal actions."""
        shown = [
            choice
            for choice in self.listed
            if channel(choice.action) in ("", "free", self.die or channel(choice.action))
            and self.actions.matches(choice)
        ]
        self.lit = by_spot(choice.action for choice in shown)
        if self.cursor not in self.lit:
            self.cursor = next(iter(self.lit), "")
        self.actions.show(shown, {self.hint.action: "♥"} if self.hint else {})
        self.redraw()
        self._mark_in_list()

    def redraw(self) -> None:
        if not self.is_mounted or not self.document:
            return
        self._look_at_side()
        frames = self._frames()
        drawn = panels.visible_spots(self.draw(frames))
        rest = [action for spot, actions in self.lit.items() if spot not in drawn for action in actions]
        self.panel("buttons").show(panels.buttons(rest, frames, self.side_room))
        if self.listed:
            self.prompt(self._prompt())
            self.say(self._explanation())

    def _look_at_side(self) -> None:
        """The side of the duchy board that the cursor is on is shown, as one turns a board over at the table."""
        first, _, duchy = next(iter(self.lit.get(self.cursor, [])), "").partition(" ")
        if first == "side" and self.game.active is not None:
            self.document["players"][self.game.active]["duchy"] = int(duchy)

    def _frames(self) -> dict[str, str]:
        """What is marked: what can be chosen, or while an agent plays what it has just done."""
        self.framed = self.game.active
        if not self.listed:
            done = self.sitting.moments[-1] if self.sitting.moments else None
            self.framed = done.seat if done else None
            return {spot_of(done.action): "cursor"} if done else {}
        frames = dict.fromkeys(self.lit, "lit")
        if self.die:
            frames[f"die{self.die[1]}"] = "lit"
        if self.hint:
            frames[spot_of(self.hint.action)] = "hint"
        if self.cursor:
            frames[self.cursor] = "cursor"
        return frames

    def _prompt(self) -> str:
        seat, pending = self.game.active, self.document["pending"]
        assert seat is not None
        who = panels.short_name(seat, self.names)
        if pending:
            return f"{who}: {plainly(pending[-1])}"
        stage = self.document["stage"]
        if stage != "turn":
            return f"{who}: {stage_plainly(stage)}"
        if all(self.document["players"][seat]["used"]):
            return say("turn.both_used", who=who)
        return say("turn.of_die", who=who, number=self.die[1]) if self.die else say("turn", who=who)

    def _explanation(self) -> Text:
        """What stands under the cursor does."""
        actions = self.lit.get(self.cursor, [])
        if not actions:
            return Text("Nothing matches the filter; Esc clears it." if self.listed else "")
        action = self._meant(actions)
        text = Text(f"{action}  ", "bold").append(self.game.explain(action), "not bold")
        if len(actions) > 1:
            text.append(f"  [or {', '.join(other for other in actions if other != action)}]", "not bold dim")
        if self.hint and action == self.hint.action:
            text.append(f"  ♥ {self.hint.agent} would play this", "not bold italic")
        return text

    def _meant(self, actions: Sequence[str]) -> str:
        """Of the actions at one spot the one that the list has marked, else the first."""
        option = self.actions.options.highlighted_option
        marked = None if option is None else option.id
        return marked if marked in actions and marked is not None else actions[0]

    def _mark_in_list(self) -> None:
        actions = self.lit.get(self.cursor, [])
        if actions:
            self.actions.highlight(self._meant(actions))

    # --- moving the cursor ------------------------------------------------------------------------------

    def put_cursor(self, spot: str) -> None:
        """Move the cursor to a lit spot."""
        if spot == self.cursor:
            return
        self.cursor = spot
        self._mark_in_list()
        self.redraw()

    def action_move(self, direction: str) -> None:
        """Move the cursor to the next lit place in a direction."""
        boxes = {spot: box for spot, box in self.boxes().items() if spot in self.lit}
        if not boxes:
            return
        self.put_cursor(neighbour(boxes, self.cursor, direction) if self.cursor in boxes else next(iter(boxes)))
        self.bring_into_view(boxes[self.cursor])

    def point_at(self, spot: str) -> None:
        if spot in self.lit and self.viewed == self.game.active:
            self.put_cursor(spot)
        else:
            super().point_at(spot)

    def on_panel_picked(self, message: Panel.Picked) -> None:
        super().on_panel_picked(message)
        if message.spot in self.lit:
            self.put_cursor(message.spot)
            self.action_choose()
        elif message.spot in ("die1", "die2"):
            self.action_die(f"d{message.spot[3]}")

    def on_action_list_highlighted(self, message: ActionList.Highlighted) -> None:
        self.cursor = spot_of(message.action)
        self.redraw()

    def on_action_list_chosen(self, message: ActionList.Chosen) -> None:
        self.set_focus(None)
        self._take(message.action)

    def on_action_list_filtered(self) -> None:
        self.narrow()

    # --- commands ---------------------------------------------------------------------------------------

    def action_choose(self) -> None:
        """Take what is under the cursor; ask where that is several things."""
        actions = self.lit.get(self.cursor, [])
        if len(actions) == 1:
            self._take(actions[0])
        elif actions:
            # What costs nothing comes first.
            actions = sorted(actions, key=lambda action: priced(self.game.explain(action, short=True))[0])
            entries = [(action, self.game.explain(action)) for action in actions]
            hint = self.hint.action if self.hint and self.hint.action in actions else ""
            self.app.push_screen(Menu("Which way?", entries, hint), self._take)

    def _take(self, action: str | None) -> None:
        if action is not None and any(choice.action == action for choice in self.listed):
            self.push(action)

    def action_explain(self) -> None:
        """Say all there is about what is under the cursor."""
        actions = self.lit.get(self.cursor, [])
        if not actions or self.game.active is None:
            self.notify("There is nothing under the cursor to explain.")
            return
        text = Text()
        for action in actions:
            text.append(f"{action}\n", "bold").append(f"  {self.game.explain(action)}\n")
        tile = texts.tile_at(self.cursor, self.document, self.game.active)
        if tile:
            text.append(f"\n{texts.tile_sentence(tile, self.document)}")
        region = texts.region_at(self.cursor, self.document, self.game.data, self.game.active)
        if region:
            text.append(f"\n{region}")
        self.app.push_screen(Reading("Explained", text))

    def action_filter(self) -> None:
        """Type into the filter."""
        self.actions.start_filter()

    def action_list(self) -> None:
        """Go between the table and the list of actions."""
        self.set_focus(self.actions.options if self.focused is None else None)

    def action_everything(self) -> None:
        """Light up all that is legal again."""
        self.die = ""
        self.set_focus(None)
        self.actions.clear_filter()
        self.narrow()

    def action_die(self, die: str) -> None:
        """Light up what one die does, or everything again."""
        if any(channel(choice.action) == die for choice in self.listed):
            self.die = "" if self.die == die else die
            self.narrow()

    def action_take_back(self) -> None:
        """Undo the last action."""
        if not self.listed and not self.game.is_over:
            self.notify("It is not your turn; nothing of yours can be undone now.")
            return
        undone = self.sitting.take_back()
        self.tell_trouble(self.sitting)
        if undone is None:
            self.notify(
                "Nothing to undo: only your own actions, back to the last roll of dice, draw, or other's turn."
            )
            return
        self.cursor = spot_of(undone.action)
        self.begin_decision()
        self.notify(f"Undone: {undone.action}", timeout=2)

    # --- hints ------------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask the adviser what it would do."""
        manner = self.manner
        if not self.listed or manner.adviser is None or self._advising is not None:
            return
        make, name, game = manner.adviser, manner.hints_from, self.game
        self._advising = question = object()
        self.say(f"{name} is thinking about a hint ...")

        self.think(question, lambda: advice(make(name, game), game))

    def _advise(self, result: tuple[str, Sequence[str]] | SeatError) -> None:
        self._advising = None
        if isinstance(result, SeatError):
            self.notify(f"No hint from {self.manner.hints_from}: {result}", severity="warning")
            self.redraw()
            return
        action, best = result
        self.hint = _Hint(action, self.manner.hints_from)
        if spot_of(action) not in self.lit:
            self.die = ""
            self.actions.clear_filter()
        self.cursor = spot_of(action)
        self.narrow()
        self.actions.highlight(action)
        self.redraw()
        if best:
            self.notify("\n".join(best), title=f"{self.manner.hints_from}: the best turns", timeout=15, markup=False)

    def action_adviser(self) -> None:
        """Choose who gives the hints."""

        def chosen(name: str | None) -> None:
            if name is not None:
                self.manner.hints_from = name
                self.action_hint()

        if self.manner.advisers:
            self.app.push_screen(Menu(f"Hints from (now {self.manner.hints_from})", self.manner.advisers), chosen)
