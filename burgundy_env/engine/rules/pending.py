"""The stack of pending decisions: the last entry is decided now."""

from __future__ import annotations

from ..checked import room
from ..jit import kernel
from ..layout import ARG_A, ARG_B, KIND, PENDING_DEPTH


@kernel
def push(s, kind, a, b):
    """A decision comes on top of the stack."""
    depth = int(s.depth)
    room(depth, PENDING_DEPTH)
    s.pending[depth, KIND] = kind
    s.pending[depth, ARG_A] = a
    s.pending[depth, ARG_B] = b
    s.depth = depth + 1


@kernel
def pop(s):
    """The decision on top has been made."""
    depth = int(s.depth) - 1
    room(depth, PENDING_DEPTH)
    s.pending[depth, KIND] = 0
    s.pending[depth, ARG_A] = 0
    s.pending[depth, ARG_B] = 0
    s.depth = depth


@kernel
def top(s):
    """The kind of the decision to be made now, -1 if none is pending."""
    depth = int(s.depth)
    if depth == 0:
        return -1
    return int(s.pending[depth - 1, KIND])


@kernel
def top_a(s):
    """The first argument of the decision to be made now."""
    return int(s.pending[int(s.depth) - 1, ARG_A])


@kernel
def top_b(s):
    """The second argument of the decision to be made now."""
    return int(s.pending[int(s.depth) - 1, ARG_B])
