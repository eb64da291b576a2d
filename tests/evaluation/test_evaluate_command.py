"""`burgundy evaluate` as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from told_json import check_keys

from burgundy_env.cli import main
from burgundy_env.evaluation import Evaluation, suite_of


def evaluate(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["evaluate", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_from_the_agent_to_somebody_elses_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = evaluate(capsys, "reflex", "--suite", "v1-quick", "--workers", "1", "--figure", "mine.svg")
    assert code == 0
    assert "24 games in 4 tournaments; results are kept in evaluation-1" in err
    assert "The file to keep and to publish: evaluation-1/result.json" in err
    assert "reflex@1, suite v1-quick: 24 games, fingerprint " in out
    kept = Path("evaluation-1")
    assert (kept / "result.txt").read_text() == out
    assert (kept / "figure.svg").read_text() == Path("mine.svg").read_text()
    code, out, _ = evaluate(capsys, "--verify", "evaluation-1/result.json", "--all")
    assert code == 0
    assert "24 played again from their seeds by their actions, in 24 the opponents asked again" in out
    code, out, _ = evaluate(capsys, "--show", "evaluation-1/result.json", "--json")
    assert json.loads(out)["agent"]["agent"] == "reflex@1"
    check_keys("evaluate ... --json", json.loads(out))
    document = json.loads((kept / "result.json").read_text())
    document["score"]["mean"] = 0.9
    Path("theirs.json").write_text(json.dumps(document))
    code, out, _ = evaluate(capsys, "--verify", "theirs.json", "--sample", "0", "--json")
    assert code == 1
    assert json.loads(out)["holds"] is False
    check_keys("evaluate --verify FILE --json", json.loads(out))


def test_seeds_of_ones_own_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = evaluate(capsys, "random", "--suite", "v1-quick", "--workers", "1", "--seed", "7", "--out", "e")
    assert code == 0
    assert "seed 7 (not the suite's own)" in out
    assert "not with the suite's own seed but with 7" in evaluate(capsys, "--verify", "e/result.json")[1]


def test_programs_of_a_folder_are_asked_about(capsys: pytest.CaptureFixture[str], bot: str) -> None:
    words = ("--suite", "v1-quick", "--workers", "0", "--out", "e")
    code, _, err = evaluate(capsys, "bot.py:Fails", *words)
    assert code == 1
    assert "Stopped after 0 of 24 games" in err
    assert "burgundy evaluate --resume e --run-programs" in err
    code, _, err = evaluate(capsys, "--resume", "e")
    assert code == 2
    assert "--run-programs allows it" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "who is evaluated? name an agent"),
        (("turn:ms=5",), "its budget is in time"),
        (("reflex", "--resume", "e"), "--resume needs no agent"),
        (("reflex", "--all"), "--all goes with --verify"),
        (("reflex", "--figure", "a.gif"), "a file that ends in .svg or .png"),
        (("reflex", "--workers", "-1"), "--workers: a number from 0"),
        (("--verify", "a", "--show", "b"), "--verify and --show are two things to do"),
        (("--verify", "a", "--suite", "v1"), "--suite is for a new evaluation"),
        (("--verify", "nowhere.json"), "nowhere.json: No such file"),
        (("--resume", "nowhere"), "nowhere holds no evaluation"),
    ],
)
def test_what_is_wrong_is_said(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    code, _, err = evaluate(capsys, *words)
    assert code == 2
    assert message in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_loses_nothing(bot: str) -> None:
    """With the suite itself, as the command has it in a process of its own."""
    command = [sys.executable, "-m", "burgundy_env", "evaluate"]
    process = subprocess.Popen(
        [*command, "reflex", "--suite", "v1-quick", "--workers", "1", "--out", "e"], stderr=subprocess.PIPE, text=True
    )
    games = Path("e") / "board-1--reflex-1" / "games.jsonl"
    deadline = time.monotonic() + 200
    while not games.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "go on with: burgundy evaluate --resume e" in err
    assert json.loads((Path("e") / "result.json").read_text())["complete"] is False


def test_who_has_to_wait_for_long_is_told_of_the_smaller_suite(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgundy_env.cli.evaluate._AFTER", -1.0)
    monkeypatch.setattr("burgundy_env.cli.evaluate._LONG", 0.0)
    said = "--suite v1-quick takes a twelfth of that"
    assert evaluate(capsys, "random", "--workers", "1")[2].count(said) == 1
    assert said not in evaluate(capsys, "random", "--workers", "1", "--suite", "v1-quick")[2]


def test_what_was_begun_is_gone_on_with(capsys: pytest.CaptureFixture[str], bot: str) -> None:
    Evaluation.create("e", suite_of("v1-quick"), bot)
    code, out, err = evaluate(capsys, "--resume", "e", "--run-programs", "--workers", "0", "--markdown")
    assert code == 0
    assert "0 games are there, 24 are left to play" in err
    assert "| board 1 | reflex@1 | 2 | 6 |" in out
    code, _, err = evaluate(capsys, "--resume", "e", "--run-programs", "--workers", "0")
    assert "24 games are there, 0 are left to play" in err
