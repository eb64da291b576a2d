"""Shields, which this version does not play: asking for them is refused with a sentence."""

from __future__ import annotations

from .descriptor import Facts, Module, Number, Row
from .sizes import DEPOTS, MOST_VP, PLAYERS

SHIELDS = 18

MODULE = Module(
    key="shields",
    title="Shields",
    played=False,
    in_all=False,
    data=(
        Facts(
            "shields",
            "components.json",
            {
                "final_vp": {str(number): Number(0, MOST_VP) for number in range(1, SHIELDS + 1)},
                # 12 at most, so there are always enough
                "per_depot": {str(n): Row(Number(0, 2), DEPOTS) for n in PLAYERS},
            },
        ),
    ),
)
