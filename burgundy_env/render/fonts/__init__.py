"""The letters that pictures and pages carry along: a part of Lato (`OFL.txt`), written by `tools/make_fonts.py`.

So that words have the same width for everybody, and drawings can be laid out by them.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from functools import cache
from importlib.resources import files

FAMILY = "Burgundy Sans"
FONTS = f"'{FAMILY}',Lato,'Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif"

_MARGIN = 1.04  # for viewers that put another font in its place
_UNKNOWN, _FULL = 0.75, 1.05  # letters we don't carry along; those of Asian scripts


def width_of(content: str, size: float, bold: bool = False) -> float:
    """How wide words are at most."""
    widths = _widths()["bold" if bold else "regular"]
    ems = sum(
        widths[c] if c in widths else _FULL if unicodedata.east_asian_width(c) in "WF" else _UNKNOWN for c in content
    )
    return _MARGIN * ems * size


@cache
def face() -> str:
    """The fonts as rules of a style sheet, nothing to be fetched."""
    return "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{_encoded(name)}) format('woff2')}}"
        for name, weight in (("regular", 400), ("bold", 700))
    )


def _encoded(name: str) -> str:
    return base64.b64encode(files(__package__).joinpath(f"lato-{name}.woff2").read_bytes()).decode()


@cache
def _widths() -> dict[str, dict[str, float]]:
    widths: dict[str, dict[str, float]] = json.loads(
        files(__package__).joinpath("widths.json").read_text(encoding="utf-8")
    )
    return widths
