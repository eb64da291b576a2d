"""A game as text, `burgundy-position/1`, written from the state. `reading` reads the same format back."""

from __future__ import annotations

from typing import Any

from ..config import GameConfig
from .forms import At
from .parts import write_part
from .pending import write_pending

POSITION_FORMAT = "burgundy-position/1"


def position(config: GameConfig, s: Any, t: Any) -> dict[str, Any]:
    """The position of one game, `s` and `t` its state and tables records, as a JSON document."""
    at = At(config, s, t)
    document: dict[str, Any] = {
        "format": POSITION_FORMAT,
        "config": config.to_dict(),
        **write_part("table", at),
        **({"teams": [write_part("team", at.of(team)) for team in range(config.teams)]} if config.teams else {}),
        "players": [write_part("player", at.of(p)) for p in range(config.players)],
        "pending": write_pending(at),
        "hidden": write_part("hidden", at),
    }
    if config.chateauma:
        document["chateauma"] = write_part("chateauma", at.of(config.players))
    return document
