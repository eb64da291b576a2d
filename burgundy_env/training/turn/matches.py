"""How a net does: the player `net` with it against others, seats swapped over equal deals.

A match is played in pieces of a few seconds, wherever that is; its games are the same ones, however it is cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...config import GameConfig
from ...data import load
from ...engine.layout import SEATS
from ...engine.tables import tables_for
from ...players.games import new_batch, play_games
from ...players.handed import HandedPlayer, NetPlayer, handed
from ...players.policies import HANDED_IN, number_of
from ..match import Match

Array = np.ndarray[Any, Any]
Player = str | Array  # a compiled player by its name, or `net` with a net
PIECE = 40  # games, some 2 s: what a killed process loses; an even number, as two games have a deal


@dataclass(frozen=True)
class Part:
    """Some games of a match in a round of training."""

    number: int  # of the round
    match: str
    first: int  # of the games
    sums: tuple[float, ...]  # games, and what there was in all of wins, of VP and of the other's VP


@dataclass(frozen=True)
class Meeting:
    """A match that a new net has to play."""

    name: str
    rival: str | None  # `before`, a compiled player, or the Châteauma of the config
    config: GameConfig
    games: int
    seed: int

    def pieces(self) -> list[tuple[str, int]]:
        """Each by the match and its first game."""
        return [(self.name, first) for first in range(0, self.games, PIECE)]


class Judging:
    """Plays pieces of the matches of a new net, on whatever machine it is taken to."""

    def __init__(self, number: int, new: Array, before: Player, meetings: Iterable[Meeting]) -> None:
        """`before`: who is meant by that."""
        self._number, self._new, self._before = number, new, before
        self._meetings = {one.name: one for one in meetings}

    def __call__(self, piece: tuple[str, int]) -> Part:
        """Play a piece."""
        name, first = piece
        one = self._meetings[name]
        rival = self._before if one.rival == "before" else one.rival
        games = slice(first, min(first + PIECE, one.games))
        return Part(self._number, name, first, sums_of(self._new, rival, one.config, one.games, one.seed, games))


def match(first: Player, second: Player | None, config: GameConfig, games: int, seed: int) -> Match:
    """Games of two players, or of the first alone with the Châteauma."""
    return in_all([Part(0, "", 0, sums_of(first, second, config, games, seed, slice(0, games)))])


def in_all(parts: Iterable[Part]) -> Match:
    """All parts of a match, or of several."""
    games, won, vp, other_vp = (sum(column) for column in zip(*(part.sums for part in parts), strict=True))
    return Match(int(games), won, vp / games, other_vp / games)


def sums_of(
    first: Player, second: Player | None, config: GameConfig, games: int, seed: int, part: slice
) -> tuple[float, ...]:
    """What came of a part of a match, added up: games, wins, VP, the other's VP."""
    nets: list[HandedPlayer] = []
    numbers = [0 if player is None else _number(player, nets) for player in (first, second)]
    tables, generator = tables_for(config, load()), np.random.default_rng(seed)
    alone = second is None
    seeds = generator.integers(0, 2**62, games)
    if not alone:
        seeds[1::2] = seeds[: games // 2 * 2 : 2]
    policies = np.zeros((games, SEATS), np.int32)
    policies[::2, :2], policies[1::2, :2] = numbers, numbers if alone else numbers[::-1]
    streams = generator.integers(0, 2**62, (games, SEATS))  # of the whole match: a part has the games it has there
    batch = new_batch(tables, seeds[part], streams[part], policies[part], handed(nets, tables))
    play_games(batch)
    own = np.zeros(games, int)[part] if alone else np.arange(games)[part] % 2
    row = np.arange(len(own))
    totals, ranking = batch.totals[:, :2].astype(float), batch.ranking[:, :2]
    ahead, behind = ranking[row, own], ranking[row, 1 - own]
    won = float((ahead < behind).sum() + 0.5 * (ahead == behind).sum())
    return len(own), won, float(totals[row, own].sum()), float(totals[row, 1 - own].sum())


def _number(player: Player, nets: list[HandedPlayer]) -> int:
    if isinstance(player, str):
        return number_of(player)
    nets.append(NetPlayer("net", "net", player))
    return HANDED_IN - len(nets) + 1
