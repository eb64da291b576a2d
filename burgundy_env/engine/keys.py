"""Names for machine code: the same name only for the same kernel, made of the same things by the same compiler.

Numba freezes all that a kernel refers to into its code: other kernels, constants, tables, dtypes. So the key of a
kernel is a hash of its bytecode and of all these, and of all that the kernels among them refer to in turn. Nothing
is keyed by file, folder or time: a kernel that moves within its module keeps its code, one that changes loses it
with all its callers.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.registry import cpu_target

# What comes from these is named, as the versions of the latter are part of the compiler's own key.
_FOREIGN = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}

# Numba's options that make other code.
_OPTIONS = (
    *("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"),
    *("LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS"),
)

_CHANGED: set[FunctionType] = set()


class Unkeyed(Exception):
    """A kernel refers to something of which can't be told when it changes: its code is not kept."""


@functools.cache
def key_of(kernel: Any) -> str:
    """The hash of a compiled function and of all that it reaches; raises Unkeyed."""
    digest, numbers = hashlib.sha256(), dict[int, int]()
    waiting = [kernel]
    while waiting:  # in a fixed order, so that a thing met again is told by its number
        thing = waiting.pop()
        if _function(thing) in _CHANGED:
            raise Unkeyed(f"{thing} was compiled with other constants")
        met = id(thing) in numbers
        number = numbers.setdefault(id(thing), len(numbers))
        digest.update(b"%d;" % number)
        if not met:
            text, reached = _own(thing)
            digest.update(text)
            waiting += reached
    return digest.hexdigest()


def key_of_call(kernel: Any, signature: Any) -> str:
    """The hash of a kernel compiled for these types; raises Unkeyed."""
    return hashlib.sha256(f"{key_of(kernel)} {_types(signature)}".encode()).hexdigest()


def key_of_calls(calls: Sequence[tuple[Any, Any]]) -> str:
    """The hash of kernels that are compiled together, each for its types; raises Unkeyed."""
    found = [key_of_call(kernel, signature) for kernel, signature in calls]
    return found[0] if len(found) == 1 else hashlib.sha256(" ".join(found).encode()).hexdigest()


def reached(*kernels: Any, but: Callable[[Any], bool] = lambda kernel: False) -> list[Any]:
    """Some kernels and all kernels that they call, `but` some and what these call."""
    found: dict[int, Any] = {}
    waiting = list(kernels)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not but(thing):
            found[id(thing)] = thing
            with contextlib.suppress(Unkeyed):
                waiting += _own(thing)[1]
    return [thing for thing in found.values() if _is_kernel(thing)]


def look_again(kernel: Any) -> None:
    """Before it is compiled: if somebody has changed its constants since its key was made, it has none any more."""
    with contextlib.suppress(Unkeyed):
        if _own.__wrapped__(kernel) != _own(kernel):
            _CHANGED.add(_function(kernel))
            key_of.cache_clear()


def references(kernel: Any) -> dict[str, Any]:
    """What a compiled function refers to, by the name it has there; things of modules as `module.thing`."""
    function = _function(kernel)
    found = {}
    if function.__closure__:
        cells = zip(function.__code__.co_freevars, function.__closure__, strict=True)
        found.update({name: cell.cell_contents for name, cell in cells})
    for code in _codes(function.__code__):
        names = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        for name in sorted(names & function.__globals__.keys()):
            found[name] = function.__globals__[name]
            found.update(_attributes(name, found[name], code.co_names))
    return found


def _attributes(path: str, module: Any, names: tuple[str, ...], depth: int = 3) -> Iterator[tuple[str, Any]]:
    """Everything of a module of ours that may be meant by one of these names."""
    if not isinstance(module, ModuleType) or _is_foreign(module.__name__) or not depth:
        return
    for name in names:
        if hasattr(module, name):
            yield f"{path}.{name}", getattr(module, name)
            yield from _attributes(f"{path}.{name}", getattr(module, name), names, depth - 1)


@functools.cache
def _own(thing: Any) -> tuple[bytes, list[Any]]:
    """What a compiled function is by itself, and the compiled functions it refers to."""
    function = _function(thing)
    words = [function.__module__, function.__qualname__, _decoration(thing), *_spelled_code(function)]
    reached = []
    for name, value in references(thing).items():
        words.append(name)
        if _is_compiled(value) or (isinstance(value, FunctionType) and not _is_kernel(thing)):
            reached.append(value)
        elif not isinstance(value, ModuleType):
            words.append(_spelled(value))
    return "\n".join(words).encode(), reached


def _function(thing: Any) -> FunctionType:
    """The Python function of a kernel or an intrinsic."""
    return getattr(thing, "py_func", None) or getattr(thing, "_defn", None) or thing


def _is_kernel(thing: Any) -> bool:
    return hasattr(thing, "py_func")


def _is_compiled(value: Any) -> bool:
    return _function(value) is not value and not _is_foreign(_function(value).__module__)


def _decoration(thing: Any) -> str:
    """How a kernel was decorated: its callers' types depend on it."""
    options = sorted(getattr(thing, "targetoptions", {}).items())
    answer = getattr(getattr(thing, "part", thing), "answer", None)
    return f"{options} {getattr(getattr(thing, 'passed_as', None), '__name__', '')} {answer or ''}"


def _is_foreign(module: str | None) -> bool:
    return module is None or module.partition(".")[0] in _FOREIGN


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _spelled_code(function: FunctionType) -> Iterator[str]:
    """The bytecode, not the source: line numbers, comments and the docstring say nothing to the compiler."""
    yield from map(_spelled, (function.__defaults__, tuple(sorted((function.__kwdefaults__ or {}).items()))))
    yield from _spelled_bytecode(function.__code__, function.__doc__)


def _spelled_bytecode(whole: CodeType, docstring: str | None = None) -> Iterator[str]:
    for code in _codes(whole):
        yield code.co_code.hex()
        yield code.co_exceptiontable.hex()
        yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags))
        yield repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount))
        for constant in code.co_consts:
            if not isinstance(constant, CodeType) and constant != docstring:
                yield _spelled(constant)


def _spelled(value: Any) -> str:
    """A constant to the last bit."""
    kind = type(value).__qualname__
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | type(...) | slice):
        return f"{kind} {value!r}"
    if isinstance(value, tuple):
        return f"{kind}{getattr(value, '_fields', '')}({', '.join(map(_spelled, value))})"
    if isinstance(value, frozenset):
        return f"{kind}({', '.join(sorted(map(_spelled, value)))})"
    if isinstance(value, np.dtype):
        return f"{value!r} {value.itemsize} {value.alignment}"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        shape = (value.shape, value.strides, value.flags.c_contiguous, value.flags.aligned)
        return f"{kind} {_spelled(value.dtype)} {shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return f"{value.__module__}.{value.__qualname__}{value._fields}"
    if isinstance(value, types.Type):
        return _types(value)
    if _is_foreign(getattr(value, "__module__", None) or type(value).__module__) and hasattr(value, "__name__"):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    raise Unkeyed(f"{kind} {value!r}")


def _types(signature: Any) -> str:
    """Types as Numba writes them, with the fields of named tuples, which it leaves out."""
    if isinstance(signature, types.Callable):
        raise Unkeyed(f"a function as an argument: {signature}")
    if isinstance(signature, types.BaseTuple):
        return f"{signature}{getattr(signature, 'fields', '')}({', '.join(map(_types, signature))})"
    if isinstance(signature, tuple):
        return f"({', '.join(map(_types, signature))})"
    return str(signature)


def key_of_compiler(modules: tuple[str, ...]) -> str:
    """The hash of what makes machine code of kernels here: versions, options, processor, modules of ours."""
    facts = [
        *(numba.__version__, llvmlite.__version__, np.__version__, str(sys.implementation.cache_tag)),
        *(repr(getattr(config, name, None)) for name in _OPTIONS),
        repr(cpu_target.target_context.codegen().magic_tuple()),
    ]
    for name in modules:
        loader = sys.modules[name].__spec__.loader  # type: ignore[union-attr]
        facts += _spelled_bytecode(loader.get_code(name))  # type: ignore[union-attr]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()
