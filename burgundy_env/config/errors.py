"""What every refusal of a config is."""

from __future__ import annotations

from collections.abc import Iterable


class ConfigError(ValueError):
    """A configuration that can't be played; the message names the key and says what would be right."""


def listed(names: Iterable[object]) -> str:
    """Names one after another."""
    return ", ".join(str(name) for name in names)
