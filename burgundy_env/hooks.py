"""What stands above a game and is asked for by name, so that the game need not know who draws it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_ENTRY_POINTS: dict[str, str] = {}


def register(name: str, entry_point: str) -> None:
    """Say what a name stands for, as in `burgundy_env.render:draw`; it is imported when it is first asked for."""
    _ENTRY_POINTS[name] = entry_point


def hook(name: str) -> Callable[..., Any]:
    """What has been registered under a name."""
    if name not in _ENTRY_POINTS:
        known = ", ".join(_ENTRY_POINTS) or "nothing"
        raise LookupError(f"nothing is registered as {name!r}; there is {known}")
    module, _, attribute = _ENTRY_POINTS[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found
