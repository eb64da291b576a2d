"""Tournaments and training runs are looked at while they go on; nothing is written in their folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from served import Served

from burgundy_env import arena
from burgundy_env.arena import Plan, Store
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.serve.table import Refused
from burgundy_env.serve.watching import Watched
from burgundy_env.store import Folder
from burgundy_env.training.kinds import TURN
from burgundy_env.training.turn.run import Round

AGENTS = ["heuristic", "reflex", "random"]


def played(folder: Path, part: int = 1, **more: Any) -> Store:
    """A tournament of which a part of the games has been played."""
    whole = Store.create(folder / "whole", Plan.of(AGENTS, 2, config={"players": 2}, **more))
    arena.run(whole, 1)
    whole.close()
    store = Store.create(folder / "arena", Plan.of(AGENTS, 2, config={"players": 2}, **more))
    results = whole.in_order()
    store.add(results[: len(results) // part])
    store.left = results[len(results) // part :]  # type: ignore[attr-defined]
    return store


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with_it = played(tmp_path_factory.mktemp("watched"), 2, keeps_actions=True)
    yield with_it
    with_it.close()


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("watched") / "run"
    with Folder.create(path, TURN, {"wanted": {"rounds": 3}}) as folder:
        rounds = folder.lines("rounds.jsonl", load=Round.of, dump=asdict, key=lambda one: one.number)
        told = "55.3 % of 1,000 (52.2-58.4), 203.4 : 195.0 VP"
        rounds.add([Round(n, True, told, 0.553, {"heuristic": told, "other": "no figures"}, 9.0) for n in (1, 2)])
    return path


def everything(folder: Path) -> dict[str, tuple[int, int]]:
    return {file.name: (file.stat().st_size, file.stat().st_mtime_ns) for file in folder.iterdir()}


def test_a_tournament_is_watched_while_it_is_played(half: Store) -> None:
    before = everything(half.folder)
    watched = Watched(half.folder)
    told = watched.look()
    assert everything(half.folder) == before, "reads only"
    assert told["games"]["played"] == 3
    assert told["games"]["planned"] == 6
    assert told["agents"][0]["name"] == "heuristic"
    low, high = told["agents"][0]["wins_interval"]
    assert low <= told["agents"][0]["wins"] <= high
    assert watched.look() is told, "as long as nothing has changed"
    half.add(half.left)  # type: ignore[attr-defined]
    watched = Watched(half.folder)
    assert watched.look()["games"]["played"] == 6
    assert watched.look()["mark"] != told["mark"]


def test_a_folder_is_not_summed_up_all_the_time(half: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    watched, now = Watched(half.folder), [0.0]
    monkeypatch.setattr("burgundy_env.serve.watching.monotonic", lambda: now[0])
    first = watched.look()
    (half.folder / "crash-000001.json").write_text(json.dumps({"agent": "<b>", "error": "ValueError: no"}))
    assert watched.look() is first, "not before it has rested"
    now[0] = 3.0
    assert watched.look()["crashes"] == [{"game": 1, "agent": "<b>", "message": "ValueError: no"}]
    (half.folder / "crash-000001.json").unlink()


def test_the_games_of_a_cell_come_by_margin(half: Store) -> None:
    watched = Watched(half.folder)
    cell = watched.games(0, 1)
    margins = [row["margin"] for row in cell["games"]]
    assert margins == sorted(margins, reverse=True)
    assert cell["count"] == len(margins) > 0
    assert all({cell["first"], cell["second"]} == set(row["seats"]) for row in cell["games"])
    assert watched.games(0, 0)["second"] is None
    with pytest.raises(Refused, match="from 0 to 2"):
        watched.games(0, 9)


def test_games_that_were_not_kept_are_played_again(tmp_path: Path) -> None:
    store = played(tmp_path)
    store.close()
    seen = Watched(store.folder).kept(0)
    assert isinstance(seen.record, tuple)
    start, again = seen.record
    game = Record.parse(again.done(start)).game()
    assert [entry["total"] for entry in game.scores()] == store.results[0].totals


def test_games_that_were_kept_are_read(tmp_path: Path) -> None:
    store = played(tmp_path, records=str(tmp_path / "records"))
    record = Watched(store.folder).kept(1).record
    assert isinstance(record, Record)
    assert record.game().is_over
    store.close()
    other = played(tmp_path / "b", keeps_actions=True)
    record = Watched(other.folder).kept(1).record
    assert isinstance(record, Record)
    assert [entry["total"] for entry in record.game().scores()] == other.results[1].totals
    other.close()
    with pytest.raises(Refused, match="no game 999"):
        Watched(store.folder).kept(999)


def test_a_crash_is_shown_where_it_happened(half: Store) -> None:
    position = Game.new({"players": 2}, 3).to_json()
    file = half.folder / "crash-000999.json"
    file.write_text(json.dumps({"agent": "bot", "error": "no", "traceback": "line 7\nno", "position": position}))
    seen = Watched(half.folder).kept(999)
    file.unlink()
    assert seen.trouble == "line 7\nno"
    assert isinstance(seen.record, Record)
    assert len(seen.record) == 0


def test_a_training_run_has_its_curve(training: Path) -> None:
    told = Watched(training).look()
    assert [one["name"] for one in told["series"]] == ["the one before", "heuristic"]
    assert told["series"][1]["points"][1] == {
        "x": 2, "share": 55.3, "low": 52.2, "high": 58.4, "told": "55.3 % of 1,000 (52.2-58.4), 203.4 : 195.0 VP",
    }  # fmt: skip
    with pytest.raises(Refused, match="training"):
        Watched(training).kept(1)


def test_what_runs_programs_is_not_loaded_unasked(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    def act(self, game):\n        return game.legal_actions()[0]\n")
    bot = f"{tmp_path}/bot.py:Bot"
    Store.create(tmp_path / "arena", Plan.of(["random", bot], 2, config={"players": 2})).close()
    with pytest.raises(ValueError, match="run programs"):
        Watched(tmp_path / "arena").look()
    told = Watched(tmp_path / "arena", [bot]).look()
    assert told["games"]["played"] == 0
    assert "Those that a cluster plays (--on) are not" in told["playing"]["why"]
    with pytest.raises(Refused, match="no folder of burgundy arena"):
        Watched(tmp_path)


def test_pages_know_folders_by_number_alone(half: Store, training: Path, tmp_path: Path) -> None:
    served = Served(tmp_path / "games", "--watch", str(half.folder), "--watch", str(training))
    try:
        listed = served.ask("/api/watch")[1]
        assert json.loads(listed)["watched"][0] == {"name": "arena", "kind": "tournament"}
        told = json.loads(served.ask("/api/watch/0")[1])
        for body in (listed, json.dumps(told).encode(), served.ask("/api/watch/1")[1]):
            assert str(half.folder.parent).encode() not in body
        assert json.loads(served.ask(f"/api/watch/0?mark={told['mark']}")[1]) == {"same": True}
        for path in ("/api/watch/7", "/api/watch/0/games?first=a&second=1", "/api/watch/0/games",
                     "/api/watch/0/games?first=0&second=99999", "/api/watch/1/games?first=0&second=0"):  # fmt: skip
            status, body = served.ask(path)
            assert status in (400, 403), path
            assert " " in json.loads(body)["why"]
        assert served.ask("/api/watch/-1")[0] == 404
        assert served.ask("/watch/..%2f..%2fetc")[0] == 404
        with served.sitting("watch/0/0", "") as page:
            view = page.hear()
            assert view["film"]["number"] == 0
            page.say({"do": "go", "number": view["film"]["last"]})
            assert page.hear()["over"]
            for message in ({"do": "go", "number": -1}, {"do": "go"}, {"do": "act", "at": "", "action": "end"}):
                page.say(message)
                assert " " in page.hear("no")["why"]
        for line in ("watch/0/999999", "watch/9/0", "watch/1/0"):
            with served.sitting(line, "") as page:
                assert " " in page.hear("bye")["why"]
    finally:
        served.kill()


def test_from_the_network_watching_and_learning_need_the_token(half: Store, tmp_path: Path) -> None:
    served = Served(tmp_path / "games", "--host", "0.0.0.0", "--watch", str(half.folder))
    try:
        token, served.token = served.token, ""
        for path in ("/api/learn", "/api/watch", "/api/watch/0", "/api/watch/0/games?first=0&second=1"):
            assert served.ask(path)[0] == 403, path
        for line in ("watch/0/0", "learn/first-game"):
            with served.sitting(line, "wrong") as page:
                assert "token" in page.hear("bye")["why"]
        with served.sitting("learn/first-game", token) as page:
            assert page.hear()["step"]["number"] == 0
    finally:
        served.kill()
