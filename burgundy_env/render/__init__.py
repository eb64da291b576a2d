"""Pictures of a position. Every drawing reads the position document only, never the engine.

`draw` is for terminals, `picture` gives SVG; `png`, `rgb_array`, `strip` and `film` give pixels, for which
the extra `pictures` must be installed.
"""

from burgundy_env.render.film import film
from burgundy_env.render.notebook import Shown
from burgundy_env.render.raster import PicturesMissing, png, rgb_array, strip
from burgundy_env.render.svg import evaluation_figure, picture, points_chart
from burgundy_env.render.terminal.ansi import draw

__all__ = [
    "PicturesMissing", "Shown", "draw", "evaluation_figure", "film", "picture", "png", "points_chart", "rgb_array",
    "strip",
]  # fmt: skip
