"""A folder is of one kind, has one writer, and is not mixed with another; the arena's is one."""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path

import pytest

import burgundy_env.store
from burgundy_env import __version__
from burgundy_env.arena import ArenaError, Plan, Store, run
from burgundy_env.arena.store import KIND as TOURNAMENT
from burgundy_env.cli import main
from burgundy_env.store import Folder, Kind, Lines, StoreError

from .numbered import Number

SURVEY = Kind("survey", "burgundy-survey/1", ("numbers.jsonl", "more.jsonl"))


def numbers(folder: Folder) -> Lines[Number]:
    return folder.lines("numbers.jsonl", load=dict, dump=dict, key=lambda entry: entry["number"])


def test_a_folder_is_begun_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "new" / "survey"
    with Folder.create(path, SURVEY, {"questions": 3}) as folder:
        numbers(folder).add([{"number": 1}])
        assert sorted(file.name for file in path.iterdir()) == ["numbers.jsonl", "survey.json", "writer.lock"]
    assert json.loads((path / "survey.json").read_text()) == {
        "format": "burgundy-survey/1",
        "version": __version__,
        "questions": 3,
    }
    again = Folder.open(path, SURVEY)
    assert again.document["questions"] == 3
    lines = numbers(again)
    assert list(lines.read()) == [{"number": 1}]
    with pytest.raises(StoreError, match="whoever adds lines takes"):
        lines.add([{"number": 2}])
    again.take()
    assert lines.add([{"number": 1}, {"number": 2}]) == [{"number": 2}]
    again.close()
    assert sorted(file.name for file in path.iterdir()) == ["numbers.jsonl", "survey.json"]


def test_at_its_end_all_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[int] = []
    with Folder.create(tmp_path, SURVEY, {}) as folder:
        lines = numbers(folder)
        lines.add([{"number": 1}])
        lines.add([{"number": 2}])  # within a second of the first
        monkeypatch.setattr(os, "fsync", waited.append)
    assert len(waited) == 1


def test_nothing_is_mixed(tmp_path: Path) -> None:
    def refused(message: str) -> None:
        before = {file: file.read_bytes() for file in tmp_path.iterdir()}
        with pytest.raises(StoreError, match=message):
            Folder.create(tmp_path, SURVEY, {})
        assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before

    (tmp_path / "more.jsonl").touch()
    refused(r"more\.jsonl is there without its survey\.json; take another folder")
    (tmp_path / "more.jsonl").unlink()
    (tmp_path / "study.json").write_text('{"format": "burgundy-study/3", "version": "0.9"}')
    refused(r"holds study\.json, which is burgundy-study/3; take another for a survey")
    (tmp_path / "study.json").unlink()
    # What somebody else keeps there is none of our business.
    for name, text in {
        "a": "{",
        "b": "[]",
        "c": '{"version": 1}',
        "d": '{"format": 1, "version": 1}',
        "e": '{"format": "burgundy-position/1"}',
    }.items():
        (tmp_path / f"{name}.json").write_text(text)
    (tmp_path / "notes.jsonl").write_text("notes")
    Folder.create(tmp_path, SURVEY, {}).close()
    refused("holds a survey already; go on with it by --resume .*, or take another")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (None, r"holds no survey: there is no survey\.json in it"),
        ("{", r"survey\.json: "),
        ("\udcff", r"survey\.json: "),
        ("[]", "the format is None; 'burgundy-survey/1' is needed"),
        ('{"format": "burgundy-arena/1"}', "the format is 'burgundy-arena/1'; 'burgundy-survey/1' is needed"),
        ('{"format": "burgundy-survey/1"}', "'version' is missing"),
        (
            '{"format": "burgundy-survey/1", "version": "0.0.9"}',
            rf"begun with version 0\.0\.9, and this is {__version__}: results of both can't stand in one table",
        ),
    ],
)
def test_a_folder_that_is_another(tmp_path: Path, header: str | None, message: str) -> None:
    if header is not None:
        (tmp_path / "survey.json").write_text(header, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(StoreError, match=message):
        Folder.open(tmp_path, SURVEY)


def test_a_folder_has_one_writer(tmp_path: Path) -> None:
    with Folder.create(tmp_path, SURVEY, {}):
        again = Folder.open(tmp_path, SURVEY)
        with pytest.raises(StoreError, match="is writing here, and what two write would be counted twice"):
            again.take()
    again.take()
    again.close()


def test_of_two_that_begin_a_folder_the_second_finds_it_begun(tmp_path: Path) -> None:
    class Slow(Folder):
        """Another begins the folder after this one has seen that it is free."""

        def take(self) -> None:
            Folder.create(tmp_path, SURVEY, {"by": "another"}).close()
            super().take()

    with pytest.raises(StoreError) as caught:
        Slow.create(tmp_path, SURVEY, {"by": "me"})
    assert not (tmp_path / "writer.lock").exists()
    assert "holds a survey already" in str(caught.value)
    assert Folder.open(tmp_path, SURVEY).document["by"] == "another"


def test_where_nothing_can_be_written(locked_folder: Path) -> None:
    with pytest.raises(PermissionError):
        Folder.create(locked_folder, SURVEY, {})
    with pytest.raises(PermissionError):
        Folder.create(locked_folder / "new", SURVEY, {})


def test_the_store_knows_nothing_of_the_game() -> None:
    folder = Path(burgundy_env.store.__file__).parent
    here = {path.stem for path in folder.glob("*.py")}
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= sys.stdlib_module_names, path
            elif isinstance(node, ast.ImportFrom):
                room = node.module or ""
                known = {0: sys.stdlib_module_names, 1: here, 2: {"_version", "safe"}}[node.level]
                assert room.split(".")[0] in known, f"{path}: {room}"


# --- tournaments --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan.of(["random", "greedy"], 6)


def test_two_that_play_one_tournament(tmp_path: Path, plan: Plan, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Store.create(tmp_path / "t", plan)
    assert main(["arena", "--resume", str(tmp_path / "t")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"burgundy arena: {tmp_path / 't'}: process ")
    assert err.endswith("is writing here, and what two write would be counted twice; let it end first, or take "
                        "another folder\n")  # fmt: skip
    with pytest.raises(StoreError, match="is writing here"):
        run(Store.open(tmp_path / "t"))
    watching = Store.open(tmp_path / "t")
    run(playing, 0)
    assert not watching.results
    watching.take()
    assert watching.in_order() == playing.in_order()
    assert len(watching.results) == 6
    watching.close()


def test_a_game_played_twice_counts_once(tmp_path: Path, plan: Plan) -> None:
    store = Store.create(tmp_path, plan)
    run(store, 0)
    games = tmp_path / "games.jsonl"
    text = games.read_text()
    lines = text.splitlines(keepends=True)
    games.write_text(text + lines[2].replace('"seconds": ', '"seconds": 1') + lines[3][:50])
    again = Store.open(tmp_path)
    assert again.in_order() == store.in_order()
    run(again, 0)
    assert again.in_order() == Store.open(tmp_path).in_order() == store.in_order()


@pytest.mark.parametrize("number", ["-1", "6", "true", "1.0", '"1"', "[1]"])
def test_a_game_that_is_none_of_its_games(tmp_path: Path, plan: Plan, number: str) -> None:
    run(Store.create(tmp_path, plan), 0)
    games = tmp_path / "games.jsonl"
    games.write_text(games.read_text() + games.read_text().splitlines()[-1].replace('"game": 5', f'"game": {number}'))
    with open(games, "a") as file:
        file.write("\n")
    with pytest.raises(StoreError, match=r"games\.jsonl, line 7: (no game of this tournament|game .* has another)"):
        Store.open(tmp_path)


def test_a_new_tournament_takes_no_old_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.jsonl").write_text("{}\n")
    words = ["arena", "random", "--games", "2", "--out", str(tmp_path)]
    assert main(words) == 2
    assert "games.jsonl is there without its tournament.json; take another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_header_that_is_no_plan(tmp_path: Path) -> None:
    Folder.create(tmp_path, TOURNAMENT, {"agents": ["random"]}).close()
    with pytest.raises(ArenaError, match=r"tournament\.json: KeyError\('games'\) is missing"):
        Store.open(tmp_path)
