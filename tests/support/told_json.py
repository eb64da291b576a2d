"""The keys that docs/json.md tells of a command, compared with what the command prints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
ROWS = {
    name: told for names, told in re.findall(r"(?m)^\| `([^|]+)` \| (.+) \|$", PAGE) for name in names.split("`, `")
}


def check_keys(name: str, printed: Mapping[str, Any]) -> None:
    """Every key that is told is there, and no other, unless the page says that there are more."""
    told = ROWS[name]
    outside = re.sub(r"\([^)]*\)", "", told).partition(";")[0]
    keys = set(re.findall(r"`(\w+)`", outside))
    assert keys <= printed.keys(), name
    if "..." not in told and "what else" not in told:
        assert keys == printed.keys(), name
