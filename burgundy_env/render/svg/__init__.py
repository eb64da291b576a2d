"""Pictures of a position as SVG: `picture` draws a game or its document."""

from .page import Scene, picture, render, scene

__all__ = ["Scene", "picture", "render", "scene"]
