"""Pictures of a position. Every drawing reads the position document only, never the engine."""

from burgundy_env.render.ansi import draw

__all__ = ["draw"]
