"""What every seat has, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .config import GameConfig
from .engine import batch
from .engine.layout import (
    CHATEAUMA_SCORES,
    FINAL_SOURCES,
    HEXES,
    MODULE_SCORES,
    PLAYER_SCORES,
    ROUNDS,
    SCORE_NAMES,
    SEATS,
)
from .engine.play import Play

# The Châteauma wins ties; only teams can be level.
DECIDED_BY = ("points", "empty hexes", "turn order", "chateauma", "solo", "draw")


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> Outcome(ranking=(1, 0), winners=(1,), totals=(180, 191), decided_by="points").winners
    (1,)
    """

    ranking: tuple[int, ...]  # seats, best first; in the team game teams, here and below
    winners: tuple[int, ...]  # in a draw both teams
    totals: tuple[int, ...]  # victory points by seat
    decided_by: str  # one of DECIDED_BY
    # The solo game, which is won (then `winners` is (0,)) when no hex is empty:
    rounds: int | None = None
    empty_hexes: int | None = None
    teams: tuple[tuple[int, ...], ...] | None = None  # the team game: the seats of each


def outcome_of(config: GameConfig, play: Play) -> Outcome:
    """The outcome of a game that is over."""
    if config.solo:
        return _solo_outcome(play)
    ranking, totals = np.zeros(SEATS, np.int8), np.zeros(SEATS, np.int16)
    batch.rank(play.tables, play.state, 0, ranking, totals)
    order, points = ranking[: config.parties].tolist(), totals[: config.parties].tolist()
    covered = [int(bits).bit_count() for bits in play.state["occupied"][0]]
    by = decided_by(config, order, points, covered)
    teams = tuple(tuple(range(team, config.players, config.teams)) for team in range(config.teams)) or None
    return Outcome(tuple(order), tuple(sorted(winners_of(order, by))), tuple(points), by, teams=teams)


def _solo_outcome(play: Play) -> Outcome:
    s = play.state[0]
    empty = HEXES - int(s.occupied[0]).bit_count()
    rounds = int(s.phase) * ROUNDS + int(s.round_number) + 1
    return Outcome((0,), () if empty else (0,), (int(s.vp[0]),), "solo", rounds, empty)


def winners_of(ranking: Sequence[int], decided: str) -> Sequence[int]:
    """Of seats (or teams), best first, those that have won; `decided`: by what."""
    return ranking if decided == "draw" else ranking[:1]


def decided_by(config: GameConfig, ranking: Sequence[int], totals: Sequence[int], covered: Sequence[int]) -> str:
    """What put the first of the ranking before the second; `covered`: how many hexes each seat has covered."""
    first, second = ranking[0], ranking[1]
    if totals[first] != totals[second]:
        return "points"
    if first == config.players:
        return "chateauma"
    if covered[first] != covered[second]:
        return "empty hexes"
    return "draw" if config.teams else "turn order"


def scores_of(config: GameConfig, play: Play) -> list[dict[str, Any]]:
    """Per seat, or team, the total were the game to end now, what it has already (`vp`), and where it comes from."""
    out = np.zeros(len(SCORE_NAMES), np.int16)
    scores = []
    for p in range(config.parties):
        total = int(batch.score(play.tables, play.state, 0, p, out))
        points = dict(zip(SCORE_NAMES, out.tolist(), strict=True))
        names = CHATEAUMA_SCORES if p == config.players else PLAYER_SCORES
        names = tuple(n for n in names if MODULE_SCORES.get(n) in (None, *config.modules))
        vp = total - sum(points[name] for name in FINAL_SOURCES)
        scores.append(
            {
                "team" if config.teams else "seat": p,
                "total": total,
                "vp": vp,
                "breakdown": {name: points[name] for name in names},
            }
        )
    return scores
