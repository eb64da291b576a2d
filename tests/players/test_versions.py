"""Each version of our players plays as it did when it came out: papers compare with it."""

from __future__ import annotations

import json

import pytest
from make_versions import FILE, automas, played, versions

KEPT = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_version_is_pinned() -> None:
    """One that is gone would be missed by whoever compares with it."""
    assert sorted(KEPT) == sorted([*versions(), *automas()]), "run tools/make_versions.py"


@pytest.mark.parametrize("version", KEPT)
def test_it_plays_as_it_did(version: str) -> None:
    assert dict(played(version)) == KEPT[version], (
        f"{version} plays otherwise; its old play is kept and the new one gets the next number: docs/evaluate.md"
    )
