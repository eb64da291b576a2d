"""How kernels are compiled and where their machine code is kept.

Numba keys its disk cache by the source file of the cached function alone: editing a function that a
cached kernel calls would leave a stale kernel behind. So every version of the engine's sources gets a
cache folder of its own, named by their hash.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, event
from numba.extending import intrinsic

PACKAGE = Path(__file__).parent.parent
KERNELS = ("engine", "players", "encoders", "envs", "arena")  # folders with compiled code


def sources_hash() -> str:
    """A short hash of every source that is compiled and of the Numba that compiles it."""
    digest = hashlib.sha256(f"numba {numba.__version__}".encode())
    for path in sorted(path for folder in KERNELS for path in (PACKAGE / folder).rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one sub-folder per version of the engine; `BURGUNDY_CACHE` moves it."""
    base = os.environ.get("BURGUNDY_CACHE") or numba.config.CACHE_DIR
    if base:
        return Path(base)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "burgundy_env"


CACHE = cache_root() / f"kernels-{sources_hash()}"


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` for plain arrays and records: no Python objects, no lock, cached on disk.

    Kernels that call it pass 64-bit integers: Numba would compile it anew for each constant and each width.
    """
    return _compiled(function, _wide)


def kernel_of_constants(function: Callable[..., Any]) -> Any:
    """The same for kernels that run faster if they are compiled for each constant they are called with."""
    return _compiled(function, _wide_unless_constant)


def _compiled(function: Callable[..., Any], passed_as: Callable[[types.Type], types.Type]) -> Any:
    # Numba reads the folder when the decorator runs and only from its configuration.
    users_folder, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE)
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = users_folder
    if compiled is not function:
        template = compiled.get_call_template  # what Numba asks for the types of a call
        compiled.get_call_template = lambda arguments, keywords: template(
            tuple(map(passed_as, arguments)), {name: passed_as(kind) for name, kind in keywords.items()}
        )
    return compiled


def _wide(kind: types.Type) -> types.Type:
    return _wide_unless_constant(types.unliteral(kind))


def _wide_unless_constant(kind: types.Type) -> types.Type:
    is_small = isinstance(kind, types.Integer) and not isinstance(kind, types.Literal) and kind.signed
    return types.int64 if is_small else kind


class _Notice(event.Listener):  # type: ignore[misc]
    """Tells a person at a terminal, once, why the first game has to wait: an engine kernel is being compiled."""

    due = True

    def on_start(self, started: Any) -> None:
        """Called by Numba before it compiles anything, not when it loads from the cache."""
        module = started.data["dispatcher"].py_func.__module__
        if self.due and module.startswith(f"{__package__}.") and sys.stderr is not None and sys.stderr.isatty():
            self.due = False
            print("burgundy: compiling the engine once, about 30 s of work ...", file=sys.stderr, flush=True)

    def on_end(self, ended: Any) -> None:
        """Nothing: the game itself shows that it has begun."""


_NOTICE = _Notice()
event.register("numba:compile", _NOTICE)


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

    @kernel
    def lowest_bit(bits):
        """The number of the lowest bit set in `bits`, which is not 0."""
        return _cttz(bits)

    @kernel
    def count_bits(bits):
        """How many bits are set in `bits`."""
        return _ctpop(bits)

    @kernel
    def add_to(numbers, k, summand):
        """Add to the k-th of some int64 that several threads add to; what it was before."""
        return _atomic_add(numbers, k, summand)
