"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("games"))
    yield server
    server.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"
