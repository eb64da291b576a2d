"""Where games are kept: a folder for each, in which a whole file takes the place of the one before.

`table.json` says who sits there and what their keys are, `record.jsonl` is the game, a record like any other.
Whatever moment the server is killed at, the record is that before an action or that after it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from burgundy_env.records import Record
from burgundy_env.store import Lease, StoreError, write_json

FORMAT = "burgundy-table/1"
_NAME = re.compile(r"[a-z0-9]{8,32}\Z")
_TAIL = 4096


@dataclass(frozen=True)
class Place:
    """A seat of a table: a person's has a key; one that is played elsewhere is not the host's."""

    name: str  # as the record has it
    key: str = ""
    elsewhere: bool = False


@dataclass(frozen=True)
class Kept:
    """A table as it is kept: the host's key is for all persons' seats that are not played elsewhere."""

    ident: str
    host: str
    places: tuple[Place, ...]
    about: str

    def to_dict(self) -> dict[str, Any]:
        """As it is written."""
        return {"format": FORMAT, **asdict(self)}


class Games:
    """The folder. One server has it at a time."""

    def __init__(self, folder: str | os.PathLike[str], most: int = 2000) -> None:
        self.folder, self.most = Path(folder), most
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lease = Lease(self.folder / "server.lock")
        self._lease.take()

    def close(self) -> None:
        """Another server may have it."""
        self._lease.release()

    def keep(self, table: Kept) -> None:
        """Keep a new table. It is one once its record is there."""
        if sum(1 for _ in self.folder.iterdir()) > self.most:
            raise StoreError(f"{self.folder} holds {self.most} games; move some of them elsewhere first")
        place = self.folder / table.ident
        place.mkdir()
        write_json(place / "table.json", table.to_dict(), sync=True)

    def record_file(self, ident: str) -> Path:
        """Where the record of a table is."""
        return self.folder / ident / "record.jsonl"

    def table(self, ident: str) -> Kept | None:
        """A table that is kept; None if there is none of this name."""
        if not _NAME.match(ident) or not self.record_file(ident).is_file():
            return None
        file = self.folder / ident / "table.json"
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            if document.pop("format") != FORMAT:
                raise ValueError(f"the format is not {FORMAT}")
            return Kept(**{**document, "places": tuple(Place(**place) for place in document["places"])})
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(f"{file}: {error}") from None

    def record(self, ident: str) -> Record:
        """The record of a table."""
        return Record.load(self.record_file(ident), repair=True)

    def listed(self, most: int = 60) -> Iterator[tuple[Kept, float, bool]]:
        """The tables last played at, with when that was and whether the game is over."""
        files = [(file.stat().st_mtime, file) for file in self.folder.glob("*/record.jsonl")]
        for played, file in sorted(files, reverse=True)[:most]:
            try:
                table = self.table(file.parent.name)
            except StoreError:
                continue
            if table is not None:
                yield table, played, _is_over(file)


def _is_over(file: Path) -> bool:
    with open(file, "rb") as lines:
        lines.seek(max(0, os.fstat(lines.fileno()).st_size - _TAIL))
        return lines.read().rstrip(b"\n").rpartition(b"\n")[2].startswith(b'{"scores"')
