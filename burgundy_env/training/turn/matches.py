"""How a net does: the player `net` with it against others, seats swapped over equal deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arena.statistics import wilson
from ...config import GameConfig
from ...data import load
from ...engine.layout import SEATS
from ...engine.tables import tables_for
from ...players.games import new_batch, play_games
from ...players.handed import HandedPlayer, NetPlayer, handed
from ...players.policies import HANDED_IN, number_of

Array = np.ndarray[Any, Any]
Player = str | Array  # a compiled player by its name, or `net` with a net


class Match(NamedTuple):
    """What came of the games of one with another."""

    games: int
    won: float  # a win that is shared counts as a part of one
    vp: float
    other_vp: float

    @property
    def share(self) -> float:
        """Of the games."""
        return self.won / max(self.games, 1)

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return wilson(self.won, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{100 * self.share:.1f} % of {self.games:,} ({100 * low:.1f}-{100 * high:.1f}), "
            f"{self.vp:.1f} : {self.other_vp:.1f} VP"
        )


def match(first: Player, second: Player | None, config: GameConfig, games: int, seed: int) -> Match:
    """Games of two players, or of the first alone with the Châteauma."""
    nets: list[HandedPlayer] = []
    numbers = [0 if player is None else _number(player, nets) for player in (first, second)]
    tables, generator = tables_for(config, load()), np.random.default_rng(seed)
    alone = second is None
    seeds = generator.integers(0, 2**62, games)
    if not alone:
        seeds[1::2] = seeds[: games // 2 * 2 : 2]
    policies = np.zeros((games, SEATS), np.int32)
    policies[::2, :2], policies[1::2, :2] = numbers, numbers if alone else numbers[::-1]
    batch = new_batch(tables, seeds, generator.integers(0, 2**62, (games, SEATS)), policies, handed(nets, tables))
    play_games(batch)
    own = np.zeros(games, int) if alone else np.arange(games) % 2
    row = np.arange(games)
    totals, ranking = batch.totals[:, :2].astype(float), batch.ranking[:, :2]
    ahead, behind = ranking[row, own], ranking[row, 1 - own]
    won = float((ahead < behind).sum() + 0.5 * (ahead == behind).sum())
    return Match(games, won, float(totals[row, own].mean()), float(totals[row, 1 - own].mean()))


def _number(player: Player, nets: list[HandedPlayer]) -> int:
    if isinstance(player, str):
        return number_of(player)
    nets.append(NetPlayer("net", "net", player))
    return HANDED_IN - len(nets) + 1
