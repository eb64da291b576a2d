"""Inns fit any colour, once in a region, and make it larger by one (inns)."""

from __future__ import annotations

from ..jit import kernel, lowest_bit


@kernel
def regions_with_inn(t, s, p):
    """The hexes of all regions that have an inn already."""
    inns, regions = int(s.inns[p]), 0
    while inns != 0:
        regions |= int(t.region[s.duchy[p], lowest_bit(inns)])
        inns &= inns - 1
    return regions
