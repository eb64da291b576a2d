"""Pictures of a position as SVG: `picture` draws a game or its document."""

from .chart import points_chart
from .page import NARROW, WIDE, Scene, picture, render, scene

__all__ = ["NARROW", "WIDE", "Scene", "picture", "points_chart", "render", "scene"]
