"""Pictures of a position. Every drawing reads the position document only, never the engine.

`draw` is for terminals, `picture` gives SVG; `png`, `rgb_array`, `strip` and `film` give pixels, for which
the extra `pictures` must be installed.
"""

from burgundy_env.render.ansi import draw
from burgundy_env.render.film import film
from burgundy_env.render.raster import PicturesMissing, png, rgb_array, strip
from burgundy_env.render.svg import picture

__all__ = ["PicturesMissing", "draw", "film", "picture", "png", "rgb_array", "strip"]
