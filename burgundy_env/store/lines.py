"""A file of JSON lines to which whole lines are added."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from .lease import Lease, StoreError

_SYNC_SECONDS = 1.0  # what a power cut may take; a killed process loses nothing

Entry = TypeVar("Entry")


class Lines(Generic[Entry]):
    """Entries in the order they were added, each told from the others by its key: the first with a key counts.

    `load` makes an entry of what a line says and raises ValueError where it can't, `dump` says it in JSON.
    Everybody may read while one adds, a thread at a time; adding needs the lease.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        lease: Lease,
        *,
        load: Callable[[dict[str, Any]], Entry],
        dump: Callable[[Entry], dict[str, Any]],
        key: Callable[[Entry], Hashable],
    ) -> None:
        self.path, self._lease = Path(path), lease
        self._load, self._dump, self._key = load, dump, key
        self._keys: set[Hashable] = set()
        self._lines = self._end = 0  # lines, and bytes of them, that have been read or written here
        self._unsynced, self._synced = False, 0.0

    def __len__(self) -> int:
        """How many entries have been read and added."""
        return len(self._keys)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    def read(self) -> Iterator[Entry]:
        """The entries that have come since they were last read, which is all of them at first.

        A line that is not finished, because its writer is at it or was killed, waits until it is.
        """
        try:
            file = open(self.path, "rb")  # noqa: SIM115  closed by the next line
        except FileNotFoundError:
            if self._end:
                raise
            return
        with file:
            if os.fstat(file.fileno()).st_size < self._end:
                raise StoreError(f"{self.path} has become shorter while it was in use; begin again with what it has")
            here = file.seek(self._end)
            for line in file:
                if here != self._end or not line.endswith(b"\n"):  # it was read on elsewhere, or is not finished
                    return
                entry = self._entry(line)
                here = self._end = here + len(line)
                self._lines += 1
                key = self._key(entry)
                if key not in self._keys:
                    self._keys.add(key)
                    yield entry

    def add(self, entries: Iterable[Entry]) -> list[Entry]:
        """Keep entries; returns those whose keys are new. Now they are there, whatever becomes of this process.

        After an OSError some of them are: to add them all again, now or after a new start, counts none twice.
        """
        if not self._lease.held:
            raise StoreError(f"{self.path}: whoever adds lines takes {self._lease.path} first")
        self._catch_up()
        new: dict[Hashable, Entry] = {}
        for entry in entries:
            key = self._key(entry)
            if key not in self._keys:
                new.setdefault(key, entry)
        if new:
            self._write(new)
        return list(new.values())

    def sync(self) -> None:
        """Wait until all that was added is on the disk."""
        if self._unsynced:
            with open(self.path, "r+b") as file:
                self._sync(file.fileno())

    def _catch_up(self) -> None:
        """Know what others added before this process got the lease, and cut off a line that was never finished."""
        size = self.path.stat().st_size if self._end or self.path.exists() else 0
        if size != self._end:
            for _ in self.read():
                pass
            os.truncate(self.path, self._end)

    def _write(self, new: Mapping[Hashable, Entry]) -> None:
        data = "".join(f"{json.dumps(self._dump(entry))}\n" for entry in new.values()).encode()
        try:
            with open(self.path, "ab", buffering=0) as file:
                left = memoryview(data)
                while left:  # a disk that is nearly full takes a part
                    left = left[file.write(left) :]
                self._end += len(data)
                self._lines += len(new)
                self._keys.update(new)
                self._unsynced = True
                if time.monotonic() - self._synced > _SYNC_SECONDS:
                    self._sync(file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _sync(self, file: int) -> None:
        os.fsync(file)
        self._unsynced, self._synced = False, time.monotonic()

    def _entry(self, line: bytes) -> Entry:
        where = f"{self.path}, line {self._lines + 1}"
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise StoreError(f"{where}: no JSON object, so something else has written there; bring back a copy")
        try:
            return self._load(document)
        except ValueError as error:
            raise StoreError(f"{where}: {error}") from None
