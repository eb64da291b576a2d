"""The picture of the table in the docs is today's table."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from table_pictured import KEPT, drawn


def words(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_docs_show_the_table_as_it_is() -> None:
    """If the change is meant: python tools/make_table.py, and look at it."""
    kept = KEPT.read_text(encoding="utf-8")
    assert words(drawn()) == words(kept)
    assert "url(http" not in kept, "nothing is fetched"
