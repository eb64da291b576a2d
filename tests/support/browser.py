"""A real Chromium for the tests of pages, without a window and without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

PATIENCE = 90_000  # milliseconds: a machine may have much else to do
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def executable() -> str:
    """Chromium's file; the test fails with a sentence where there is none, as a page untested is not tested."""
    found = os.environ.get("BURGUNDY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(
            "The replay page is tested in Chromium, and there is none here: install it (apt-get install chromium), "
            "or name it in BURGUNDY_CHROMIUM.",
            pytrace=False,
        )
    return found


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium with a new, empty profile."""
    from playwright.sync_api import sync_playwright

    path = executable()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=PATIENCE)
        yield chromium
        chromium.close()
