"""A second process that compiles parts of a large whole while this one compiles others.

Two thirds of a cold start is Python that no other thread can do meanwhile. So this process compiles parts in the
order in which they are called, and another one begins with the smallest and those that will be called last. Both
keep what they make in the cache and look there first; each part is compiled by whoever comes to it first
(`cache.alone_with`). Only what arguments a part gets has to be known beforehand: that is told by their names, and
where names don't tell it the part is left to its callers.

Nothing depends on it: where there is one core, no cache or no Python to run, one process does it all.
"""

# Numba has no types.
# mypy: disable-error-code="attr-defined"

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from numba import types

from ..machine import cores
from . import cache, keys
from .gaps import is_beyond_base

# Names that kernels give to these things alone: to such of which families have examples, and to integers. There are
# more, but these are enough for most kernels.
_THINGS = ("t", "s", "tape", "ids", "stream", "w")
_INTEGERS = (
    *("p", "tile", "n", "kind", "h", "c", "count", "channel", "colour", "goods", "first", "card", "depot", "shield"),
    *("space", "i", "slot", "number", "thing", "a", "b", "vine", "double", "left", "base", "action", "place", "die"),
    *("second", "block", "pasture", "species", "side", "total", "board", "bonus", "verb", "policy", "futures"),
    *("name", "shown", "stage", "other", "future", "at", "wide", "result", "more", "bits", "step", "what", "by"),
)
_WORTH_IT = 60  # parts to compile, below which a second process is no gain: it needs half a second to begin

_Call = tuple[Any, tuple[types.Type, ...]]


def foreseen(kernel: Any, kinds: Mapping[str, types.Type], with_gaps: bool = False) -> list[_Call]:
    """Kernels that it calls, themselves or by others, with the types of their arguments, as far as names tell them:
    those that call least first, and of these those that are called last."""
    heights: dict[int, int] = {}
    found = _callees_first(kernel, {}, heights, with_gaps)
    known = dict.fromkeys(_INTEGERS, types.int64) | {name: kinds[name] for name in _THINGS if name in kinds}
    named = [(callee, tuple(inspect.signature(callee.py_func).parameters)) for callee in reversed(found)]
    told = [(callee, names) for callee, names in named if known.keys() >= set(names)]
    told.sort(key=lambda one: heights[id(one[0])])
    return [(callee, tuple(known[name] for name in names)) for callee, names in told]


def _callees_first(kernel: Any, found: dict[int, Any], heights: dict[int, int], with_gaps: bool) -> list[Any]:
    """A kernel and those that it calls, each after its own, in the order in which its code names them."""
    found[id(kernel)], heights[id(kernel)] = None, 0
    references, code = keys.references(kernel), kernel.py_func.__code__
    for callee in (references.get(name) for name in (*code.co_names, *code.co_freevars)):
        if hasattr(callee, "part") and not (with_gaps and is_beyond_base(callee)):
            if id(callee) not in found:
                _callees_first(callee, found, heights, with_gaps)
            heights[id(kernel)] = max(heights[id(kernel)], heights[id(callee)] + 1)
    del found[id(kernel)]  # to the end
    found[id(kernel)] = kernel
    return list(found.values())


class _Sharing:
    """Whether another process compiles parts of the same."""

    now = False


def is_shared() -> bool:
    """Whether another process compiles parts of the same: then each is compiled by one of both."""
    return _Sharing.now


@contextlib.contextmanager
def helped(kernel: Any, kinds: Mapping[str, types.Type], with_gaps: bool) -> Iterator[None]:
    """Meanwhile another process compiles parts of a kernel, if that is worth it."""
    if not _is_worth_it(kernel, kinds, with_gaps):
        yield
        return
    helper = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, kernel.__module__, kernel.__qualname__, *["with gaps"] * with_gaps],
        stdin=subprocess.PIPE,  # it ends with this process, however this ends
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    _Sharing.now = True
    try:
        yield
    finally:
        _Sharing.now = False
        helper.stdin.close()  # type: ignore[union-attr]
        helper.wait()


def _is_worth_it(kernel: Any, kinds: Mapping[str, types.Type], with_gaps: bool) -> bool:
    can = sys.executable and not hasattr(sys, "frozen") and cores() > 1 and cache.folder() and cache.keeps()
    if not can or _Sharing.now or kernel.__module__ == "__main__" or "<" in kernel.__qualname__:
        return False
    return len(list(_missing(foreseen(kernel, kinds, with_gaps)))) >= _WORTH_IT


def _missing(calls: Sequence[_Call]) -> Iterator[_Call]:
    """Those of which the cache has no part when they are come to."""
    for kernel, arguments in calls:
        name = kernel.part.kept_as(arguments)
        if name is not None and not cache.has(name):
            yield kernel, arguments


def main(module: str, name: str, *gaps: str) -> None:
    """Compile parts of a kernel until there are none left or nobody waits for them any more."""
    from . import jit, parts

    kernel, left = attrgetter(name)(importlib.import_module(module)), threading.Event()

    def watch() -> None:
        os.read(0, 1)  # nothing comes, but an end
        left.set()

    threading.Thread(target=watch, daemon=True).start()
    _Sharing.now = True
    with jit.unannounced(), parts.rarely_collecting():
        for callee, arguments in _missing(foreseen(kernel, parts.kinds(), bool(gaps))):
            if left.is_set():
                break
            with contextlib.suppress(Exception):  # whoever calls it will be told
                callee.part.compile(arguments)


if __name__ == "__main__":
    # The module that `parts` shares with us, not this one, which is called __main__.
    importlib.import_module("burgundy_env.engine.ahead").main(*sys.argv[1:])
