"""Between Numba's dispatchers and the cache: a kernel's place there, and kernels compiled in Numba's usual way."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba import types
from numba.core import serialize, sigutils
from numba.core.codegen import RuntimeLinker
from numba.core.compiler import CompileResult

from . import cache, keys

PassedAs = Callable[[types.Type], types.Type]

_BY_ADDRESS = RuntimeLinker.PREFIX  # begins the name of a function that is found when its code is loaded


class Shelf:
    """A kernel's place in the cache, with the manners of Numba's own."""

    cache_path = None

    def __init__(
        self, kernel: Any, kind: str, pack: Callable[..., Any], unpack: Callable[..., Any], calls: Any = None
    ) -> None:
        """`calls`: with which other kernels and types it shares its place, those of the arguments given."""
        self._kernel, self._kind, self._pack, self._unpack = kernel, kind, pack, unpack
        self._calls = calls or (lambda arguments: [(kernel, arguments)])
        self._turn: contextlib.ExitStack | None = None

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile, who finds nothing here has it to himself until he has put it here; others wait and find it."""
        with contextlib.ExitStack() as self._turn:
            try:
                yield
            finally:
                self._turn = None

    def load_overload(self, signature: Any, context: Any) -> CompileResult | None:
        name = self.name_of(signature)
        content = cache.read(name) if name else None
        if name is not None and content is None and self._turn is not None:
            self._turn.enter_context(cache.alone_with(name))
            content = cache.read(name)
        if name is None or content is None:
            keys.look_again(self._kernel)
            return None
        context.refresh()
        try:
            return self._unpack(context, *pickle.loads(content))
        except Exception:  # whatever may be wrong in there, compiling it again is right
            cache.discard(name)
            return None

    def save_overload(self, signature: Any, result: CompileResult) -> None:
        name = self.name_of(signature)
        if name and not result.reload_init and not self._holds_addresses(result.library):
            with contextlib.suppress(Exception):  # what can't be packed is not kept
                cache.write(name, serialize.dumps(self._pack(result)))

    def _holds_addresses(self, library: Any) -> bool:
        """Whether the code is of use in this process alone, as that of kernels that call one another."""
        names = [variable.name for variable in library._final_module.global_variables]
        calls_back = self._kind != "part" and any(_BY_ADDRESS in name for name in names)
        return library.has_dynamic_globals or calls_back

    def name_of(self, signature: Any) -> str | None:
        """The name of what is kept for these types; None if it is of no use to other processes."""
        calls = self._calls(sigutils.normalize_signature(signature)[0])
        function = calls[0][0].py_func
        if "<" in function.__qualname__:  # inside another function, or without a name
            return None
        try:
            key = keys.key_of_calls(calls)
        except keys.Unkeyed:
            return None
        return f"{function.__module__}.{function.__qualname__}"[-100:] + f"-{key[:32]}.{self._kind}"

    def has(self, signature: Any) -> bool:
        """Whether something is kept for these types."""
        name = self.name_of(signature)
        return name is not None and cache.has(name)

    def flush(self) -> None:
        """Nothing: what is kept is never stale."""


def widened(passed_as: PassedAs, arguments: Any, keywords: Any) -> tuple[Any, Any]:
    """The types of a call's arguments, as a kernel gets them from kernels."""
    return tuple(map(passed_as, arguments)), {name: passed_as(kind) for name, kind in keywords.items()}


def plain(function: Callable[..., Any], passed_as: PassedAs) -> Any:
    """A kernel compiled in Numba's usual way."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    template = compiled.get_call_template  # what Numba asks for the types of a call
    compiled.get_call_template = lambda arguments, keywords: template(*widened(passed_as, arguments, keywords))
    compiled.passed_as = passed_as
    compiled._cache = Shelf(compiled, "plain", CompileResult._reduce, CompileResult._rebuild)
    return compiled
