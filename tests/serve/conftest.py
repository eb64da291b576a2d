"""A server and a browser for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import browser
from served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("games"))
    yield server
    server.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture(scope="module")  # while it is open, nothing else in this process can have a loop of events
def chromium(chromium_file: str) -> Iterator[Any]:
    with browser(chromium_file) as one:
        yield one
