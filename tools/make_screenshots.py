"""Takes the screens kept in tests/render/screenshots and tests/serve/screenshots, and those of docs/images:
`python tools/make_screenshots.py [NAME ...]`; look at them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from browser import browser
from lab import UNTRUSTED, first_picture, lab
from programs import path_of
from screenshots import KEPT, NOTEBOOK, SCREENSHOTS, smaller, taken
from served import Served
from served_screens import SCREENS as SERVED
from served_screens import Screen
from served_screens import taken as taken_of_server

from burgundy_env import arena
from burgundy_env.arena import Plan, Store

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
QUICKLY = "localStorage.setItem('burgundy.settings', JSON.stringify({pace: 0, moves: false, theme: 'light'}))"
TABLE: dict[str, Any] = {"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"name": "Ben"}]}


def main(names: list[str]) -> None:
    """Take the screens of these names, or all; that of the notebook needs JupyterLab."""
    path = path_of("chromium")
    if path is None:
        sys.exit("a Chromium is needed")
    KEPT.mkdir(exist_ok=True)
    with browser(path) as chromium, tempfile.TemporaryDirectory() as folder:
        for one in SCREENSHOTS:
            if not names or one.name in names:
                one.file.write_bytes(taken(chromium, one, Path(folder)))
                print(f"{one.file}: {one.file.stat().st_size // 1024} KB")
        take_screens(chromium, Path(folder), [one for one in SERVED if not names or one.name in names])
        if not names or PAGES.keys() & set(names):
            take_pages(chromium, Path(folder), names)
        if not names or NOTEBOOK.stem in names:
            with lab(Path(folder)) as jupyter, jupyter.opened(chromium, UNTRUSTED, 1440, 900) as page:
                NOTEBOOK.write_bytes(first_picture(page).data)
            print(f"{NOTEBOOK}: {NOTEBOOK.stat().st_size // 1024} KB")


def take_screens(chromium: Any, folder: Path, screens: list[Screen]) -> None:
    """The pages of a server without any games, as tests compare them."""
    if not screens:
        return
    served = Served(folder / "screens")
    try:
        for one in screens:
            one.file.parent.mkdir(exist_ok=True)
            one.file.write_bytes(taken_of_server(chromium, one, served))
            print(f"{one.file}: {one.file.stat().st_size // 1024} KB")
    finally:
        served.kill()


def take_pages(chromium: Any, folder: Path, names: list[str]) -> None:
    """The pages of a server of its own, with a small tournament to watch."""
    store = Store.create(
        folder / "arena", Plan.of(["heuristic", "reflex", "greedy", "random"], 20, config={"players": 2})
    )
    arena.run(store, 1)
    store.close()
    served = Served(folder / "games", "--watch", str(store.folder))
    try:
        for name, take in PAGES.items():
            if not names or name in names:
                page = chromium.new_page(viewport={"width": 1440, "height": 900})
                page.add_init_script(QUICKLY)
                take(page, served)
                page.evaluate("() => document.fonts.ready")
                file = IMAGES / f"{name}.png"
                file.write_bytes(smaller(page.screenshot()))
                print(f"{file}: {file.stat().st_size // 1024} KB")
                page.close()
    finally:
        served.kill()


def _table(page: Any, served: Served) -> None:
    page.goto(served.link(TABLE))
    for placed in range(2):
        _press(page, ".spot.act")
        page.wait_for_selector(f"#log li:nth-child({placed + 2})")
    page.wait_for_selector(".spot.die")
    page.mouse.move(700, 5)
    page.wait_for_timeout(500)


def _lesson(page: Any, served: Served) -> None:
    page.add_init_script("localStorage.setItem('burgundy.first-game', '4')")
    page.goto(f"{served.address}/learn/first-game")
    page.wait_for_selector(".coach small:has-text('5 of')")
    page.wait_for_timeout(500)


def _tournament(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/watch/0")
    page.click("#cell-0-1")
    page.wait_for_selector("#games a")
    page.evaluate("() => scrollTo(0, 0)")


def _press(page: Any, what: str) -> None:
    box = page.wait_for_selector(what).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


PAGES = {"serve": _table, "learn": _lesson, "watch": _tournament}

if __name__ == "__main__":
    main(sys.argv[1:])
