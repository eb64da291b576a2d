"""`burgundy docs`: these pages as a site on this machine, built once from the texts that come along."""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from burgundy_env import safe
from burgundy_env._version import __version__
from burgundy_env.cli import FINE, options
from burgundy_env.nearest import nearest

_PACKAGE = Path(__file__).parents[1]
_NEEDED = ("sphinx", "furo", "myst_parser")
_STAMP = "burgundy.txt"  # in a built site: the hash of what it was built from


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("docs", help="these pages in a browser, without a network")
    parser.description = (
        "Open the documentation of this version in a browser. It is built once, from the texts that come with the "
        "package; that takes ten seconds and the extra docs. Nothing is fetched, then or later."
    )
    parser.add_argument(
        "page", nargs="?", metavar="PAGE", default="index", help="as rules or training (default: index)"
    )
    parser.add_argument("--out", metavar="DIR", help="build it there, to be put on a server or taken along")
    parser.add_argument("--no-open", action="store_true", help="only build it and say where it is")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build what is not built yet, and open it."""
    texts = _texts()
    page = args.page.removesuffix(".md").removesuffix(".html")
    pages = sorted(path.stem for path in texts.glob("*.md"))
    if page not in pages:
        raise options.InputError(f"no page is called {page!r}{nearest(page, pages)}; there are {', '.join(pages)}")
    out, stamp = _folder(args.out), _hash_of(texts)
    if not _is_built(out, stamp):
        _build(texts, out, stamp)
    shown = out / f"{page}.html"
    print(f"The pages are in {safe.line(out)}; nothing of them is fetched.")
    if not (args.no_open or webbrowser.open(shown.as_uri())):
        print(f"No browser was found to open them in; open {safe.line(shown)}")
    return FINE


def _texts() -> Path:
    """Beside the package's other folders where it is installed, at the top of the project where it is not."""
    installed = _PACKAGE / "texts"
    return installed if installed.is_dir() else _PACKAGE.parent / "docs"


def _folder(asked: str | None) -> Path:
    if asked is not None:
        return Path(asked).expanduser().absolute()
    from burgundy_env.engine import cache

    root = cache.root()
    if root is None:
        raise options.InputError("there is no home folder to keep the pages in; --out DIR names another one")
    return root / f"docs-{__version__}"


def _hash_of(texts: Path) -> str:
    """Changes with every text, picture and docstring, so that what is shown is never an older one."""
    found = hashlib.sha256()
    for path in [*sorted(p for p in texts.rglob("*") if p.is_file()), *sorted(_PACKAGE.rglob("*.py"))]:
        if "_build" not in path.parts:
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _is_built(out: Path, stamp: str) -> bool:
    marked = out / _STAMP
    return marked.is_file() and marked.read_text(encoding="utf-8").strip() == stamp


def _build(texts: Path, out: Path, stamp: str) -> None:
    """The whole site beside its place, then in it: a build that was stopped leaves nothing half done."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise options.InputError(
            f"the pages are made by Sphinx, which is not installed; pip install 'burgundy-env[docs]' brings it. "
            f"As they are written they can be read in {texts}"
        )
    if out.exists() and not (out / _STAMP).is_file() and any(out.iterdir()):
        raise options.InputError(f"{out} holds something else; name a folder that is empty or not there")
    from sphinx.cmd.build import build_main

    print("burgundy: building the pages once ...", file=sys.stderr, flush=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".docs-", dir=out.parent) as beside:
        made, notes = Path(beside) / "html", Path(beside) / "notes"
        failed = build_main(["-Q", "-b", "html", "-d", str(notes), str(texts), str(made)])
        if failed:
            raise options.InputError("the pages could not be built; what is wrong stands above")
        (made / _STAMP).write_text(stamp + "\n", encoding="utf-8")
        shutil.rmtree(out, ignore_errors=True)
        made.rename(out)
