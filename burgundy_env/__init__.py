"""The Castles of Burgundy for people who train agents, measure policies and study the game.

>>> from burgundy_env import Game
>>> game = Game.new({"players": 2}, seed=7)
>>> game.push("start h19")

Importing the package is cheap: the engine is loaded by the first game and compiled once per machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .config import ConfigError, GameConfig
from .envs.registration import register_ids
from .hooks import register

if TYPE_CHECKING:
    from .analysis import Analysis, AnalysisError, analyse
    from .envs import burgundy_v0
    from .game import Game, IllegalAction, Outcome
    from .position.values import PositionError
    from .records import Record, RecordError

__all__ = [
    "Analysis",
    "AnalysisError",
    "ConfigError",
    "Game",
    "GameConfig",
    "IllegalAction",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "__version__",
    "analyse",
    "burgundy_v0",
]

_LAZY = {
    "Analysis": "analysis",
    "AnalysisError": "analysis",
    "analyse": "analysis",
    "Game": "game",
    "IllegalAction": "game",
    "Outcome": "game",
    "PositionError": "position.values",
    "Record": "records",
    "RecordError": "records",
    "burgundy_v0": "envs",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'burgundy_env' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_ids()
# How `print(game)` and notebooks draw a game.
register("text", "burgundy_env.render:draw")
register("notebook", "burgundy_env.render.notebook:bundle")
register("turn_drawn", "burgundy_env.render.notebook:turn_drawn")
register("analysis_html", "burgundy_env.render.notebook:analysis")
register("replay_page", "burgundy_env.render.replay:page")
register("pixels", "burgundy_env.render.raster:rgb_array")
register("pixels_ready", "burgundy_env.render.raster:check_installed")
