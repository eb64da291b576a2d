"""`burgundy analyse` and `burgundy puzzles`: what they print, keep and refuse."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import make

from burgundy_env import Game, Record
from burgundy_env.analysis.puzzles import book
from burgundy_env.analysis.review import Reviewer
from burgundy_env.cli import main


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short record and a position."""
    folder, game, quick = (
        tmp_path_factory.mktemp("analysed"),
        Game.new({"players": 2}, seed=4),
        make("reflex", seed=1),
    )
    while game.to_json()["round"] < 3:
        game.push(quick.act(game))
    Record.of(game).save(folder / "game.jsonl")
    (folder / "p.json").write_text(json.dumps(game.to_json()))
    return folder


def test_a_game_is_judged_kept_and_written(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["analyse", str(files / "game.jsonl"), "--agent", "turn:futures=12", "--workers", "0"]
    assert main([*asked, "--html", str(files / "g.html")]) == 0
    words = capsys.readouterr().out
    assert "Where the lead over the best other comes from" in words
    assert (files / "game.analysis" / "turns.jsonl").is_file()
    assert '"review"' in (files / "g.html").read_text()
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["told"] in words
    assert main(["analyse", str(files / "game.jsonl"), "--agent", "turn:futures=13", "--workers", "0"]) == 2
    assert "holds an analysis with agent turn:futures=12" in capsys.readouterr().err


def test_a_position_is_judged(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(files / "p.json"), "--agent", "turn:futures=40"]) == 0
    assert capsys.readouterr().out.count("±") >= 2
    assert main(["analyse", str(files / "p.json"), "--agent", "turn:futures=40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0]["futures"] == 40


COLUMNS = 44  # so few that lines of the table take two


def at_a_terminal(arguments: Sequence[str], enough: Callable[[str], bool]) -> tuple[int, str]:
    """Run the program at a terminal, press Ctrl-C when that is enough; its exit code, and all it wrote."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "burgundy_env", *arguments],
        stdin=follower, stdout=follower, stderr=follower, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(follower)
    shown, pressed = b"", False
    with contextlib.suppress(OSError):  # the terminal is gone with the program
        while part := os.read(leader, 1 << 16):
            shown += part
            if not pressed and enough(shown.decode(errors="replace")):
                os.write(leader, b"\x03")
                pressed = True
    os.close(leader)
    return process.wait(60), shown.decode()


def test_the_table_grows_at_a_terminal_until_ctrl_c(files: Path) -> None:
    """Every table takes the place of the one before: as many lines up as that one has on the screen."""
    asked = ["analyse", str(files / "p.json"), "--agent", "turn:futures=10000"]
    code, shown = at_a_terminal(asked, lambda text: text.count("futures (Ctrl-C: enough)") == 3)
    assert code == 0
    assert "Traceback" not in shown
    tables = re.split(r"\x1b\[(\d+)A\x1b\[J", shown.replace("\r\n", "\n"))
    assert len(tables) >= 2 * 3 - 1
    futures = []
    for table, up in zip(tables[::2], [*tables[1::2], None], strict=True):
        lines = table.replace("^C", "").splitlines()
        futures.append(int(lines[0].split()[0]))
        if up is not None:
            assert int(up) == sum(max(1, -(-len(line) // COLUMNS)) for line in lines)
    assert futures == sorted(set(futures))


def test_a_review_that_was_killed_goes_on(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, asked = tmp_path / "kept", ["analyse", str(files / "game.jsonl"), "--agent", "turn:futures=120"]
    kept = folder / "turns.jsonl"
    asked += ["--workers", "0", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "burgundy_env", *asked, "--out", str(folder)], stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + 120
    while not kept.exists() or kept.read_text().count("\n") < 2:
        assert process.poll() is None, "it was over before it could be killed"
        assert time.monotonic() < end
        time.sleep(0.005)
    process.kill()
    process.wait()
    there = kept.read_text().count("\n")
    judge, judged = Reviewer.entry, list[int]()
    monkeypatch.setattr(Reviewer, "entry", lambda self, number: judged.append(number) or judge(self, number))
    assert main([*asked, "--out", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert judged == [*range(there, len(told["turns"]))]
    assert judged
    assert main([*asked, "--out", str(tmp_path / "whole")]) == 0
    assert json.loads(capsys.readouterr().out) == told


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--html", "x.html"], "--html is for a recorded game, and this is a position"),
        (["--agent", "heuristic"], "the agent is turn with a number"),
        (["--agent", "nobody"], "nobody"),
    ],
)
def test_what_makes_no_sense_is_refused(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any, tmp_path: Path, more: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["analyse", str(files / "p.json"), *more]) == 2
    assert said in capsys.readouterr().err


# --- puzzles ------------------------------------------------------------------------------------------


def test_all_problems_can_be_played_and_say_their_licence() -> None:
    there = book.shipped()
    assert there
    assert len({puzzle.id for puzzle in there}) == len(there)
    for puzzle in there:
        assert puzzle.check() == ""
        assert puzzle.document["licence"] == "CC0-1.0"
        assert "hidden" not in puzzle.document["position"]


def test_problems_are_listed_shown_and_solved(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    puzzle = book.shipped()[0]
    assert main(["puzzles", "list"]) == 0
    assert puzzle.id in capsys.readouterr().out
    assert main(["puzzles", "show", "1", "--answer", "--colour", "never"]) == 0
    answer = puzzle.document["answer"]["turn"]
    assert ", ".join(answer) in capsys.readouterr().out
    assert main(["puzzles", "solve", puzzle.id, *answer]) == 0
    assert capsys.readouterr().out.startswith("Solved")
    assert main(["puzzles", "solve", "1", *puzzle.document["usual"]["turn"]]) == 1
    assert "left on the table" in capsys.readouterr().out
    typed = iter(answer)
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert main(["puzzles", "solve", "1", "--colour", "never"]) == 0
    assert "Solved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["solve", "1", "end"], "action 1, "),
        (["show", "9999"], "the numbers go from 1 to"),
        (["list", "--file", "nowhere.jsonl"], "nowhere.jsonl"),
        (["solve", "1", "--futures", "-5"], "--futures: at least 8, not -5"),
    ],
)
def test_wrong_attempts_get_a_sentence(capsys: pytest.CaptureFixture[str], asked: list[str], said: str) -> None:
    assert main(["puzzles", *asked]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"missed": {}}, "missed: key 'level:3' is missing"),
        ({"missed": {"level:3": 2, "level:4": 0, "level:5": 0}}, "missed.level:3: is 2; must be a number from"),
        ({"worth": "x"}, 'worth: is "x"; must be a number'),
        ({"answer": {}}, "answer: key 'turn' is missing"),
        ({"answers": [["d1 \x1b[2J"]]}, "answers[0][0]: is "),
        ({"usual": None}, "usual: is null; must be an object"),
        ({"why": {"regions": "much"}}, 'why.regions: is "much"; must be a number'),
        ({"why": {"charm": 3}}, "why: unknown key 'charm'"),
        ({"position": []}, "position: is []; must be an object"),
        ({"extra": 1}, "unknown key 'extra'"),
    ],
)
@pytest.mark.parametrize("command", ["list", "check"])
def test_puzzles_that_are_none_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, wrong: dict[str, Any], said: str
) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(json.dumps(book.shipped()[0].document | wrong) + "\n")
    assert main(["puzzles", command, "--file", str(file)]) == 2
    told = capsys.readouterr().err
    assert "p.jsonl, line 1: puzzle: " in told
    assert said in told


def test_a_turn_that_nobody_thought_of_is_judged() -> None:
    puzzle = book.shipped()[0]
    game, quick, turn = puzzle.game(), make("random", seed=3), []
    while game.active == puzzle.document["seat"] and (not turn or turn[-1] != "end"):
        turn.append(quick.act(game))
        game.push(turn[-1])
    verdict = puzzle.judge(turn, 60)
    assert not verdict.solved
    assert verdict.cost > 1
