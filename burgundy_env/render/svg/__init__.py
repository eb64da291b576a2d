"""Pictures of a position as SVG: `picture` draws a game or its document."""

from .page import NARROW, WIDE, Scene, picture, render, scene

__all__ = ["NARROW", "WIDE", "Scene", "picture", "render", "scene"]
