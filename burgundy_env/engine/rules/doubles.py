"""Double tiles by number, and bags of them: three bits for each name, how many."""

from __future__ import annotations

import numpy as np

from ...modules.vineyards import DOUBLES, VINES
from ..jit import kernel

KINDS = len(DOUBLES) + 1  # double tiles count from 1
_BITS, _MASK = 3, 7  # of a name in a bag
# Of a double tile: its two vines; of two vines: their double tile.
FIRST_VINE = np.array([-1, *(VINES.index(name.split("+")[0]) for name in DOUBLES)], np.int8)
SECOND_VINE = np.array([-1, *(VINES.index(name.split("+")[1]) for name in DOUBLES)], np.int8)
DOUBLE_OF = np.zeros((len(VINES), len(VINES)), np.int8)
DOUBLE_OF[FIRST_VINE[1:], SECOND_VINE[1:]] = DOUBLE_OF[SECOND_VINE[1:], FIRST_VINE[1:]] = range(1, KINDS)


@kernel
def count_of(bag, double):
    """How many double tiles of a name are in a bag."""
    return (int(bag) >> (_BITS * (double - 1))) & _MASK


@kernel
def one_of(double):
    """A double tile as what it adds to a bag."""
    return 1 << (_BITS * (double - 1))


@kernel
def size_of_bag(bag):
    """How many double tiles are in a bag."""
    size, rest = 0, int(bag)
    while rest != 0:
        size += rest & _MASK
        rest >>= _BITS
    return size


@kernel
def shows(double, vines):
    """Whether a double tile has one of a set of vines."""
    return ((vines >> FIRST_VINE[double]) | (vines >> SECOND_VINE[double])) & 1 != 0
