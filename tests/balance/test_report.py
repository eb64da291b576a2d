"""The report as a page: whole, harmless, readable on a phone."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studies import Play

from burgundy_env.arena.report import Table
from burgundy_env.balance.analysis.headlines import agreement, headlines
from burgundy_env.balance.analysis.summary import Bar, Forest, Matrix, Slope, Stacked, Summary
from burgundy_env.balance.report import markdown, page, text
from burgundy_env.balance.report.plots import ticks
from burgundy_env.balance.statistics.intervals import Estimate

VOID = {"meta", "line", "circle", "rect"}


class Balanced(HTMLParser):
    """Fails where tags are not closed as they were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def full(name: str = "heuristic") -> Summary:
    """A summary with a plot of every kind."""
    summary = Summary("A <study>", [f"{name} & others"], [Table("All", ("", name), (("1", "2.0 ±1"),))])
    summary.plots = [
        Forest("Boards", "VP", (Bar("1", 3, 1, 5, name), Bar("2", -1, -2, 0, name), Bar("3", math.nan, 0, 0, name),
                                Bar("1", 2, math.nan, math.nan, "other")), zero=True),
        Slope("Agents", "VP", (name, "other"), (("1", (1.0, 2.0)), ("2", (1.0, 2.0)), ("3", (math.nan, 2.0)))),
        Matrix("Wins", ("1", "2"), ((math.nan, 60.0), (40.0, math.nan))),
        Stacked("Sources", "VP", ("regions", "goods"), (("1", (20.0, 2.0)), ("2", (10.0, 30.0)))),
    ]  # fmt: skip
    summary.manifest = {"games": 10, "blocks": 5, "seed": 1, "agents": [name], "version": "0", "data": "x"}
    return summary


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    written = page(full())
    parser = Balanced()
    parser.feed(written)
    assert parser.open == []
    assert parser.seen.count("svg") == 5  # the slope chart has its names in one of their own
    assert "default-src 'none'" in written
    assert "prefers-color-scheme:dark" in written
    assert not re.search(r"<(script|img|link)|url\(|@import", written)
    assert "nan" not in re.sub(r"<style>.*?</style>", "", written, flags=re.DOTALL)


def test_names_of_agents_are_no_markup() -> None:
    written = page(full("<b onclick=x>\x1b[2J"))
    assert "<b onclick" not in written
    assert "\x1b" not in written
    assert "\x1b" not in text(full("\x1b[2J")) + markdown(full("\x1b[2J"))


@pytest.mark.parametrize(("low", "high", "found"), [
    (0, 100, [0, 20, 40, 60, 80, 100]), (-3.2, 4.1, [-2, 0, 2, 4]), (0.001, 0.0042, [0.001, 0.002, 0.003, 0.004]),
    (5, 5, [5]),
])  # fmt: skip
def test_ticks_are_round(low: float, high: float, found: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(found)


def test_markdown_has_the_findings_and_tables(play: Play) -> None:
    study = play(study="seats", games=10)
    written = markdown(study.summary)
    assert written.startswith("# The Castles of Burgundy: what it is worth to begin")
    assert study.summary.findings[0] in written
    assert written.count("| ---") >= len(study.summary.tables)


@pytest.mark.parametrize(("width", "scheme"), [(375, "light"), (375, "dark"), (1280, "light")])
def test_it_fits_a_phone_and_a_desk(width: int, scheme: str, tmp_path: Path, chromium_file: str, play: Play) -> None:
    from playwright.sync_api import sync_playwright

    study = play(study="boards", boards=[1, 5, 8], agents=["random", "reflex"], games=6)
    file = tmp_path / "report.html"
    file.write_text(page(study.summary), encoding="utf-8")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium_file, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
        view = context.new_page()
        errors: list[str] = []
        view.on("console", lambda message: errors.append(message.text))
        view.goto(file.as_uri())
        assert view.evaluate("document.documentElement.scrollWidth") <= width
        sizes = view.evaluate(
            "[...document.querySelectorAll('svg text')].map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(sizes) >= 11
        ink, paper = view.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
        assert (_light(paper) > _light(ink)) == (scheme == "light")
        assert not errors
        browser.close()


def _light(colour: str) -> int:
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


# --- headlines ----------------------------------------------------------------------------------------------


def test_what_surely_changes_something_is_named_and_counted_the_dearest_first() -> None:
    found = {f"thing {k}": Estimate((-1) ** k * float(k), 0.5, 40) for k in range(1, 9)}
    differs, equal = np.array([0.9, *[0.01] * 7]), np.array([0.01, *[0.9] * 7])
    first, second = headlines("net", found, (differs, equal), True, 2)
    assert first.startswith("By net, 7 of 8 surely change something: thing 8 (+8.0 ±")
    assert first.endswith("VP, and 2 more.")
    assert second == "Surely within ±2 VP of nothing: thing 1."
    (nothing,) = headlines("net", found, (np.ones(8), np.ones(8)), True, 2)
    assert nothing == "By net, none of 8 surely changes something."
    (one,) = headlines("net", found, (np.array([0.01, *[0.9] * 7]), np.ones(8)), True, 2)
    assert "1 of 8 surely changes something" in one


def test_what_most_and_least_is_made_with_are_different_things() -> None:
    three = {name: Estimate(mean, 0.5, 40) for name, mean in (("a", 1.0), ("b", 3.0), ("c", 2.0))}
    (told,) = headlines("net", three, (np.ones(3), np.ones(3)), False, 2)
    assert re.fullmatch(r"By net, most is made with b \(3.0 ±.*\); least with a \(1.0 ±.*\) VP\.", told)
    assert headlines("net", {"a": three["a"]}, (np.ones(1), np.ones(1)), False, 2) == []


def test_labels_are_counted_whoever_stands_apart() -> None:
    labels = ["all agents agree", "this agent's: net", "this agent's: random, net", "grows with strength"]
    assert agreement(labels) == "Of 4: all agents agree on 1, it grows with strength in 1, some stand apart in 2."
