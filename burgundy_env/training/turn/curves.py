"""The curves of a run for TensorBoard: games played, losses of the fits, strength of the nets.

They are for looking at: what a run goes on with stands in its other files. What a killed run had begun again is drawn
twice at the same places.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from ..match import Match


class Curves:
    """Of one run. Steps are games that were played to learn from, for losses epochs of a round's fit."""

    def __init__(self, folder: Path) -> None:
        self._log = SummaryWriter(str(folder / "tensorboard"))

    def add_games(self, games: int, a_second: float) -> None:
        """So many were played, of all rounds."""
        self._log.add_scalar("games/played", games, games)
        self._log.add_scalar("games/a second", a_second, games)

    def add_epoch(self, number: int, epoch: int, figures: Mapping[str, float]) -> None:
        """What a fit errs by; that of a mean over nothing is left out."""
        for name, value in figures.items():
            if math.isfinite(value):
                self._log.add_scalar(f"loss of round {number}/{name}", value, epoch)

    def add_round(self, games: int, against_old: Match, ladder: Mapping[str, Match]) -> None:
        """What came of the matches of a new net."""
        for name, found in {"the one before": against_old, **ladder}.items():
            self._log.add_scalar(f"won/{name}", found.share, games)
            self._log.add_scalar(f"lead/{name}", found.vp - found.other_vp, games)

    def __enter__(self) -> Curves:
        return self

    def __exit__(self, *error: object) -> None:
        self._log.close()
