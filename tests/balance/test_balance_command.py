"""`burgundy balance`: what it prints and leaves, and its exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from told_json import check_keys

from burgundy_env.cli import balance as command
from burgundy_env.cli import main

ALL = {"study.json", "games.jsonl", "summary.json", "manifest.json", "report.md", "report.html", "games.parquet"}


@pytest.fixture
def burgundy(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> tuple[int, str, str]:
        code = main(["balance", *map(str, words)])
        return code, *capsys.readouterr()

    return run


def small(*words: str) -> list[str]:
    return ["--agents", "random", "--games", "6", "--workers", "1", *words]


def test_a_study_leaves_its_files(burgundy: Any, tmp_path: Path) -> None:
    code, out, err = burgundy("boards", "--boards", "1,5", *small())
    assert code == 0, err
    assert "The Castles of Burgundy" in out
    assert "balance-1" in err
    assert {path.name for path in (tmp_path / "balance-1").iterdir()} == ALL
    assert burgundy("seats", *small())[0] == 0
    assert (tmp_path / "balance-2").is_dir()


def test_json_is_the_summary(burgundy: Any, tmp_path: Path) -> None:
    code, out, _ = burgundy("economy", "--json", "--out", "s", *small())
    assert code == 0
    assert json.loads(out) == json.loads((tmp_path / "s" / "summary.json").read_text())
    check_keys("balance STUDY ... --json", json.loads(out))


def test_the_command_of_the_manifest_gives_the_same_numbers(burgundy: Any, tmp_path: Path) -> None:
    burgundy(
        "boards", "--duchies", "1-2,48", "--own-rules", "--against", "human", "--seed", "3", "--out", "a", *small()
    )
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    words = manifest["command"].split()
    assert words[:3] == ["burgundy", "balance", "boards"]
    assert burgundy(*words[2:], "--out", "b", "--workers", "1")[0] == 0
    for name in ("summary.json", "games.parquet", "report.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_power_tells_how_many_games_are_needed(burgundy: Any, tmp_path: Path) -> None:
    code, out, _ = burgundy("boards", "--boards", "1,5", "--power", "2", "--out", "pilot", *small())
    assert code == 0
    assert "Games that show an effect of 2 VP" in out
    assert not (tmp_path / "pilot" / "summary.json").exists()
    rows = [line.split() for line in out.splitlines() if line[:2] in ("1 ", "5 ")]
    assert all(int(row[-1].replace(",", "")) > 50 for row in rows)


def test_a_file(burgundy: Any, tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text("study: factors\nboards: [1, 5]\nagents: [random]\ngames: 4\n")
    code, out, _ = burgundy("run", "study.yaml", "--json", "--workers", "1")
    assert code == 0
    assert json.loads(out)["manifest"]["games"] == 8


@pytest.mark.parametrize(("words", "said"), [
    ((), "name a study"),
    (("boards", "--boards", "99"), "there is no board 99"),
    (("boards", "--boards", "1,5", "--agents", "turn:ms=5"), "thinks by the clock"),
    (("boards", "--boards", "1,5", "--power", "0"), "an effect in VP above 0"),
    (("boards", "--workers", "-1"), "a number from 0"),
    (("boards", "--players", "x"), 'players: "x"'),
    (("run", "none.yaml"), "none.yaml: cannot be read"),
    (("--resume", "nowhere"), "holds no study"),
    (("boards", "--agents", "nobody"), "nobody"),
    (("modules", "--modules", "team"), "players"),
])  # fmt: skip
def test_bad_input_gets_a_sentence_and_leaves_no_folder(
    burgundy: Any, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, err = burgundy(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("asked", [False, True])
def test_a_file_starts_no_program_that_the_command_line_does_not_allow(
    burgundy: Any, tmp_path: Path, asked: bool
) -> None:
    mark, study = tmp_path / "ran", tmp_path / "study.yaml"
    study.write_text(f"study: boards\nboards: [1, 5]\nagents: ['stdio:cmd=touch {mark}']\ngames: 2\n")
    code, _, err = burgundy(
        "run", str(study), "--out", str(tmp_path / "study"), *(["--run-programs"] if asked else [])
    )
    assert mark.exists() == asked
    if not asked:
        assert code == 2
        assert "--run-programs allows it" in err
        assert not (tmp_path / "study").exists()


def test_without_its_libraries_it_says_what_to_install(burgundy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    code, _, err = burgundy("boards")
    assert code == 2
    assert "polars and scipy are needed: pip install 'burgundy-env[balance]'" in err


def test_ctrl_c_and_go_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burgundy_env", "balance"]
    study = [
        *words,
        "boards",
        "--boards",
        "1,5",
        "--agents",
        "reflex",
        "--games",
        "30000",
        "--workers",
        "1",
        "--out",
        "s",
    ]
    process = subprocess.Popen(study, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    lines = tmp_path / "s" / "games.jsonl"
    while not lines.exists() or lines.stat().st_size < 2000:
        time.sleep(0.1)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "go on with: burgundy balance --resume s" in err
    # Shortened, so that going on has an end.
    header = tmp_path / "s" / "study.json"
    document = json.loads(header.read_text())
    document["question"]["games"] = 20
    header.write_text(json.dumps(document))
    done = subprocess.run([*words, "--resume", "s", "--json", "--workers", "1"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "s").iterdir()} >= ALL
