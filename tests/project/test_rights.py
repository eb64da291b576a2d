"""Whose each file is, and that nothing of the rulebooks is published."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from make_rulebooks import FILE, RUN, marks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rights.md"
# Where text is: what is drawn or compressed has no words in it.
TEXTS = (
    ".py",
    ".md",
    ".json",
    ".jsonl",
    ".csv",
    ".txt",
    ".html",
    ".css",
    ".js",
    ".ts",
    ".svg",
    ".yaml",
    ".toml",
    ".ipynb",
)
PUBLISHED = ("burgundy_env", "agents", "configs", "docs")


@pytest.fixture(scope="module")
def known() -> set[str]:
    return set(FILE.read_text(encoding="utf-8").split())


def named() -> list[str]:
    return re.findall(r"(?m)^\| `([^`]+)`", PAGE.read_text(encoding="utf-8"))


def texts() -> list[Path]:
    folders = [path for name in PUBLISHED for path in (ROOT / name).rglob("*")]
    pages = [*(ROOT / "docs").rglob("*"), *ROOT.glob("*.md"), *(ROOT / "notebooks").glob("*.ipynb")]
    return [path for path in (*folders, *pages) if path.suffix in TEXTS and "__pycache__" not in path.parts]


def test_every_line_of_the_page_names_files() -> None:
    assert named()[0] == "/"
    for name in named()[1:]:
        assert (ROOT / name).exists(), name


def test_files_that_are_no_text_are_named_or_drawn_by_us() -> None:
    """Whatever could be somebody else's: letters, sounds, pictures, documents."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout: nobody can tell which files are published")
    drawn = ("docs/images/", "tests/render/pictures/", "tests/render/screenshots/", "tests/serve/screenshots/")
    for name in listed.stdout.splitlines():
        path = Path(name)
        if path.suffix in (".woff", ".woff2", ".ttf", ".otf", ".pdf", ".docx", ".mp3", ".wav"):
            assert name in named(), f"{name}: say in docs/rights.md whose it is"
        if path.suffix in (".png", ".jpg", ".jpeg", ".gif", ".webp"):
            assert name.startswith(drawn), f"{name}: pictures are drawn by this program"


def test_nothing_published_has_words_of_the_rulebooks(known: set[str]) -> None:
    found = {path for path in texts() for mark in marks(path.read_text(encoding="utf-8")) if mark in known}
    assert not found, f"{RUN} words in a row stand in a rulebook, too; say it in words of your own"


def test_the_marks_know_a_sentence_of_a_rulebook(known: set[str]) -> None:
    """Not with a sentence of theirs, which must not stand here, but with one of ours whose marks are added."""
    ours = "At the end of a phase whoever owns mines gets one silver for each of them before anything else is dealt."
    added = known | set(marks(ours))
    assert len(known) > 4000
    assert any(mark in added for mark in marks(f"Remember: {ours} That is all."))
