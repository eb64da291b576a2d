"""What a game is played with: the one place that decides which configurations exist."""

from __future__ import annotations

from ..modules.chateauma import DIFFICULTIES
from .chateauma import Chateauma
from .duchies import board_of
from .errors import ConfigError
from .game_config import KEYS, MODULES, RULESETS, GameConfig, all_modules

__all__ = [
    "DIFFICULTIES", "KEYS", "MODULES", "RULESETS", "Chateauma", "ConfigError", "GameConfig",
    "all_modules", "board_of",
]  # fmt: skip
