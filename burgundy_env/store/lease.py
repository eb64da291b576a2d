"""The right to write in a place, which one process has at a time."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import weakref
from datetime import datetime
from pathlib import Path

from ..safe import line


class StoreError(ValueError):
    """What is kept somewhere can't be used; the message says why and what would be right."""


class Lease:
    """A file that the writer keeps locked. The system unlocks it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether this process may write. A forked child may not: its parent does."""
        return self._file is not None

    def take(self) -> None:
        """Become the writer; StoreError names the one there is."""
        while not self.held:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                if not _lock(file):
                    raise StoreError(
                        f"{self.path.parent}: {_told(file)} is writing here, and what two write would be counted "
                        "twice; let it end first, or take another folder"
                    )
                # Whoever held it may have removed the file after it was opened here: then it locks nobody out.
                if not _is(self.path, file):
                    continue
                with contextlib.suppress(OSError):  # on a full disk it is a lease without a name
                    os.ftruncate(file, 0)
                    os.write(file, _myself().encode())
                self._file, file = file, -1
                _held.add(self)
            finally:
                if file >= 0:
                    os.close(file)

    def release(self) -> None:
        """Let others write; the file goes."""
        if self._file is None:
            return
        # Where an open file can't be removed (Windows) it stays, unlocked, for the next one.
        with contextlib.suppress(OSError):
            self.path.unlink()
        self._forget()

    def _forget(self) -> None:
        assert self._file is not None
        os.close(self._file)
        self._file = None
        _held.discard(self)

    def __del__(self) -> None:
        self.release()


_held: weakref.WeakSet[Lease] = weakref.WeakSet()


def _forget_all() -> None:
    """Give up what a fork has copied: the lock would last until the last child has ended."""
    for lease in list(_held):
        lease._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _is(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _myself() -> str:
    since = datetime.now().astimezone().isoformat(" ", "seconds")
    return f"process {os.getpid()} on {socket.gethostname()} since {since}"


def _told(file: int) -> str:
    """Who the lease says has it. What is in a file may be anything, and this reaches a terminal."""
    return line(os.read(file, 200).decode(errors="replace")) or "another program"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, 1 << 20, os.SEEK_SET)  # what is locked can't be read there, so lock behind the text
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
