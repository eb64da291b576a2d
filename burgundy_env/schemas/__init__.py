"""JSON Schemas (draft 2020-12) of the formats that others may write: positions and records.

>>> from burgundy_env.schemas import schema
>>> schema("position")["$id"]
'urn:burgundy-env:position:1'

The files beside this one are written by `tools/make_schemas.py` from the tables by which the readers read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["NAMES", "path_of", "schema"]

NAMES = ("position", "record")


def path_of(name: str) -> Path:
    """The file of a schema: `position` or `record`.

    >>> path_of("record").name
    'record-1.json'
    """
    if name not in NAMES:
        raise ValueError(f"there is no schema {name!r}; there are {', '.join(NAMES)}")
    return Path(__file__).with_name(f"{name}-1.json")


def schema(name: str) -> dict[str, Any]:
    """A schema as a document.

    >>> schema("position")["$id"]
    'urn:burgundy-env:position:1'
    """
    document: dict[str, Any] = json.loads(path_of(name).read_text(encoding="utf-8"))
    return document
