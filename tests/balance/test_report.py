"""The report as a page: whole, harmless, readable on a phone."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from studies import Play

from burgundy_env.arena.report import Table
from burgundy_env.balance.analysis.summary import Bar, Forest, Matrix, Slope, Stacked, Summary
from burgundy_env.balance.report import markdown, page, text
from burgundy_env.balance.report.plots import ticks

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
