"""Put a study that was played into the pages: python tools/publish_study.py DIR docs/studies/NAME.yaml.

DIR is the folder that `burgundy balance run docs/studies/NAME.yaml --out DIR` has left. What came of it is copied to
docs/studies/NAME, and docs/balance.md gets a line that leads there. Rows (Parquet) are copied as long as a repository
can bear them; they are no part of the package. Without arguments the lines alone are written anew.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from burgundy_env.balance import BalanceError, Question
from burgundy_env.balance.report import ALL_ROWS, MANIFEST, MARKDOWN, PAGE, SUMMARY
from burgundy_env.store import write_whole

DOCS = Path(__file__).resolve().parents[1] / "docs"
COPIED = (MANIFEST, SUMMARY, MARKDOWN, PAGE)
MOST_ROWS = 4_000_000  # bytes of a Parquet file
LISTED = re.compile(r"(?<=<!-- published -->\n).*?(?=<!-- /published -->)", re.DOTALL)


class NotPublished(Exception):
    """Why a folder is none that could be."""


def publish(folder: Path, file: Path) -> Path:
    """Copy what came of the study that a file describes to the folder beside the file."""
    missing = [name for name in COPIED if not (folder / name).is_file()]
    if missing:
        raise NotPublished(f"{folder}: has no {missing[0]}; it is written when the study is done")
    asked = Question.of_yaml(file)
    if Question.of(_manifest(folder)["question"]) != asked:
        raise NotPublished(f"{folder}: asks something else than {file}")
    home = file.with_suffix("")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    for name in COPIED:
        write_whole(home / name, (folder / name).read_bytes())
    for name in ALL_ROWS:
        if (folder / name).is_file() and (folder / name).stat().st_size <= MOST_ROWS:
            write_whole(home / name, (folder / name).read_bytes())
    return home


def listed(studies: Path) -> str:
    """A line for each study that is published."""
    return "".join(_line(home) for home in sorted(studies.iterdir()) if home.is_dir()) or "None yet.\n"


def _line(home: Path) -> str:
    told, here = _manifest(home), f"studies/{home.name}"
    links = ", ".join(f"[{name}]({here}/{name})" for name in (MARKDOWN, SUMMARY, MANIFEST))
    return (
        f"- [{home.name}]({here}/{PAGE}), {told['games']:,} games of {', '.join(f'`{a}`' for a in told['agents'])}: "
        f"{links}\n"
    )


def write_lines(docs: Path) -> None:
    """The lines of the page."""
    page = docs / "balance.md"
    write_whole(page, LISTED.sub(lambda _: listed(docs / "studies"), page.read_text(encoding="utf-8")))


def _manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return found


def main(words: list[str] | None = None) -> int:
    """Publish, and say where."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="docs/studies/NAME.yaml")
    args = parser.parse_args(words)
    if (args.folder is None) != (args.file is None):
        parser.error("the study's folder and its file are needed")
    docs = DOCS
    if args.folder is not None:
        try:
            home = publish(args.folder, args.file)
        except (NotPublished, BalanceError) as error:
            print(error, file=sys.stderr)
            return 2
        docs = home.parents[1]
        for path in sorted(home.iterdir()):
            print(f"{path.stat().st_size:>9,} {path}")
    write_lines(docs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
