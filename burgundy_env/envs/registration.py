"""The ids under which Gymnasium and PettingZoo find the game, entered when either of them is imported.

Gymnasium has no plugins any more, and importing it here would make `import burgundy_env` slow for those
who don't want it; yet `import burgundy_env` often stands above `import gymnasium`. So whichever comes
second, the ids are entered then.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

VECTOR = "burgundy_env.envs.vector"


def register_ids() -> None:
    """Enter the ids now where a library has been imported, else as soon as it is."""
    due = {}
    for name, register in (("gymnasium.envs", _register_gymnasium), ("pettingzoo", _register_pettingzoo)):
        if name in sys.modules:
            register()
        else:
            due[name] = register
    if due:
        sys.meta_path.insert(0, _Later(due))


def _register_gymnasium() -> None:
    from gymnasium.envs.registration import register, registry

    # The environment checks its own order of calls, and a bare one has `action_masks()` within reach.
    if "Burgundy-v0" not in registry:
        register(
            "Burgundy-v0",
            entry_point="burgundy_env.envs.single:BurgundyEnv",
            vector_entry_point=f"{VECTOR}:BurgundyVectorEnv",
            order_enforce=False,
            disable_env_checker=True,
        )
    if "BurgundySolo-v0" not in registry:  # board 33; another config with module solo may be given
        register(
            "BurgundySolo-v0",
            entry_point="burgundy_env.envs.single:BurgundyEnv",
            vector_entry_point=f"{VECTOR}:BurgundyVectorEnv",
            order_enforce=False,
            disable_env_checker=True,
            kwargs={"config": {"players": 1, "modules": ["solo"]}},
        )
    if "BurgundySelfPlay-v0" not in registry:
        register("BurgundySelfPlay-v0", vector_entry_point=f"{VECTOR}:SelfPlayVectorEnv")


def _register_pettingzoo() -> None:
    pettingzoo = sys.modules["pettingzoo"]
    registry = getattr(pettingzoo, "aec_registry", None)  # since 1.27
    if registry is not None and "burgundy-v0" not in registry:
        pettingzoo.register("aec", "burgundy-v0", "burgundy_env.envs.burgundy_v0:env")


class _Later(MetaPathFinder):
    """Lets a module be found as always, and has something done once it has been imported."""

    def __init__(self, due: dict[str, Callable[[], None]]) -> None:
        self.due = due

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec that the other finders give, its loader told to do what is due afterwards."""
        then = self.due.pop(name, None)
        if then is None:
            return None
        if not self.due and self in sys.meta_path:
            sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                then()

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
