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
from .html import page
from .text import markdown

SUMMARY, MANIFEST, MARKDOWN, PAGE, ROWS = "summary.json", "manifest.json", "report.md", "report.html", "games.parquet"
FILES = (SUMMARY, MANIFEST, MARKDOWN, PAGE, ROWS)
ALL_ROWS = (ROWS,)


def write(folder: str | os.PathLike[str], summary: Summary) -> None:
    """Everything but the rows: numbers, tables, page and manifest."""
    path = Path(folder)
    write_whole(path / SUMMARY, json_lines(summary.to_json()) + "\n")
    write_whole(path / MANIFEST, json_lines(dict(summary.manifest)) + "\n")
    write_whole(path / MARKDOWN, markdown(summary))
    write_whole(path / PAGE, page(summary))


def write_rows(store: Store, run: Run) -> None:
    """The Parquet file: a row for every seat of every game."""
    write_parquet(store.folder / ROWS, rows(store.layout, run.frame, store.question.agents))
