"""The turn-order track."""

from __future__ import annotations

from ..jit import kernel
from ..layout import TRACK_SPACES


@kernel
def advance_marker(s, p):
    """The seat's marker moves one space, onto those already there; on the last space, to the top."""
    if s.track[p] < TRACK_SPACES - 1:
        s.track[p] += 1
    put_on_top(s, p)


@kernel
def put_on_top(s, p):
    """The seat's marker is the top one of its space."""
    # `standing` lists the seats front first, top first: take the seat out and put it before the first
    # one that is not ahead of its space.
    i = 0
    while s.standing[i] != p:
        i += 1
    while i > 0 and s.track[s.standing[i - 1]] <= s.track[p]:
        s.standing[i] = s.standing[i - 1]
        i -= 1
    s.standing[i] = p
