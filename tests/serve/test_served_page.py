"""The page in a real browser: whole games by mouse, by keys alone and by touch, several pages at one game."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from browser import middle, opened, serious, spot_of
from playwright.sync_api import Error
from served import Served

from burgundy_env.config import all_modules
from burgundy_env.modules.chateauma import MODIFIERS
from burgundy_env.records import Record

ANNA, RANDOM = {"name": "Anna"}, {"agent": "random"}
TWO: dict[str, Any] = {"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"agent": "random"}]}
READY = "#dock button, .spot.act, dialog[open]"
Turn = Callable[[Any, random.Random], None]
DRAWN_ANEW = (AttributeError, LookupError, Error)  # what was looked at is gone before it is clicked


def lit(page: Any) -> list[str]:
    spots = [one.get_attribute("data-spot") for one in page.query_selector_all(".spot.act")]
    return sorted(spots, key=lambda spot: (spot[0] != "h", not spot[0].isdigit()))


def by_mouse(page: Any, dice: random.Random) -> None:
    end = page.query_selector("#dock .primary")
    spots = [spot for spot in lit(page) if spot != "workers"]
    if end and (not spots or dice.random() < 0.7):
        end.click()
    elif spots:
        page.mouse.click(*middle(page, spot_of(dice.choice(spots[:4]))))
        way = page.query_selector(".ask .option")
        if way:
            way.click()
    else:
        page.query_selector("#dock button").click()


def by_keys(page: Any, dice: random.Random) -> None:
    for key in [
        dice.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) for _ in range(dice.randrange(1, 4))
    ]:
        page.keyboard.press(key)
    if page.query_selector('#dock [data-action="end"]'):
        page.keyboard.press("e")
    elif page.query_selector(".spot.act"):
        page.keyboard.press("Enter")
    elif page.query_selector("#dock [data-action$=workers]"):
        page.keyboard.press("w")
    else:
        page.keyboard.press("/")
        page.keyboard.press("Tab")
    if page.query_selector(".ask") or page.evaluate("document.activeElement.className") == "option":
        page.keyboard.press("Enter")


def by_touch(page: Any, dice: random.Random) -> None:
    end = page.query_selector("#dock .primary")
    spots = [spot for spot in lit(page) if spot != "workers"]
    if end and (not spots or dice.random() < 0.7):
        end.tap()
        return
    if not spots:
        other = page.query_selector('nav [aria-pressed="false"]')
        wanted = "duchy" if page.query_selector('[data-phone="depots"][aria-pressed="true"]') else "depots"
        page.tap(f'[data-phone="{wanted}"]')
        if dice.random() < 0.5 or not other:
            page.query_selector("#dock button").tap()
        return
    spot = dice.choice(spots[:4])
    page.query_selector(spot_of(spot)).scroll_into_view_if_needed()
    page.touchscreen.tap(*middle(page, spot_of(spot)))
    if page.query_selector(".ask"):
        page.query_selector(".ask .option").tap()


def play(page: Any, turn: Turn, seed: int = 1, most: int = 900) -> int:
    """Play until the game is over; how often something was tried."""
    dice = random.Random(seed)
    for number in range(most):
        page.wait_for_selector(READY, timeout=60_000)
        if page.query_selector("dialog[open]"):
            return number
        before = page.text_content("#log")
        with contextlib.suppress(*DRAWN_ANEW):
            turn(page, dice)
        for _ in range(40):
            if page.query_selector("dialog[open]") or page.text_content("#log") != before:
                break
            page.wait_for_timeout(5)
            if _ == 8 and turn is by_keys:
                break
    raise AssertionError("the game did not end")


def to_the_first_turn(page: Any) -> None:
    """Both start castles are placed."""
    for placed in range(2):
        page.wait_for_selector(".spot.act")
        page.mouse.click(*middle(page, spot_of(lit(page)[0])))
        page.wait_for_selector(f"#log li:nth-child({placed + 2})")
    page.wait_for_selector(".spot.die")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("turn", "screen"),
    [
        (by_mouse, {}),
        (by_keys, {}),
        (by_touch, {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}),
    ],
)
def test_a_whole_game(chromium: Any, served: Served, turn: Turn, screen: dict[str, Any]) -> None:
    ident, key = served.begin(TWO)
    with opened(chromium, f"{served.address}/game/{ident}#{key}", **screen) as page:
        play(page, turn)
        assert "won" in page.text_content("dialog") or "wins" in page.text_content("dialog")
        assert Record.load(served.folder / ident / "record.jsonl").game().is_over


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "wish",
    [
        {"players": 1, "duchies": "random", "modules": list(all_modules(True)),
         "chateauma": {"difficulty": "hard", "modifiers": list(MODIFIERS)}, "seats": [ANNA]},
        {"players": 1, "duchies": [33], "modules": ["solo"], "seats": [{"name": "Anna"}]},
        {"players": 4, "duchies": [31, 32], "modules": ["team"], "seats": [ANNA, *[RANDOM] * 3]},
        {"players": 2, "duchies": "sides", "modules": ["castle_rule", "extra_tiles", "border_posts", "white_castles",
         "inns", "trade_routes", "shields", "vineyards"], "seats": [ANNA, RANDOM]},
    ],
    ids=["chateauma", "solo", "team", "modules"],
)  # fmt: skip
def test_every_kind_of_game(chromium: Any, served: Served, wish: dict[str, Any]) -> None:
    ident, key = served.begin(wish)
    with opened(chromium, f"{served.address}/game/{ident}#{key}") as page:
        play(page, by_mouse)
        assert Record.load(served.folder / ident / "record.jsonl").game().is_over


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
@pytest.mark.parametrize("players", [2, 4])
def test_the_whole_table_is_in_view(chromium: Any, served: Served, width: int, height: int, players: int) -> None:
    seats = [{"name": f"P{seat}"} for seat in range(players)]
    link = served.link({"players": players, "duchies": "random", "seats": seats})
    with opened(chromium, link, width, height) as page:
        page.wait_for_selector(".spot")
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        boxes = {}
        for sheet in page.query_selector_all("svg[data-sheet]"):
            box = boxes[sheet.get_attribute("data-sheet")] = sheet.bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width + 1
            assert box["y"] + box["height"] <= height + 1
        assert boxes.keys() == {"depots", "status", *(f"seat{seat}" for seat in range(players))}
        large = max(box["width"] for name, box in boxes.items() if name.startswith("seat"))
        assert large > 0.5 * 1024 - 60


def test_a_die_narrows_what_is_lit(chromium: Any, served: Served) -> None:
    narrowed = 0
    for _ in range(4):  # now and then one die can do all that both can
        with opened(chromium, served.link({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})) as page:
            to_the_first_turn(page)
            both = set(lit(page))
            page.keyboard.press("1")
            first = set(lit(page))
            page.keyboard.press("2")
            second = set(lit(page))
            assert first | second == both
            narrowed += first != both or second != both
            page.keyboard.press("Escape")
            assert set(lit(page)) == both
        if narrowed:
            return
    pytest.fail("a die narrows what is lit")


def test_what_was_taken_is_taken_back(chromium: Any, served: Served) -> None:
    with opened(chromium, served.link({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})) as page:
        to_the_first_turn(page)
        both = set(lit(page))
        taken = next(spot for spot in both if spot[0].isdigit())
        page.mouse.click(*middle(page, spot_of(taken)))
        if page.query_selector(".ask .option"):
            assert page.query_selector(".ask .price") or len(page.query_selector_all(".ask .option")) > 1
            page.query_selector(".ask .option").click()
        page.wait_for_selector("button.back:not(:disabled)")
        page.keyboard.press("u")
        page.wait_for_selector("button.back[disabled]")
        page.wait_for_timeout(200)
        assert set(lit(page)) == both


def test_whatever_is_held_something_is_lit(chromium: Any, served: Served) -> None:
    dice, together = random.Random(3), 0
    link = served.link({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})  # nobody else moves meanwhile
    with opened(chromium, link) as page:
        for _ in range(120):
            page.wait_for_selector(READY)
            for tile in [one.get_attribute("data-spot") for one in page.query_selector_all(".spot.tile")]:
                for die in "12":
                    page.mouse.click(*middle(page, spot_of(tile)))
                    page.keyboard.press(die)
                    assert page.query_selector(READY)
                    together += len(page.query_selector_all(".spot.held")) == 2
                    page.keyboard.press("Escape")
            before = page.text_content("#log")
            with contextlib.suppress(*DRAWN_ANEW):
                by_mouse(page, dice)
            for _ in range(20):
                page.wait_for_timeout(10)
                if page.text_content("#log") != before:
                    page.wait_for_timeout(30)  # the log is drawn before the table
                    break
    assert together > 3, "a die and a tile that it places are held together"


def test_a_tile_is_dragged(chromium: Any, served: Served) -> None:
    ident, key = served.begin({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})
    with opened(chromium, f"{served.address}/game/{ident}#{key}") as page:
        to_the_first_turn(page)
        taken = next(spot for spot in lit(page) if spot[0].isdigit())
        page.mouse.move(*middle(page, spot_of(taken)))
        page.mouse.down()
        page.mouse.move(400, 600, steps=4)
        assert page.query_selector(".ghost")
        page.mouse.up()
        if page.query_selector(".ask .option"):
            page.query_selector(".ask .option").click()
        page.wait_for_selector("button.back:not(:disabled)")
        assert "take" in page.text_content("#told")


def decides(page: Any) -> bool:
    page.wait_for_timeout(100)
    return page.query_selector(READY) is not None


def test_two_browsers_at_one_game(chromium: Any, served: Served) -> None:
    wish = {**TWO, "seats": [{"name": "Anna"}, {"name": "Ben", "elsewhere": True}]}
    ident, key = served.begin(wish)
    with opened(chromium, f"{served.address}/game/{ident}#{key}") as host:
        host.wait_for_selector(".sheet")
        host.keyboard.press("m")
        host.wait_for_selector("dialog code")
        link = host.query_selector_all("dialog code")[1].text_content()
        host.keyboard.press("Escape")
        with opened(chromium, link) as guest:
            guest.wait_for_selector(".sheet")
            for _ in range(6):
                mover = next(filter(decides, itertools.cycle((host, guest))))
                other = guest if mover is host else host
                assert not other.query_selector(".spot"), "only whoever decides has something lit"
                before = other.text_content("#log")
                by_mouse(mover, random.Random(1))
                for _ in range(500):
                    if host.text_content("#log") == guest.text_content("#log") != before:
                        break
                    other.wait_for_timeout(20)
                else:
                    pytest.fail("both see the same")


def test_the_page_goes_on_when_the_server_is_back(chromium: Any, tmp_path: Any) -> None:
    served = Served(tmp_path / "games")
    try:
        link = served.link({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})
        with opened(chromium, link, away=True) as page:
            page.wait_for_selector(".spot.act")
            page.mouse.click(*middle(page, spot_of(lit(page)[0])))
            page.wait_for_selector("#log li:nth-child(2)")
            log = page.text_content("#log")
            served.kill()
            page.wait_for_selector("#broken:not(:empty)")
            served.start()
            page.wait_for_selector("#broken:empty", state="attached", timeout=60_000)
            page.wait_for_selector(".spot.act")
            assert page.text_content("#log") == log
            page.mouse.click(*middle(page, spot_of(lit(page)[0])))
            page.wait_for_selector("#log li:nth-child(3)")
    finally:
        served.kill()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(chromium: Any, served: Served, scheme: str) -> None:
    for link in (served.address, served.link(TWO)):
        context = chromium.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900}, bypass_csp=True)
        page = context.new_page()
        page.goto(link)
        page.wait_for_selector("#begin, .sheet")
        page.wait_for_timeout(500)
        assert not serious(page)
        context.close()


def test_the_lobby_begins_a_game(chromium: Any, served: Served) -> None:
    with opened(chromium, served.address) as page:
        page.wait_for_selector("#begin")
        page.click("#players-3")
        page.click("#module-inns")
        page.wait_for_selector("#module-solo[disabled]")
        assert "Inns" in page.text_content("fieldset") or "not with inns" in page.text_content("fieldset").lower()
        page.click("#board-0")
        page.click('.tile[aria-label="Duchy 7"]')
        page.wait_for_selector("#board-0 svg")
        page.click("#begin")
        page.wait_for_url("**/game/**", timeout=120_000)
        page.wait_for_selector("svg[data-sheet]")
        page.wait_for_timeout(300)
        page.goto(served.address)
        page.wait_for_selector("text=Go on with")
        page.click("#just-play")
        page.wait_for_selector("svg[data-sheet]")


def test_the_lobby_asks_what_modules_ask_for(chromium: Any, served: Served) -> None:
    with opened(chromium, served.address) as page:
        page.wait_for_selector("#begin")
        assert not page.query_selector("#key-trade_route_order")
        page.click("#module-trade_routes")
        page.select_option("#key-trade_route_order", "chosen")
        page.click("#module-vineyards")
        page.click("#key-vineyards-4")
        page.wait_for_selector(".wrong:has-text('1 boards for 2 players')")
        page.click("#key-vineyards-2")
        page.wait_for_selector(".wrong", state="detached")
        page.select_option("#dealing", "sides")
        page.wait_for_selector("#board-0", state="detached")
        page.click("#begin")
        page.wait_for_url("**/game/**", timeout=120_000)
        page.wait_for_selector("svg[data-sheet]")
        ident = page.url.rpartition("/")[2].partition("#")[0]
        assert page.text_content("#log").count("You") == 0
    config = Record.load(served.folder / ident / "record.jsonl").game().config
    assert (config.trade_route_order, config.vineyards) == ("chosen", (4, 2))
    assert config.chooses_sides


def test_whoever_waits_for_the_engine_is_told_so(chromium: Any, served: Served) -> None:
    with opened(chromium, served.address) as page:
        page.wait_for_selector("#just-play")
        page.route("**/api/games", lambda _: None)  # it takes long
        page.route("**/api/compiling", lambda asked: asked.fulfill(json={"now": True}))
        page.click("#just-play")
        page.wait_for_selector("#notice:has-text('Compiling the engine, once')")
        page.unroute_all(behavior="ignoreErrors")


def test_hints_are_off_until_asked_for(chromium: Any, served: Served) -> None:
    with opened(chromium, served.link({**TWO, "seats": [{"name": "Anna"}, {"name": "Ben"}]})) as page:
        page.wait_for_selector(".spot.act")
        assert not page.is_visible("#hints")
        page.keyboard.press("h")
        page.wait_for_selector("#hints li:nth-child(2) b:has-text('VP')", timeout=120_000)
        page.mouse.click(*middle(page, spot_of(lit(page)[0])))
        page.wait_for_selector("#log li:nth-child(2)")
        page.wait_for_selector("#hints li", timeout=120_000)
        page.click("#hinter")
        page.wait_for_selector("#hints", state="hidden")
