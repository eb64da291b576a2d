"""Runs the notebooks: `python tools/make_notebooks.py` writes their outputs anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


def executed(path: Path) -> Any:
    """A notebook after all its cells were run, in their order, in a new kernel."""
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": path.parent}}
    client = NotebookClient(notebook, timeout=280, kernel_name="python3", coalesce_streams=True, resources=place)
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times, which would be different every time
    return notebook


if __name__ == "__main__":
    for one in NOTEBOOKS:
        nbformat.write(executed(one), one)
        print(one)
