"""Each version of our players plays as it did when it came out: papers compare with it."""

from __future__ import annotations

import json

import pytest
from make_versions import FILE, automas, played, versions

from burgundy_env.players.levels import SEARCHED
from burgundy_env.players.policies import number_of

KEPT = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_version_is_pinned() -> None:
    """One that is gone would be missed by whoever compares with it."""
    assert sorted(KEPT) == sorted([*versions(), *automas()]), "run tools/make_versions.py"


def test_what_they_are_told_where_nobody_tells_them_does_not_move() -> None:
    """Games of so many futures would take too long to be pinned."""
    assert number_of("turn") == number_of("turn:360")
    assert SEARCHED.tolist() == [0, 0, 0, 0, 3, 30, 300, 3000]


@pytest.mark.parametrize("version", KEPT)
def test_it_plays_as_it_did(version: str) -> None:
    assert dict(played(version)) == KEPT[version], (
        f"{version} plays otherwise; its old play is kept and the new one gets the next number: docs/evaluate.md"
    )
