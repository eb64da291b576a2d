"""The pages as they were when somebody looked at them last; `python tools/make_screenshots.py` takes them anew."""

from __future__ import annotations

from typing import Any

import pytest
from screenshots import MOST_DIFFERENT, difference
from served import Served
from served_screens import KEPT, SCREENS, Screen, taken


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kept", SCREENS, ids=lambda one: one.name)
def test_the_page_looks_as_it_did(chromium: Any, served: Served, kept: Screen) -> None:
    now = taken(chromium, kept, served)
    assert difference(now, kept.file.read_bytes()) < MOST_DIFFERENT, "look at it: tools/make_screenshots.py"


def test_few_bytes_are_kept_and_none_of_pages_there_are_not() -> None:
    kept = set(KEPT.glob("*.png"))
    assert kept == {one.file for one in SCREENS}
    assert sum(file.stat().st_size for file in kept) < 1_500_000
