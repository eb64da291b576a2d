"""Victory points as they come in, and the bonus tiles that bring some."""

from __future__ import annotations

from ..jit import kernel

DOUBLES_BONUS_TILES = 7  # the shield


@kernel
def gain(s, p, source, vp):
    """The seat scores, and remembers where from."""
    s.vp[p] += vp
    s.source[p, source] += vp


@kernel
def take_bonus_tile(t, s, p, which, source):
    """The large bonus tile of a kind if it is still there, else the small one, else nothing; return its VP, 0 for
    none."""
    # In a position set up by hand a seat may have its tile already.
    if s.bonus_left[which] == 0 or (int(s.bonus[p]) >> (2 * which)) & 3 != 0:
        return 0
    small = 1 if s.bonus_left[which] == 1 else 0
    s.bonus_left[which] -= 1
    s.bonus[p] |= 1 << (2 * which + small)
    vp = int(t.bonus_vp[small]) * (2 if (int(s.shields[p]) >> DOUBLES_BONUS_TILES) & 1 != 0 else 1)
    gain(s, p, source, vp)
    return vp
