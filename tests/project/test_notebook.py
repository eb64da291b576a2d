"""The notebooks run from top to bottom and show what they promise; here in their short form, in `.ci/full` whole."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from make_notebooks import NOTEBOOKS, SHORT, executed, tells_of_compiling

NEEDS = {"training": "torch"}  # beside what all of them need
CELLS = {"analysis": 8, "balance": 5, "chateauma": 6, "first_game": 8, "training": 7}  # with code, at least


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_looks_as_it_is_kept(path: Path) -> None:
    import nbformat

    if path.stem in NEEDS and find_spec(NEEDS[path.stem]) is None:
        pytest.skip(f"{NEEDS[path.stem]} is missing: pip install 'burgundy-env[train]'")
    kept, new = nbformat.read(path, as_version=4), executed(path, short=True)
    assert [cell.source for cell in new.cells] == [cell.source for cell in kept.cells]
    kinds = [[(one.output_type, *sorted(one.get("data", {}))) for one in outputs(each)] for each in (kept, new)]
    assert kinds[0] == kinds[1], "run python tools/make_notebooks.py"
    for output in outputs(new):
        svg = output.get("data", {}).get("image/svg+xml")
        if svg is not None:
            assert ET.fromstring(svg).get("role") == "img"


def test_they_are_there_and_were_run() -> None:
    import nbformat

    assert {path.stem for path in NOTEBOOKS} == CELLS.keys()
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert CELLS[path.stem] <= len(cells) <= 12
        assert all(cell.execution_count for cell in cells)
        assert path.stat().st_size < 600_000


def test_short_forms_do_what_the_long_ones_do() -> None:
    """A short cell names the same things: who changes the one has to change the other."""
    import nbformat

    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            short = cell.metadata.get(SHORT)
            if short is not None:
                assert _named(short) >= _named(cell.source), path.stem


def _named(source: str) -> set[str]:
    """What the cell assigns, for the cells that follow."""
    import ast

    return {
        name.id
        for node in ast.parse(source).body
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and not isinstance(node, ast.FunctionDef)
    }


def test_only_what_tells_of_compiling_is_left_out() -> None:
    import nbformat

    def said(text: str, name: str = "stderr") -> Any:
        return nbformat.v4.new_output("stream", name=name, text=text)

    told = "burgundy: compiling the engine once, about half a minute of work ...\n"
    assert tells_of_compiling(said(told))
    assert not tells_of_compiling(said(told, "stdout"))
    assert not tells_of_compiling(said(f"{told}Traceback (most recent call last)\n"))
    assert not tells_of_compiling(nbformat.v4.new_output("display_data"))
