"""What `net` tells of final points: its judge expects too little of what is still to be played.

The judge was made to compare the ends of a turn, and what it misses of all of them alike changes no choice and no
lead. So play is as it was, and only what is told is mended. Fitted to games of `net` with itself that
`benchmarks/calibration.py` does not look at (docs/net.md, Whether it comes true).
"""

from __future__ import annotations

EACH, MOST = 0.45, 7.5  # VP: for each round that is left, and in all


def still_to_come(rounds_left: int) -> float:
    """Points of a seat beyond what is expected after a turn, so many rounds before the last."""
    return min(EACH * rounds_left, MOST)
