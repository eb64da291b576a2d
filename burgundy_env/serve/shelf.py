"""Where studies are kept: a file each, in a folder beside the games, as a whole or not at all."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burgundy_env import safe
from burgundy_env.serve.studies import Study
from burgundy_env.serve.table import Refused
from burgundy_env.store import StoreError, write_whole

MOST_BYTES = 4 << 20  # of a text that is to be studied: a long game with everybody's thoughts
_NAME = re.compile(r"[0-9a-f]{24}\Z")
_MOST_OPEN = 24  # studies in memory, beside those that somebody looks at


class Shelf:
    """The folder, and the studies of it that are open. Whoever knows a study's name may look at it: no name can be
    guessed."""

    def __init__(self, folder: Path, most: int = 1000) -> None:
        self.folder, self.most = folder, most
        self._open: dict[str, Study] = {}
        self._looked_at: dict[str, int] = {}

    def begin(self, text: str) -> str:
        """Keep a new study of a record, a position or a study; its name."""
        return self._added(secrets.token_hex(12), Study.read(text))

    def begin_of_game(self, secret: str, text: str) -> str:
        """The study of a game of this server: the same one, as long as the game is at the same point."""
        ident = hashlib.blake2b(f"{secret}\n{text}".encode(), digest_size=12).hexdigest()
        return ident if self._file(ident).is_file() else self._added(ident, Study.read(text))

    def _added(self, ident: str, study: Study) -> str:
        self.folder.mkdir(exist_ok=True)
        if sum(1 for _ in self.folder.iterdir()) >= self.most:
            raise StoreError(f"{self.folder} holds {self.most} studies; remove some of them first")
        self._open[ident] = study
        self.save(ident, study)
        return ident

    def study(self, ident: str) -> Study:
        """A study by its name."""
        if ident in self._open:
            return self._open[ident]
        if not _NAME.match(ident) or not self._file(ident).is_file():
            raise Refused("there is no such study here")
        study = Study.read(self._file(ident).read_text(encoding="utf-8"))
        for other in [other for other in self._open if not self.looked_at(other)]:
            if len(self._open) >= _MOST_OPEN:
                del self._open[other]
        self._open[ident] = study
        return study

    def look(self, ident: str, more: int) -> None:
        """So many pages more look at a study, or fewer."""
        self._looked_at[ident] = self.looked_at(ident) + more

    def looked_at(self, ident: str) -> int:
        """How many pages look at a study."""
        return self._looked_at.get(ident, 0)

    def save(self, ident: str, study: Study) -> None:
        """Write a study."""
        write_whole(self._file(ident), json.dumps({"about": study.about, **study.to_dict()}))

    def listed(self, most: int = 30) -> Iterator[dict[str, Any]]:
        """The studies that were changed last."""
        files = [(file.stat().st_mtime, file) for file in self.folder.glob("*.json")] if self.folder.is_dir() else []
        for when, file in sorted(files, reverse=True)[:most]:
            try:
                about = json.loads(file.read_text(encoding="utf-8"))["about"]
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                continue
            yield {"ident": file.stem, "about": safe.line(about)[:200], "when": when}

    def _file(self, ident: str) -> Path:
        return self.folder / f"{ident}.json"
