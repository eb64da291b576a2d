"""A terminal that is closed while somebody plays."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

from burgundy_env import Record

PATIENCE = 200  # seconds, where the kernels have to be compiled first


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_closed_terminal_ends_the_program_and_the_game_is_saved(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burgundy_env", "play", "--seats", "human,human", "--seed", "7"]
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tmp_path)
        os.environ["TERM"] = "xterm-256color"
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        os.execv(sys.executable, words)
    deadline, seen = time.monotonic() + PATIENCE, b""
    while b"start h" not in seen and time.monotonic() < deadline:  # the list of actions is on the screen
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536)
    os.close(terminal)
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline:
        ended, status = os.waitpid(process, os.WNOHANG)
        time.sleep(0.05)
    if not ended:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    assert b"start h" in seen
    assert ended == process, "it lives on without a terminal"
    assert os.waitstatus_to_exitcode(status) in (128 + signal.SIGHUP, -signal.SIGHUP)
    files = list(tmp_path.glob("*.jsonl"))
    assert len(files) == 1
    assert not Record.load(files[0]).result
