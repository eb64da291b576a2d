"""Two writers are told apart, and a dead one keeps nobody out."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from burgundy_env.store import Lease, StoreError

HOLDER = """
import sys, time
from pathlib import Path
from burgundy_env.store import Lease
lease = Lease(Path(sys.argv[1]))
lease.take()
print("taken", flush=True)
time.sleep(60)
"""
# It is killed, its child lives on.
PARENT = """
import os, sys, time
from pathlib import Path
from burgundy_env.store import Lease
lease = Lease(Path(sys.argv[1]))
lease.take()
child = os.fork()
if child == 0:
    assert not lease.held
    print(os.getpid(), flush=True)  # by itself: what fork does in the child is over now
    os.close(1)
time.sleep(60)
"""
# Reads a number, adds one, writes it: what two do at once is lost.
COUNTER = """
import sys
from pathlib import Path
from burgundy_env.store import Lease, StoreError
path, left = Path(sys.argv[1]), 100
lease = Lease(path)
count = path.with_name("count")
while left:
    try:
        lease.take()
    except StoreError:
        continue
    count.write_text(str(int(count.read_text()) + 1))
    lease.release()
    left -= 1
"""


@contextmanager
def running(program: str, path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program and the first line it prints."""
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_the_second_writer_is_told_who_is_the_first(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    lease = Lease(path)
    with running(HOLDER, path) as (holder, _):
        with pytest.raises(StoreError) as caught:
            lease.take()
        who = rf"process {holder.pid} on {re.escape(socket.gethostname())} since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d"
        assert re.match(rf"{re.escape(str(tmp_path))}: {who}\S* is writing here", str(caught.value))
        assert not lease.held
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        lease.take()
        assert lease.held
    assert path.read_text().startswith(f"process {os.getpid()} on ")
    lease.release()
    assert not list(tmp_path.iterdir())


def test_two_in_one_process_are_told_apart(tmp_path: Path) -> None:
    first, second = Lease(tmp_path / "lock"), Lease(tmp_path / "lock")
    first.take()
    first.take()  # it has it
    with pytest.raises(StoreError, match=f"process {os.getpid()} on"):
        second.take()
    first.release()
    first.release()
    second.take()
    assert second.held
    assert not first.held
    second.release()


def test_the_name_of_a_dead_writer_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("process 1 on elsewhere " * 10)
    lease = Lease(path)
    lease.take()
    assert re.fullmatch(rf"process {os.getpid()} on \S+ since \S+ \S+", path.read_text())
    lease.release()


def test_who_forgets_a_lease_gives_it_back(tmp_path: Path) -> None:
    lease = Lease(tmp_path / "lock")
    lease.take()
    del lease
    Lease(tmp_path / "lock").take()


def test_a_child_that_outlives_the_writer_keeps_nobody_out(tmp_path: Path) -> None:
    with running(PARENT, tmp_path / "lock") as (parent, child):
        try:
            parent.send_signal(signal.SIGKILL)
            parent.wait()
            os.kill(int(child), 0)  # it lives
            Lease(tmp_path / "lock").take()
        finally:
            os.kill(int(child), signal.SIGKILL)


def test_what_another_wrote_into_the_lease_reaches_no_terminal_raw(tmp_path: Path) -> None:
    first, second = Lease(tmp_path / "lock"), Lease(tmp_path / "lock")
    first.take()
    first.path.write_bytes(b"\x1b]0;title\x07\xff" + b"x" * 5000)
    with pytest.raises(StoreError) as caught:
        second.take()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500
    first.path.write_bytes(b"")
    with pytest.raises(StoreError, match="another program is writing here"):
        second.take()
    first.release()


def test_many_who_take_and_release_come_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "count").write_text("0")
    command = [sys.executable, "-c", COUNTER, str(tmp_path / "lock")]
    counters = [subprocess.Popen(command) for _ in range(4)]
    assert [counter.wait(60) for counter in counters] == [0] * 4
    assert (tmp_path / "count").read_text() == "400"
    assert not (tmp_path / "lock").exists()


def test_where_nothing_can_be_written_there_is_no_lease(locked_folder: Path) -> None:
    lease = Lease(locked_folder / "lock")
    with pytest.raises(PermissionError, match="lock"):
        lease.take()
    assert not lease.held
