"""The replay page in a real Chromium: scrubbed, played, by keyboard only, on a phone, and checked by axe."""

from __future__ import annotations

import json
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Tab, browser
from burgundy_agents import make
from screenshots import KEPT, MOST_DIFFERENT, NOTEBOOK, SCREENSHOTS, Screenshot, difference, taken

from burgundy_env import Game
from burgundy_env.cli import main
from burgundy_env.records import Record, Thought
from burgundy_env.render.regions import told_by_hex
from burgundy_env.render.replay import page as page_of
from burgundy_env.render.svg import scene, sheets, table_of
from burgundy_env.telling.log import aftermath

NAMES = ["human:Anna </script><!--<b>&amp;", "heuristic"]  # no name may do more than be read
LARGEST = 3_000_000  # bytes of a page, so that it can be sent around


class Played(NamedTuple):
    """A record, its positions, and the page made of it."""

    record: Record
    games: list[Game]
    file: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    game = Game.new({"players": 2, "chateauma": "hard+ABD"}, seed=11)
    agents = [make("heuristic", seed=1), make("random", seed=2)]
    thoughts: list[Thought | None] = []
    while not game.is_over:
        legal = game.legal_actions()
        action = agents[game.active].act(game)
        name = action if isinstance(action, str) else legal[game.legal_ids().index(action)]
        share = {one: 0.4 / len(legal) for one in legal}
        share[name] += 0.6
        thoughts.append(Thought(share, 0.25) if game.active == 0 else None)
        game.push(action)
    record = Record.of(game, NAMES, thoughts)
    folder = tmp_path_factory.mktemp("page")
    record.save(folder / "game.jsonl")
    assert main(["replay", str(folder / "game.jsonl"), "--html", str(folder / "out.html")]) == 0
    games = [step.game for step in record.steps()] + [record.game()]
    return Played(record, games, folder / "out.html")


@pytest.fixture(scope="module")
def chromium(chromium_file: str) -> Iterator[Any]:
    with browser(chromium_file) as one:
        yield one


@pytest.fixture
def tab(chromium: Any, played: Played) -> Iterator[Tab]:
    one = Tab(chromium, played.file)
    yield one
    assert one.troubles == []
    assert one.requests == [played.file.as_uri()], "a page must not fetch anything"
    one.close()


def drawn_words(tab: Tab) -> list[str]:
    """All words in the drawing as the browser has it."""
    found: list[str] = tab.page.eval_on_selector_all("#table svg text", "all => all.map(one => one.textContent)")
    return found


def expected_words(game: Game, narrow: bool, before: Game | None) -> list[str]:
    document = None if before is None else before.to_json()
    table = table_of(game, [name.removeprefix("human:") for name in NAMES], before=document)
    parts = [part for _, sheet in sheets(table, narrow) for part in sheet.parts.values()]
    return [text.text or "" for part in parts for text in ET.fromstring(f"<g>{part}</g>").iter("text")]


# --- what is shown -----------------------------------------------------------------------------------


def test_one_file_of_sensible_size(played: Played) -> None:
    html = played.file.read_text(encoding="utf-8")
    assert len(html.encode()) < LARGEST
    assert "Anna </script>" not in html, "names are text, not markup"
    assert page_of(played.record) == html


def test_scrubbing_shows_every_position_as_python_draws_it(tab: Tab, played: Played) -> None:
    last = len(played.record)
    assert tab.at == 0
    for number in (0, last, last // 2, 3, last - 1, last // 3):
        tab.scrub(number)
        assert tab.at == number
        before = played.games[number - 1] if number else None
        assert sorted(drawn_words(tab)) == sorted(expected_words(played.games[number], False, before))
        totals = [str(score["total"]) for score in played.games[number].scores()]
        assert tab.texts("#points tfoot tr:first-child td") == totals
        glowing = tab.page.locator("#table .glow").count()
        drawn = scene(played.games[number], before=before.to_json() if before else None).parts.values()
        assert glowing == sum(part.count('class="glow"') for part in drawn)


def test_actions_and_what_followed_in_words(tab: Tab, played: Played) -> None:
    steps = list(played.record.steps())
    theirs = next(i for i, step in enumerate(steps) if any("chateauma" in event for event in step.events))
    for number in (1, theirs + 1, len(steps)):
        tab.scrub(number)
        step = steps[number - 1]
        assert tab.text("#action").endswith(f": {step.action}")
        assert tab.text("#explained") == step.game.explain(step.action)
        told = aftermath(step.game.to_json(), step.after.to_json(), step.events, NAMES).lines
        assert tab.texts("#events li") == told
        assert number != theirs + 1 or any(line.startswith("The Châteauma ") for line in told)
    assert tab.page.locator("#transcript > li").count() == len(steps) + 1
    told = tab.text("#transcript")
    for step in steps:
        assert step.game.explain(step.action) in told
        for sentence in aftermath(step.game.to_json(), step.after.to_json(), step.events, NAMES).lines:
            assert " ".join(sentence.split()) in told


def test_legal_actions_with_what_the_agent_thought(tab: Tab, played: Played) -> None:
    steps = list(played.record.steps())
    mine = next(i for i, step in enumerate(steps) if step.game.active == 0 and len(step.game.legal_actions()) > 5)
    other = next(i for i, step in enumerate(steps) if step.game.active == 1 and len(step.game.legal_actions()) > 5)
    for number in (mine, other, len(steps)):
        tab.scrub(number)
        game = played.games[number]
        assert sorted(tab.texts("#legal li code")) == sorted(game.legal_actions())
        for line in tab.texts("#legal li"):
            assert any(game.explain(action) in line for action in game.legal_actions())
        if number == len(steps):
            assert "wins with" in tab.text("#value")
            continue
        assert tab.texts("#legal .taken code") == [steps[number].action]
        if number == mine:
            first = tab.texts("#legal li:first-child")[0]
            assert first.startswith(f"{100 * steps[number].thought.probabilities[steps[number].action]:.1f} % ")
            assert "expects 0.25" in tab.text("#value")
        else:
            assert tab.page.locator("#legal .share").count() == 0
            assert "expects" not in tab.text("#value")


def test_charts_have_all_points(tab: Tab, played: Played) -> None:
    assert tab.page.locator("#charts svg").count() == 4  # everybody first, then each
    sources = tab.texts("#points tbody th")
    assert "county cards" in sources
    assert "regions" in sources
    assert tab.page.locator("#charts path.area").count() == 3 * len(sources)
    assert tab.page.locator("#charts path.total").count() == 3
    number = len(played.record) // 2
    tab.scrub(number)
    for seat, score in enumerate(played.games[number].scores()):
        column = [int(cell) for cell in tab.texts(f"#points tbody td:nth-child({seat + 2})")]
        assert sum(column) == score["total"]
    tab.show("points")
    chart = tab.page.locator("#charts svg").first
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 0.99, "y": 20})
    assert tab.at == len(played.record)


# --- going through it --------------------------------------------------------------------------------


def test_by_keyboard_only(tab: Tab, played: Played) -> None:
    last = len(played.record)
    places = [(game.to_json()["phase"], game.to_json()["round"], game.active) for game in played.games]
    tab.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert tab.at == 1
    tab.press("End")
    assert tab.at == last
    tab.press("ArrowRight")
    assert tab.at == last
    tab.press("Home", "ArrowLeft")
    assert tab.at == 0
    tab.press("3")
    phase_c = next(i for i, place in enumerate(places) if place[0] == "C")
    assert tab.at == phase_c
    tab.press("PageDown")
    assert tab.at == next(i for i, place in enumerate(places) if place[:2] == ("C", 2))
    tab.press("PageUp")
    assert tab.at == phase_c
    tab.press("ArrowDown")
    assert tab.at == next(i for i in range(phase_c, last) if places[i][2] != places[phase_c][2])
    tab.press("ArrowUp")
    assert tab.at == phase_c


def test_every_control_has_the_focus_in_turn_and_shows_it(tab: Tab) -> None:
    reached = []
    for _ in range(40):
        tab.press("Tab")
        name, outline = tab.page.evaluate(
            "[document.activeElement.id || document.activeElement.textContent.trim(),"
            " getComputedStyle(document.activeElement).outlineStyle]"
        )
        if name in reached or tab.page.evaluate("document.activeElement === document.body"):
            break
        assert outline != "none", name
        reached.append(name)
    wanted = {"scrub", "play", "forward", "last", "B", "E", "5", "Menu", "Points", "move", "Follow"}
    assert wanted <= set(reached)
    # Enter on a control does what a click does, and a control switched off hands the focus on.
    tab.page.focus("#last")
    tab.press("Enter")
    assert tab.at == int(tab.page.get_attribute("#scrub", "max"))
    assert tab.page.evaluate("document.activeElement.id") == "scrub"
    tab.press("ArrowLeft")
    assert tab.at == int(tab.page.get_attribute("#scrub", "max")) - 1
    tab.page.get_by_role("button", name="Phase B").focus()
    tab.press("Enter")
    assert "Phase B, round 1" in tab.text("#where")


def test_play_and_pause(tab: Tab) -> None:
    tab.page.click("#menu summary")
    tab.page.select_option("#speed", "8")
    tab.page.locator("#strip").click()
    tab.press(" ")
    assert tab.text("#play") == "Pause"
    tab.wait(lambda: tab.at >= 3)
    tab.press(" ")
    stopped = tab.at
    assert tab.text("#play") == "Play"
    tab.page.wait_for_timeout(400)
    assert tab.at == stopped
    # It stops by itself at the end.
    tab.scrub(int(tab.page.get_attribute("#scrub", "max")) - 1)
    tab.page.click("#play")
    tab.wait(lambda: tab.text("#play") == "Play")


def test_jumps_and_transcript(tab: Tab) -> None:
    tab.page.get_by_role("button", name="Phase D").click()
    tab.page.get_by_role("button", name="Round 4 of the phase").click()
    assert "Phase D, round 4" in tab.text("#where")
    assert tab.page.get_attribute("#phases [aria-pressed=true]", "title") == "Phase D"
    tab.show("log")
    tab.page.locator("#transcript button").nth(7).click()
    assert tab.at == 7
    assert tab.page.locator("#transcript [aria-current=step]").count() == 1


# --- links, copies, colours, other games -------------------------------------------------------------


def test_a_link_leads_to_its_move(chromium: Any, played: Played) -> None:
    with closing(Tab(chromium, played.file, at=87)) as tab:
        assert tab.at == 87
        tab.press("ArrowRight")
        assert tab.page.url.endswith("#a=88")
        tab.page.evaluate("location.hash = '#a=5'")
        tab.wait(lambda: tab.at == 5)
        tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.page.click("#menu summary")
        tab.page.click("#copy-link")
        assert tab.page.evaluate("navigator.clipboard.readText()") == f"{played.file.as_uri()}#a=5"


def test_a_position_that_is_copied_is_the_position(tab: Tab, played: Played) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for number in (0, len(played.record) // 2, len(played.record)):
        tab.scrub(number)
        tab.page.click("#menu summary")
        tab.page.click("#copy-position")
        tab.wait(lambda: tab.text("#notice") == "The position is copied.")
        assert json.loads(tab.page.evaluate("navigator.clipboard.readText()")) == played.games[number].to_json()
        tab.press("Escape")


def test_colours_can_be_chosen(chromium: Any, played: Played) -> None:
    with closing(Tab(chromium, played.file, scheme="dark")) as tab:
        ground = "getComputedStyle(document.querySelector('#table svg .inset')).fill"
        seen = tab.page.evaluate(ground)
        tab.page.click("#menu summary")
        tab.page.select_option("#theme", "light")
        light = tab.page.evaluate(ground)
        assert light != seen
        tab.page.select_option("#theme", "dark")
        assert tab.page.evaluate(ground) == seen
        tab.page.select_option("#theme", "light")
        tab.press("ArrowRight")
        assert tab.page.evaluate(ground) == light


def test_another_game_is_opened_by_its_page_and_a_record_is_told_how(
    chromium: Any, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new({"players": 2}, seed=1)
    game.push(game.legal_actions()[0])
    record, photo = tmp_path / "our other game.jsonl", tmp_path / "photo.jsonl"
    Record.of(game, ["human:Zoe", "human:Yan"]).save(record)
    photo.write_bytes(b"\xff\xd8 no record")
    with closing(Tab(chromium, played.file, at=20)) as tab:
        tab.page.set_input_files("#open", photo)
        tab.wait(lambda: tab.text("#notice") == "photo.jsonl is no page with a game.")
        drop = """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            const how = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", how));
        }"""
        tab.page.evaluate(drop, [record.name, record.read_text(encoding="utf-8")])
        tab.wait(lambda: "has no rules in it" in tab.text("#notice"))
        command = tab.text("#notice").partition("terminal: ")[2].partition(";")[0]
        assert command == "burgundy replay 'our other game.jsonl' --html 'our other game.html'"
        assert tab.at == 20
        monkeypatch.chdir(tmp_path)
        assert main(shlex.split(command)[1:]) == 0
        other = tmp_path / "our other game.html"
        tab.page.evaluate(drop, [other.name, other.read_text(encoding="utf-8")])
        tab.wait(lambda: "Zoe" in tab.text("h1"))
        assert tab.page.get_attribute("#scrub", "max") == "1"
        assert "duchy 1 for both, seed 1" in tab.text(".about")
        assert tab.troubles == []


def test_who_wins_is_not_given_away(tab: Tab, played: Played) -> None:
    last = len(played.record)
    tab.scrub(last // 2)
    tab.show("log")
    seen = tab.page.evaluate("document.body.innerText + document.title")
    assert "wins" not in seen
    assert tab.page.locator("#transcript > li:visible").count() == last // 2 + 1
    right = "parseFloat(document.querySelector('#charts clipPath rect').getAttribute('width'))"
    half = tab.page.evaluate(right)
    tab.scrub(last)
    assert "wins with" in tab.text(".result")
    assert tab.page.evaluate(right) > half * 1.6
    assert tab.page.locator("#transcript > li:visible").count() == last + 1


def test_what_is_pointed_at_is_told(chromium: Any, played: Played) -> None:
    number = len(played.record) // 2
    placed = played.games[number].to_json()["players"][0]["placed"]
    covered, free = next(iter(placed)), next(f"h{i}" for i in range(1, 38) if f"h{i}" not in placed)
    regions = told_by_hex(played.games[number].to_json(), played.games[number].data, 0)
    for touched in (False, True):
        with closing(Tab(chromium, played.file, at=number)) as tab:
            tab.page.locator("#chooser button").first.click()
            for hex_ in (covered, free):
                place = tab.page.locator(f"[data-part='seat0.{hex_}'] path").first
                place.dispatch_event("pointerdown" if touched else "pointerover", {"bubbles": True})
                told = tab.page.inner_text("#tip").lower()
                assert regions[hex_].lower() in told
                assert (f"{hex_}: " in told) == (hex_ == free)


# --- on screens --------------------------------------------------------------------------------------

SCREENS = {"1440x900": (1440, 900), "1920x1080": (1920, 1080), "1024x768": (1024, 768), "390x844": (390, 844)}
TABLES = {
    "2": {"players": 2},
    "3": {"players": 3},
    "4": {"players": 4},
    "chateauma": {"players": 1, "chateauma": "hard+AD"},
    "chateauma_3": {"players": 3, "chateauma": "hard"},
    "solo": {"players": 1, "modules": ["solo"], "duchies": [33]},
    "all": {"players": 4, "modules": "all"},
    "team": {"players": 4, "modules": ["team"], "duchies": [31, 32]},
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of some games of each kind, not played to the end."""
    folder, pages = tmp_path_factory.mktemp("tables"), {}
    for name, config in TABLES.items():
        game, agent = Game.new(config, seed=5), make("heuristic", seed=1)
        for _ in range(60):
            game.push(agent.act(game))
        pages[name] = folder / f"{name}.html"
        names = ["human:Anna", "heuristic", "human:Christopher", "human:Ben"][: game.config.players]
        pages[name].write_text(page_of(Record.of(game, names)), encoding="utf-8")
    return pages


_SEEN = """(() => {
    const page = document.documentElement;
    const sheets = [...document.querySelectorAll('#table .sheet')].map((one) => one.getBoundingClientRect());
    const clash = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const texts = [...document.querySelectorAll('#table svg text, #table button *, #side *, #strip *')]
        .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.children.length);
    return {
        scrolls: [page.scrollWidth, page.scrollHeight].some((size, i) => size > [innerWidth, innerHeight][i]),
        outside: sheets.filter((one) =>
            one.right > innerWidth + 1 || one.bottom > innerHeight + 1 || one.left < -1).length,
        clashes: sheets.filter((one, i) => sheets.slice(i + 1).some((other) => clash(one, other))).length,
        names: [...document.querySelectorAll('#table svg')].map((one) => one.dataset.sheet),
        share: sheets.reduce((sum, one) => sum + one.width * one.height, 0) / (innerWidth * innerHeight),
        smallest: Math.min(...texts.map((one) => {
            const svg = one.ownerSVGElement;
            const size = parseFloat(getComputedStyle(one).fontSize);
            return svg ? size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : size;
        })),
    };
})()"""


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("screen", ["1440x900", "1920x1080", "1024x768"])
def test_the_whole_table_fits_the_screen(chromium: Any, tables: dict[str, Path], name: str, screen: str) -> None:
    width, height = SCREENS[screen]
    with closing(Tab(chromium, tables[name], width=width, height=height, at=57)) as tab:
        seen = tab.page.evaluate(_SEEN)
        assert not seen["scrolls"]
        assert (seen["outside"], seen["clashes"]) == (0, 0)
        config = TABLES[name]
        seats = config["players"] + ("chateauma" in config)
        assert sorted(seen["names"]) == sorted(["depots", "status", *(f"seat{i}" for i in range(seats))])
        assert seen["share"] > 0.45, "of the screen is the table"
        if screen != "1024x768":
            assert seen["smallest"] >= 11
        for button in tab.page.locator("#table .mini").all():  # each is one click away
            seat = button.get_attribute("data-seat")
            tab.page.click(f"#table .mini[data-seat='{seat}']")
            assert tab.page.locator(f"#table .mini[data-seat='{seat}']").count() == 0
            assert tab.page.evaluate(_SEEN)["outside"] == 0
            break


@pytest.mark.parametrize("name", TABLES)
def test_a_phone_shows_one_thing_after_the_other(chromium: Any, tables: dict[str, Path], name: str) -> None:
    with closing(Tab(chromium, tables[name], width=390, height=844, at=57)) as tab:
        for shown, wanted in (("depots", ["depots", "status"]), ("duchies", ["seat0"])):
            tab.show(shown)
            if shown == "duchies" and tab.page.locator("#chooser").is_visible():
                tab.page.locator("#chooser button").first.click()
            seen = tab.page.evaluate(_SEEN)
            assert not seen["scrolls"]
            assert seen["names"] == wanted
            assert seen["smallest"] >= 11
            first = tab.page.locator("#table .sheet").first.bounding_box()
            on_screen = min(first["y"] + first["height"], 844) - first["y"]
            assert on_screen > 0.5 * 844, "more than half of the screen is the thing"


@pytest.mark.parametrize("kept", SCREENSHOTS, ids=lambda one: one.name)
def test_kept_screenshot(chromium: Any, tmp_path: Path, kept: Screenshot) -> None:
    """If the change is meant: python tools/make_screenshots.py, look at them, and keep them."""
    assert difference(taken(chromium, kept, tmp_path), kept.file.read_bytes()) <= MOST_DIFFERENT


def test_every_kept_screenshot_is_looked_at() -> None:
    assert set(KEPT.glob("*.png")) == {NOTEBOOK, *(one.file for one in SCREENSHOTS)}


# --- for everybody -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "width"), [("light", 1500), ("dark", 1500), ("light", 390), ("dark", 390)])
def test_accessible(chromium: Any, played: Played, scheme: str, width: int) -> None:
    one = Tab(chromium, played.file, scheme=scheme, width=width)
    one.press("2")
    for name in ("depots", "duchies", "move", "points", "log"):
        if not one.page.locator(f"#tabs [data-tab={name}]").is_visible():
            continue
        one.show(name)
        results = Axe().run(one.page)
        problems = [(problem["id"], problem["nodes"][0]["html"]) for problem in results.response["violations"]]
        assert problems == [], name
        assert len(results.response["passes"]) > 20
    assert one.troubles == []
    one.close()


def test_on_a_phone(chromium: Any, played: Played) -> None:
    one = Tab(chromium, played.file, scheme="dark", width=390, height=800)
    one.press("2")
    wide = one.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= 390
    number = one.at
    shown = drawn_words(one)
    one.show("duchies")
    for seat in (0, 1, 2):
        one.page.locator(f"#chooser button[data-seat='{seat}']").click()
        shown += drawn_words(one)
    before = played.games[number - 1]
    assert sorted(shown) == sorted(expected_words(played.games[number], True, before))
    assert one.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 17, 13)"
    one.page.set_viewport_size({"width": 1500, "height": 900})
    wide = sorted(expected_words(played.games[number], False, before))
    one.wait(lambda: sorted(drawn_words(one)) == wide)
    one.close()


def test_long_names_stay_within_the_page(chromium: Any, tmp_path: Path) -> None:
    game = Game.new({"players": 2}, seed=1)
    game.push(game.legal_actions()[0])
    (tmp_path / "long.html").write_text(page_of(Record.of(game, ["x" * 60, "W" * 40])), encoding="utf-8")
    for width in (390, 1100, 1400):
        with closing(Tab(chromium, tmp_path / "long.html", width=width)) as tab:
            assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_table_keeps_its_place_while_playing(chromium: Any, played: Played) -> None:
    """What happened stands above it on a narrow page, in few words or many."""
    with closing(Tab(chromium, played.file, width=390)) as tab:
        tops = set()
        for _ in range(40):
            tab.press("ArrowRight")
            tops.add(
                tab.page.evaluate(
                    "document.querySelector('[data-sheet=depots]').getBoundingClientRect().top + scrollY"
                )
            )
        assert len(tops) == 1


def test_charts_can_be_read_on_a_phone(chromium: Any, played: Played) -> None:
    with closing(Tab(chromium, played.file, width=390)) as tab:
        tab.show("points")
        assert (
            tab.page.evaluate("""(() => {
            const svg = document.querySelector('.chart svg');
            const size = parseFloat(getComputedStyle(svg.querySelector('.label')).fontSize);
            return size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        })()""")
            >= 11
        )


def test_unfinished_games_of_all_kinds(chromium: Any, tmp_path: Path) -> None:
    game = Game.new({"players": 3}, seed=4)
    agent = make("random", seed=1)
    for _ in range(30):
        game.push(agent.act(game))
    placed = Game.from_json(json.loads(json.dumps(game.to_json())), seed=3)
    placed.push(placed.legal_actions()[0])
    alone = Game.new({"players": 1, "modules": ["solo", "extra_tiles"], "duchies": [34]}, seed=2)
    routes = Game.new({"players": 2, "modules": ["border_posts", "inns", "trade_routes"]}, seed=2)
    for one in (alone, routes):
        for _ in range(30):
            one.push(agent.act(one))
    for name, one in (("cut", game), ("placed", placed), ("alone", alone), ("routes", routes)):
        file = tmp_path / f"{name}.html"
        file.write_text(page_of(Record.of(one)), encoding="utf-8")
        tab = Tab(chromium, file)
        tab.press("End")
        assert tab.at == (1 if name == "placed" else 30)
        assert "The record ends before the game does." in tab.text(".result")
        assert drawn_words(tab)
        assert tab.troubles == []
        tab.close()
