"""What a run of training is asked for; here, as the command tells it without loading torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Wanted:
    """What a run is asked for."""

    configs: tuple[dict[str, Any], ...] = ({"players": 2},)
    minutes: float = 15.0  # of playing and learning
    decisions: int = 0  # instead of minutes
    games: int = 128  # side by side
    batch: int = 8000  # decisions between updates
    last_batch: int = 32_000  # and towards the end
    older: float = 0.15  # the share of games in which a seat is an older self's,
    compiled: float = 0.1  # or one of these agents'
    agents: tuple[str, ...] = ("heuristic", "reflex")
    teacher: str | None = None  # who is imitated at first,
    taught: float = 0.15  # in this part of the run
    ladder: tuple[str, ...] = ("reflex", "heuristic")
    plain: bool = False  # without anything that rests on tuned weights
    seed: int = 1
