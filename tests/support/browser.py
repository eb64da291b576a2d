"""A real Chromium for the tests of pages, without a window and without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

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


QUICKLY = (
    "if (!localStorage.getItem('burgundy.settings'))"
    " localStorage.setItem('burgundy.settings', JSON.stringify({pace: 0, moves: false}))"
)


@contextmanager
def opened(
    chromium: Any,
    link: str,
    width: int = 1440,
    height: int = 900,
    *,
    refusals: bool = False,
    away: bool = False,
    **more: Any,
) -> Iterator[Any]:
    """A page of the browser's table; whatever goes wrong in it fails the test. `refusals`: but for what the server
    refuses with a sentence. `away`: but for a server that is away for a while."""
    context = chromium.new_context(viewport={"width": width, "height": height}, **more)
    context.add_init_script(QUICKLY)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(link)
    try:
        yield page
        expected = [*["ERR_CONNECTION_REFUSED"] * away, *["400 (Bad Request)"] * refusals]
        assert not [one for one in wrong if not any(known in one for known in expected)]
    finally:
        context.close()


STILL = """async (selector) => {
  const there = () => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box?.width ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;
  };
  for (let was, frames = 0; frames < 300; frames += 1) {
    const box = there();
    if (box && JSON.stringify(box) === was) return box;
    was = JSON.stringify(box);
    await new Promise(requestAnimationFrame);
  }
  return null;
}"""


def box(page: Any, selector: str) -> dict[str, float]:
    """Where something is, once it is the same in two frames: a table is drawn anew whenever something is done."""
    found: dict[str, float] | None = page.evaluate(STILL, selector)
    if found is None:
        raise LookupError(f"{selector} is not to be seen, or never rests")
    return found


def middle(page: Any, selector: str) -> tuple[float, float]:
    at = box(page, selector)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def spot_of(name: str) -> str:
    """Which element may be clicked for a space, a tile or a die."""
    return f'.spot[data-spot="{name}"]'


def serious(page: Any) -> list[tuple[str, list[str]]]:
    """What axe finds serious in a page as it is now; the context must have been opened with `bypass_csp`."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        (one["id"], [node["html"][:90] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


class Tab:
    """A replay page that is open, and all that went wrong in it."""

    def __init__(
        self,
        chromium: Any,
        file: Path,
        *,
        scheme: str = "light",
        width: int = 1500,
        height: int = 900,
        at: int | None = None,
    ) -> None:
        self.context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri() + ("" if at is None else f"#a={at}"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        return " ".join((self.page.text_content(selector) or "").split())

    def texts(self, selector: str) -> list[str]:
        return [" ".join(one.split()) for one in self.page.locator(selector).all_text_contents()]

    @property
    def at(self) -> int:
        return int(self.page.input_value("#scrub"))

    def scrub(self, number: int) -> None:
        self.page.locator("#scrub").fill(str(number))

    def show(self, name: str) -> None:
        """Show one of the tabs."""
        self.page.click(f"#tabs [data-tab={name}]")

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until something is so; the page forbids what Playwright's own way to wait is made of."""
        for _ in range(1200):
            if condition():
                return
            self.page.wait_for_timeout(25)
        pytest.fail("waited in vain")

    def close(self) -> None:
        self.context.close()
