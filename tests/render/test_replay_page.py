"""The replay page in a real Chromium: scrubbed, played, by keyboard only, on a phone, and checked by axe."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PATIENCE, browser
from burgundy_agents import make

from burgundy_env import Game
from burgundy_env.cli import main
from burgundy_env.records import Record, Thought
from burgundy_env.render.replay import page as page_of
from burgundy_env.render.svg import NARROW, WIDE, scene
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


class Tab:
    """A page that is open, and all that went wrong in it."""

    def __init__(
        self, chromium: Any, file: Path, *, scheme: str = "light", width: int = 1500, height: int = 900
    ) -> None:
        self.context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

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

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until something is so; the page forbids what Playwright's own way to wait is made of."""
        for _ in range(1200):
            if condition():
                return
            self.page.wait_for_timeout(25)
        pytest.fail("waited in vain")

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def tab(chromium: Any, played: Played) -> Iterator[Tab]:
    one = Tab(chromium, played.file)
    yield one
    assert one.troubles == []
    assert one.requests == [played.file.as_uri()], "a page must not fetch anything"
    one.close()


def drawn_words(tab: Tab) -> list[str]:
    """All words in the drawing as the browser has it."""
    found: list[str] = tab.page.eval_on_selector_all("#parts text", "all => all.map(one => one.textContent)")
    return found


def expected_words(game: Game, width: int, before: Game | None) -> list[str]:
    document = None if before is None else before.to_json()
    one = scene(game, width, names=[name.removeprefix("human:") for name in NAMES], before=document)
    return [text.text or "" for part in one.parts.values() for text in ET.fromstring(f"<g>{part}</g>").iter("text")]


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
        assert drawn_words(tab) == expected_words(played.games[number], WIDE, before)
        totals = [str(score["total"]) for score in played.games[number].scores()]
        assert tab.texts("#points tfoot tr:first-child td") == totals
        glowing = tab.page.locator("#parts .glow").count()
        assert glowing == sum(
            part.count("glow")
            for part in scene(played.games[number], before=before.to_json() if before else None).parts.values()
        )


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
    assert tab.page.locator("#charts svg").count() == 3
    sources = tab.texts("#points tbody th")
    assert "county cards" in sources
    assert "regions" in sources
    assert tab.page.locator("#charts svg:first-of-type path.area").count() == 3 * len(sources)
    number = len(played.record) // 2
    tab.scrub(number)
    for seat, score in enumerate(played.games[number].scores()):
        column = [int(cell) for cell in tab.texts(f"#points tbody td:nth-child({seat + 2})")]
        assert sum(column) == score["total"]
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
    wanted = {"scrub", "play", "forward", "last", "speed", "B", "E", "5", "Keys", "legal"}
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
    tab.page.select_option("#speed", "8")
    tab.page.locator("h1").click()
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
    tab.page.click("#whole summary")
    tab.page.locator("#transcript button").nth(7).click()
    assert tab.at == 7
    assert tab.page.locator("#transcript [aria-current=step]").count() == 1


# --- for everybody -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "width"), [("light", 1500), ("dark", 1500), ("light", 390), ("dark", 390)])
def test_accessible(chromium: Any, played: Played, scheme: str, width: int) -> None:
    one = Tab(chromium, played.file, scheme=scheme, width=width)
    one.press("2")
    one.page.click("#whole summary")
    results = Axe().run(one.page)
    problems = [(problem["id"], problem["nodes"][0]["html"]) for problem in results.response["violations"]]
    assert problems == []
    assert len(results.response["passes"]) > 20
    assert one.troubles == []
    one.close()


def test_on_a_phone(chromium: Any, played: Played) -> None:
    one = Tab(chromium, played.file, scheme="dark", width=390, height=800)
    one.press("2")
    wide = one.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= 390
    assert one.page.get_attribute("#board", "viewBox").split()[2] == str(NARROW)
    number = one.at
    assert drawn_words(one) == expected_words(played.games[number], NARROW, played.games[number - 1])
    assert one.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 17, 13)"
    one.page.set_viewport_size({"width": 1500, "height": 900})
    one.wait(lambda: one.page.get_attribute("#board", "viewBox").split()[2] == str(WIDE))
    assert drawn_words(one) == expected_words(played.games[number], WIDE, played.games[number - 1])
    one.close()


def test_long_names_stay_within_the_page(chromium: Any, tmp_path: Path) -> None:
    game = Game.new({"players": 2}, seed=1)
    game.push(game.legal_actions()[0])
    (tmp_path / "long.html").write_text(page_of(Record.of(game, ["x" * 60, "W" * 40])), encoding="utf-8")
    for width in (390, 1100, 1400):
        with closing(Tab(chromium, tmp_path / "long.html", width=width)) as tab:
            assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_table_keeps_its_place_while_playing(chromium: Any, played: Played) -> None:
    """What happened stands above it on a narrow page, in a few words or many."""
    with closing(Tab(chromium, played.file, width=390)) as tab:
        tops = set()
        for _ in range(40):
            tab.press("ArrowRight")
            tops.add(tab.page.evaluate("document.getElementById('board').getBoundingClientRect().top + scrollY"))
        assert len(tops) == 1


def test_charts_can_be_read_on_a_phone(chromium: Any, played: Played) -> None:
    with closing(Tab(chromium, played.file, width=390)) as tab:
        assert (
            tab.page.evaluate("""(() => {
            const svg = document.querySelector('.chart svg');
            const size = parseFloat(getComputedStyle(svg.querySelector('.label')).fontSize);
            return size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        })()""")
            >= 9
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
