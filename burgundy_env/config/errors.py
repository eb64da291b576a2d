"""What every refusal of a config is."""

from __future__ import annotations

from collections.abc import Iterable


class ConfigError(ValueError):
    """A configuration that can't be played; the message names the key and says what would be right.

    >>> from burgundy_env import GameConfig
    >>> GameConfig(players=5)
    Traceback (most recent call last):
    burgundy_env.config.errors.ConfigError: players: 5 can't play; there are games for 2, 3 and 4 ...
    """


def listed(names: Iterable[object]) -> str:
    """Names one after another."""
    return ", ".join(str(name) for name in names)
