"""The component data as documents that tests change, and a folder of the user's own data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from burgundy_env import data
from burgundy_env.data import loader
from burgundy_env.data.provenance import FILES

PACKAGE = Path(data.__file__).parent
DELETE = object()
Documents = dict[str, Any]
D, C, X, T, V = FILES
OWN_ROWS = ["gttb", "ggtee", "trybbb", "ttgyrtt", "yrgybt", "tgtrb", "yyet"]  # duchy 5, last two swapped


def documents() -> Documents:
    return {name: loader.read_json(PACKAGE / name) for name in FILES}


def put(document: Any, path: str, value: Any) -> None:
    """Sets or deletes what a path names: keys and list indices (from 0) joined by dots."""
    *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
    for part in parents:
        document = document[part] if isinstance(document, list) else document[str(part)]
    key = last if isinstance(document, list) else str(last)
    if value is DELETE:
        del document[key]
    else:
        document[key] = value


def write(directory: Path, name: str, value: Any) -> Path:
    directory.mkdir(exist_ok=True)
    (directory / name).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return directory
