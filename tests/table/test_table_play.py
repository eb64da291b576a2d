"""Playing at the full-screen table: keys, mouse, menus, filter, undo, hints, and what happens when things fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from table_pilot import First, click, drive, picture, press, settled, shown, until
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog

from burgundy_env import Game, Record
from burgundy_env.data import load
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.table.dialogs import Menu, Reading
from burgundy_env.table.play import Manner, PlayScreen
from burgundy_env.table.widgets import Filter

Table = Callable[..., PlayScreen]


def done(screen: PlayScreen) -> list[str]:
    return [moment.action for moment in screen.sitting.moments]


# --- choosing --------------------------------------------------------------------------------------------


def test_a_click_on_what_is_lit_takes_it_and_elsewhere_nothing(table: Table) -> None:
    screen = table([])

    async def script(pilot: Pilot[int]) -> None:
        assert "»h3 «" in shown(screen, "#seat")
        assert set(screen.lit) == {"h2", "h3", "h7", "h19"}
        await click(pilot, screen, "h1")
        await click(pilot, screen, "depot3")
        assert done(screen) == []
        await click(pilot, screen, "h19")
        assert done(screen) == ["start h19"]
        assert len(Record.load(screen.sitting.file or "")) == 1

    drive(screen, script)


def test_arrows_move_the_cursor_over_what_is_lit_and_enter_takes_it(table: Table) -> None:
    screen = table([])

    async def script(pilot: Pilot[int]) -> None:
        assert screen.cursor == "h2"
        assert "start h2" in shown(screen, "#said")
        for key, spot in (
            ("right", "h3"),
            ("right", "h3"),
            ("down", "h7"),
            ("down", "h19"),
            ("up", "h7"),
            ("left", "h2"),
        ):
            await press(pilot, key)
            assert screen.cursor == spot
            assert f"▶{spot} ◀"[: len(spot) + 2].rstrip("◀ ") in shown(screen, "#seat")
        await press(pilot, "enter")
        assert done(screen) == ["start h2"]

    drive(screen, script)


def test_where_a_place_means_several_things_a_menu_asks(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        assert screen.lit["3.1"] == ["d1 take 3.1", "d2 take 3.1"]
        await click(pilot, screen, "3.1")
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        assert "Die 1 (4, made 3 with 1 worker): take" in picture(menu)
        await press(pilot, "escape")
        assert done(screen) == []
        await click(pilot, screen, "3.1")
        await press(pilot, "down", "enter")
        assert done(screen)[-1] == "d1 take 3.1"

    drive(screen, script)


def test_two_quick_presses_in_a_menu_or_on_a_page_close_it_once(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await click(pilot, screen, "3.1")
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        menu.query_one(OptionList).action_select()
        menu.query_one(OptionList).action_select()
        await until(pilot, lambda: bool(screen.sitting.moments))
        await settled(pilot)
        assert pilot.app.screen is screen
        assert done(screen) == ["d2 take 3.1"]
        await press(pilot, "s")
        page = pilot.app.screen
        assert isinstance(page, Reading)
        for _ in range(2):  # the second comes before the page has gone
            pilot.app.post_message(Key("escape", None))
        await settled(pilot)
        assert pilot.app.screen is screen

    drive(screen, script)


def test_the_menu_offers_what_costs_nothing_first(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await click(pilot, screen, "3.1")
        await press(pilot, "enter")
        assert done(screen)[-1] == "d2 take 3.1", "die 2 shows 3, die 1 needs a worker"

    drive(screen, script)


def test_a_die_narrows_the_choice_by_key_and_by_click(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        everything = dict(screen.lit)
        await press(pilot, "2")
        assert {action[:2] for actions in screen.lit.values() for action in actions} == {"d2"}
        assert "»die 2: 3«" in shown(screen, "#seat")
        await press(pilot, "2")
        assert screen.lit == everything
        await click(pilot, screen, "die1")
        assert {action[:2] for actions in screen.lit.values() for action in actions} == {"d1"}
        await press(pilot, "escape")
        assert screen.lit == everything

    drive(screen, script)


def test_buttons_stand_for_what_points_at_nothing(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await click(pilot, screen, "=d1 workers")
        assert shown(screen, "#buttons").split("  ")[0].strip("»«▶◀ ") == "Die 2: workers"
        await click(pilot, screen, "=d2 workers")
        assert "End turn" in shown(screen, "#buttons")
        await press(pilot, "enter")
        assert done(screen)[-3:] == ["d1 workers", "d2 workers", "end"]
        assert screen.viewed == 1, "the duchy of who is next"

    drive(screen, script)


def test_the_filter_narrows_list_and_table(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "slash", *"d2", "space", *"carpenter", "space", *"4")
        assert screen.lit == {"4.2": ["d2 take 4.2"]}
        assert "»" not in shown(screen, "#seat").replace("»die", "")
        await press(pilot, "escape")
        assert len(screen.lit) > 5
        await press(pilot, "slash", *"nonsense")
        assert screen.lit == {}
        assert "Nothing matches" in shown(screen, "#said")
        await press(pilot, "escape", "slash", *"d2", "space", *"carpenter", "space", *"4", "enter")
        assert done(screen)[-1] == "d2 take 4.2"
        assert screen.query_one(Filter).value == ""

    drive(screen, script)


def test_the_list_is_gone_through_with_the_keys_and_moves_the_cursor(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "tab", "down", "down")
        options = screen.query_one(OptionList)
        assert options.has_focus
        marked = options.highlighted_option
        assert marked is not None
        assert screen.cursor == str(marked.id).split()[-1]
        await press(pilot, "enter")
        assert done(screen)[-1] == marked.id
        assert screen.focused is None

    drive(screen, script)


def test_the_mouse_says_what_lies_under_it(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        for spot, said in (
            ("h16", "h16: an empty ship hex, die number 6"),
            ("h2", "h2: castle: one more action"),
            ("b1", "slot b1 of the black depot: carpenter (building): take a building"),
            ("h3", "h3: an empty castle hex, die number 4"),
            ("depot5", "goods there"),
            ("seat1", "shows this duchy"),
            ("3.1", "d1 take 3.1"),
        ):
            box = screen.boxes()[spot]
            await pilot.hover(offset=(int(box.x) + 1, int(box.y)))
            await settled(pilot)
            assert said in shown(screen, "#said"), spot

    drive(screen, script)


# --- explaining, looking ---------------------------------------------------------------------------------


def test_explain_tells_every_way_and_the_tile(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        screen.put_cursor("3.2")
        await press(pilot, "question_mark")
        page = pilot.app.screen
        assert isinstance(page, Reading)
        text = " ".join(picture(page).replace("│", " ").split())
        for action in screen.lit["3.2"]:
            assert screen.game.explain(action) in text
        assert "carpenter (building): take a building" in text
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    drive(screen, script)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("f1", "light up only what die 1"),
        ("s", "these would be the points if it ended now"),
        ("l", "First player: seat 0 (Ann)"),
        ("t", "carpenter (building): take a building"),
    ],
)
def test_pages_over_the_table(table: Table, key: str, said: str) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        assert said in picture(pilot.app.screen)
        await press(pilot, "down", "pagedown", "home", "end", "escape")
        assert pilot.app.screen is screen

    drive(screen, script)


def test_everyones_duchy_can_be_looked_at(table: Table) -> None:
    config = {"players": 2, "duchies": [1, 5], "chateauma": "hard"}
    screen = table([], config=config)

    async def script(pilot: Pilot[int]) -> None:
        active = screen.game.active
        assert screen.viewed == active == 0
        assert "»h2 «" in shown(screen, "#seat") or "▶h2 ◀" in shown(screen, "#seat")
        await press(pilot, "v")
        assert "»" not in shown(screen, "#seat"), "nothing can be chosen in another's duchy"
        assert len(screen.lit) == 4
        await press(pilot, "v")
        assert "The Châteauma (hard)" in shown(screen, "#seat")
        assert "left card" in shown(screen, "#seat")
        await click(pilot, screen, "seat0")
        assert screen.viewed == 0
        await press(pilot, "V")
        assert screen.viewed == 2

    drive(screen, script)


def test_a_wide_terminal_shows_several_duchies(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        assert "Ben" in shown(screen, "#others")
        assert "h37" in shown(screen, "#others")
        box = screen.query_one("#others").region
        await pilot.click(offset=(box.x + 20, box.y + 10))
        await settled(pilot)
        assert done(screen) == []

    drive(screen, script, size=(150, 45))


def test_a_small_terminal_is_told_and_scrolls_with_the_cursor(table: Table) -> None:
    screen = table([])

    async def script(pilot: Pilot[int]) -> None:
        assert "needs 80x24" in picture(screen) or any("needs 80x24" in n.message for n in pilot.app._notifications)
        scroll = screen.query_one("#scroll")
        assert scroll.scroll_offset.y == 0
        await press(pilot, "down", "down")
        assert screen.cursor == "h19"
        assert screen.query_one("#duchies").scroll_offset.y > 0
        assert "▶h19◀" in picture(screen)
        await press(pilot, "ctrl+up", "ctrl+right")
        assert scroll.scroll_offset.x > 0

    drive(screen, script, size=(60, 20))


@pytest.mark.parametrize(
    "config",
    [{"players": 2}, {"players": 4}, {"players": 4, "modules": "all"}, {"players": 3, "chateauma": "hard"}],
    ids=["2", "4", "all", "chateauma"],
)
def test_eighty_by_twenty_four_is_enough_to_play(table: Table, config: dict[str, Any]) -> None:
    """All depots and what the cursor is on are to be seen at every decision, and the whole way of keys below."""
    screen = table([], config=config)

    async def script(pilot: Pilot[int]) -> None:
        for _ in range(12):
            seen = picture(screen)
            lines = seen.splitlines()
            for key, depot in screen.document["depots"].items():
                assert 0 <= screen.boxes()[f"depot{key}"].y < 24
                for i, tile in enumerate(depot["tiles"], 1):
                    assert tile is None or 0 <= screen.boxes()[f"{key}.{i}"].y < 24
            assert "Quit" in lines[-1]
            assert screen.game.explain(screen.lit[screen.cursor][0])[:40] in " ".join(seen.split())
            await press(pilot, "enter")
            if pilot.app.screen is not screen:
                await press(pilot, "enter")

    drive(screen, script, size=(80, 24))


def test_a_large_terminal_shows_two_rows_of_duchies(table: Table) -> None:
    screen = table(
        [], config={"players": 4}, names=["human:Christopher Columbus", "human:Ben", "human:Cal", "human:Dee"]
    )

    async def script(pilot: Pilot[int]) -> None:
        seen = picture(screen)
        assert seen.count("|h37  |") == 4
        assert "Christopher Columbus" in seen
        places = {name: screen.query_one(name).region for name in ("#seat", "#others", "#below")}
        assert places["#others"].x > places["#seat"].x
        assert places["#below"].y > places["#seat"].y
        assert places["#below"].bottom <= 60

    drive(screen, script, size=(200, 60))


def test_the_hint_is_marked_in_the_menu_it_opens(table: Table) -> None:
    screen = table(manner=Manner(pace=0, adviser=lambda name, game: Last()))

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "h")
        await until(pilot, lambda: screen.hint is not None)
        await click(pilot, screen, "3.1")
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        assert "♥ d1 take 3.1" in picture(menu)
        assert "♥ d2" not in picture(menu)
        await press(pilot, "enter")
        assert done(screen)[-1] == "d1 take 3.1"

    drive(screen, script)


class Last:
    """Advises the dearer of two ways."""

    def act(self, game: Game) -> str:
        return "d1 take 3.1"


# --- undo ------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_what_chance_or_others_did(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        before = screen.game
        await click(pilot, screen, "=d1 workers")
        await press(pilot, "u")
        assert screen.game == before
        assert len(Record.load(screen.sitting.file or "")) == 2
        await press(pilot, "u")
        assert screen.game == before, "the start castles were followed by dice"
        assert any("Nothing to undo" in notice.message for notice in pilot.app._notifications)

    drive(screen, script)


def test_undo_is_refused_while_an_agent_thinks(table: Table) -> None:
    class Slow(First):
        def act(self, game: Game) -> str:
            answer.wait(60)
            return super().act(game)

    answer = Event()
    screen = table([], agents={1: Slow()}, config={"players": 2})

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert "is thinking" in shown(screen, "#prompt")
        assert screen.lit == {}
        await press(pilot, "u", "enter", "h", "question_mark", "down")
        assert done(screen) == ["start h2"]
        answer.set()
        await until(pilot, lambda: len(done(screen)) == 2)

    drive(screen, script)


# --- agents and hints ------------------------------------------------------------------------------------


def test_agents_play_by_themselves_and_what_they_did_is_marked(table: Table) -> None:
    screen = table([], agents={1: First()}, manner=Manner(pace=0.3))

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await until(pilot, lambda: len(done(screen)) == 2)
        await settled(pilot)
        assert "Ben: start h2" in "".join(strip.text for strip in screen.query_one(RichLog).lines)
        assert screen.framed == 1
        await until(pilot, lambda: bool(screen.listed))
        assert screen.viewed == 0

    drive(screen, script)


def test_a_hint_marks_what_the_adviser_would_do(table: Table) -> None:
    asked = []

    class Adviser:
        def act(self, game: Game) -> str:
            return "d1 take 5.2"

    def adviser(name: str, game: Game) -> Adviser:
        asked.append(name)
        if name == "owl":
            raise SeatError("nobody is called owl")
        return Adviser()

    manner = Manner(0, "hawk", [("hawk", "sees far"), ("owl", "is wise")], adviser)
    screen = table(manner=manner)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "2", "h")
        await until(pilot, lambda: screen.hint is not None)
        await settled(pilot)
        assert (screen.cursor, screen.die, asked) == ("5.2", "", ["hawk"])
        assert "♥d1 take 5.2" in shown(screen, "#options")
        assert "♥ hawk would play this" in " ".join(shown(screen, "#said").split())
        await press(pilot, "left")
        assert "♥" in shown(screen, "#depots")
        await press(pilot, "H", "down", "enter")
        await until(pilot, lambda: asked == ["hawk", "owl"])
        await until(pilot, lambda: any("nobody is called owl" in n.message for n in pilot.app._notifications))
        await press(pilot, "escape")
        screen.put_cursor("5.2")
        await press(pilot, "enter")
        assert done(screen)[-1] == "d1 take 5.2" or isinstance(pilot.app.screen, Menu)

    drive(screen, script)


def test_a_hint_that_comes_too_late_is_dropped(table: Table) -> None:
    answer, answered = Event(), Event()

    class Adviser:
        def act(self, game: Game) -> str:
            answer.wait(60)
            answered.set()
            return "d1 take 5.2"

    screen = table(manner=Manner(0, "hawk", (), lambda name, game: Adviser()))

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "h")
        await click(pilot, screen, "=d2 workers")
        answer.set()
        await until(pilot, answered.is_set)
        await pilot.pause(0.05)
        assert screen.hint is None
        assert "♥" not in picture(screen)

    drive(screen, script)


def test_an_agent_that_fails_ends_the_program_with_a_sentence(table: Table) -> None:
    class Broken:
        def act(self, game: Game) -> str:
            raise SeatError("seat 1 (bot) has failed: ValueError: no")

    screen = table([], agents={1: Broken()})

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await until(pilot, lambda: pilot.app._exit)

    app = drive(screen, script)
    assert app.trouble == "seat 1 (bot) has failed: ValueError: no"
    assert app.return_value == 2
    assert len(Record.load(screen.sitting.file or "")) == 1


# --- saving, the end -------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_game_goes_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = table()

    def full(self: Record, path: Any) -> None:
        raise OSError(28, "No space left on device", str(path))

    async def script(pilot: Pilot[int]) -> None:
        monkeypatch.setattr(Record, "save", full)
        await click(pilot, screen, "=d1 workers")
        assert any("No space left on device" in notice.message for notice in pilot.app._notifications)
        assert done(screen)[-1] == "d1 workers"
        assert "Die 2: workers" in shown(screen, "#buttons")
        monkeypatch.undo()
        await press(pilot, "enter")

    drive(screen, script)
    assert len(Record.load(screen.sitting.file or "")) == 4


def test_a_folder_that_is_gone_spoils_no_game(table: Table, tmp_path: Path) -> None:
    screen = table()
    screen.sitting.file = tmp_path / "gone" / "game.jsonl"

    async def script(pilot: Pilot[int]) -> None:
        await click(pilot, screen, "=d1 workers")
        await press(pilot, "u")
        assert len(done(screen)) == 0
        await click(pilot, screen, "=d1 workers")
        told = [notice.message for notice in pilot.app._notifications if "unsaved" in notice.message]
        assert told == [f"{screen.sitting.file}: No such file or directory; the game goes on unsaved."]

    drive(screen, script)


def test_what_another_program_wrote_is_not_lost(table: Table) -> None:
    """As when a game is resumed in a second terminal: the one that wrote last keeps the file."""
    screen = table()
    file = screen.sitting.file
    assert file is not None

    async def script(pilot: Pilot[int]) -> None:
        await click(pilot, screen, "=d1 workers")
        other = Sitting.of(Record.load(file), screen.names, {}, file)
        other.push("d2 workers")
        await click(pilot, screen, "=d2 workers")
        await press(pilot, "u")
        other.push("end")
        assert "another program has written to this file" in screen.sitting.trouble
        assert any("another program" in notice.message for notice in pilot.app._notifications)

    drive(screen, script)
    assert [event["action"] for event in Record.load(file).events if "action" in event][-2:] == ["d2 workers", "end"]


def test_the_log_is_broken_anew_for_another_width(table: Table) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        log = screen.query_one(RichLog)
        longest = []
        for columns in (220, 100, 220):
            await pilot.resize_terminal(columns, 40)
            await settled(pilot)
            longest.append(max(line.cell_length for line in log.lines))
            assert longest[-1] <= log.scrollable_content_region.width
        assert longest[0] == longest[2] > longest[1]

    drive(screen, script)


def test_the_side_of_the_board_is_seen_before_it_is_chosen(table: Table) -> None:
    screen = table([], config={"players": 2, "duchies": "sides"})
    boards = load().duchies

    async def script(pilot: Pilot[int]) -> None:
        for _ in range(2):
            side = int(screen.lit[screen.cursor][0].split()[1])
            numbers = re.findall(r"\| +[tybgre](\d)(?= )", shown(screen, "#seat"))
            assert [int(number) for number in numbers] == list(boards[side].numbers)
            await press(pilot, "right")

    drive(screen, script)


def test_the_end_shows_who_has_won(table: Table) -> None:
    game = Game.new({"players": 2}, 3)
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    *before, last = (event["action"] for event in game.events if "action" in event)
    assert last == "end"
    screen = table(before)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert screen.game.is_over
        page = pilot.app.screen
        assert isinstance(page, Reading)
        assert " wins with " in picture(page)
        await press(pilot, "escape")
        assert " wins with " in shown(screen, "#prompt")
        await press(pilot, "enter", "h", "question_mark", "s", "escape", "u")
        assert not screen.game.is_over
        assert screen.cursor == "=end"
        await press(pilot, "enter", "escape", "q")

    app = drive(screen, script)
    assert app.return_value == 0
    assert Record.load(screen.sitting.file or "").result is not None


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130)])
def test_leaving(table: Table, tmp_path: Path, key: str, code: int) -> None:
    screen = table()

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")  # also out of the filter
        await press(pilot, *(["escape"] if key == "q" else []), key)

    assert drive(screen, script).return_value == code
