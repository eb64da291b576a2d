"""Entries to keep: numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from burgundy_env.store import Lease, Lines

Number = dict[str, Any]


def numbers_in(folder: Path, lease: Lease | None = None) -> Lines[Number]:
    """Lines of numbered entries."""
    lease = Lease(folder / "writer.lock") if lease is None else lease
    return Lines(folder / "numbers.jsonl", lease, load=dict, dump=dict, key=lambda entry: entry["number"])
