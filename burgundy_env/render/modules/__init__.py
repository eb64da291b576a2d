"""What modules add to pictures: each has a file named by its descriptor's key, with its `DRAWING`.

A module without one is played and told; its tiles bear their codes, and its keys of positions are written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from ...modules import DESCRIPTORS
from ..facts import Document, played
from .drawing import Drawing

__all__ = ["DRAWINGS", "Drawing", "drawings"]


def _drawing(key: str) -> Drawing:
    name = f"{__name__}.{key}"
    drawing: Drawing = import_module(name).DRAWING if find_spec(name) else Drawing()
    return drawing


DRAWINGS: Mapping[str, Drawing] = {module.key: _drawing(module.key) for module in DESCRIPTORS}


def drawings(doc: Document) -> tuple[Drawing, ...]:
    """What all that is played adds to a picture, in the order of the descriptors."""
    keys = played(doc)
    return tuple(drawing for key, drawing in DRAWINGS.items() if key in keys)
