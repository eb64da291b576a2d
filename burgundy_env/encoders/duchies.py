"""The hexes of a duchy as numbers, hex by hex, laid out on any grid.

`place[h]` is where hex h stands on a grid of `width` numbers; written are the hexes from `first` to before `end`, as
those of a team's duchy may go on elsewhere. The loops avoid branches on what lies where:
a wrong guess of the processor costs as much as ten numbers.
"""

from __future__ import annotations

import numpy as np

from ..engine.hooks.changes import larger_by
from ..engine.jit import count_bits, kernel_of_constants, lowest_bit
from ..engine.layout import COLOURS
from ..engine.rules.dice import free_step_for_placing, workers_for
from ..modules.base import LARGEST_REGION

_F = np.float32
_COLOURS = len(COLOURS)
MOST_VP = 60  # a region scores less than this
_SHARES = np.array([0] + [1 / (MOST_VP * left) for left in range(1, LARGEST_REGION + 1)], np.float32)

EMPTY_MEANING = "1 where a hex of this colour is empty"
REACH_MEANING = "1 where an empty hex touches a tile"
DIE_REACH_MEANING = "by unused die, where in reach: 1 - workers it would cost / 4, 0 if too many"
WORTH_MEANING = f"of an empty hex: VP for its region, now, per hex to cover, / {MOST_VP}"


@kernel_of_constants
def write_empty(t, s, p, out, j, place, width, first, end):
    """A layer for each colour and one for what is in reach."""
    board, occupied, reach = int(s.duchy[p]), int(s.occupied[p]), int(s.reach[p])
    for h in range(first, end):
        empty = _F(1 - ((occupied >> h) & 1))
        out[j + width * int(t.colour[board, h]) + place[h]] = empty
        out[j + width * _COLOURS + place[h]] = empty * _F((reach >> h) & 1)


@kernel_of_constants
def write_worth(t, s, p, out, j, place, first, end):
    """What the region of each empty hex pays per hex to cover."""
    board, occupied, bonus = int(s.duchy[p]), int(s.occupied[p]), int(t.phase_bonus[s.phase])
    for h in range(first, end):
        region = int(t.region[board, h])
        vp = int(t.region_vp[count_bits(region) + larger_by(s, p, region)]) + bonus
        out[j + place[h]] = min(_F(vp) * _SHARES[count_bits(region & ~occupied)], _F(1)) * _F(
            1 - ((occupied >> h) & 1)
        )


@kernel_of_constants
def write_die_reach(t, s, p, out, j, place, width, first, end):
    """A layer for each die: the hexes it can be used for, dear ones less."""
    board, workers = int(s.duchy[p]), int(s.workers[p])
    for die in range(2):
        shown = int(s.dice[p, die])
        if shown == 0 or s.used[p, die] != 0:
            continue
        hexes = int(s.reach[p]) & ~int(s.occupied[p]) & ((1 << end) - (1 << first))
        while hexes != 0:
            h = lowest_bit(hexes)
            hexes &= hexes - 1
            free = free_step_for_placing(s, p, t.colour[board, h])
            cost = workers_for(t, s, p, shown, t.number[board, h], free)
            out[j + width * die + place[h]] = _F(4 - cost) * _F(0.25) if cost <= workers else _F(0)
