"""The positions whose pictures are kept in tests/render/pictures, and how to compare pictures."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from burgundy_env.render import png
from burgundy_env.render.svg import picture

PLACE = Path(__file__).parents[1] / "render" / "pictures"
DIFFERENT = 50  # of 255 in one of red, green, blue: more than the few colours of the kept picture explain
MOST_DIFFERENT = 20  # pixels; a tile has 500, a figure on a die 20 to 60


class Pictured(NamedTuple):
    """A picture that is kept: the position's file and how it is drawn."""

    position: str
    options: Mapping[str, Any] = MappingProxyType({})
    pixels: int = 600  # how wide it is kept

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((PLACE / f"{self.position}.json").read_text())
        return document

    @property
    def svg(self) -> str:
        return picture(self.document, **self.options)


PICTURES = {
    "sides_3p": Pictured("sides_3p"),
    "start_2p": Pictured("start_2p"),
    "middle_2p": Pictured("middle_2p", {"note": "heuristic: d1 take 3.2. Die 1 (3): take the ship of depot 3."}),
    "middle_2p_dark": Pictured("middle_2p", {"theme": "dark", "names": ["Anna", "heuristic"]}),
    "middle_2p_phone": Pictured("middle_2p", {"width": 420}, 300),
    "end_2p": Pictured("end_2p", {"hex_names": True}),
    "middle_3p": Pictured("middle_3p"),
    "middle_4p": Pictured("middle_4p"),
    "chateauma_1p": Pictured("chateauma_1p"),
    "chateauma_1p_phone": Pictured("chateauma_1p", {"width": 420, "theme": "dark"}, 300),
    "chateauma_2p": Pictured("chateauma_2p", {"theme": "dark"}),
    "chateauma_3p": Pictured("chateauma_3p"),
    "modules_2p": Pictured("modules_2p"),
    "modules_4p": Pictured("modules_4p"),
    "routes_3p": Pictured("routes_3p", {"theme": "dark"}),
    "chateauma_modules_2p": Pictured("chateauma_modules_2p"),
    "shields_2p": Pictured("shields_2p"),
    "vineyards_2p": Pictured("vineyards_2p"),
    "vineyards_2p_phone": Pictured("vineyards_2p", {"width": 420, "theme": "dark"}, 300),
    "solo": Pictured("solo"),
    "solo_phone": Pictured("solo", {"width": 420, "theme": "dark"}, 300),
    "team": Pictured("team", {"names": ["Anna", "heuristic", "Ben", "heuristic"]}),
    "team_phone": Pictured("team", {"width": 420, "theme": "dark"}, 300),
}


def kept(name: str) -> Path:
    """The file of a kept picture."""
    return PLACE / f"{name}.png"


def drawn(svg: str, pixels: int) -> Any:
    """An SVG in so many pixels across."""
    return read(png(svg, pixels))


def read(data: bytes) -> Any:
    """PNG as an array of red, green and blue."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"), np.int16)


def difference(one: Any, other: Any) -> int:
    """How many pixels are clearly different; all of them if the pictures have not the same size."""
    if one.shape != other.shape:
        return int(one.shape[0] * one.shape[1])
    return int((np.abs(one - other).max(axis=2) > DIFFERENT).sum())
