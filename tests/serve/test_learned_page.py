"""Learning and watching in a real browser: the first game by what is lit, a problem, a tournament to its games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import box, middle, opened, serious
from served import Served

from burgundy_env import arena
from burgundy_env.arena import Plan, Store
from burgundy_env.serve.learning import problems, steps

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("learned")
    with_actions = Plan.of(["reflex", "random"], 2, config={"players": 2}, keeps_actions=True)
    store = Store.create(folder / "arena", with_actions)
    arena.run(store, 1)
    store.close()
    (store.folder / "crash-000001.json").write_text('{"agent": "bot", "error": "<script>no</script>"}')
    server = Served(folder / "games", "--watch", str(store.folder))
    yield server
    server.kill()


def press_what_is_lit(page: Any) -> None:
    if page.query_selector(".spot.act"):
        page.mouse.click(*middle(page, ".spot.act"))
    elif page.is_visible("#next"):
        page.click("#next")
    else:
        page.click("#dock button")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_first_game_is_played_by_what_is_lit(chromium: Any, served: Served, screen: dict[str, int]) -> None:
    with opened(chromium, f"{served.address}/learn/first-game", **screen) as page:
        for number, step in enumerate(steps()):
            page.wait_for_selector(f".coach[data-state=told] small:has-text('{number + 1} of {len(steps())}')")
            assert page.text_content(".coach h2") == step.title
            if number == 5:  # remembered in the browser
                page.reload()
                page.wait_for_selector(".coach[data-state=told] small:has-text('6 of')")
            if page.query_selector(".spot.act") and not screen:
                page.wait_for_timeout(250)  # it follows the table, a frame later
                covered = overlap(box(page, ".coach"), box(page, ".spot.act"))
                assert not covered, f"what is lit is not covered: {step.title}"
            if number + 1 < len(steps()):
                press_what_is_lit(page)
        assert page.is_visible("text=Play a game")


HALO = 24  # pixels that the light around a spot is more, both sides together


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[size] - HALO / 2 and other[at] + HALO / 2 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.timeout(300)
def test_a_problem_is_solved_and_remembered(chromium: Any, served: Served) -> None:
    puzzle = next(iter(problems().values()))
    with opened(chromium, f"{served.address}/learn/{puzzle.id}") as page:
        page.wait_for_selector(".spot.act, #dock button")
        for number, action in enumerate(puzzle.document["answer"]["turn"], 1):
            page.keyboard.press("/")
            page.fill("#filter", action)
            page.click("#list .option")
            done = "#task:has-text('Solved')" if action == "end" else f"#log li:nth-child({number + 1})"
            page.wait_for_selector(done, state="attached")
        page.wait_for_selector("#answer table")
        page.click("#answer li:last-child button")
        page.wait_for_selector("#task:has-text('Shown')")
        page.goto(f"{served.address}/learn")
        page.wait_for_selector(f"#solved:has-text('1 of {len(problems())}')")
        assert page.text_content(".problems .done a").startswith("1. ")


def test_a_tournament_is_watched_to_its_games(chromium: Any, served: Served) -> None:
    with opened(chromium, f"{served.address}/watch") as page:
        page.click("text=arena")
        page.wait_for_selector("#standings tbody tr:nth-child(2)")
        assert "<script>no</script>" in page.text_content("#crashes")
        page.click("#cell-0-1")
        page.click("#games a")
        page.wait_for_selector("svg[data-sheet]")
        page.keyboard.press("End")
        last = int(page.text_content("#where").split(" of ")[1])
        page.wait_for_selector(f"#where:has-text('{last} of {last}')")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(f"#where:has-text('{last - 1} of {last}')")
        page.evaluate("() => { document.querySelector('#scrub').value = 0 }")
        page.dispatch_event("#scrub", "input")
        page.wait_for_selector("#where:has-text('0 of')")


def test_watching_fits_a_phone(chromium: Any, served: Served) -> None:
    with opened(chromium, f"{served.address}/watch/0", **PHONE) as page:
        page.click("#cell-0-1")
        page.wait_for_selector("#games a")
        page.evaluate("document.querySelector('#games .text').textContent = 'a name as long as some are '.repeat(4)")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], "tables scroll, not the page"


def test_sounds_are_off_until_wanted(chromium: Any, served: Served) -> None:
    with opened(chromium, f"{served.address}/learn/first-game") as page:
        page.evaluate("() => { window.made = 0; const A = AudioContext; window.AudioContext = class extends A {"
                      "constructor() { super(); window.made += 1; } } }")  # fmt: skip
        page.wait_for_selector(".coach[data-state=told] small:has-text('1 of')")
        for number in range(2, 5):
            press_what_is_lit(page)
            page.wait_for_selector(f".coach[data-state=told] small:has-text('{number} of')")
        assert page.evaluate("window.made") == 0
        page.keyboard.press("m")
        page.click("dialog label:has-text('Sounds')")
        assert page.evaluate("window.made") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(chromium: Any, served: Served, scheme: str) -> None:
    pages = {"/learn": ".problems li", "/learn/first-game": ".coach h2:not(:empty)", "/watch/0": "#standings",
             f"/learn/{next(iter(problems()))}": ".spot", "/watch/0/0": "#where:not(:empty)"}  # fmt: skip
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page, wrong = context.new_page(), []
    for path, ready in pages.items():
        page.goto(f"{served.address}{path}")
        page.wait_for_selector(ready)
        for give in page.query_selector_all("#give"):
            give.click()
            page.wait_for_selector("#answer table")
        wrong += [(path, one) for one in serious(page)]
    context.close()
    assert not wrong
