"""What the table in the browser tells before anything is done, and how it shows what others do."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browser import middle, opened, spot_of
from burgundy_agents import make
from served import Served

from burgundy_env import Game

PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
# Words that are broken within, as they have no room.
BROKEN = """() => [...document.querySelectorAll('dialog :is(th, td, button)')].flatMap((one) => {
    const text = one.firstChild;
    if (text?.nodeType !== Node.TEXT_NODE) return [];
    return [...text.data.matchAll(/\\S+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
GHOSTS = """() => {
    window.ghosts = 0;
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
        if (node.classList?.contains('ghost')) window.ghosts += 1;
    }))).observe(document.body, {childList: true});
}"""


def turn_of(seed: int = 5) -> Game:
    """A game in which whoever decides can place a stored tile for points, and take another."""
    game, agent = Game.new({"players": 2, "duchies": [1, 3]}, seed=seed), make("random", seed=seed)
    for _ in range(400):
        legal = game.legal_actions() if game.to_json()["stage"] == "turn" else []
        places = [action for action in legal if " place h" in action]
        if any(game.points(action) for action in places) and any(" take " in action for action in legal):
            return game
        game.push(agent.act(game))
    raise AssertionError("nothing can be placed")


def link_to(served: Served, game: Game) -> str:
    """A game of two people that begins at a position."""
    document = {key: value for key, value in game.to_json().items() if key != "hidden"}
    begun = json.loads(served.ask("/api/positions/play", {"position": document, "seats": PEOPLE})[1])
    return f"{served.address}/game/{begun['ident']}#{begun['key']}"


def depot_spot(page: Any) -> str:
    """A tile of a numbered depot that may be taken."""
    spots = page.locator(".spot.act").evaluate_all("all => all.map((one) => one.dataset.spot)")
    return next(spot for spot in spots if re.fullmatch(r"[1-6]\.[1-4]", spot))


def test_a_tile_is_explained_by_the_mouse_and_by_a_finger(chromium: Any, served: Served) -> None:
    link = link_to(served, turn_of())
    with opened(chromium, link) as page:
        page.wait_for_selector(".spot.act")
        page.mouse.move(*middle(page, spot_of(depot_spot(page))))
        page.wait_for_selector("#tip", state="visible")
        assert re.search(r".{6,}\n.*▸ ", page.text_content("#tip"), re.DOTALL), "what it is and what may be done"
        page.mouse.move(2, 2)
        page.wait_for_selector("#tip", state="hidden")
    with opened(chromium, link, **PHONE) as page:
        page.wait_for_selector("svg[data-sheet]")
        page.tap('[data-phone="depots"]')
        page.evaluate("() => document.querySelector('#tip').textContent = ''")
        page.locator("svg[data-sheet=depots] [data-tip]").first.tap(force=True)
        page.wait_for_selector("#tip:not(:empty)", state="attached")


def test_the_key_is_searched_and_hidden(chromium: Any, served: Served) -> None:
    with opened(chromium, link_to(served, turn_of())) as page:
        page.wait_for_selector(".spot.act")
        page.keyboard.press("k")
        page.wait_for_selector("dialog .key li")
        every = page.locator(".key li:visible").count()
        page.keyboard.type("castle")
        found = page.locator(".key li:visible")
        assert 0 < found.count() < every
        assert all("castle" in words.lower() for words in found.all_text_contents())
        page.click("dialog .close")
        page.wait_for_selector("dialog", state="detached")


def test_points_have_room_on_a_phone(chromium: Any, served: Served) -> None:
    seats = [{"name": name} for name in ("Anna", "Ben", "Christopher", "Dora")]
    with opened(chromium, served.link({"players": 4, "duchies": [1, 3, 5, 7], "seats": seats}), **PHONE) as page:
        page.wait_for_selector(".spot")
        page.keyboard.press("p")
        page.wait_for_selector("dialog table")
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= PHONE["width"]
        assert page.evaluate(BROKEN) == []


def test_the_head_is_one_row_on_a_small_screen(chromium: Any, served: Served) -> None:
    with opened(chromium, link_to(served, turn_of()), 1024, 768) as page:
        page.wait_for_selector(".spot.act")
        tops = {box["y"] for one in page.locator("header button").all() if (box := one.bounding_box())}
        assert max(tops) - min(tops) < 10, tops
        assert page.get_by_role("button", name="Undo").count() == 1, "its words are still there for who hears them"


def test_workers_and_points_stand_on_what_is_lit(chromium: Any, served: Served) -> None:
    game = turn_of()
    with opened(chromium, link_to(served, game)) as page:
        page.wait_for_selector(".spot.act")
        told = {
            spot.get_attribute("data-spot"): spot.locator(".badge-ink").all_text_contents()
            for spot in page.locator(".spot.act").all()
        }
    points = {}
    for action in game.legal_actions():
        kind = re.match(r"d\d (?:sell|place h)(\d+)", action)
        if kind:
            spot = f"h{kind[1]}" if "place" in action else f"g{kind[1]}"
            points[spot] = max(points.get(spot, 0), sum(game.points(action).values()))
    assert any(points.values())
    for spot, vp in points.items():
        if spot in told and spot.startswith("h"):
            assert (f"+{vp} VP" in told[spot]) == (vp > 0)
    badges = [badge for badges in told.values() for badge in badges]
    assert any(badge.endswith("VP") for badge in badges)
    assert any(badge.strip().isdigit() for badge in badges), "workers"


def test_a_stored_tile_is_dragged_to_a_hex(chromium: Any, served: Served) -> None:
    with opened(chromium, link_to(served, turn_of())) as page:
        page.wait_for_selector(".spot.tile[data-spot^='stored:']")
        stored = page.locator(".spot.tile[data-spot^='stored:']").first
        before = page.locator("#log li").count()
        page.mouse.move(*middle(page, spot_of(stored.get_attribute("data-spot"))))
        page.mouse.down()
        page.mouse.move(500, 500, steps=4)
        page.wait_for_selector(".ghost", state="attached")
        page.wait_for_selector(".spot.act[data-spot^='h']")
        hex_ = page.locator(".spot.act[data-spot^='h']").first.get_attribute("data-spot")
        page.mouse.move(*middle(page, spot_of(hex_)), steps=4)
        page.mouse.up()
        page.wait_for_timeout(100)
        if page.query_selector(".ask .option"):
            page.click(".ask .option >> nth=0")
        page.wait_for_selector(f"#log li:nth-child({before + 1})")
        assert hex_ in page.text_content("#log li:last-child")


@pytest.mark.parametrize(
    ("moves", "motion", "flies"),
    [(True, "no-preference", True), (False, "no-preference", False), (True, "reduce", False)],
    ids=["moves", "off", "reduced"],
)
def test_tiles_move_unless_that_is_off(chromium: Any, served: Served, moves: bool, motion: str, flies: bool) -> None:
    with opened(chromium, link_to(served, turn_of()), reduced_motion=motion) as page:
        settings = json.dumps({"pace": 500, "moves": moves})
        page.context.add_init_script(f"localStorage.setItem('burgundy.settings', {json.dumps(settings)})")
        page.reload()
        page.wait_for_selector(".spot.act")
        page.evaluate(GHOSTS)
        before = page.locator("#log li").count()
        taken = depot_spot(page)
        page.mouse.click(*middle(page, spot_of(taken)))
        page.wait_for_timeout(150)
        if page.query_selector(".ask .option"):
            page.click(".ask .option >> nth=0")
        page.wait_for_selector(f"#log li:nth-child({before + 1})")
        page.wait_for_timeout(300)
        assert (page.evaluate("window.ghosts") > 0) is flies
