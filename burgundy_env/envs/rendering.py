"""What `render()` gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..game import Game
from ..hooks import hook

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

RENDER_MODES = ("human", "ansi", "rgb_array")
VECTOR_RENDER_MODES = ("ansi", "rgb_array")
FPS = 4
WIDTH, VECTOR_WIDTH = 960, 600  # of a picture in pixels


def check_render_mode(render_mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> str | None:
    """The mode, if there is such a one and what it needs is installed."""
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"render_mode: {render_mode!r} is unknown; there are {', '.join(modes)}")
    if render_mode == "rgb_array":
        hook("pixels_ready")()
    return render_mode


def picture(
    game: Game | None, render_mode: str | None, width: int = WIDTH, known: tuple[str, ...] = RENDER_MODES
) -> str | Pixels | None:
    """The table: as text returned by `ansi` and printed by `human`, as a picture returned by `rgb_array`."""
    if render_mode is None:
        modes = ", ".join(f"render_mode={mode!r}" for mode in known)
        raise ValueError(f"render_mode: none was asked for; make the environment with one of {modes}")
    if game is None:
        raise ValueError("there is no game to draw yet; call reset() first")
    if render_mode == "rgb_array":
        pixels: Pixels = hook("pixels")(game, width)
        return pixels
    text = str(game)
    if render_mode == "ansi":
        return text
    print(text)
    return None
