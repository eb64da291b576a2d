"""The analysis board and the page that sets up positions, in a real browser: by mouse, keys and touch."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser import opened, serious
from burgundy_agents import make
from served import Served

from burgundy_env import Game
from burgundy_env.records import Record

SCRIPT = "<img src=x onerror=alert(1)>"
# What the bars say, and how much of each is filled.
BARS = """() => {
    const width = (one) => one.getBoundingClientRect().width;
    const bars = document.querySelector('#bars');
    const filled = (one) => 100 * width(one.querySelector('.won')) / width(one);
    return [bars.textContent, [...bars.querySelectorAll('svg')].map(filled)];
}"""
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def record() -> str:
    game, agent = Game.new({"players": 2, "duchies": [1, 3]}, seed=7), make("random", seed=3)
    while game.to_json()["round"] < 3:
        game.push(agent.act(game))
    return "".join(f"{line}\n" for line in Record.of(game, [f"human:{SCRIPT}", "random"]).lines())


@pytest.fixture(scope="module")
def study(served: Served, record: str) -> str:
    status, body = served.ask("/api/studies", {"text": record})
    assert status == 200
    return f"{served.address}/analyse/{json.loads(body)['ident']}"


def come(page: Any, place: int) -> None:
    page.wait_for_selector(f"#scrub[data-node='{place}']")


def large(page: Any) -> str:
    sheets = page.query_selector_all("svg[data-sheet^=seat]")
    return str(max(sheets, key=lambda sheet: sheet.bounding_box()["width"]).get_attribute("data-sheet"))


@pytest.mark.timeout(600)
def test_a_pasted_record_is_analysed(chromium: Any, served: Served, record: str) -> None:
    with opened(chromium, f"{served.address}/analyse") as page:
        page.fill("#pasted", record)
        page.click("#open")
        page.wait_for_selector("svg[data-sheet]")
        assert SCRIPT in page.text_content("body"), "names are text"
        assert not page.query_selector("img")
        page.focus("body")
        page.keyboard.press("End")
        come(page, int(page.get_attribute("#scrub", "max")))
        page.keyboard.press("Home")
        come(page, 0)
        for place in range(1, 3):
            page.keyboard.press("ArrowRight")
            come(page, place)
        page.wait_for_selector("#dock button, .spot.act")
        assert not page.query_selector("#lines li"), "nothing is judged until somebody asks"
        page.keyboard.press("b")
        page.wait_for_selector("#lines li", timeout=120_000)
        assert "wins" in page.text_content("#bars")
        page.wait_for_selector("#cost:not(:empty)")
        page.click("#lines li:not(.taken) .steps button:last-child >> nth=0")
        page.wait_for_selector("#moves .branch", state="attached")
        page.keyboard.press("b")
        page.click("button[data-tab=moves]")
        assert page.query_selector("#moves [aria-current]").inner_text()
        page.click("#pruning button:has-text('Cut off')")
        page.keyboard.press("g")
        page.wait_for_selector(".progress:has-text('of')", timeout=120_000)
        page.keyboard.press("g")
        page.keyboard.press("i")
        page.fill("#change", "p0 silver 5")
        page.keyboard.press("Enter")
        page.wait_for_selector("#told:has-text('What if: p0 silver 5')")
        page.keyboard.press("m")
        with page.expect_download() as saved:
            page.click("dialog button:has-text('Study with')")
        document = json.loads(Path(saved.value.path()).read_text())
        assert document["branches"][-1]["change"] == "p0 silver 5"
        page.keyboard.press("Escape")
        page.click("#play-on")
        page.click("#begin-here")
        page.wait_for_url("**/game/*", timeout=60_000)
        page.wait_for_selector("svg[data-sheet]")
        ident = page.url.rpartition("/")[2].partition("#")[0]
    assert Record.load(served.folder / ident / "record.jsonl").game(0).to_json()["players"][0]["silver"] == 5


def test_two_agents_side_by_side_and_what_a_net_sees(chromium: Any, study: str) -> None:
    with opened(chromium, study) as page:
        page.wait_for_selector("svg[data-sheet]")
        page.fill("#scrub", "2")
        come(page, 2)
        page.click("button[data-tab=builders]")
        page.select_option("#builders select >> nth=0", "heuristic")
        page.click("#ask-both")
        page.wait_for_selector(".sides li >> nth=3", timeout=120_000)
        page.click("#show-fields")
        page.click("li:has-text('self.reach') button", timeout=60_000)
        assert page.query_selector(".label")
        mine = large(page)
        page.click("li:has-text('opponent1.tiles') button")
        assert large(page) != mine, "numbers are read on a large duchy"
        assert page.locator(f"svg[data-sheet={large(page)}] .label.badge").count() == 1, "the start castle"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_seats_share_a_bar_and_more_have_one_each(chromium: Any, served: Served, players: int) -> None:
    game, names = Game.new({"players": players, "duchies": [1, 3, 5, 7][:players]}, seed=7), "ABCD"[:players]
    while game.to_json()["stage"] != "turn":
        game.push(game.legal_actions()[0])
    text = "".join(f"{line}\n" for line in Record.of(game, [f"human:{name}" for name in names]).lines())
    ident = json.loads(served.ask("/api/studies", {"text": text})[1])["ident"]
    with opened(chromium, f"{served.address}/analyse/{ident}") as page:
        page.wait_for_selector("svg[data-sheet]")
        page.keyboard.press("End")
        come(page, len(Record.of(game)))
        page.keyboard.press("b")
        page.wait_for_selector("#lines li", timeout=120_000)
        told, drawn = page.evaluate(BARS)
    said = re.findall(r"([A-D]): [\d.]+ VP, wins (\d+) %", told)
    assert [name for name, _ in said] == list(names)
    shares = [int(share) for _, share in said]
    assert abs(sum(shares) - 100) <= players, "somebody wins"
    long = shares[:1] if players == 2 else shares
    assert drawn == pytest.approx(long, abs=1.5), "each as long as the chance to win"


@pytest.mark.timeout(300)
def test_on_a_phone_what_was_asked_for_is_shown(chromium: Any, served: Served, study: str) -> None:
    with opened(chromium, study, **PHONE) as page:
        page.wait_for_selector("svg[data-sheet]", timeout=60_000)
        page.tap("#judge")
        page.wait_for_selector("#state", state="visible")
        page.tap('[data-phone="duchy"]')
        page.wait_for_selector("#state", state="hidden")
        page.tap("#review")
        page.wait_for_selector("[data-pane=game]", state="visible")


@pytest.mark.timeout(600)
def test_a_position_is_set_up_on_the_picture(chromium: Any, served: Served) -> None:
    with opened(chromium, f"{served.address}/setup", refusals=True) as page:
        page.wait_for_selector(".spot.act", timeout=60_000)
        page.click("#new")
        page.select_option("dialog [aria-label=Phase]", "C")
        page.click("#begin-new")
        page.wait_for_selector("#who:has-text('phase C')")
        page.locator('.spot[data-spot="workers"]').click()
        page.fill("dialog [data-key=silver]", "7")
        page.fill("dialog [data-key=goods]", "2 5 5")
        page.click("dialog .primary")
        page.wait_for_selector("#told:has-text('p0 silver 7; p0 goods 2 5 5')")
        page.locator('.spot[data-spot="storage"]').first.click()
        page.click(".palette [data-tile=bank]")
        page.wait_for_selector('.spot[data-spot="stored:bank"]')
        page.locator('.spot[data-spot="3.1"]').focus()
        page.keyboard.press("Enter")
        page.click("#clear")
        page.wait_for_selector("#told:has-text('3.1 none')")
        page.fill("#change", "p0 dice 9 1")
        page.keyboard.press("Enter")
        page.wait_for_selector("#broken:has-text('must be an integer from 1 to 6')")
        page.click("#undo")
        page.wait_for_selector("#redo:not(:disabled)")
        page.click("#redo")
        page.wait_for_selector("#redo:disabled")
        with page.expect_download() as saved:
            page.click("#save")
        document = json.loads(Path(saved.value.path()).read_text())
        seat = document["players"][0]
        assert (seat["silver"], seat["goods"], seat["storage"]) == (7, {"2": 1, "5": 2}, ["bank"])
        assert document["depots"]["3"]["tiles"][0] is None
        page.click("#analyse")
        page.wait_for_url("**/analyse/*")
        page.wait_for_selector("svg[data-sheet]")
        assert page.is_disabled("#review"), "a position has no turns to judge"


def test_a_game_that_is_over_is_analysed_from_the_list(chromium: Any, served: Served) -> None:
    wish = {"players": 1, "duchies": [33], "modules": ["solo"], "seats": [{"name": "Anna"}]}
    ident, _ = served.begin(wish)
    game, agent = Record.load(served.folder / ident / "record.jsonl").game(), make("random", seed=1)
    while not game.is_over:
        game.push(agent.act(game))
    Record.of(game, ["human:Anna"]).save(served.folder / ident / "record.jsonl")
    with opened(chromium, served.address) as page:
        page.click("li button:has-text('Analyse')")
        page.wait_for_url("**/analyse/*", timeout=60_000)
        page.wait_for_selector("svg[data-sheet]")
        assert int(page.get_attribute("#scrub", "max")) == sum("action" in event for event in game.events)


@pytest.mark.parametrize("path", ["study", "setup"])
@pytest.mark.parametrize("screen", [{"width": 1440, "height": 900}, {"width": 1024, "height": 768}, PHONE])
def test_all_is_in_view(chromium: Any, served: Served, study: str, path: str, screen: dict[str, Any]) -> None:
    with opened(chromium, study if path == "study" else f"{served.address}/setup", **screen) as page:
        page.wait_for_selector("svg[data-sheet]", timeout=60_000)
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [screen["width"], screen["height"]]
        if screen is PHONE:
            page.tap('[data-phone="side"]')
            page.wait_for_selector("aside .pane", state="visible")
            page.tap('[data-phone="duchy"]')
            page.wait_for_selector('svg[data-sheet^="seat"]')


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(chromium: Any, served: Served, study: str, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page = context.new_page()
    door, setup = f"{served.address}/analyse", f"{served.address}/setup"
    for link, ready in ((door, "#open"), (study, "svg[data-sheet]"), (setup, ".spot")):
        page.goto(link)
        page.wait_for_selector(ready, timeout=60_000)
        for tab in ("moves", "game", "builders") if link == study else ("",):
            if tab:
                page.click(f"button[data-tab={tab}]")
            page.wait_for_timeout(200)
            assert not serious(page), (link, tab)
    context.close()
