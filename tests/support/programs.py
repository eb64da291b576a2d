"""Programs that some tests drive: installed where that may be done, and named where not.

A test asks for the fixture `tmux_file` or `chromium_file` (`tests/conftest.py`). What is missing of them is installed
before the first test; where that can't be done, the tests that asked are not run, and the summary says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

NAMES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "tmux": ("tmux",),
}
_PATIENCE = 900  # seconds, for a slow mirror
_MAY_NOT = "only root, or sudo without a password, may install it, and with apt-get"
_in_vain: dict[str, str] = {}  # why a program could not be installed


def path_of(program: str) -> str | None:
    """Where a program is; `BURGUNDY_CHROMIUM` names one that is called otherwise."""
    named = os.environ.get(f"BURGUNDY_{program.upper()}")
    return named or next(filter(None, map(shutil.which, NAMES[program])), None)


def file_of(program: str) -> str:
    """The same for a test, which is not run without it."""
    path = path_of(program)
    if path is None:
        pytest.skip(f"{program} is missing: {_in_vain.get(program, _MAY_NOT)}")
    return path


def missing(fixtures: Iterable[str]) -> list[str]:
    """The programs that are not here, of those whose fixtures are asked for."""
    asked = {name.removesuffix("_file") for name in fixtures} & NAMES.keys()
    return sorted(program for program in asked if path_of(program) is None)


def installer() -> list[str] | None:
    """How programs may be installed here, if at all."""
    if shutil.which("apt-get") is None:
        return None
    if os.getuid() == 0:
        return ["apt-get"]
    sudo = ["sudo", "-n"]
    may = shutil.which("sudo") is not None and subprocess.run([*sudo, "true"], capture_output=True).returncode == 0
    return [*sudo, "apt-get"] if may else None


def install(programs: list[str], by: list[str]) -> None:
    """Install programs; of several processes the first does it, and the others wait."""
    import fcntl

    with (Path(tempfile.gettempdir()) / f"burgundy-installs-{os.getuid()}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        left = [program for program in programs if path_of(program) is None]
        why = left and (_run([*by, "update"]) or _run([*by, "install", "-y", "--no-install-recommends", *left]))
    _in_vain.update({program: why for program in left if why})


def _run(command: list[str]) -> str | None:
    """Run a command to its end; if it fails, why."""
    unasked = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, env=unasked)
    except subprocess.TimeoutExpired:
        return f"{' '.join(command)} took more than {_PATIENCE} s"
    if run.returncode == 0:
        return None
    last = (run.stderr.strip() or run.stdout.strip()).rpartition("\n")[2]
    return f"{' '.join(command)}: {last or f'exit code {run.returncode}'}"
