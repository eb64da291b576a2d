"""Files are written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from burgundy_env.store import write_json, write_whole

REWRITER = """
import sys
from burgundy_env.store import write_whole
print("begun", flush=True)
while True:
    for letter in "ab":
        write_whole(sys.argv[1], letter * 3_000_000)
"""


def alone(path: Path) -> bool:
    """Whether no draft is left beside the file."""
    return list(path.parent.iterdir()) == [path]


def test_text_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in ("äöü\r\n\n", b"\xff\x00", ""):
        write_whole(path, content, sync=content == "")
        assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
        assert alone(path)
    write_json(path, {"name": "Böhmen\udcff"})
    assert json.loads(path.read_text(encoding="ascii")) == {"name": "Böhmen\udcff"}


def test_the_disk_is_waited_for_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    write_whole(tmp_path / "file", "text")
    assert not waited
    write_whole(tmp_path / "file", "text", sync=True)
    assert len(waited) == 1


def test_what_was_there_stays_where_it_can_not_be_written(
    tmp_path: Path, disk_full_at: Callable[[int], AbstractContextManager[None]]
) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with disk_full_at(1000), pytest.raises(OSError, match="file"):
        write_whole(path, "x" * 1001)
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "x" * 100_000 + "\udcff")
    assert path.read_text() == "before"
    assert alone(path)


def test_who_reads_finds_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("a" * 3_000_000)
    for i in range(5):
        with subprocess.Popen([sys.executable, "-c", REWRITER, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            end = time.monotonic() + 0.05 * (i + 1)
            try:
                while time.monotonic() < end:
                    text = path.read_text()
                    assert text in ("a" * 3_000_000, "b" * 3_000_000), len(text)
            finally:
                writer.kill()
        assert len(path.read_text()) == 3_000_000


def test_threads_that_write_one_file(tmp_path: Path) -> None:
    path, errors = tmp_path / "file", []

    def write(letter: str) -> None:
        try:
            for _ in range(100):
                write_whole(path, letter * 100_000)
        except OSError as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert path.read_text() in [letter * 100_000 for letter in "abcd"]
    assert alone(path)


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "file", tmp_path / "link"
    link.symlink_to(target)
    for text in ("new", "again"):  # at first it leads nowhere yet
        write_whole(link, text)
        assert link.is_symlink()
        assert target.read_text() == text


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, "through the pipe")
    reader.join(10)
    assert read == ["through the pipe"]
    assert pipe.is_fifo()


def test_a_file_keeps_who_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o600)
    write_whole(path, "after")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("after", 0o600)


def test_a_name_as_long_as_a_name_may_be(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write_whole(path, "text")
    assert path.read_text() == "text"


def test_errors_name_what_was_asked_for(tmp_path: Path, locked_folder: Path) -> None:
    for path, error in (
        (locked_folder / "nowhere" / "file", FileNotFoundError),
        (locked_folder / "new", PermissionError),
        (locked_folder / "there", PermissionError),
        (locked_folder, IsADirectoryError),
    ):
        with pytest.raises(error) as caught:
            write_whole(path, "text")
        assert caught.value.filename == str(path)
        assert caught.value.filename2 is None
    assert (locked_folder / "there").read_text() == "there\n"


def test_a_file_that_is_not_to_be_written_is_not_replaced(locked_folder: Path) -> None:
    # A folder of this user's own, so that a new file could take the old one's place.
    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "file"
        path.write_text("before")
        path.chmod(0o444)
        with pytest.raises(PermissionError) as caught:
            write_whole(path, "after")
        assert caught.value.filename == str(path)
        assert path.read_text() == "before"
    finally:
        shutil.rmtree(folder)
