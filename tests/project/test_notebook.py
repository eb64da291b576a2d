"""The notebooks run from top to bottom and show what they promise."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from make_notebooks import NOTEBOOKS, executed


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_looks_as_it_is_kept(path: Path) -> None:
    import nbformat

    kept, new = nbformat.read(path, as_version=4), executed(path)
    assert [cell.source for cell in new.cells] == [cell.source for cell in kept.cells]
    kinds = [[(one.output_type, *sorted(one.get("data", {}))) for one in outputs(each)] for each in (kept, new)]
    assert kinds[0] == kinds[1], "run python tools/make_notebooks.py"
    for output in outputs(new):
        svg = output.get("data", {}).get("image/svg+xml")
        if svg is not None:
            assert ET.fromstring(svg).get("role") == "img"


def test_they_are_there_and_were_run() -> None:
    import nbformat

    assert [path.name for path in NOTEBOOKS] == ["balance.ipynb", "first_game.ipynb"]
    for path, fewest in zip(NOTEBOOKS, (5, 8), strict=True):
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        assert fewest <= len(cells) <= 12
        assert all(cell.execution_count for cell in cells)
