"""Games of a tournament that are just being played can be looked at, and cost those who play next to nothing."""

from __future__ import annotations

import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from browser import opened
from going_on import going_on
from served import Served

from burgundy_env import arena
from burgundy_env.arena import Plan, Store, onlookers
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.serve import broadcast
from burgundy_env.serve.running import Running
from burgundy_env.serve.watching import Watched


def test_a_game_is_there_while_it_is_played(tmp_path: Path) -> None:
    with going_on(tmp_path) as tournament:
        watched = Watched(tournament.folder, [tournament.bot])
        told = watched.look()["playing"]
        now = told["games"][0]
        assert (now["game"], now["phase"], told["why"]) == (0, "A", "")
        assert 15 < now["actions"] <= 20
        seen = watched.kept(0)
        assert seen.is_played
        assert isinstance(seen.record, Record)
        assert len(seen.record) == now["actions"]
        mark = watched.look()["mark"]
        tournament.upto(30)
        tournament.wait()
        watched = Watched(tournament.folder, [tournament.bot])
        assert watched.look()["playing"]["games"][0]["actions"] > now["actions"]
        assert watched.look()["mark"] != mark
    assert not onlookers.playing(tournament.folder), "it is over"
    told = Watched(tournament.folder, [tournament.bot]).look()
    assert told["playing"] == {"games": [], "why": ""}


def test_who_looks_at_its_last_position_sees_it_go_on(tmp_path: Path) -> None:
    with going_on(tmp_path, records=str(tmp_path / "arena" / "records")) as tournament:
        served = Served(tmp_path / "games", "--watch", str(tournament.folder), "--agent", tournament.bot)
        try:
            with served.sitting("watch/0/0", "") as page:
                film = page.hear()["film"]
                assert (film["state"], film["number"]) == ("being played", film["last"])
                tournament.upto(30)
                later = page.hear()["film"]
                assert later["number"] == later["last"] > film["last"]
                page.say({"do": "go", "number": 3})
                assert page.hear()["film"]["number"] == 3
                tournament.end()
                while (film := page.hear()["film"])["state"] == "being played":
                    pass
                assert (film["state"], film["number"]) == ("over", 3), "who looks back is left there"
                page.say({"do": "go", "number": film["last"]})
                assert page.hear()["over"]
        finally:
            served.kill()


def test_it_is_watched_in_a_browser(chromium: Any, tmp_path: Path) -> None:
    with going_on(tmp_path, records=str(tmp_path / "arena" / "records")) as tournament:
        served = Served(tmp_path / "games", "--watch", str(tournament.folder), "--agent", tournament.bot)
        try:
            with opened(chromium, f"{served.address}/watch/0") as page:
                page.wait_for_selector("#playing:has-text('phase A')")
                page.click("#playing a")
                page.wait_for_selector("#state:has-text('being played')")
                before = page.text_content("#where")
                tournament.upto(26)
                page.wait_for_function(
                    "before => document.querySelector('#where').textContent !== before", arg=before
                )
                at, last = page.text_content("#where").split(" of ")
                assert at == last
                page.keyboard.press("Home")
                page.wait_for_selector("#state:has-text('the last position follows it')")
                tournament.end()
                page.wait_for_selector("#state:text-is('over')")
        finally:
            served.kill()


def test_where_the_end_is_not_kept_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise broadcast.Refused("there is no game 0 yet")

    film = broadcast.Broadcast.__new__(broadcast.Broadcast)
    film._read, film._tries = gone, 2  # type: ignore[assignment]
    assert film._read_on() == "being played", "what came of it may be there in a moment"
    assert "--records" in film._read_on()


def test_only_what_takes_longer_than_a_second_is_written_and_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, now = Record.of(Game.new(seed=1)), [0.0]
    monkeypatch.setattr(onlookers, "perf_counter", lambda: now[0])
    written: list[float] = []
    monkeypatch.setattr(Record, "save", lambda _, __: (written.append(now[0]), now.__setitem__(0, now[0] + 0.1)))
    with onlookers.Shown(tmp_path, 7) as shown:
        while now[0] < 20:
            shown.now(lambda: record)
            now[0] += 0.05
    assert written[0] >= 1
    assert all(later - before > 5 for before, later in pairwise(written)), "a fiftieth of the time"


def test_what_can_not_be_written_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "EVERY", 0.0)
    with onlookers.Shown(tmp_path / "nowhere", 7) as shown:
        shown.now(lambda: Record.of(Game.new(seed=1)))
    assert not list(tmp_path.iterdir())


def test_batches_are_not_stopped_for_it_and_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "EVERY", 0.0)
    monkeypatch.setattr(onlookers.Shown, "now", lambda *_: pytest.fail("a batch is stopped"))
    store = Store.create(tmp_path / "arena", Plan.of(["reflex", "random"], 4, config={"players": 2}))
    assert "over in a moment" in Watched(store.folder).look()["playing"]["why"]
    arena.run(store, 1)
    assert Watched(store.folder).look()["playing"] == {"games": [], "why": ""}


def test_what_a_killed_tournament_has_left_is_not_shown_for_long_and_goes(tmp_path: Path) -> None:
    plan = Plan.of(["greedy", "random"], 1, config={"players": 2}, seconds=1.0)
    store = Store.create(tmp_path / "arena", plan)
    file = onlookers.file_of(store.folder, 1)
    Record.of(Game.new({"players": 2}, seed=1)).save(file)
    running = Running(store.folder, plan)
    assert [now.number for now in running.look(())] == [1]
    assert not running.look({1}), "it is known to be over"
    long_ago = time.time() - 400
    os.utime(file, (long_ago, long_ago))
    assert not running.look(()), "nobody thinks for so long"
    for text in ("", "{", '{"format": "burgundy-record/1"}'):
        file.write_text(text)
        assert not running.look(())
    onlookers.file_of(store.folder, 999).write_text("no game of this tournament")
    assert not running.look(())
    found: list[object] = []

    def look(_: object) -> None:
        found.append(onlookers.playing(store.folder))
        Record.of(Game.new({"players": 2}, seed=1)).save(file)

    arena.run(store, 0, progress=look)
    assert found[0] == {}, "before it goes on"
    assert not onlookers.playing(store.folder), "and when it has ended, with games that were being played"
