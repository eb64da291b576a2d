"""The screens kept in tests/render/screenshots: replay pages of kept positions, as a real Chromium shows them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pictured import PLACE, read

from burgundy_env import Game
from burgundy_env.records import Record
from burgundy_env.render.replay import page

KEPT = PLACE.parent / "screenshots"
NOTEBOOK = KEPT / "jupyterlab-1440x900.png"  # tests/render/test_jupyterlab.py
_DIFFERENT, MOST_DIFFERENT = 40, 0.01  # of 255; of all pixels


class Screenshot(NamedTuple):
    """A screen: of which position, how large, with which tab."""

    position: str
    width: int
    height: int
    tab: str = ""

    @property
    def name(self) -> str:
        return "-".join([self.position, f"{self.width}x{self.height}", *[self.tab] * bool(self.tab)])

    @property
    def file(self) -> Path:
        return KEPT / f"{self.name}.png"

    @property
    def html(self) -> str:
        """The page: the position, and the first action that is legal in it."""
        document = json.loads((PLACE / f"{self.position}.json").read_text())
        document.pop("hidden", None)
        game = Game.from_json(document, seed=1)
        game.push(game.legal_actions()[0])
        names = ["human:Anna", "heuristic", "human:Ben", "human:Christopher"]
        return page(Record.of(game, names[: game.config.players]))


SCREENSHOTS = (
    Screenshot("middle_2p", 1440, 900),
    Screenshot("middle_2p", 1440, 900, "points"),
    Screenshot("middle_4p", 1920, 1080),
    Screenshot("middle_3p", 1024, 768),
    Screenshot("modules_4p", 1440, 900),
    Screenshot("chateauma_1p", 1440, 900),
    Screenshot("chateauma_2p", 1024, 768),
    Screenshot("vineyards_2p", 1440, 900),
    Screenshot("team", 1440, 900),
    Screenshot("team", 390, 844, "duchies"),
    Screenshot("solo", 1440, 900),
    Screenshot("middle_2p", 390, 844),
    Screenshot("middle_2p", 390, 844, "duchies"),
    Screenshot("chateauma_1p", 390, 844, "move"),
)


def taken(chromium: Any, one: Screenshot, folder: Path) -> bytes:
    """The screen as it is now, made smaller."""
    file = folder / f"{one.name}.html"
    file.write_text(one.html, encoding="utf-8")
    context = chromium.new_context(viewport={"width": one.width, "height": one.height})
    tab = context.new_page()
    tab.goto(f"{file.as_uri()}#a=1")
    if one.tab:
        tab.click(f"#tabs [data-tab={one.tab}]")
    tab.evaluate("document.fonts.ready")
    picture = tab.screenshot()
    context.close()
    return smaller(picture)


def smaller(picture: bytes) -> bytes:
    """A screen at half its size, in few colours."""
    from PIL import Image

    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    half = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.BOX)
    data = io.BytesIO()
    half.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def difference(one: bytes, other: bytes) -> float:
    """Which share of two screens is clearly different; all of them if they have not the same size."""
    return _share_of(read(one), read(other))


def difference_within(box: tuple[int, int, int, int], one: bytes, other: bytes) -> float:
    """The same of what lies in a box: left, top, right, bottom."""
    left, top, right, bottom = box
    return _share_of(*(read(each)[top:bottom, left:right] for each in (one, other)))


def _share_of(pixels: np.ndarray, others: np.ndarray) -> float:
    if pixels.shape != others.shape:
        return 1.0
    return float((np.abs(pixels - others).max(axis=2) > _DIFFERENT).mean())
