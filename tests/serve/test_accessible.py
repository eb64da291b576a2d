"""axe finds nothing serious in what opens over the pages, nor on a phone's screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser import QUICKLY, serious
from burgundy_agents import make
from served import Served
from served_screens import position

from burgundy_env import Game, arena
from burgundy_env.arena import Plan, Store
from burgundy_env.records import Record
from burgundy_env.serve.learning import problems

DESK = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True, "is_mobile": True}
SEATS = [{"name": "Anna"}, {"name": "Ben"}]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("accessible")
    plan = Plan.of(["reflex", "random"], 2, config={"players": 2}, keeps_actions=True)
    store = Store.create(folder / "arena", plan)
    arena.run(store, 1)
    store.close()
    server = Served(folder / "games", "--watch", str(store.folder))
    yield server
    server.kill()


def table(page: Any, served: Served) -> None:
    begun = json.loads(served.ask("/api/positions/play", {"position": position(), "seats": SEATS})[1])
    page.goto(f"{served.address}/game/{begun['ident']}#{begun['key']}")
    page.wait_for_selector("#dock button")


def over(page: Any, served: Served) -> None:
    ident, key = served.begin({"players": 2, "duchies": [1, 3], "seats": SEATS})
    game, agent = Record.load(served.folder / ident / "record.jsonl").game(), make("random", seed=1)
    while not game.is_over:
        game.push(agent.act(game))
    Record.of(game, ["human:Anna", "human:Ben"]).save(served.folder / ident / "record.jsonl")
    page.goto(f"{served.address}/game/{ident}#{key}")
    page.wait_for_selector("dialog .verdict")


def analyse(page: Any, served: Served) -> None:
    game = Game.new({"players": 3, "duchies": [1, 3, 5]}, seed=5)
    while game.to_json()["stage"] != "turn":
        game.push(game.legal_actions()[0])
    text = "".join(f"{line}\n" for line in Record.of(game, ["human:Anna", "random", "random"]).lines())
    ident = json.loads(served.ask("/api/studies", {"text": text})[1])["ident"]
    page.goto(f"{served.address}/analyse/{ident}")
    page.wait_for_selector("#scrub[data-node]")
    page.keyboard.press("End")


def at(path: str, ready: str) -> Callable[[Any, Served], None]:
    def come(page: Any, served: Served) -> None:
        page.goto(f"{served.address}{path}")
        page.wait_for_selector(ready)

    return come


def press(key: str, ready: str) -> Callable[[Any], None]:
    def open_it(page: Any) -> None:
        page.keyboard.press(key)
        page.wait_for_selector(ready, timeout=120_000)

    return open_it


def click(what: str, ready: str) -> Callable[[Any], None]:
    def open_it(page: Any) -> None:
        page.locator(what).first.click()
        page.wait_for_selector(ready)

    return open_it


def ask(page: Any) -> None:
    """Several ways to do something are offered beside it."""
    page.keyboard.press("m")
    page.click("dialog label:has-text('Ask before each action')")
    page.keyboard.press("Escape")
    click(".spot.act", ".ask")(page)


def seat(page: Any) -> None:
    """What a seat has, which on a phone is on a page of its own."""
    page.evaluate("() => document.querySelector('[data-phone=duchy]').click()")
    click('.spot[data-spot="workers"]', "dialog [data-key=silver]")(page)


def as_it_is(_: Any) -> None:
    """Nothing is opened."""


def everything(page: Any) -> None:
    for module in ("trade_routes", "vineyards"):
        page.click(f"#module-{module}")
        page.wait_for_selector(f"#key-{'vineyards-1' if module == 'vineyards' else 'trade_route_order'}")
    page.click("#chateauma")
    page.wait_for_selector("#difficulty")


WHAT: dict[str, tuple[Callable[[Any, Served], None], dict[str, Callable[[Any], None]]]] = {
    "lobby": (at("/", "#board-1"), {
        "itself": as_it_is, "duchies": click("#board-0", "dialog .tile svg"), "everything": everything}),
    "table": (table, {
        "itself": as_it_is, "key": press("k", "dialog .key"), "points": press("p", "dialog table"),
        "settings": press("m", "dialog select"), "hint": press("h", "#hints li"), "ways": ask}),
    "end": (over, {"itself": as_it_is}),
    "analyse": (analyse, {
        "itself": as_it_is, "lines": press("b", "#lines li"), "what if": press("i", "dialog #change"),
        "play on": click("#play-on", "dialog #begin-here"), "more": press("m", "dialog select")}),
    "door": (at("/analyse", "#open"), {"itself": as_it_is}),
    "setup": (at("/setup", ".spot"), {
        "itself": as_it_is, "new": click("#new", "dialog #begin-new"),
        "tile": click('.spot[data-spot="3.1"]', ".palette button"),
        "seat": seat}),
    "learn": (at("/learn", ".problems li"), {"itself": as_it_is}),
    "lesson": (at("/learn/first-game", ".coach h2:not(:empty)"), {"itself": as_it_is}),
    "problem": (at(f"/learn/{next(iter(problems()))}", ".spot"), {
        "itself": as_it_is, "answer": click("#give", "#answer table")}),
    "watch": (at("/watch/0", "#standings"), {"itself": as_it_is, "cell": click("#cell-0-1", "#games a")}),
    "film": (at("/watch/0/0", "#where:not(:empty)"), {"itself": as_it_is}),
}  # fmt: skip


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", WHAT)
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_accessible(chromium: Any, served: Served, screen: dict[str, Any], name: str) -> None:
    come, ways = WHAT[name]
    context = chromium.new_context(**screen, bypass_csp=True)
    context.add_init_script(QUICKLY)
    found = {}
    for way, open_it in ways.items():
        page = context.new_page()
        come(page, served)
        open_it(page)
        page.wait_for_timeout(150)  # what is lit follows the table a frame later
        found[way] = serious(page)
        page.close()
    context.close()
    assert not {way: wrong for way, wrong in found.items() if wrong}
