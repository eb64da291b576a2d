"""The files of a study's folder that are written from its games."""

from __future__ import annotations

import os
from pathlib import Path

from ...safe import json_lines
from ...store import write_whole
from ..analysis.summary import Summary
from ..frame import rows, write_parquet
from ..laboratory import Run
from ..store import Store
from ..twin_rows import twin_rows
from .html import page
from .text import markdown

SUMMARY, MANIFEST, MARKDOWN, PAGE, ROWS = "summary.json", "manifest.json", "report.md", "report.html", "games.parquet"
FILES = (SUMMARY, MANIFEST, MARKDOWN, PAGE, ROWS)
TWIN_ROWS = "twins.parquet"  # of the study of tiles
ALL_ROWS = (ROWS, TWIN_ROWS)


def write(folder: str | os.PathLike[str], summary: Summary) -> None:
    """Everything but the rows: numbers, tables, page and manifest."""
    path = Path(folder)
    write_whole(path / SUMMARY, json_lines(summary.to_json()) + "\n")
    write_whole(path / MANIFEST, json_lines(dict(summary.manifest)) + "\n")
    write_whole(path / MARKDOWN, markdown(summary))
    write_whole(path / PAGE, page(summary))


def write_rows(store: Store, run: Run) -> None:
    """The Parquet files: a row for every seat of every game, and one for every seat of every twin."""
    agents = store.question.agents
    write_parquet(store.folder / ROWS, rows(store.layout, run.frame, agents))
    if any(cell.twins for cell in store.layout.cells):
        write_parquet(store.folder / TWIN_ROWS, twin_rows(store.layout, run.twins.values(), agents))
