"""Text of others is made safe for each surface in one home, and nobody writes it raw."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
import xml.dom.minidom
from html.parser import HTMLParser

import pytest

from burgundy_env import safe

HOSTILE = (
    "\x1b]0;title\x07", "\x1b]52;c;Y3VybA==\x07", "\x1b[31mred", "\x9b31mred", "a\rb", "a\x08b", "a\x7fb", "a\x00b",
    "\ud800 alone", "\udfff", "\u202eevil.py", "\u2066x\u2069", "\u200f", "\u2028", "\ufeff", "\U000e0041", "\x85",
    "</script><script>alert(1)</script>", "<!--<script>", "<b onclick='x'>\"&amp;", "]]>", "=1+1", "@SUM(A1)", "-2+3",
)  # fmt: skip
FRIENDLY = ("Anna", "Jürgen", "Ольга", "明", "مريم", "👩‍👩‍👧", "C++ (v2) & more", "my_bot.py:MyBot:depth=3")


def commands(text: str) -> list[str]:
    """What a terminal would not show but do, or could not be sent to it at all."""
    return [c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(c) in
            ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_a_line_of_the_terminal_has_no_commands(text: str) -> None:
    shown = safe.line(text)
    assert commands(shown) == []
    assert shown.encode() == safe.line(shown).encode()
    assert safe.lines(f"{text}\n\tand more").endswith("\n\tand more")


@pytest.mark.parametrize("text", FRIENDLY)
def test_what_harms_nobody_stays(text: str) -> None:
    assert safe.line(text) == safe.lines(text) == text
    assert json.loads(safe.json_lines(text)) == json.loads(safe.json_line(text)) == text
    assert text in (safe.json_lines([text]) if '"' not in text else text)


def test_what_is_shown_instead_tells_what_it_was() -> None:
    assert safe.line("a\x1b[2J\u202e\U000e0041\n") == r"a\x1b[2J\u202e\U000e0041\x0a"


@pytest.mark.parametrize("text", HOSTILE)
def test_pictures_and_pages_can_be_parsed_and_say_the_text(text: str) -> None:
    element = f"<svg><title a='{safe.markup(text)}'>{safe.markup(text, quote=False)}</title></svg>"
    title = xml.dom.minidom.parseString(element.encode()).documentElement.firstChild
    assert title.firstChild.data == title.getAttribute("a").replace("\n", " ") == safe.lines(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_json_says_the_text_itself_and_can_stand_in_a_page(text: str) -> None:
    for written in (safe.json_lines({text: [text]}), safe.json_line({text: [text]})):
        assert json.loads(written) == {text: [text]}
        assert commands(written.replace("\n", "")) == []
    page = f"<script type='application/json'>{safe.json_line(text)}</script><p>after</p>"
    seen: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            seen.append(tag)

    Reader().feed(page)
    assert seen == ["script", "p"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_is_no_formula_and_a_number_stays_one(text: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file).writerow([safe.cell(text), safe.cell(-2.5), safe.cell(-3)])
    file.getvalue().encode()
    (row,) = csv.reader(io.StringIO(file.getvalue(), newline=""))
    assert row[0][:1] not in ("=", "+", "-", "@")
    assert row[1:] == ["-2.5", "-3"]


def test_an_error_that_can_not_be_told_is_told_all_the_same() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    assert safe.error_text(ValueError("\x1b]0;x\x07 \ud800")) == r"ValueError: \x1b]0;x\x07 \ud800"
    assert safe.error_text(Mute()) == "Mute: (and what it says can't be told)"
    assert "Mute" in safe.error_traceback(Mute())
