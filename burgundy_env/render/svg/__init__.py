"""Pictures of a position as SVG: `picture` draws a game or its document."""

from .chart import points_chart
from .evaluation import evaluation_figure
from .page import NARROW, WIDE, Scene, picture, render, scene, table_of
from .sheets import GROUNDS, Sheet, duchy_sheet, sheets
from .turn import turn_picture

__all__ = [
    "GROUNDS", "NARROW", "WIDE", "Scene", "Sheet", "duchy_sheet", "evaluation_figure", "picture", "points_chart",
    "render", "scene", "sheets", "table_of", "turn_picture",
]  # fmt: skip
