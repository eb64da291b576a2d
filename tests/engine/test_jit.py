"""How kernels are compiled: once for all widths and constants, or once for each constant."""

import numba
import numpy as np
import pytest

from burgundy_env.engine.jit import add_to, kernel, kernel_of_constants

compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


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
    integers = [str(signature[0]) for signature in called.part.signatures]
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


def test_adding_tells_what_was_there():
    numbers = np.array([5, 7], np.int64)
    assert add_to(numbers, 1, 3) == 7
    assert numbers.tolist() == [5, 10]
