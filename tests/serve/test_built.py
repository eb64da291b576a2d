"""What is built of the page is what its sources say."""

from __future__ import annotations

from pathlib import Path

import make_web
import pytest


def test_it_was_built_from_these_sources() -> None:
    assert make_web.BUILT.read_text(encoding="utf-8").startswith(make_web.mark()), "run python tools/make_web.py"


def test_building_it_again_gives_the_same(tmp_path: Path) -> None:
    lacking = make_web.missing()
    if lacking:
        pytest.skip(f"the page can't be built here: {lacking}")
    make_web.build(tmp_path / "app.js")
    assert (tmp_path / "app.js").read_bytes() == make_web.BUILT.read_bytes(), "run python tools/make_web.py"


def test_the_page_fetches_from_its_own_server_alone() -> None:
    for path in (make_web.WEB / "src").glob("*.ts"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "eval(" not in text
