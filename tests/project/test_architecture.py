"""The page that draws the house shows it as it is."""

from __future__ import annotations

import re

import make_architecture
import pytest
from make_architecture import PAGE, ROOT

TEXT = PAGE.read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`((?:burgundy_env|agents|tests|tools)/[\w./]*)", TEXT)))


def test_the_drawing_is_current() -> None:
    assert make_architecture.page(TEXT) == TEXT, "run python tools/make_architecture.py"


@pytest.mark.parametrize("path", PATHS)
def test_every_place_it_names_is_there(path: str) -> None:
    found = ROOT / path
    assert found.exists() or found.with_suffix(".py").exists()


def test_places_are_found_in_the_page() -> None:
    assert len(PATHS) > 20


def test_every_room_is_named() -> None:
    for _, module in make_architecture.sources():
        room = make_architecture.room_of(module)
        assert room.startswith("_") or re.search(rf"\b{room}\b", TEXT), room
