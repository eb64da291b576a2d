"""Disks that are full, homes and packages that can't be written: in a mount namespace, which needs root."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import burgundy_env
from burgundy_env import Record

PACKAGE = Path(burgundy_env.__file__).parent
BURGUNDY = f"burgundy() {{ '{sys.executable}' -m burgundy_env \"$@\"; }}"
FULL = "mkdir full && mount -t tmpfs -o size=40k none full && mkdir -p kept"
KEEP = "cp -r full/. kept"  # what is mounted is gone with the shell


@functools.cache
def _can_mount() -> bool:
    try:
        tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True)
    except OSError:
        return False
    return tried.returncode == 0


def shell(*lines: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run lines in a shell whose mounts nobody else sees; the last exit code is that of all."""
    if not _can_mount():
        pytest.skip("file systems can't be mounted: only root may, with unshare")
    return subprocess.run(
        ["unshare", "--mount", "bash", "-c", "\n".join((BURGUNDY, *lines))],
        capture_output=True, text=True, timeout=290, env={**os.environ, **variables},
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tournament_on_a_disk_that_fills_up() -> None:
    """It stops with a sentence, what was written is whole, and with room again it goes on to the same end."""
    words = "arena random greedy --games 200 --workers 0 --seed 3"
    done = shell(FULL, f"burgundy {words} --out full/t; code=$?", KEEP, "exit $code")
    assert done.returncode not in (0, 1), done.stderr
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    kept = Path("kept/t/games.jsonl").read_text().splitlines()
    assert 0 < len([json.loads(line) for line in kept[:-1]]) < 400
    again = shell("burgundy arena --resume kept/t --workers 0 --json")
    once = shell(f"burgundy {words} --out whole --json")
    assert (again.returncode, once.returncode) == (0, 0), again.stderr + once.stderr
    assert json.loads(again.stdout)["pairs"] == json.loads(once.stdout)["pairs"]


@pytest.mark.parametrize(
    "command",
    [
        "play --seats random,random --seed 1 --save full/game.jsonl",
        "replay game.jsonl --html full/page.html",
        "arena random --games 2 --workers 0 --out t --csv full/x.csv",
        "arena random --games 2 --workers 0 --out t --records full/r",
        "arena random --games 2 --workers 0 --out full/t",
    ],
)
def test_a_disk_without_a_byte(command: str) -> None:
    game = burgundy_env.Game.new(seed=1)
    game.push(game.legal_actions()[0])
    Record.of(game).save("game.jsonl")
    done = shell(
        FULL, "cat /dev/zero > full/ballast 2> /dev/null", f"burgundy {command}; code=$?", KEEP, "exit $code"
    )
    told = done.stdout + done.stderr
    assert done.returncode == 2 or "could not be saved" in told, told
    assert "No space left on device" in told
    assert "Traceback" not in told
    assert [path.name for path in Path("kept").iterdir() if path.suffix in (".html", ".csv", ".tmp")] == []


def test_a_package_and_a_home_that_can_only_be_read() -> None:
    """One line says that machine code can't be kept; nothing is written beside the sources."""
    before = sorted(PACKAGE.rglob("*.nb?"))
    done = shell(
        f"mount --bind '{PACKAGE}' '{PACKAGE}' && mount -o remount,bind,ro '{PACKAGE}'",
        "mkdir home && mount --bind home home && mount -o remount,bind,ro home",
        "burgundy perft 1 && touch home/x",
        HOME=str(Path.cwd() / "home"), XDG_CACHE_HOME="", BURGUNDY_CACHE="", NUMBA_CACHE_DIR="",
    )  # fmt: skip
    assert "home/x" in done.stderr  # the command was fine, and the home can't be written
    assert done.stdout.strip(), done.stderr
    assert done.stderr.count("Read-only file system") == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(PACKAGE.rglob("*.nb?")) == before
