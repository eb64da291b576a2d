"""Pictures in pixels: PNG and arrays, made from the SVG by resvg with a font of our own choosing.

Needs the extra `pictures`. The font comes as a package, as a machine may have none, and so that everybody
gets the same pixels.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .svg import WIDE, picture

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..game import Game

    Drawn: TypeAlias = Game | Mapping[str, Any]

_NEEDED = {"resvg_py": "resvg-py", "PIL": "Pillow", "font_lato": "font-lato"}
_FACES = ("Lato-Regular.ttf", "Lato-Bold.ttf")
_STRIP_GAP = 8

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


class PicturesMissing(ImportError):
    """What pictures in pixels are made with is not installed; the message says how to get it.

    >>> from burgundy_env.render import PicturesMissing
    >>> issubclass(PicturesMissing, ImportError)
    True
    """


def check_installed() -> None:
    """Refuse with a sentence where the extra is missing."""
    missing = [package for module, package in _NEEDED.items() if find_spec(module) is None]
    if missing:
        raise PicturesMissing(
            f"pictures in pixels need {' and '.join(missing)}; install the extra: "
            "pip install 'burgundy-env[pictures]'"
        )


@cache
def _fonts() -> tuple[str, ...]:
    check_installed()
    spec = find_spec("font_lato")
    assert spec is not None
    assert spec.origin is not None
    return tuple(str(Path(spec.origin).parent / "files" / face) for face in _FACES)


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG as PNG; `width` in pixels if not its own.

    >>> from burgundy_env import Game
    >>> png(picture(Game.new(seed=7)), width=300)[1:4]
    b'PNG'
    """
    fonts = list(_fonts())
    import resvg_py

    data: bytes = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, font_files=fonts, skip_system_fonts=True, sans_serif_family="Lato"
        )
    )
    return data


def pixels(svg: str, width: int | None = None) -> Pixels:
    """An SVG as an array of height, width and red, green, blue; the height is even, as films want it."""
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as image:
        array = np.asarray(image.convert("RGB"), np.uint8)
    return array[: len(array) // 2 * 2]


def rgb_array(game: Drawn, width: int = 960, theme: str = "light", **options: Any) -> Pixels:
    """A position in pixels, laid out as on a wide page; the options are those of `svg.picture`.

    >>> from burgundy_env import Game
    >>> rgb_array(Game.new(seed=7), width=480).shape[1:]
    (480, 3)
    """
    return pixels(picture(game, theme, WIDE, fonts=False, **options), width)


def strip(games: Sequence[Drawn], columns: int | None = None, width: int = 600, theme: str = "light") -> Pixels:
    """Many positions in one array, side by side: `columns` of them, each `width` pixels wide.

    >>> from burgundy_env import Game
    >>> strip([Game.new(seed=7), Game.new(seed=8)], columns=2, width=200).shape[2]
    3
    """
    if not games:
        raise ValueError("games: at least one is needed for a strip")
    if columns is not None and columns < 1:
        raise ValueError(f"columns: at least 1, not {columns}")
    across = columns or min(4, int(np.ceil(np.sqrt(len(games)))))
    frames = [rgb_array(game, width, theme) for game in games]
    height = max(len(frame) for frame in frames)
    rows = -(-len(frames) // across)
    shape = (rows * (height + _STRIP_GAP) - _STRIP_GAP, across * (width + _STRIP_GAP) - _STRIP_GAP, 3)
    # Between the games lies the colour of their own margin.
    sheet = np.broadcast_to(frames[0][0, 0], shape).copy()
    for i, frame in enumerate(frames):
        y, x = i // across * (height + _STRIP_GAP), i % across * (width + _STRIP_GAP)
        sheet[y : y + len(frame), x : x + width] = frame
    return sheet
