"""What a net that is asked as a turn ends tells of final points: it expects too little of what is still to come.

Its judge was made to compare the ends of a turn, and what it misses of all of them alike changes no choice and no
lead. So play is as it was, and only what is told is mended. Fitted to games of `net@1` with itself. A net that is
asked when the round is over misses nothing of the kind (docs/net.md, Whether it comes true).
"""

from __future__ import annotations

EACH, MOST = 0.45, 7.5  # VP: for each round that is left, and in all


def still_to_come(rounds_left: int) -> float:
    """Points of a seat beyond what is expected after a turn, so many rounds before the last."""
    return min(EACH * rounds_left, MOST)
