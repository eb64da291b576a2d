"""`burgundy analyse` and `burgundy puzzles`: what they print, keep and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import make

from burgundy_env import Game, Record
from burgundy_env.analysis.puzzles import book
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
