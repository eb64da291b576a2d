"""What a net tells of final points beside what its judge reckons, which expects too little of what is still to come.

The judge was made to compare the ends of a turn, and what it misses of all of them alike changes no choice and no
lead. So play is as it was, and only what is told is mended. Fitted to games of `net` with itself that
`benchmarks/calibration.py` does not look at (docs/net.md, Whether it comes true).
"""

from __future__ import annotations

from typing import Any

from .forward import AFTER_ROUND

# VP, for each round that is left and in all: of nets that are asked as a turn ends, and when the round is over.
MISSED = ((0.45, 7.5), (0.10, 1.3))


def still_to_come(net: Any, rounds_left: int) -> float:
    """Points of a seat beyond what is expected after a turn, so many rounds before the last."""
    each, most = MISSED[int(net[AFTER_ROUND])]
    return min(each * rounds_left, most)
