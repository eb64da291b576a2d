"""Runs the notebooks: `python tools/make_notebooks.py [NAME ...]` writes their outputs anew; `--check` does not.

What a cell plays may be long. Such a cell has its short form with it, in its metadata, and `executed(path,
short=True)` runs that instead: the same steps with fewer games.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
SHORT = "burgundy_short"  # in the metadata of a cell: what is run in its place
MINUTES = 25


def executed(path: Path, *, short: bool = False) -> Any:
    """A notebook after all its cells were run, in their order, in a new kernel; its sources are as they are kept."""
    notebook = nbformat.read(path, as_version=4)
    kept = [cell.source for cell in notebook.cells]
    for cell in notebook.cells:
        if short:
            cell.source = cell.metadata.get(SHORT, cell.source)
    place = {"metadata": {"path": path.parent}}
    client = NotebookClient(
        notebook, timeout=60 * MINUTES, kernel_name="python3", coalesce_streams=True, resources=place
    )
    client.execute()
    for cell, source in zip(notebook.cells, kept, strict=True):
        cell.source = source
        cell.metadata.pop("execution", None)  # times, which would be different every time
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if not tells_of_compiling(output)]
    return notebook


def tells_of_compiling(output: Any) -> bool:
    """What is said on a machine that has not compiled the engine yet, and on no other."""
    if output.output_type != "stream" or output.name != "stderr":
        return False
    return all(line.startswith("burgundy: compiling the engine once") for line in output.text.splitlines())


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name != "--check"]
    for one in NOTEBOOKS:
        if not names or one.stem in names:
            done = executed(one)
            if "--check" not in sys.argv:
                nbformat.write(done, one)
            print(one, flush=True)
