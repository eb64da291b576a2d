"""Whole files or none."""

from __future__ import annotations

import json
import os
import shutil
import threading
from errno import EISDIR
from pathlib import Path
from typing import Any


def write_whole(path: str | os.PathLike[str], content: str | bytes, *, sync: bool = False) -> None:
    """Write a file as a whole: whoever reads it meanwhile, or after a crash, finds the old one or the new one.

    A symbolic link stays one. `sync` waits for the disk, so that a power cut is a crash like others.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe, a terminal, /dev/null: nothing that could be replaced
        else:
            _replace(Path(os.path.realpath(path)), data, sync)
    except OSError as error:
        if error.errno is not None:  # one of the system's, which has room for a name
            error.filename, error.filename2 = str(path), None  # nobody has asked for the draft
        raise


def wait_for_disk(path: str | os.PathLike[str]) -> None:
    """Wait until what was written to a file is where a power cut leaves it."""
    with open(path, "r+b") as file:  # Windows waits for nothing that can't be written
        os.fsync(file.fileno())


def try_to_write(path: str | os.PathLike[str]) -> None:
    """Raise the OSError that writing the file would; nothing changes. Better before hours of work than after."""
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not target.exists() or target.is_file():
            _replace(target, None, False)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def write_json(path: str | os.PathLike[str], document: Any, *, sync: bool = False) -> None:
    """Write a document for people to look into. All of it is ASCII, so that no text in it can't be written."""
    write_whole(path, json.dumps(document, indent=1) + "\n", sync=sync)


def _replace(target: Path, data: bytes | None, sync: bool) -> None:
    """Put a file in the place of another; without data, find out that it would do."""
    there = target.exists()
    if there:
        open(target, "r+b").close()  # one that is not to be written would be replaced all the same
    draft = target.with_name(f".burgundy-{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with open(draft, "wb") as file:
            file.write(data or b"")
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if there:
            shutil.copymode(target, draft)
        if data is not None:
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
