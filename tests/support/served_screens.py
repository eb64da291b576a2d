"""The screens kept in tests/serve/screenshots: the pages of `burgundy serve`, as a real Chromium shows them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from browser import QUICKLY
from burgundy_agents import make
from pictured import PLACE
from screenshots import smaller
from served import Served

from burgundy_env import Game
from burgundy_env.records import Record

KEPT = Path(__file__).resolve().parents[1] / "serve" / "screenshots"
SIZES = ((1440, 900), (1024, 768), (390, 844))
LIGHT = QUICKLY.replace("pace: 0", "theme: 'light', pace: 0")


class Screen(NamedTuple):
    """A page, and how large the window is."""

    page: str
    width: int
    height: int

    @property
    def name(self) -> str:
        return f"{self.page}-{self.width}x{self.height}"

    @property
    def file(self) -> Path:
        return KEPT / f"{self.name}.png"


def position() -> dict[str, Any]:
    """Two duchies in the middle of a game; what is hidden is nobody's business here."""
    document: dict[str, Any] = json.loads((PLACE / "middle_2p.json").read_text())
    document.pop("hidden", None)
    return document


def _lobby(page: Any, served: Served) -> None:
    page.goto(served.address)
    page.wait_for_selector("#board-1")


def _table(page: Any, served: Served) -> None:
    wish = {"position": position(), "seats": [{"name": "Anna"}, {"name": "Ben"}]}
    begun = json.loads(served.ask("/api/positions/play", wish)[1])
    page.goto(f"{served.address}/game/{begun['ident']}#{begun['key']}")
    page.wait_for_selector(".spot.act")


def _analyse(page: Any, served: Served) -> None:
    game, agent = Game.new({"players": 2, "duchies": [1, 3]}, seed=7), make("random", seed=3)
    while game.to_json()["round"] < 3:
        game.push(agent.act(game))
    text = "".join(f"{line}\n" for line in Record.of(game, ["human:Anna", "random"]).lines())
    ident = json.loads(served.ask("/api/studies", {"text": text})[1])["ident"]
    page.goto(f"{served.address}/analyse/{ident}")
    page.wait_for_selector("svg[data-sheet]")
    page.keyboard.press("End")
    page.wait_for_selector(f"#scrub[data-node='{len(Record.of(game))}']")


def _setup(page: Any, served: Served) -> None:
    page.add_init_script(f"localStorage.setItem('burgundy.setup', {json.dumps(json.dumps(position()))})")
    page.goto(f"{served.address}/setup")
    page.wait_for_selector(".spot")


def _learn(page: Any, served: Served) -> None:
    page.add_init_script("localStorage.setItem('burgundy.first-game', '4')")
    page.goto(f"{served.address}/learn/first-game")
    page.wait_for_selector(".coach small:has-text('5 of')")


PAGES: dict[str, Callable[[Any, Served], None]] = {
    "lobby": _lobby, "table": _table, "analyse": _analyse, "setup": _setup, "learn": _learn,
}  # fmt: skip
SCREENS = [Screen(page, *size) for page in PAGES for size in SIZES]


def taken(chromium: Any, one: Screen, served: Served) -> bytes:
    """The screen as it is now, made smaller."""
    context = chromium.new_context(viewport={"width": one.width, "height": one.height}, color_scheme="light")
    context.add_init_script(LIGHT)
    page = context.new_page()
    PAGES[one.page](page, served)
    page.evaluate("() => document.fonts.ready")
    page.mouse.move(1, 1)
    page.wait_for_timeout(400)  # what is lit follows the table a frame later
    picture = page.screenshot(animations="disabled")
    context.close()
    return smaller(picture)
