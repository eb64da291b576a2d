"""What a run of training is asked for; here, as the command tells it without loading what plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wanted:
    """What a run is asked for."""

    rounds: int = 8  # some 90 minutes of two cores
    games: int = 4000  # of each round
    futures: int = 4  # that every end of a turn meets
    gate: int = 2000  # games in which a new net has to beat the one before
    seed: int = 1
