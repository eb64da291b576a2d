"""How Sphinx makes a site of these pages: `burgundy docs`, or python -m sphinx -W docs OUT."""

import re
import shutil
from pathlib import Path

from burgundy_env import Record, __version__
from burgundy_env.render.replay import page

HERE = Path(__file__).parent

project = "burgundy_env"
version = release = __version__
copyright = "the burgundy_env founders, MIT licence"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "studies"]
default_role = "code"  # docstrings write `so`
smartquotes = False  # --plain is no dash

myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"burgundy_env {__version__}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = False
html_theme_options = {"top_of_page_buttons": []}
html_show_search_summary = False  # it would be fetched, which browsers refuse in files

_BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "README.md": "index.md"}
_LINK = re.compile(r"\[([^\]]+)\]\(\.\./([^)#]+)\)")
_BY_FILE = re.compile(r"\[([\w-]+\.md)\]\((\1(?:#[^)]*)?)\)")
_STUDY = re.compile(r"\[([^\]]+)\]\((studies/[^)]+)\)")
_INCLUDE = re.compile(r"```\{include\} \.\./(\S+)\n.*?```\n", re.DOTALL)
# A paragraph's last words: the names of tests.
_TESTS = re.compile(r" `test_\w+\.py::\w+`(?:, `test_\w+\.py::\w+`)*$", re.MULTILINE)


def _without_what_is_not_here(app, name, source):
    """From the wheel the pages are built without the files beside them: no link leads there then."""

    def linked(found):
        return found[0] if (HERE.parent / found[2]).exists() else f"{found[1]} (`{found[2]}` of the sources)"

    def included(found):
        return found[0] if (HERE.parent / found[1]).exists() else f"It is the file `{found[1]}` of the sources.\n"

    if name in ("changelog", "contributing"):
        source[0] = _INCLUDE.sub(included, source[0])
        if "{include}" not in source[0]:
            source[0] = f"# {name.capitalize()}\n\n{source[0]}"
    else:
        for file, shown in _BESIDE.items():
            source[0] = source[0].replace(f"](../{file})", f"]({shown})")
        source[0] = _BY_FILE.sub(r"[](\2)", _LINK.sub(linked, source[0]))  # the page's title, not its file's name
        source[0] = _STUDY.sub(r'<a href="\2">\1</a>', source[0])  # beside the pages, and no download
    if name == "rulings":
        source[0] = _TESTS.sub(_folded, source[0])


def _folded(found):
    """The names of the tests that pin a ruling, to be unfolded."""
    count = found[0].count("::")
    summary = f"<summary>pinned by {count} test{'s' * (count > 1)}</summary>"
    return f"\n\n<details>{summary}\n\n{found[0].strip()}\n\n</details>\n"


def _write_the_replay(app, failed):
    """The game that the first page has to click through, drawn by this version."""
    if failed is None and app.builder.format == "html":
        record = Record.load(HERE / "game.jsonl")
        (Path(app.outdir) / "replay.html").write_text(page(record), encoding="utf-8")


def _put_the_studies(app, failed):
    """What came of studies that are published; their rows stay with the sources."""
    if failed is None and app.builder.format == "html":
        there = Path(app.outdir) / "studies"
        shutil.copytree(HERE / "studies", there, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.parquet"))


def setup(app):
    """What Sphinx calls."""
    app.connect("source-read", _without_what_is_not_here)
    app.connect("build-finished", _write_the_replay)
    app.connect("build-finished", _put_the_studies)
