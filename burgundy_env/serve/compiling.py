"""Whether a process is at compiling the engine: it is, for half a minute, the first time on a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event

_OURS = "burgundy_env."


class Compiling(event.Listener):  # type: ignore[misc]
    """Listens from its making on; `begun` is called once, when something is compiled, not when it is loaded."""

    def __init__(self, begun: Callable[[], None] | None = None) -> None:
        self._begun, self._depth = begun, 0  # kernels call kernels that are not compiled either
        event.register("numba:compile", self)

    def close(self) -> None:
        """Listen no more."""
        event.unregister("numba:compile", self)

    @property
    def now(self) -> bool:
        """Whether a kernel is being compiled at this moment."""
        return self._depth > 0

    def on_start(self, started: Any) -> None:
        """Called by Numba before it compiles anything."""
        if _is_ours(started):
            self._depth += 1
            begun, self._begun = self._begun, None
            if begun is not None:
                begun()

    def on_end(self, ended: Any) -> None:
        """Called by Numba when it has compiled something."""
        if _is_ours(ended):
            self._depth -= 1


def _is_ours(told: Any) -> bool:
    return bool(told.data["dispatcher"].py_func.__module__.startswith(_OURS))
