"""A real Chromium for the tests of pages, without a window and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 90_000  # milliseconds: a machine may have much else to do
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@contextmanager
def browser(path: str) -> Iterator[Any]:
    """The Chromium in this file, with a new, empty profile."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=PATIENCE)
        yield chromium
        chromium.close()


QUICKLY = "localStorage.setItem('burgundy.settings', JSON.stringify({pace: 0, moves: false}))"


@contextmanager
def opened(chromium: Any, link: str, width: int = 1440, height: int = 900, **more: Any) -> Iterator[Any]:
    """A page of the browser's table; whatever goes wrong in it fails the test."""
    context = chromium.new_context(viewport={"width": width, "height": height}, **more)
    context.add_init_script(QUICKLY)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(link)
    try:
        yield page
        expected = (
            "ERR_CONNECTION_REFUSED",
            "400 (Bad Request)",
        )  # the server is away; it refuses with a sentence
        assert not [one for one in wrong if not any(known in one for known in expected)]
    finally:
        context.close()
