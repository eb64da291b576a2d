"""The game as an environment: PettingZoo (`burgundy_v0`), Gymnasium (`single`) and many games at once (`vector`).

All of them understand `config`, `reward`, `observation` in the same way and end a game with the same info:

- `totals`: victory points by seat, final scoring included,
- `ranking`: the seats, best first,
- `breakdown`: by seat, where the points come from, in the order of `SCORE_NAMES`,
- `illegal`: whether an illegal action ended the game, which is then scored as it stood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.layout import SCORE_NAMES
    from ..players.policies import POLICIES
    from . import burgundy_v0
    from .opponents import Batched
    from .rewards import REWARDS
    from .single import BurgundyEnv
    from .vector import BurgundyVectorEnv, SelfPlayVectorEnv

__all__ = [
    "POLICIES",
    "REWARDS",
    "SCORE_NAMES",
    "Batched",
    "BurgundyEnv",
    "BurgundyVectorEnv",
    "SelfPlayVectorEnv",
    "burgundy_v0",
]

# Nothing is imported before it is asked for: `import burgundy_env` comes through here to register the ids.
_LAZY = {
    "POLICIES": "..players.policies",
    "REWARDS": ".rewards",
    "SCORE_NAMES": "..engine.layout",
    "Batched": ".opponents",
    "BurgundyEnv": ".single",
    "BurgundyVectorEnv": ".vector",
    "SelfPlayVectorEnv": ".vector",
}
_MODULES = ("burgundy_v0",)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name not in _LAZY:
        raise AttributeError(f"module 'burgundy_env.envs' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name], __name__), name)
