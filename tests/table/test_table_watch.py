"""Watching at the full-screen table: a record to and fro, agents as they play."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_pilot import First, begun, click, drive, picture, press, settled, shown, until
from textual.pilot import Pilot

from burgundy_env import Game, Record
from burgundy_env.sitting.reel import Reel
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.table.dialogs import Reading
from burgundy_env.table.watch import WatchScreen
from burgundy_env.telling.steps import sentence

NAMES = ["heuristic", "turn:ms=50"]


@pytest.fixture(scope="module")
def record() -> Record:
    game = Game.new({"players": 2, "chateauma": "easy"}, 5)
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    return Record.of(game, NAMES)


def test_a_record_to_and_fro(record: Record) -> None:
    screen = WatchScreen(Reel.of(record), playing=False)
    rounds = [i for i in range(len(record)) if _begins(record, i)]

    async def script(pilot: Pilot[int]) -> None:
        assert f"Action 0 of {len(record)}; stopped" in shown(screen, "#prompt")
        for key, at in (
            ("right", 1), ("right", 2), ("right", 3), ("left", 2), ("right_square_bracket", rounds[1]),
            ("right_square_bracket", rounds[2]), ("left_square_bracket", rounds[1]), ("end", len(record)),
            ("right", len(record)), ("left", len(record) - 1), ("home", 0), ("left", 0),
        ):  # fmt: skip
            await press(pilot, key)
            assert screen.at == at, key
            assert screen.document == record.game(at).to_json()
        await press(pilot, "right")
        first = next(record.steps())
        assert f"{first.action}  {first.game.explain(first.action)}" in shown(screen, "#said")
        assert first.action in shown(screen, "#log")
        assert f"▶{first.action.split()[1]}" in shown(screen, "#seat"), "what was done is marked"
        await press(pilot, "end")
        assert " wins with " in shown(screen, "#prompt")
        assert "if it ended" in shown(screen, "#points")
        for total in record.result["totals"] if record.result else ():
            assert f" {total} " in f"{shown(screen, '#points')} "

    drive(screen, script)


def _begins(record: Record, i: int) -> bool:
    """Whether the action with this number is the first of its round."""
    here, before = record.game(i).to_json(), record.game(max(i - 1, 0)).to_json()
    return not i or (here["phase"], here["round"]) != (before["phase"], before["round"])


def test_it_plays_by_itself_and_can_be_stopped(record: Record) -> None:
    screen = WatchScreen(Reel.of(record), speed=32)

    async def script(pilot: Pilot[int]) -> None:
        await until(pilot, lambda: screen.at > 3)
        await press(pilot, "space")
        at = screen.at
        await pilot.pause(0.2)
        assert screen.at == at
        assert "stopped" in shown(screen, "#prompt")
        await press(pilot, "minus", "minus")
        assert screen.speed == 8
        await press(pilot, "plus", "plus", "plus", "plus")
        assert screen.speed == 32
        await press(pilot, "space")
        await until(pilot, lambda: screen.at > at + 2)

    drive(screen, script)


def test_the_duchy_follows_who_plays_until_another_is_chosen(record: Record) -> None:
    screen = WatchScreen(Reel.of(record), playing=False)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right")
        assert screen.viewed == screen.reel.sitting.moments[1].seat
        await press(pilot, "v")
        viewed = screen.viewed
        await press(pilot, "right", "right", "right", "right")
        assert screen.viewed == viewed
        await click(pilot, screen, "seat2")
        assert "The Châteauma (easy)" in shown(screen, "#seat")
        await press(pilot, "f", "right", "right", "right", "right")
        assert screen.viewed == screen.reel.sitting.moments[screen.at - 1].seat

    drive(screen, script)


def test_the_steps_of_the_chateauma_are_told(record: Record) -> None:
    screen = WatchScreen(Reel.of(record), playing=False)
    number, step = next((i, s) for i, s in enumerate(record.steps(), 1) if any("chateauma" in e for e in s.events))

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * number, "question_mark")
        page = pilot.app.screen
        assert isinstance(page, Reading)
        told = " ".join(picture(page).replace("│", " ").split())
        for event in step.events:
            if "chateauma" in event:
                assert f"The Châteauma {sentence(event['chateauma'])}." in told
        assert step.action in told

    drive(screen, script, size=(130, 60))


def test_agents_as_they_play(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    sitting = Sitting(begun([]), NAMES, {0: First(), 1: First()}, file)
    screen = WatchScreen(Reel(sitting), playing=False)

    async def script(pilot: Pilot[int]) -> None:
        for number in (1, 2, 3):
            await press(pilot, "right")
            await until(pilot, lambda number=number: screen.at == number)  # type: ignore[misc]
        await settled(pilot)
        assert len(Record.load(file)) == 3
        await press(pilot, "left", "left", "right")
        assert (screen.at, screen.reel.last) == (2, 3)
        screen.speed = 1000.0
        await press(pilot, "space")
        await until(pilot, lambda: screen.at > 20)
        await press(pilot, "space", "s")
        # On a fast machine the game is over before the pause comes.
        shown = picture(pilot.app.screen)
        assert "these would be the points" in shown or (screen.reel.games[-1].is_over and "wins" in shown)

    drive(screen, script)
    loaded = Record.load(file)
    assert loaded.players == ("heuristic", "turn:ms=50")
    assert loaded.game() == screen.reel.games[-1]


def test_an_agent_that_fails_ends_the_program_with_a_sentence() -> None:
    class Broken:
        def act(self, game: Game) -> str:
            raise SeatError("seat 0 (bot) has failed")

    screen = WatchScreen(Reel(Sitting(begun([]), NAMES, {0: Broken(), 1: First()})), speed=100)

    async def script(pilot: Pilot[int]) -> None:
        await until(pilot, lambda: pilot.app._exit)

    app = drive(screen, script)
    assert (app.trouble, app.return_value) == ("seat 0 (bot) has failed", 2)
