"""The game as an environment: PettingZoo (`burgundy_v0`), Gymnasium (`single`) and many games at once (`vector`).

All of them understand `config`, `reward`, `observation` in the same way and end a game with the same info:

- `totals`: victory points by seat, final scoring included,
- `ranking`: the seats, best first,
- `breakdown`: by seat, where the points come from, in the order of `SCORE_NAMES`,
- `illegal`: whether an illegal action ended the game, which is then scored as it stood.
"""

from __future__ import annotations

from typing import Any

from ..engine.layout import SCORE_NAMES
from ..engine.policies import POLICIES
from ..engine.rewards import REWARDS

__all__ = ["POLICIES", "REWARDS", "SCORE_NAMES", "BurgundyEnv", "BurgundyVectorEnv", "SelfPlayVectorEnv"]

_LAZY = {"BurgundyEnv": "single", "BurgundyVectorEnv": "vector", "SelfPlayVectorEnv": "vector"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'burgundy_env.envs' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LAZY[name]}", __name__), name)
