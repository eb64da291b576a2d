"""How kernels are compiled: once for all widths and constants, or once for each constant."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from burgundy_env.engine.jit import add_to, kernel, kernel_of_constants, read_only

compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
of_parts = pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts")


def a_pair(decorated):
    """A kernel, and one that calls it with two constants, a byte, an unsigned word and a truth."""

    @decorated
    def called(x, y):
        return x + 1 if y else x - 1

    @kernel
    def calling(numbers, words):
        return called(3, True) + called(4, True) + called(numbers[0], True) + int(called(words[0], True))

    return called, calling


@compiled
@pytest.mark.parametrize(("decorated", "times"), [(kernel, 2), (kernel_of_constants, 4)])
def test_a_kernel_is_compiled_for_few_types(decorated, times):
    called, calling = a_pair(decorated)
    assert calling(np.array([-7], np.int8), np.array([5], np.uint64)) == 4 + 5 - 6 + 6
    integers = [str(signature[0]) for signature in getattr(called, "part", called).signatures]
    assert len(integers) == times
    assert "uint64" in integers, "unsigned words stay what they are"
    assert "int8" not in integers


@compiled
def test_a_small_number_keeps_its_value_when_it_is_passed():
    @kernel
    def product(x, y):
        return x * y

    @kernel
    def square(numbers):
        return product(numbers[0], int(numbers[0]))

    assert square(np.array([-100], np.int8)) == 10_000


CONSTANT = np.array([2.0, 3.0], np.float32)


@compiled
def test_constants_and_arrays_made_read_only_are_of_one_type():
    @kernel
    def first(numbers):
        return numbers[0]

    @kernel
    def both(numbers):
        return first(CONSTANT) + first(read_only(numbers))

    assert both(np.array([5.0], np.float32)) == 7.0
    assert len(getattr(first, "part", first).signatures) == 1


def test_adding_tells_what_was_there():
    numbers = np.array([5, 7], np.int64)
    assert add_to(numbers, 1, 3) == 7
    assert numbers.tolist() == [5, 10]


# --- parts and wholes ----------------------------------------------------------------------------------


@kernel
def doubled(n):
    return 2 * n


@kernel
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@kernel
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


@kernel
def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@kernel
def tripled(n):
    return 3 * n


@kernel
def complaining(n):
    if n < 0:
        raise ValueError("less than nothing")
    return tripled(n) + len(np.zeros(n))


@kernel
def calling(function, n):
    return function(n)


@compiled
@pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="asked not to")
def test_what_kernels_call_has_no_machine_code():
    assert complaining(4) == 16
    part = complaining.part.library_for((numba.int64,))
    assert tripled.part.library_for((numba.int64,)) in part.reached()
    assert not part.get_pointer_to_function(part.name)
    assert (len(complaining.signatures), len(tripled.signatures)) == (1, 0)


@compiled
@of_parts
def test_of_a_whole_its_machine_code_and_names_are_kept():
    """What it was made from was a fifth of what compiling everything needed of memory."""

    @kernel  # inside a function, so that it is not loaded
    def demanding(n):
        if n < 0:
            raise ValueError("less than nothing", n)
        return n

    @kernel
    def checked(n):
        return tripled(demanding(n))

    assert checked(5) == 15
    left = next(iter(checked.overloads.values())).library._final_module
    assert all(len(list(block.instructions)) == 1 for function in left.functions for block in function.blocks)
    with pytest.raises(ValueError, match="less than nothing") as caught:  # its values are found by names
        checked(-3)
    assert caught.value.args[1] == -3


def test_kernels_call_themselves_and_one_another():
    assert factorial(10) == 3_628_800
    assert (is_even(10), is_odd(10)) == (True, False)


def test_a_kernel_raises_what_it_says():
    with pytest.raises(ValueError, match="less than nothing"):
        complaining(-1)


@compiled
def test_functions_of_others_call_kernels():
    def function(n):
        return complaining(n) + doubled(n)

    assert numba.njit(function)(4) == 24
    assert numba.cfunc("int64(int64)")(function).ctypes(4) == 24


def test_a_kernel_is_an_argument():
    assert calling(doubled, 4) == 8
    assert calling(factorial, 4) == 24


def test_a_kernel_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(doubled)) is doubled


NOTICE = "burgundy: compiling the engine once, about half a minute of work ...\n"
BITS = "from burgundy_env.engine.jit import count_bits, lowest_bit; lowest_bit(8); count_bits(8)"


def stderr_of(cache: Path, code: str) -> str:
    """What a process prints that finds a cache like this."""
    environment = {**os.environ, "BURGUNDY_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stderr


@compiled
def test_a_person_is_told_once_what_is_waited_for(tmp_path: Path) -> None:
    quietly = f"from burgundy_env.engine import jit\nwith jit.unannounced():\n    {BITS}"
    assert stderr_of(tmp_path / "quiet", quietly) == ""
    assert stderr_of(tmp_path / "loud", BITS) == NOTICE
    assert stderr_of(tmp_path / "loud", BITS) == "", "what is loaded is not compiled"


@of_parts
@compiled
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_at_a_terminal_it_is_told_how_far_it_is(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "BURGUNDY_CACHE": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", BITS], env=environment, stderr=theirs) as process:
        process.wait()
    os.close(theirs)
    with open(ours, "rb") as terminal:
        said = terminal.read1(10_000).decode().replace("\r\n", "\n")
    told, clear = "\r  kernel 1 of 1\x1b[K", "\r\x1b[K"
    assert said == NOTICE + 2 * (2 * told + clear), "a kernel and its part, one after the other"


# --- families ------------------------------------------------------------------------------------------

FAMILY = """
import numpy as np
from burgundy_env.engine.jit import kernel, together

@kernel
def inner(numbers):
    return numbers[0] * 2

@kernel
def first(numbers, n):
    return inner(numbers) + n

@kernel
def second(numbers):
    return inner(numbers) - 1

together(first, second, examples=lambda: {"numbers": np.zeros(1, np.int16)})
"""


@compiled
@pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="asked not to")
def test_a_family_is_compiled_and_loaded_as_one(tmp_path: Path) -> None:
    (tmp_path / "family.py").write_text(FAMILY)
    misses = "sum(kernel.stats.cache_misses.total() for kernel in (first, second))"
    said = f"len(first.signatures), len(second.signatures), {misses}"
    for asked, told in (("first(a, 3)", "45 1 1 1"), ("second(a)", "41 1 1 0"), ("first(a, 3)", "45 1 1 0")):
        program = f"import numpy as np; from family import *; a = np.full(1, 21, np.int16); print({asked}, {said})"
        environment = {**os.environ, "BURGUNDY_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert run.stdout == f"{told}\n", run.stderr
    other = "import numpy as np; from family import *; print(second(np.full(1, 0.5)), len(first.signatures))"
    command = [sys.executable, "-c", other]
    run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout == "0.0 0\n", "other types: by itself"
    kept = [path.name for path in (tmp_path / "cache").rglob("*.whole")]
    assert sorted(name.partition("-")[0] for name in kept) == ["family.first", "family.second"]
    assert {path.name.partition("-")[0] for path in (tmp_path / "cache").rglob("*.part")} == {
        "family.inner", "family.first", "family.second",
    }  # fmt: skip


@compiled
def test_what_others_write_may_have_what_our_kernels_have_not() -> None:
    @kernel
    def several(n):
        def twice(k):
            return 2 * k

        squares = [k * k for k in range(n)]
        return twice(sum(squares))

    @kernel
    def outer(n):
        return several(n) + 1

    assert outer(4) == 29
