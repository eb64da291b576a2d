"""Files that somebody else wrote, and strange places: nothing runs unasked, nothing reaches the terminal raw, and
every refusal is a sentence.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import xml.dom.minidom
from pathlib import Path
from typing import Any

import pytest

from burgundy_env import Game, Record
from burgundy_env.arena import Plan, Store
from burgundy_env.cli import main

NASTY = "\x1b]0;owned\x07\x1b[2J\u202eevil\x9b1m\r\ud800"
ENVIRONMENT = {**os.environ, "TERM": "dumb"}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def burgundy(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    return code, "".join(capsys.readouterr())


def shell(command: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    start = f"burgundy() {{ '{sys.executable}' -m burgundy_env \"$@\"; }}\n"
    return subprocess.run(
        ["bash", "-c", start + command], capture_output=True, timeout=300, env={**ENVIRONMENT, **variables}
    )


def record(players: list[str], decisions: int = 6, config: dict[str, Any] | None = None) -> Path:
    game = Game.new(config or {"players": len(players)}, seed=4)
    for _ in range(decisions):
        if not game.is_over:
            game.push(game.legal_ids()[0])
    path = Path("burgundy-4.jsonl")
    Record.of(game, players).save(path)
    return path


# --- programs ------------------------------------------------------------------------------------------


def runs(tmp_path: Path) -> tuple[str, str, Path]:
    """An agent's string with a command, one with a file, and what is there once either has run."""
    there = tmp_path / "there"
    script = tmp_path / "touch.py"
    script.write_text(
        f"import pathlib\npathlib.Path({str(there)!r}).touch()\n"
        "class Bot:\n    def act(self, game): return game.legal_actions()[0]\n"
    )
    return f"stdio:cmd={sys.executable} {script}", f"{script}:Bot", there


@pytest.mark.parametrize("kind", [0, 1])
def test_a_record_starts_no_program_unasked(kind: int, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    *agents, there = runs(tmp_path)
    path = record(["human:Anna", agents[kind]])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out = burgundy(capsys, "play", "--resume", str(path))
    assert code == 2
    assert agents[kind] in out
    assert "--run-programs" in out
    for words in (["play"], ["replay", str(path), "--final"], ["watch", str(path), "--plain"]):
        burgundy(capsys, *words)
    assert not there.exists()
    burgundy(capsys, "play", "--resume", str(path), "--run-programs")
    assert there.exists()


def test_who_plays_instead_needs_no_permission(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    command, _, there = runs(tmp_path)
    path = record(["human:Anna", command])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out = burgundy(capsys, "play", "--resume", str(path), "--seats", "human:Anna,random")
    assert code == 0, out
    assert not there.exists()
    assert "--run-programs" not in out
    path = record(["human:Anna", "heuristic"])
    assert burgundy(capsys, "play", "--resume", str(path))[0] == 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "runs_it"), [("\n", False), ("n\n", False), ("", False), ("y\n", True)])
def test_at_a_terminal_one_is_asked(
    answer: str, runs_it: bool, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    _, agent, there = runs(tmp_path)
    path = record(["human:Anna", agent])
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    code = main(["play", "--plain", "--resume", str(path)])
    assert f"{agent}\nRun that? [y/N]" in shown.getvalue()
    assert there.exists() == runs_it
    assert code == (0 if runs_it else 2)


def test_a_tournament_starts_no_program_unasked(tmp_path: Path, capsys: Any) -> None:
    command, file, there = runs(tmp_path)
    Store.create("t", Plan.of([file, "random"], 1)).close()
    document = json.loads(Path("t/tournament.json").read_text())
    Path("t/tournament.json").write_text(json.dumps({**document, "agents": [command, file]}))
    there.unlink()
    before = Path("t/tournament.json").read_text()
    # In a process of its own: this one has loaded the file.
    done = shell("burgundy arena --resume t --workers 0 < /dev/null")
    told = done.stderr.decode()
    assert done.returncode == 2
    assert command in told
    assert file in told
    assert "--run-programs" in told
    assert not there.exists()
    assert Path("t/tournament.json").read_text() == before


def test_what_numbers_only_are_told_needs_no_permission() -> None:
    from burgundy_agents.registry import ENTRIES, runs_program

    assert [name for name in ENTRIES if runs_program(name)] == ["stdio"]
    assert runs_program(" stdio:cmd=x")
    assert runs_program("stdio@1:cmd=x")
    assert runs_program("bot.py")
    assert not runs_program("nobody")


# --- text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [["replay"], ["replay", "--final"], ["replay", "--json"], ["watch", "--plain"], ["play", "--resume"], ["play"]],
    ids=" ".join,
)
def test_nothing_of_a_name_reaches_the_terminal_raw(words: list[str], capsys: Any, monkeypatch: Any) -> None:
    path = record([f"human:{NASTY}", "human:Ben"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out = burgundy(capsys, *words, *([] if words == ["play"] else [str(path)]))
    assert code == 0, out
    assert not set(out) & set("\x1b\x07\x9b\r\u202e\ud800"), ascii(out[:500])
    out.encode()


def test_nor_of_the_words_of_an_old_record(capsys: Any) -> None:
    old = Path(__file__).parents[1] / "records" / "0.1" / "chateauma.jsonl"
    lines = [json.loads(line) for line in old.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if "chateauma" in line:
            line["chateauma"] = f"takes {NASTY}"
    Path("old.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    code, out = burgundy(capsys, "replay", "old.jsonl")
    assert code == 0
    assert not set(out) & set("\x1b\x07\x9b\r\u202e")


def test_pictures_and_pages_are_whole_whatever_the_names(capsys: Any) -> None:
    path = record([f"human:{NASTY}</title><script>", "human:Ben"])
    for kind in ("svg", "html"):
        Path(f"x.{kind}").write_text("as it was")
        code, out = burgundy(capsys, "replay", str(path), f"--{kind}", f"x.{kind}")
        assert code == 0, out
        text = Path(f"x.{kind}").read_text(encoding="utf-8")
        assert len(text) > 1000
        assert "\x1b" not in text
        assert "</title><script>" not in text
    xml.dom.minidom.parse("x.svg")


def test_what_an_agent_says_when_it_fails(capsys: Any) -> None:
    Path("bot.py").write_text(
        f"class Bot:\n    def act(self, game):\n        raise ValueError({NASTY!a})\n"
        "class Mute:\n    def act(self, game):\n        raise Odd()\n"
        "class Odd(BaseException):\n    def __str__(self): raise RuntimeError()\n"
    )
    for workers in ("0", "1"):
        words = ["arena", "bot.py:Bot", "bot.py:Mute", "--games", "1", "--on-error", "skip", "--workers", workers]
        code, out = burgundy(capsys, *words, "--csv", "x.csv", "--markdown")
        assert code == 1
        assert "2 games failed" in out
        assert not set(out) & set("\x1b\x07\x9b\r\u202e\ud800")
        assert Path("x.csv").read_text(encoding="utf-8").count("\n") == 5
    code, out = burgundy(capsys, "watch", "bot.py:Bot", "random", "--plain")
    assert code == 2
    assert "ValueError" in out
    assert not set(out) & set("\x1b\x07\x9b\r\u202e\ud800")


def test_a_spreadsheet_finds_no_formula(capsys: Any) -> None:
    Path("=bot.py").write_text("class Bot:\n    def act(self, game): return game.legal_actions()[0]\n")
    assert (
        burgundy(capsys, "arena", "=bot.py:Bot", "random", "--games", "1", "--workers", "0", "--csv", "x.csv")[0] == 0
    )
    assert ",'=bot.py:Bot," in Path("x.csv").read_text()


# --- strange places ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code", "word"),
    [
        ("burgundy perft 100000000000000000000", 2, "1000 actions at most"),
        (f"burgundy perft {'9' * 5000}", 2, "1000 actions at most"),
        ("burgundy legal - <&-", 2, "standard input is closed"),
        ("burgundy play --seed 5 <&-", 2, "standard input is closed"),
        ("burgundy data >&-", 0, ""),
        ("mkfifo f; burgundy data --data f", 2, "not a directory"),
        ("mkdir d; mkfifo d/components.json; burgundy data --data d", 2, "is no file"),
        ("burgundy watch stdio:cmd=true,seconds=1e300 random", 2, "seconds is at most 86400"),
        ("burgundy watch turn:futures=100000000000000000000000 random", 2, "futures is at most"),
        ("burgundy watch turn:ms=1e300 random", 2, "ms is at most"),
        ("burgundy arena random --games 1 --csv nowhere/x.csv", 2, "nowhere/x.csv: No such file"),
        ("burgundy arena random --games 1 --csv .", 2, "Is a directory"),
        ("touch r; burgundy arena random --games 1 --records r", 2, "r: File exists"),
        ("burgundy arena random --games 1 --seconds nan", 2, "seconds: a number above 0"),
        ("burgundy replay $'\\xff\\x1b.jsonl'", 2, "No such file"),
        ("touch $'burgundy-\\xff.jsonl'; burgundy play --seats random,random", 0, "Record"),
        ("burgundy arena random greedy --games 1 --workers 0", 0, "Where the points came from"),
    ],
)
def test_a_sentence_each(command: str, code: int, word: str) -> None:
    done = shell(command)
    told = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == code, told
    assert word.lower() in told.lower()
    assert "Traceback" not in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "burgundy-record/1"}', '{"format": "burgundy-record/1", "players": 5}', "[" * 100_000, "\xff", "",
        '{"format": "burgundy-record/1", "players": [1, null, {}]}', "{}\n\n", "5",
    ],
)  # fmt: skip
def test_a_damaged_file_beside_a_plain_play(text: str, capsys: Any, monkeypatch: Any) -> None:
    Path("burgundy-1.jsonl").write_bytes(text.encode("latin-1"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out = burgundy(capsys, "play", "--seats", "human:A,human:B")
    assert code == 0, out
    code, out = burgundy(capsys, "play")
    assert code == 0, out


def test_ascii_loses_nothing() -> None:
    path = record(["human:Jürgen \u202e", "human:明"], 400)
    for command in (f"burgundy replay {path}", f"burgundy replay {path} --json", "burgundy data duchy 5",
                    "burgundy arena chateauma:easy random --games 1 --workers 0 --out t"):  # fmt: skip
        done = shell(command, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        assert done.returncode == 0, done.stderr
        assert len(done.stdout) > 500
        done.stdout.decode("ascii")


def test_a_full_disk_and_a_home_that_is_nowhere() -> None:
    path = record(["human:A", "human:B"], 300)
    Path("page.html").write_text("as it was")
    done = shell(f"ulimit -f 1; burgundy replay {path} --html page.html", BURGUNDY_CACHE="off")
    assert done.returncode in (0, 2, -25), done.stderr
    assert Path("page.html").read_text() == "as it was"
    assert [file.name for file in Path().iterdir() if file.name.endswith(".tmp")] == []
    for home in ("/nonexistent", ""):
        done = shell(f"burgundy replay {path} --final", HOME=home, XDG_CACHE_HOME="")
        assert done.returncode == 0, done.stderr
