"""Write the docs pages whose tables come from the code: python tests/make_docs.py [--check]."""

import sys
from pathlib import Path

from burgundy_env.engine.actions import ACTIONS, table_markdown

DOCS = Path(__file__).parent.parent / "docs"

ACTIONS_PAGE = """# Actions

`Discrete({actions})` for every config. Ids never move; a new module appends its blocks at the end. Which workers
an action costs follows from the rules and is not written; `game.explain(action)` tells.

{table}
This page is written by `tests/make_docs.py` from `burgundy_env/engine/actions.py`.
"""


def pages() -> dict[str, str]:
    """The text of every generated page, by file name."""
    return {"actions.md": ACTIONS_PAGE.format(actions=ACTIONS, table=table_markdown())}


def main() -> int:
    """Write the pages, or with --check say which are out of date."""
    stale = [name for name, text in pages().items() if not _is(DOCS / name, text)]
    if "--check" in sys.argv:
        print("out of date: " + ", ".join(stale) if stale else "all pages are current")
        return 1 if stale else 0
    for name in stale:
        (DOCS / name).write_text(pages()[name], encoding="utf-8")
    return 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
