"""Where machine code is kept: a folder for each compiler and processor, a file for each compiled kernel.

A file's name holds the key of all that went into it, so nothing in here is ever stale; a file's first bytes are the
hash of the others, so nothing damaged is ever run. Losing a file costs the time to compile it again. Without a folder
that can be written all works, and one line says what it costs.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numba

from ..store.lease import Lease, StoreError
from . import keys

DAYS_UNUSED = 30  # after which a file is removed
MOST_BYTES = 1_000_000_000  # in all folders; what was not used for the longest time goes first
_DAY = 24 * 3600
_PATIENCE, _GLANCE = 120.0, 0.01  # seconds that another process is waited for, and between two looks
_FOLDER = re.compile(r"kernels-(numba.*-)?[0-9a-f]{16}\Z")  # the shorter name is that of version 0.1
_HASH = hashlib.sha256().digest_size


def root() -> Path | None:
    """The folder that holds all others, `BURGUNDY_CACHE` moves it; None if there is no home for one."""
    base = os.environ.get("BURGUNDY_CACHE") or numba.config.CACHE_DIR
    if base:
        return Path(base)
    with contextlib.suppress(RuntimeError):  # no HOME, and no such user
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "burgundy_env"
    return None


@functools.cache
def _folder_name() -> str:
    package = __name__.rpartition(".")[0]
    deciding = (f"{package}.{name}" for name in ("jit", "keys", "parts", "libraries", "shelf", "gaps", "borrowing"))
    key = keys.key_of_compiler(tuple(name for name in deciding if name in sys.modules))
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"kernels-numba{numba.__version__}-py{python}-{key[:16]}"


def folder() -> Path | None:
    """The folder of this compiler on this processor."""
    base = root()
    return base / _folder_name() if base else None


def folders(base: Path) -> list[Path]:
    """The folders with machine code, of whatever version; the folder they are in may hold other things."""
    try:
        return sorted(path for path in base.iterdir() if _FOLDER.match(path.name) and path.is_dir())
    except OSError:
        return []


def read(name: str) -> bytes | None:
    """What was kept under a name, if it is there and whole."""
    place = folder()
    if place is None:
        return None
    try:
        content = (place / name).read_bytes()
    except OSError:
        return None
    if content[:_HASH] != hashlib.sha256(content[_HASH:]).digest():
        discard(name)
        return None
    with contextlib.suppress(OSError):  # the cache may be somebody else's
        os.utime(place / name)
    return content[_HASH:]


def has(name: str) -> bool:
    """Whether something is kept under a name."""
    place = folder()
    return place is not None and (place / name).exists()


def write(name: str, content: bytes) -> None:
    """Keep something, whole or not at all; a cache that can't be written is spoken of once and then left alone."""
    place = folder()
    if _trouble.told:
        return
    try:
        if place is None:
            raise OSError("there is no home folder")
        place.mkdir(parents=True, exist_ok=True)
        _write_whole(place / name, hashlib.sha256(content).digest() + content)
    except OSError as error:
        _trouble.tell(error)
    else:
        tidy_daily(place.parent)


def _write_whole(path: Path, content: bytes) -> None:
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


@contextlib.contextmanager
def alone_with(name: str) -> Iterator[None]:
    """Meanwhile no other process makes what is to be kept under a name. It waits for its turn, but not for ever."""
    place = folder()
    if place is None or _trouble.told:
        yield
        return
    turn, end = Lease(place / f".{name}.turn"), time.monotonic() + _PATIENCE
    with contextlib.suppress(OSError):  # where nothing can be written or locked, nobody finds what others make
        place.mkdir(parents=True, exist_ok=True)
        while not turn.held and time.monotonic() < end:
            try:
                turn.take()
            except StoreError:  # somebody else has it
                time.sleep(_GLANCE)
    try:
        yield
    finally:
        turn.release()


def discard(name: str) -> None:
    """Throw something away that is of no use."""
    place = folder()
    with contextlib.suppress(OSError):
        if place is not None:
            (place / name).unlink()


def keeps() -> bool:
    """Whether all that was compiled so far is kept."""
    return not _trouble.told


class _Trouble:
    """Says once that nothing can be kept."""

    told = False

    def tell(self, error: OSError) -> None:
        self.told = True
        if sys.stderr is not None:
            print(
                f"burgundy: compiled code can't be kept ({error}), so it is compiled anew in every process; "
                "BURGUNDY_CACHE names a folder for it",
                file=sys.stderr,
                flush=True,
            )


_trouble = _Trouble()


def tidy_daily(base: Path) -> None:
    """Tidy up if nobody did since yesterday."""
    note = base / "tidied"
    with contextlib.suppress(OSError):
        if not note.exists() or time.time() - note.stat().st_mtime > _DAY:
            note.touch()
            tidy(base)


def tidy(base: Path) -> list[Path]:
    """Remove the files that nobody used for a month, and the oldest if there is too much; returns what is gone.

    Others may run or tidy meanwhile: what they use now is not old.
    """
    removed, total, oldest = [], 0, time.time() - DAYS_UNUSED * _DAY
    files = sorted(_ages(base), reverse=True)
    for used, size, path in files:
        total += size
        if used < oldest or total > MOST_BYTES:
            with contextlib.suppress(OSError):
                path.unlink()
                removed.append(path)
    for place in folders(base):
        for inner in sorted((path for path in place.rglob("*") if path.is_dir()), reverse=True):
            with contextlib.suppress(OSError):
                inner.rmdir()  # as long as it is empty
        with contextlib.suppress(OSError):
            place.rmdir()
    return removed


def _ages(base: Path) -> Iterator[tuple[float, int, Path]]:
    """When each file was used last, its size and path."""
    for place in folders(base):
        for path in place.rglob("*"):
            with contextlib.suppress(OSError):
                facts = path.stat()
                if path.is_file():
                    yield facts.st_mtime, facts.st_size, path
