"""A folder of long work: what it is, and who writes in it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .._version import __version__
from .lease import Lease, StoreError
from .lines import Lines
from .whole import write_json

LEASE = "writer.lock"  # in the folder while somebody writes there

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class Kind:
    """What a folder can be."""

    name: str  # "tournament": its header is tournament.json
    format: str  # of the header, "burgundy-arena/1"
    files: tuple[str, ...]  # of lines

    @property
    def header(self) -> str:
        """The file that says what the folder is."""
        return f"{self.name}.json"


class Folder:
    """A folder of a kind, with the document of its header. To write in it takes its lease."""

    def __init__(self, path: Path, kind: Kind, document: Mapping[str, Any]) -> None:
        self.path, self.kind, self.document = path, kind, dict(document)
        self._lease = Lease(path / LEASE)
        self._lines: list[Lines[Any]] = []

    @classmethod
    def create(cls, path: str | os.PathLike[str], kind: Kind, document: Mapping[str, Any]) -> Folder:
        """Begin a folder, and take it; refused where something is kept that it would be mixed with."""
        folder = cls(Path(path), kind, {"format": kind.format, "version": __version__, **document})
        folder.path.mkdir(parents=True, exist_ok=True)
        folder.take()
        try:
            folder._refuse_what_is_there()
            write_json(folder.path / kind.header, folder.document, sync=True)
        except BaseException:
            folder.close()
            raise
        return folder

    @classmethod
    def open(cls, path: str | os.PathLike[str], kind: Kind) -> Folder:
        """A folder begun earlier, to read in it; `take` it to write. Refused if its header says something else."""
        header = Path(path) / kind.header
        try:
            document = json.loads(header.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise StoreError(f"{path} holds no {kind.name}: there is no {kind.header} in it") from None
        except (ValueError, RecursionError) as error:
            raise StoreError(f"{header}: {error}") from None
        found = document.get("format") if isinstance(document, dict) else None
        if found != kind.format:
            raise StoreError(f"{header}: the format is {found!r}; {kind.format!r} is needed")
        if "version" not in document:
            raise StoreError(f"{header}: 'version' is missing")
        if document["version"] != __version__:
            raise StoreError(
                f"{header}: begun with version {document['version']}, and this is {__version__}: results of both "
                "can't stand in one table"
            )
        return cls(Path(path), kind, document)

    def take(self) -> None:
        """Become the one who writes here; StoreError names another who is it."""
        self._lease.take()

    def lines(
        self,
        name: str,
        *,
        load: Callable[[dict[str, Any]], Entry],
        dump: Callable[[Entry], dict[str, Any]],
        key: Callable[[Entry], Hashable],
    ) -> Lines[Entry]:
        """One of its files of lines."""
        assert name in self.kind.files
        lines = Lines(self.path / name, self._lease, load=load, dump=dump, key=key)
        self._lines.append(lines)
        return lines

    def close(self) -> None:
        """All that was added is on the disk, and others may write."""
        try:
            for lines in self._lines:
                lines.sync()
        finally:
            self._lease.release()

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _refuse_what_is_there(self) -> None:
        kind, path = self.kind, self.path
        if (path / kind.header).exists():
            raise StoreError(f"{path} holds a {kind.name} already; go on with it by --resume {path}, or take another")
        for name in kind.files:
            if (path / name).exists():
                raise StoreError(
                    f"{path / name} is there without its {kind.header}; take another folder, so that nothing is mixed"
                )
        for other in sorted(path.glob("*.json")):
            found = _format_of(other)
            if found is not None:
                raise StoreError(f"{path} holds {other.name}, which is {found}; take another for a {kind.name}")


def _format_of(path: Path) -> str | None:
    """What a header of another kind calls itself; None if the file is no header."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "version" not in document:
        return None
    found = document.get("format")
    return found if isinstance(found, str) and found.startswith("burgundy-") else None
