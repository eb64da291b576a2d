"""What the Châteauma does is shown step by step, at the pace that one has set, with its cards explained."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from browser import opened
from burgundy_agents import make
from served import Served

from burgundy_env import Game
from burgundy_env.records import Record
from burgundy_env.telling.steps import sentence

ALONE: dict[str, Any] = {
    "players": 1, "duchies": [5], "chateauma": {"difficulty": "hard", "modifiers": []}, "seats": [{"name": "Anna"}],
}  # fmt: skip
SEED = 1
LONG = 100_000  # milliseconds: nobody waits for that
# What is told above the table, each with the time at which it came; and how many tiles have flown.
SEEN = """() => {
    window.told = []; window.ghosts = 0;
    new MutationObserver(() => window.told.push([performance.now(), document.querySelector('#told').textContent]))
        .observe(document.querySelector('#told'), {childList: true});
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
        if (node.classList?.contains('ghost')) window.ghosts += 1;
    }))).observe(document.body, {childList: true});
}"""


class Turn(NamedTuple):
    """A game in which the Châteauma is next, and what it will do."""

    link: str
    steps: list[str]
    entries: int  # of the log so far


def before_its_turn(served: Served) -> Turn:
    """Whoever sits there may end a turn or go on; then the Châteauma fills a space of a card, and more."""
    ident, key = served.begin(ALONE)
    file = served.folder / ident / "record.jsonl"
    config = {key: value for key, value in ALONE.items() if key != "seats"}
    game, agent = Game.new(config, SEED), make("random", seed=1)
    while not game.is_over:
        steps = its_steps(game)
        lit = any(action.startswith("buy") for action in game.legal_actions())
        if lit and len(steps) > 2 and any("card (county card" in step for step in steps):
            Record.of(game, ["human:Anna"]).save(file)
            entries = 1 + sum("action" in event for event in game.events)
            return Turn(f"{served.address}/game/{ident}#{key}", steps, entries)
        game.push(agent.act(game))
    raise AssertionError("it never has much to do")


def its_steps(game: Game) -> list[str]:
    """What it will do if the turn is ended now."""
    if "end" not in game.legal_actions():
        return []
    then = game.copy()
    then.push("end")
    new = then.events[len(game.events) :]
    return [f"The Châteauma {sentence(event['chateauma'])}" for event in new if event.get("chateauma") is not None]


def sit(page: Any, pace: int, moves: bool = False) -> None:
    """Open it anew with these settings, and look at what it tells."""
    settings = json.dumps({"pace": pace, "moves": moves})
    page.context.add_init_script(f"localStorage.setItem('burgundy.settings', {json.dumps(settings)})")
    page.reload()
    page.wait_for_selector('#dock [data-action="end"]')
    page.evaluate(SEEN)


def seen(page: Any, turn: Turn) -> list[tuple[float, str]]:
    """The steps that were told, when the turn is over."""
    page.wait_for_selector(f"#log li:nth-child({turn.entries + 1})")
    return [(at, told) for at, told in page.evaluate("window.told") if told in turn.steps]


@pytest.mark.parametrize("pace", [150, 600])
def test_steps_come_one_after_the_other_at_the_pace_one_has_set(chromium: Any, served: Served, pace: int) -> None:
    turn = before_its_turn(served)
    with opened(chromium, turn.link) as page:
        sit(page, pace)
        page.keyboard.press("e")
        page.wait_for_selector("#ahead")
        told = seen(page, turn)
        assert [words for _, words in told] == turn.steps
        assert all(later - at >= 0.9 * pace for (at, _), (later, _) in pairwise(told))
        page.wait_for_selector("#ahead", state="detached")
        page.wait_for_selector(".spot.act")


@pytest.mark.parametrize("way", ["key", "button"])
def test_whoever_has_seen_enough_skips_the_rest(chromium: Any, served: Served, way: str) -> None:
    turn = before_its_turn(served)
    with opened(chromium, turn.link) as page:
        sit(page, LONG)
        page.keyboard.press("e")
        page.wait_for_selector("#ahead")
        page.set_viewport_size({"width": 1300, "height": 800})
        page.wait_for_timeout(200)  # what is lit follows the table a frame later
        assert not page.query_selector(".spot"), "nothing can be chosen meanwhile"
        assert page.text_content("#who") == "The Châteauma"
        if way == "key":
            page.keyboard.press("s")
        else:
            page.click("#ahead")
        assert [words for _, words in seen(page, turn)] == turn.steps[:1]
        page.wait_for_selector(".spot.act")
        assert not page.query_selector("#ahead")


def test_at_once_nothing_waits(chromium: Any, served: Served) -> None:
    turn = before_its_turn(served)
    with opened(chromium, turn.link) as page:
        sit(page, 0, moves=True)
        page.keyboard.press("e")
        assert not seen(page, turn)
        assert page.evaluate("window.ghosts") == 0
        assert all(step in page.text_content("#log li:last-child") for step in turn.steps), "it is in the log"


@pytest.mark.parametrize(
    ("moves", "motion", "flies"),
    [(True, "no-preference", True), (False, "no-preference", False), (True, "reduce", False)],
    ids=["moves", "off", "reduced"],
)
def test_no_step_waits_for_a_tile_that_does_not_move(
    chromium: Any, served: Served, moves: bool, motion: str, flies: bool
) -> None:
    turn = before_its_turn(served)
    with opened(chromium, turn.link, reduced_motion=motion) as page:
        sit(page, 1, moves)
        begin = time.monotonic()
        page.keyboard.press("e")
        assert [words for _, words in seen(page, turn)] == turn.steps
        assert (page.evaluate("window.ghosts") > 0) is flies
        assert time.monotonic() - begin > 0.25 or not flies


def test_its_cards_are_explained(chromium: Any, served: Served) -> None:
    with opened(chromium, before_its_turn(served).link) as page:
        card = page.wait_for_selector('[data-part="chateauma.left"]')
        told = [one.get_attribute("data-tip") for one in card.query_selector_all("[data-tip]")]
        assert any(tip.startswith("county card") and "VP once all its spaces are covered" in tip for tip in told)
        assert any(tip.startswith("space for ") for tip in told)
        box = card.bounding_box()
        page.mouse.move(box["x"] + 4, box["y"] + box["height"] / 2)
        page.wait_for_selector("#tip:has-text('County card')", state="visible")
