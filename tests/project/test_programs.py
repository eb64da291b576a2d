"""Programs that tests drive are installed where that may be done; where not, their tests are named in the summary."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import programs
import pytest

ROOT = Path(__file__).parents[2]
APT_GET = """#!/bin/sh
echo "$@" >> {folder}/called
case "$1" in
  install) {installs} ;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a shell and no programs but those that are put into a folder."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin/nowhere")
    monkeypatch.delenv("BURGUNDY_CHROMIUM", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(programs, "_in_vain", {})
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def installs(folder: Path, how: str) -> None:
    put(folder, "apt-get", APT_GET.format(folder=folder, installs=how))


def test_nothing_may_be_installed(machine: Path) -> None:
    assert programs.installer() is None
    with pytest.raises(pytest.skip.Exception, match="tmux is missing: only root"):
        programs.file_of("tmux")


def test_sudo_that_asks_for_a_password_is_not_asked(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installs(machine, ":")
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert programs.installer() is None
    put(machine, "sudo", "#!/bin/sh\nexit 1\n")
    assert programs.installer() is None
    put(machine, "sudo", "#!/bin/sh\nexit 0\n")
    assert programs.installer() == ["sudo", "-n", "apt-get"]


def test_what_is_missing_is_installed(machine: Path) -> None:
    put(machine, "chromium-browser", "#!/bin/sh\n")
    installs(machine, f"printf '#!/bin/sh\\n' > {machine}/tmux; /bin/chmod +x {machine}/tmux")
    assert programs.missing(["tmp_path", "tmux_file", "chromium_file"]) == ["tmux"]
    by = programs.installer()
    assert by is not None
    programs.install(["tmux"], by)
    assert programs.file_of("tmux") == str(machine / "tmux")
    assert (machine / "called").read_text().splitlines() == ["update", "install -y --no-install-recommends tmux"]
    programs.install(["tmux"], by)  # as another process that has waited
    assert len((machine / "called").read_text().splitlines()) == 2


def test_an_installation_that_fails_is_told(machine: Path) -> None:
    installs(machine, "echo 'E: no such package' >&2; exit 100")
    programs.install(["tmux"], ["apt-get"])
    with pytest.raises(pytest.skip.Exception, match=r"tmux is missing: apt-get install .*: E: no such package"):
        programs.file_of("tmux")


@pytest.mark.parametrize("processes", [(), ("-n", "1")])
def test_tests_that_could_not_be_run_are_named(tmp_path: Path, processes: tuple[str, ...]) -> None:
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "BURGUNDY_CHROMIUM")}
    command = [
        *(sys.executable, "-m", "pytest", *processes, "-p", "no:cacheprovider"),
        *("tests/table/test_table_terminal.py", "tests/project/test_programs.py", "-k", "mouse or password"),
    ]
    run = subprocess.run(command, cwd=ROOT, env={**bare, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "1 passed, 1 skipped" in run.stdout
    said = run.stdout[run.stdout.index(" not run ") :]
    name = "tests/table/test_table_terminal.py::test_a_mouse_click_in_a_terminal_that_wants_no_colour"
    assert (
        f"tmux is missing: only root, or sudo without a password, may install it, and with apt-get:\n  {name}\n"
        in said
    )
    assert "To have them run: sudo apt-get install tmux\n" in said
    assert "Traceback" not in run.stdout + run.stderr
