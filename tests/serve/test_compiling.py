"""Whether the engine is being compiled is told while it is."""

from __future__ import annotations

from types import SimpleNamespace

import numba
import pytest
from numba.core import event

from burgundy_env.serve.compiling import Compiling

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


def told(module: str) -> dict[str, object]:
    """What Numba says of a function of a module."""
    return {"dispatcher": SimpleNamespace(py_func=SimpleNamespace(__module__=module)), "args": ()}


def test_it_is_told_once_and_as_long_as_it_lasts() -> None:
    said: list[bool] = []
    compiling = Compiling(lambda: said.append(compiling.now))
    try:
        for _ in range(2):
            assert not compiling.now
            compiling.on_start(event.Event("numba:compile", "START", told("burgundy_env.engine.play")))
            compiling.on_start(event.Event("numba:compile", "START", told("burgundy_env.engine.rules")))
            compiling.on_end(event.Event("numba:compile", "END", told("burgundy_env.engine.rules")))
            assert compiling.now
            compiling.on_end(event.Event("numba:compile", "END", told("burgundy_env.engine.play")))
        assert said == [True]
        assert not compiling.now
    finally:
        compiling.close()


def test_what_others_compile_is_not_ours() -> None:
    said: list[bool] = []
    compiling = Compiling(lambda: said.append(True))
    try:
        numba.njit(lambda number: number + 1)(1)
        assert not said
    finally:
        compiling.close()
    ours = numba.njit(lambda number: number + 2)
    ours.py_func.__module__ = "burgundy_env.of_a_test"
    ours(1)
    assert not said, "nobody listens any more"
