"""The shipped notebook in a real JupyterLab: its pictures fit the column, before it is run or trusted, and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import browser
from lab import PICTURES, TRUSTED, UNTRUSTED, Lab, first_picture, lab
from screenshots import MOST_DIFFERENT, difference_within
from screenshots import NOTEBOOK as KEPT

pytest.importorskip("jupyterlab", reason="JupyterLab is missing: pip install 'burgundy-env[lab]'")


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("jupyter")) as one:
        assert (one.trusts(TRUSTED), one.trusts(UNTRUSTED)) == (True, False)
        yield one


@pytest.fixture(scope="module")
def chromium(chromium_file: str) -> Iterator[Any]:
    with browser(chromium_file) as one:
        yield one


_FITTED = """selector => [...document.querySelectorAll(selector)].map((one) => {
    const picture = one.getBoundingClientRect();
    const output = one.closest(".jp-OutputArea-output");
    const column = output.getBoundingClientRect();
    return {
        loaded: one.complete && one.naturalWidth > 0,
        share: picture.width / Math.min(one.naturalWidth, column.width),
        cut: Math.max(picture.right - column.right, column.left - picture.left,
            output.scrollWidth - output.clientWidth, output.scrollHeight - output.clientHeight),
        stretched: Math.abs(picture.width / picture.height * one.naturalHeight / one.naturalWidth - 1),
    };
})"""


def assert_all_fit(page: Any, number: int) -> None:
    """Whole, as wide as the column or as themselves, and of their own shape."""
    fitted = page.evaluate(_FITTED, PICTURES)
    assert len(fitted) == number
    for picture in fitted:
        assert picture["loaded"]
        assert 0.96 < picture["share"] <= 1.001, "the column has a little padding"
        assert picture["cut"] < 2
        assert picture["stretched"] < 0.01


@pytest.mark.parametrize("name", [TRUSTED, UNTRUSTED])
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1440, 900), (1920, 1080)])
def test_pictures_fit_before_the_notebook_is_run(
    chromium: Any, jupyter: Lab, name: str, width: int, height: int
) -> None:
    with jupyter.opened(chromium, name, width, height) as page:
        assert_all_fit(page, 4)
        assert page.locator(".jp-Notebook summary:has-text('What the tiles do')").count() == 2


def test_pictures_fit_after_a_cell_is_run(chromium: Any, jupyter: Lab) -> None:
    with jupyter.opened(chromium, UNTRUSTED, 1024, 768) as page:
        cell = page.locator(".jp-Notebook .jp-CodeCell").first
        cell.locator("img").evaluate("picture => { picture.dataset.kept = true; }")
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")  # the kernel has started
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        cell.locator("img:not([data-kept])").wait_for()
        page.wait_for_function("() => document.querySelector('.jp-CodeCell').querySelector('img').complete")
        assert_all_fit(page, 4)


def test_kept_screenshot(chromium: Any, jupyter: Lab) -> None:
    """If the change is meant: python tools/make_screenshots.py, look at it, and keep it."""
    with jupyter.opened(chromium, UNTRUSTED, 1440, 900) as page:
        seen = first_picture(page)
    assert difference_within(seen.box, seen.data, KEPT.read_bytes()) <= MOST_DIFFERENT
