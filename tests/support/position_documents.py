"""Documents of positions for tests to damage."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from make_perft import FOLDER

Document = dict[str, Any]


@cache
def _text(name: str) -> str:
    return (FOLDER / "positions" / f"{name}.json").read_text(encoding="utf-8")


def document(name: str = "full_storage", hidden: bool = True) -> Document:
    """A valid document, one of the perft suite."""
    found: Document = json.loads(_text(name))
    if not hidden:
        del found["hidden"]
    return found


def mine(document: Document) -> Document:
    """The active player's part."""
    player: Document = document["players"][document["active"]]
    return player
