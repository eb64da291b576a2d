"""The site of the pages: built without a warning, every link and anchor leads somewhere, nothing is fetched."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser import browser

ROOT = Path(__file__).parents[2]
pytest.importorskip("furo", reason="the site is not built here: pip install 'burgundy-env[docs]'")
pytest.importorskip("myst_parser")
FETCHING = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}


class Page(HTMLParser):
    """What a page links to, what it loads, and what can be linked to on it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors.update(found[key] for key in ("id", "name") if found.get(key))
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if found.get(FETCHING.get(tag, "")):
            self.loads.append(found[FETCHING[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Built as `burgundy docs` builds it, but any warning ends it: a page in no menu, an anchor that is not there."""
    out, notes = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("notes")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", notes]
    built = subprocess.run([*command, ROOT / "docs", out], capture_output=True, text=True, timeout=250)
    assert built.returncode == 0, built.stderr
    return {path.relative_to(out).as_posix(): Page(path) for path in out.rglob("*.html")}, out


def test_every_page_is_built(site):
    pages, _ = site
    texts = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert {f"{name}.html" for name in texts} <= set(pages)
    assert {"search.html", "replay.html"} <= set(pages)


def test_no_link_and_no_anchor_is_dead(site):
    pages, out = site
    for name, page in pages.items():
        if name == "replay.html":
            continue  # written by burgundy_env.render.replay, whose tests follow its links
        for link in page.links:
            where, _, anchor = link.partition("#")
            if re.match(r"\w+:", where):
                continue
            target = ((out / name).parent / unquote(where)).resolve() if where else out / name
            assert target.exists(), f"{name}: {link}"
            if anchor and target.suffix == ".html":
                there = pages[target.relative_to(out.resolve()).as_posix() if where else name].anchors
                assert unquote(anchor) in there, f"{name}: {link}"


def test_nothing_is_fetched_to_read_it(site):
    pages, out = site
    for name, page in pages.items():
        assert not [address for address in page.loads if re.match(r"(\w+:)?//", address)], name
    for style in out.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_what_is_searched_stands_in_a_file_that_browsers_open_without_a_server(site):
    _, out = site
    assert (out / "searchindex.js").read_text(encoding="utf-8").startswith("Search.setIndex(")


# Elements that reach beyond the screen, but for those in something that scrolls by itself, as wide tables do.
BEYOND = """() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (one) => one && one !== document.body &&
    (/auto|scroll|hidden/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const beyond = [...document.querySelectorAll("article *")].filter((one) =>
    one.getBoundingClientRect().right > width + 1 && !scrolls(one.parentElement) && !scrolls(one));
  return [document.documentElement.scrollWidth - width, beyond.slice(0, 3).map((one) => one.outerHTML.slice(0, 80))];
}"""
BRIGHTNESS = """() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3)
  .reduce((sum, part) => sum + Number(part), 0) / 765"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_phone(site, chromium_file, scheme):
    pages, out = site
    with browser(chromium_file) as chromium:
        context = chromium.new_context(color_scheme=scheme, viewport={"width": 360, "height": 740})
        page = context.new_page()
        for name in sorted(pages.keys() - {"replay.html"}):  # that one: tests/render/test_replay_page.py
            page.goto((out / name).as_uri())
            too_wide, beyond = page.evaluate(BEYOND)
            assert (too_wide, beyond) == (0, []), name
            assert (page.evaluate(BRIGHTNESS) > 0.5) == (scheme == "light"), name
        context.close()
