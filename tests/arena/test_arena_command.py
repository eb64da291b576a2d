"""`burgundy arena` as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from burgundy_env.cli import main

COMMAND = [sys.executable, "-m", "burgundy_env", "arena"]


def arena(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["arena", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that a tournament makes come into the test's own."""
    monkeypatch.chdir(tmp_path)


def test_tables_and_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = arena(capsys, "random", "greedy", "chateauma:hard", "--games", "10")
    assert code == 0
    assert err == "30 games in 3 match-ups; results are kept in arena-1\n"
    assert "Strength" in out
    assert "Where the points came from" in out
    assert "Games in which the row came in before the column" in out
    assert sorted(path.name for path in (tmp_path / "arena-1").iterdir()) == [
        "games.jsonl", "summary.json", "summary.txt", "tournament.json"
    ]  # fmt: skip
    assert (tmp_path / "arena-1" / "summary.txt").read_text() == out
    assert len((tmp_path / "arena-1" / "games.jsonl").read_text().splitlines()) == 30
    assert arena(capsys, "random", "--games", "1")[2].endswith("kept in arena-2\n")


def test_json_csv_and_records(capsys: pytest.CaptureFixture[str], tmp_path: Path, bots: Path) -> None:
    words = ["random", "--agent", f"{bots}:Prints", "--games", "2", "--workers", "1", "--out", "t", "--seed", "5"]
    code, out, _ = arena(capsys, *words, "--json", "--csv", "games.csv", "--records", "records", "--duchies", "1,5")
    assert code == 0
    summary = json.loads(out)
    assert summary["seed"] == 5
    assert summary["config"]["duchies"] == [1, 5]
    assert {agent["name"]: agent["games"] for agent in summary["agents"]} == {"random": 2, f"{bots}:Prints": 2}
    assert len(Path("games.csv").read_text().splitlines()) == 5
    assert sorted(path.name for path in Path("records").iterdir()) == ["game-000000.jsonl", "game-000001.jsonl"]
    assert json.loads((tmp_path / "t" / "summary.json").read_text()) == summary


@pytest.mark.parametrize(("style", "mark"), [("--markdown", "| --- |"), ("--latex", r"\toprule")])
def test_styles(capsys: pytest.CaptureFixture[str], style: str, mark: str) -> None:
    assert mark in arena(capsys, "random", "--games", "1", style)[1]


def test_the_config_can_be_named_and_changed(capsys: pytest.CaptureFixture[str]) -> None:
    def config(*words: str) -> str:
        text: str = json.loads(arena(capsys, "random", "--games", "1", "--json", *words)[1])["config_text"]
        return text

    assert config("--config", "alea2p") == "2p alea_2011 duchies=1-1"
    assert config("--config", "duchies4p", "--players", "3") == "3p special_edition duchies=random:1-10"
    assert config("--config", "base4p", "--players", "3") == "3p special_edition duchies=1-1-1"
    assert config("--config", "chateauma_hard") == "1p special_edition duchies=1 chateauma=hard"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["randm"], "no agent 'randm' (did you mean 'random'?)"),
        ([], "who plays? name an agent at least"),
        (["random", "--games", "0"], "games: a number from 1 to 1,000,000, not 0"),
        (["random", "--workers", "-1"], "--workers: a number from 0, not -1"),
        (["random", "--config", "base9p"], "no config is called 'base9p'"),
        (["--resume", "nowhere"], "nowhere holds no tournament"),
        (["random", "--resume", "nowhere"], "--agent is for a new tournament; with --resume its folder says it"),
        (["--on-error", "skip", "--resume", "nowhere"], "--on-error is for a new tournament"),
        (["--players", "2", "--resume", "nowhere"], "--players is for a new tournament"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    code, out, err = arena(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"burgundy arena: {message}")
    assert err.count("\n") == 1
    assert not Path("arena-1").exists()


def test_help_lists_the_agents(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capsys, "--help")
    assert code == 0
    assert "the best ends of its turn" in out
    assert "chateauma:hard+AD" in out


def test_an_agent_that_fails(capsys: pytest.CaptureFixture[str], bots: Path) -> None:
    code, out, err = arena(capsys, f"{bots}:Fails", "random", "--games", "2", "--workers", "0")
    assert (code, out) == (1, "")
    assert "Game 0 (seed " in err
    assert f"seat 0, {bots}:Fails): ZeroDivisionError: seven by nine\nTraceback" in err
    assert f"the position is kept in {Path('arena-1') / 'crash-000000.json'}" in err
    assert "Stopped after 0 of 2 games; once that is mended, go on with: burgundy arena --resume arena-1" in err
    code, out, err = arena(
        capsys, f"{bots}:Fails", "random", "--games", "2", "--workers", "0", "--on-error", "forfeit"
    )
    assert code == 1
    assert "2 of them were lost by an agent's failure" in out
    assert "2 games failed; " in err


def test_a_process_that_dies_is_told(capsys: pytest.CaptureFixture[str], bots: Path) -> None:
    code, _, err = arena(capsys, f"{bots}:Dies", "random", "--games", "2", "--workers", "1")
    assert code == 1
    assert f"{bots}:Dies): ChildProcessError: the process that played the game ended with exit code 7" in err
    assert f"the position is kept in {Path('arena-1') / 'crash-000000.json'}" in err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_and_resume(capsys: pytest.CaptureFixture[str], bots: Path) -> None:
    words = [f"{bots}:Slow", "random", "--games", "24", "--workers", "2", "--out", "t"]
    # A terminal sends the signal to all processes of a group.
    pipe = subprocess.PIPE
    process = subprocess.Popen([*COMMAND, *words], stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    games = Path("t") / "games.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (games.exists() and games.read_text().count("\n") >= 4):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    done = games.read_text().count("\n")
    assert 4 <= done < 24
    assert out.startswith("The Castles of Burgundy")  # what agents print goes elsewhere
    assert f"{done} of 24 games in 1 match-up" in out
    assert err.endswith(
        f"Interrupted after {done} of 24 games; go on with: burgundy arena --resume t --run-programs\n"
    )
    assert "Traceback" not in err
    code, resumed, err = arena(capsys, "--resume", "t", "--json", "--workers", "2", "--run-programs")
    assert code == 0
    assert err == f"{done} games are there, {24 - done} are left to play\n"
    whole = json.loads(arena(capsys, *words[:-1], "whole", "--json")[1])
    first, second = json.loads(resumed), whole
    for summary in (first, second):
        for agent in summary["agents"]:
            del agent["decisions_per_second"]
    assert first == second


def test_all_modules_are_those_that_go_with_the_chateauma_where_it_takes_part(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = arena(capsys, "random", "chateauma:easy", "--modules", "all", "--games", "1", "--json")
    assert code == 0, err
    played = json.loads(out)["config"]["modules"]
    assert "inns" not in played
    assert "shields" in played
