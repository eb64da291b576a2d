"""What agents thought and what a review found, on the replay page in a real Chromium: bars, a curve, the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, browser
from burgundy_agents import make
from burgundy_agents.protocol import thought_by

from burgundy_env import Game
from burgundy_env.analysis import Analysis
from burgundy_env.cli import main
from burgundy_env.records import Record, Thought

AGENT = "turn:futures=12"


@pytest.fixture(scope="module")
def record() -> Record:
    """Three rounds of a game in which both say what they think."""
    game, agent = Game.new({"players": 2}, seed=4), make("net", seed=1)
    thoughts: list[Thought | None] = []
    while game.to_json()["round"] < 4:
        thoughts.append(thought_by(agent, game))
        game.push(agent.act(game))
    return Record.of(game, ["net", "net"], thoughts)


@pytest.fixture(scope="module")
def tab(chromium_file: str, record: Record, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    folder = tmp_path_factory.mktemp("thoughts")
    record.save(folder / "game.jsonl")
    asked = ["analyse", str(folder / "game.jsonl"), "--agent", AGENT, "--workers", "0"]
    assert main([*asked, "--html", str(folder / "page.html")]) == 0
    with browser(chromium_file) as chromium:
        one = Tab(chromium, Path(folder / "page.html"))
        yield one
        assert one.troubles == []
        one.close()


@pytest.fixture(scope="module")
def analysis(record: Record) -> Analysis:
    return Analysis.of(record, AGENT, workers=0)


def listed(tab: Tab, number: int) -> tuple[list[str], list[float]]:
    """The rows of a list of turns, and how long their bars are on the screen."""
    rows = tab.page.locator("#thought ol").nth(number).locator("li")
    lengths: list[Any] = [bar.bounding_box()["width"] for bar in rows.locator(".meter > div").all()]
    return [" ".join(one.split()) for one in rows.all_text_contents()], lengths


def in_signs(margin: float) -> str:
    return f"{margin:+.1f}".replace("-", "\u2212")


def test_turns_that_an_agent_thought_of_are_bars(tab: Tab, record: Record) -> None:
    step, thought = next(
        (number, step.thought)
        for number, step in enumerate(record.steps())
        if step.thought and len(step.thought.lines) > 2
    )
    tab.scrub(step)
    told, lengths = listed(tab, 0)
    assert tab.page.locator("#thought").is_visible()
    assert "What its agent thinks" in tab.text("#thought h3")
    assert len(told) == len(thought.lines)
    for words, line in zip(told, thought.lines, strict=True):
        assert words.startswith(in_signs(line.margin))
        assert ", ".join(line.turn) in words
    margins = [line.margin for line in thought.lines]
    best = lengths[margins.index(max(margins))]
    assert best == max(lengths)
    for length, margin in zip(lengths, margins, strict=True):
        assert length == pytest.approx(best * max(0.04, 1 - 0.09 * (max(margins) - margin)), abs=1)


def test_the_review_of_a_turn_stands_beside_it(tab: Tab, analysis: Analysis) -> None:
    turn = next(one for one in analysis.entries if "cost" in one and len(one["lines"]) > 1)
    tab.scrub(turn["first"])
    heading = tab.texts("#thought h3")[-1]
    assert f"judged by {AGENT}" in heading
    told, lengths = listed(tab, tab.page.locator("#thought ol").count() - 1)
    assert len(told) == len(lengths) == len(turn["lines"])
    assert "taken" in told[turn["taken"]]
    assert sum("taken" in words for words in told) == 1


def test_expected_points_are_a_curve_for_each_seat(tab: Tab, record: Record) -> None:
    tab.show("points")
    chart = tab.page.locator("#charts > *").first
    assert "Expected at the end" in " ".join(chart.all_text_contents())
    curves = [path.get_attribute("d") for path in chart.locator("path.total").all()]
    assert len(curves) == 2
    steps = [step.thought for step in record.steps()]
    first = next(k for k, thought in enumerate(steps) if thought and thought.expected.get("vp"))
    for curve in curves:
        heights = [float(y) for _, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", curve)]
        assert len(heights) >= len(record) - first
        assert len(set(heights)) > 3


def test_the_whole_review_can_be_opened(tab: Tab, analysis: Analysis) -> None:
    tab.show("points")
    assert not tab.page.locator("#review pre").is_visible()
    tab.page.click("#review summary")
    assert tab.page.locator("#review pre").is_visible()
    assert tab.page.text_content("#review pre") == str(analysis)
