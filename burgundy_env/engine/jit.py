"""How kernels are decorated, and what a person is told while they are compiled.

`parts` compiles them, `cache` keeps their machine code under the names that `keys` gives.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.core import cgutils, event
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from . import keys
from .shelf import PassedAs, plain

try:
    from .gaps import is_beyond_base
    from .parts import Family, Kernel, is_as_expected, want_all
except (ImportError, AttributeError):  # a Numba that is built otherwise
    _MAKE: Callable[..., Any] = plain
else:
    _MAKE = plain if os.environ.get("BURGUNDY_PLAIN_NUMBA") or not is_as_expected() else Kernel


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` for plain arrays and records: no Python objects, no lock, cached on disk.

    Kernels that call it pass 64-bit integers: Numba would compile it anew for each constant and each width.
    """
    return _compiled(function, _wide)


def kernel_of_constants(function: Callable[..., Any]) -> Any:
    """The same for kernels that run faster if they are compiled for each constant they are called with."""
    return _compiled(function, _wide_unless_constant)


NOTHING, TRUTH, INTEGER, NUMBER = types.none, types.boolean, types.int64, types.float64
PAIR = types.UniTuple(types.int64, 2)


def beyond_base(answer: types.Type) -> Callable[[Callable[..., Any]], Any]:
    """A kernel that answers with one of the above, and that games of the base box never reach.

    It is left out, with what it calls, of what is compiled for them (`gaps`), until `needs_all` is called.
    """

    def decorated(function: Callable[..., Any]) -> Any:
        compiled = kernel(function)
        if _are_parts():
            compiled.part.answer = answer
        return compiled

    return decorated


def needs_all() -> None:
    """A game goes beyond the base game: all kernels are there when it is played."""
    if _are_parts():
        want_all()


def _are_parts() -> bool:
    return not numba.config.DISABLE_JIT and _MAKE is not plain


def together(*kernels: Any, examples: Callable[[], dict[str, Any]]) -> None:
    """Have kernels that Python calls, and that reach much of the same, compiled as one: all when one is called.

    Apart, each has machine code of its own of all that it reaches. `examples` are arguments of the types that they
    get from Python, by their names in the kernels; what is not among them is an integer. With others a kernel is
    compiled by itself.
    """
    if _are_parts():
        Family(kernels, examples)


def _compiled(function: Callable[..., Any], passed_as: PassedAs) -> Any:
    return function if numba.config.DISABLE_JIT else _MAKE(function, passed_as)


def _wide(kind: types.Type) -> types.Type:
    return _wide_unless_constant(types.unliteral(kind))


def _wide_unless_constant(kind: types.Type) -> types.Type:
    is_small = isinstance(kind, types.Integer) and not isinstance(kind, types.Literal) and kind.signed
    return types.int64 if is_small else kind


class _Notice(event.Listener):  # type: ignore[misc]
    """Tells a person, once, why the first game has to wait; at a terminal also how far it is."""

    due = True

    def __init__(self) -> None:
        self._said = False
        self._depth = 0  # kernels call kernels that are not compiled either
        self._all: list[Any] = []

    def on_start(self, started: Any) -> None:
        """Called by Numba before it compiles anything, not when it loads from the cache."""
        dispatcher = started.data["dispatcher"]
        if not self._depth:
            self._all = _reached(*_compiled_with(started.data)) if self._speaks(dispatcher) else []
        self._depth += 1
        if self._all and not self._said:
            self._said = True
            self._print("burgundy: compiling the engine once, about half a minute of work ...\n")
        if self._all and sys.stderr.isatty():
            self._print("\r  kernel {} of {}\x1b[K".format(*self.how_far() or (0, 0)))

    def on_end(self, ended: Any) -> None:
        """Called by Numba when it has compiled something."""
        self._depth -= 1
        if self._all and not self._depth:
            self._print("\r\x1b[K" if sys.stderr.isatty() else "")

    def how_far(self) -> tuple[int, int] | None:
        """Which kernel it is at, of how many; None if nothing is compiled, or nobody is to know."""
        kernels = self._all if self._depth else []
        done = sum(bool(getattr(kernel, "part", kernel).overloads) for kernel in kernels)
        return (done + 1, len(kernels)) if kernels else None

    def _speaks(self, dispatcher: Any) -> bool:
        return self.due and sys.stderr is not None and dispatcher.py_func.__module__.startswith("burgundy_env.")

    @staticmethod
    def _print(text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)


def _compiled_with(told: dict[str, Any]) -> list[Any]:
    """The kernels that are compiled at once, of which Numba tells one."""
    dispatcher = told["dispatcher"]
    calls = getattr(dispatcher, "calls", None)
    return [kernel for kernel, _ in calls(tuple(told["args"]))] if calls else [dispatcher]


def _reached(first: Any, *others: Any) -> list[Any]:
    """Some kernels that are compiled at once, and those that have to be before."""
    if not getattr(first, "has_gaps", False):
        return keys.reached(first, *others)
    return keys.reached(first, *others, but=is_beyond_base)


_NOTICE = _Notice()
event.register("numba:compile", _NOTICE)


def how_far() -> tuple[int, int] | None:
    """Which kernel is being compiled, of how many, for those who can't see the notice; None: none."""
    return _NOTICE.how_far()


@contextlib.contextmanager
def unannounced() -> Iterator[None]:
    """No notice meanwhile: whoever compiles on purpose shows a progress of his own."""
    due, _NOTICE.due = _NOTICE.due, False
    try:
        yield
    finally:
        _NOTICE.due = due


if numba.config.DISABLE_JIT:

    def lowest_bit(bits):
        """The number of the lowest bit set in `bits`, which is not 0."""
        bits = int(bits)
        return (bits & -bits).bit_length() - 1

    def count_bits(bits):
        """How many bits are set in `bits`."""
        return int(bits).bit_count()

    _ADDING = threading.Lock()

    def add_to(numbers, k, summand):
        """Add to the k-th of some numbers that several threads add to; what it was before."""
        with _ADDING:
            before = int(numbers[k])
            numbers[k] += summand
            return before

    _AT: list[Callable[..., Any]] = []

    def floats_at(address, count):
        """The float32 at an address."""
        return np.ctypeslib.as_array((ctypes.c_float * count).from_address(address))

    def read_only(numbers):
        """An array as constants are: kernels that get both are compiled once."""
        return numbers

    def address_of(function, arguments):
        """Where `call_at` finds a function."""
        if function not in _AT:
            _AT.append(function)
        return _AT.index(function)

    def call_at(address, a, b, c, d, e):
        """Call the function at an address."""
        return _AT[address](a, b, c, d, e)

else:

    @intrinsic
    def _cttz(typing_context, bits):
        def codegen(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    @intrinsic
    def _ctpop(typing_context, bits):
        def codegen(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def _atomic_add(typing_context, numbers, k, summand):
        def codegen(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = cgutils.get_item_pointer(context, builder, signature.args[0], array, [arguments[1]])
            return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

        return types.int64(numbers, types.int64, types.int64), codegen

    @intrinsic
    def call_at(typing_context, address, a, b, c, d, e):
        """Call the function of five arguments at an address; what it raises is raised here."""
        arguments = (a, b, c, d, e)

        def codegen(context, builder, signature, values):
            convention = context.call_conv
            function = convention.get_function_type(types.int64, arguments).as_pointer()
            status, answer = convention.call_function(
                builder, builder.inttoptr(values[0], function), types.int64, arguments, values[1:]
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return answer

        return types.int64(types.int64, *arguments), codegen

    @intrinsic
    def read_only(typing_context, numbers):
        """An array as constants are: kernels that get both are compiled once."""

        def codegen(context, builder, signature, arguments):
            return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

        return numbers.copy(readonly=True)(numbers), codegen

    @intrinsic
    def _pointer_to(typing_context, address):
        def codegen(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return types.voidptr(types.int64), codegen

    def address_of(function, arguments):
        """Where the machine code of a kernel for these types is, for `call_at`; compiled or loaded if need be."""
        function.compile(arguments)
        compiled = function.overloads[arguments]
        if compiled.signature.return_type != types.int64:
            raise TypeError(f"answers {compiled.signature.return_type}, not an integer")
        return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))

    @kernel
    def lowest_bit(bits):
        """The number of the lowest bit set in `bits`, which is not 0."""
        return _cttz(bits)

    @kernel
    def count_bits(bits):
        """How many bits are set in `bits`."""
        return _ctpop(bits)

    @kernel
    def floats_at(address, count):
        """The float32 at an address, as an array that owns nothing."""
        return carray(_pointer_to(address), (count,), np.float32)

    @kernel
    def add_to(numbers, k, summand):
        """Add to the k-th of some int64 that several threads add to; what it was before."""
        return _atomic_add(numbers, k, summand)
