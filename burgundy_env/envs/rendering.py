"""What `render()` gives."""

from __future__ import annotations

from ..game import Game

RENDER_MODES = ("human", "ansi")


def check_render_mode(render_mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode: {render_mode!r} is unknown; there are {', '.join(RENDER_MODES)}, both of which draw the "
            "table as text"
        )
    return render_mode


def picture(game: Game | None, render_mode: str | None) -> str | None:
    """The table as text: returned by `ansi`, printed by `human`."""
    if render_mode is None:
        raise ValueError("render_mode: none was asked for; make the environment with render_mode='ansi' or 'human'")
    if game is None:
        raise ValueError("there is no game to draw yet; call reset() first")
    text = str(game)
    if render_mode == "ansi":
        return text
    print(text)
    return None
