"""What an agent has reached: scores with intervals, and a rating from all games."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arena import Result
from ..arena.schedule import Fixture
from ..arena.statistics import CONFIDENCE, mean_interval, wilson
from .suites import Suite, Tournament, first_seat

_DRAWS, _SEED = 2000, 20261119  # of the bootstrap
ELO = 400 / math.log(10)
_STEPS = 30  # of Newton's method, which needs some eight
_PRIOR = 0.5  # games won, and as many lost, against heuristic@1: who wins all has a rating, too
_ANCHOR = "heuristic@1"

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class Played:
    """The games of a tournament, by their seed: those of a seed go up and down together."""

    tournament: Tournament
    games: Array  # by seed, and by whether the agent begins (1), another does (0)
    won: Array  # the same; a win that is shared counts as its part
    own: tuple[tuple[float, ...], ...]  # VP of games that were played to their end, by seed
    leads: tuple[tuple[float, ...], ...]  # over the best other

    @property
    def share(self) -> float:
        """The score: the share of games won."""
        return float(self.won.sum() / self.games.sum()) if self.games.sum() else math.nan


def played(tournament: Tournament, fixtures: Sequence[Fixture], results: Sequence[Result]) -> Played:
    """What a tournament's results say about the agent, who is entrant 0."""
    blocks = sorted({result.block for result in results})
    row = {block: i for i, block in enumerate(blocks)}
    games, won = np.zeros((len(blocks), 2)), np.zeros((len(blocks), 2))
    own: defaultdict[int, list[float]] = defaultdict(list)
    leads: defaultdict[int, list[float]] = defaultdict(list)
    for result in results:
        fixture = fixtures[result.game]
        seat = fixture.seats.index(0)
        begins = int(first_seat(fixture.config, fixture.seed) == seat)
        games[row[result.block], begins] += 1
        won[row[result.block], begins] += (seat in result.winners) / max(len(result.winners), 1)
        if result.is_complete:
            own[result.block].append(result.totals[seat])
            leads[result.block].append(result.totals[seat] - max(v for p, v in enumerate(result.totals) if p != seat))
    return Played(tournament, games, won, _by_block(own), _by_block(leads))


def _by_block(values: Mapping[int, list[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(values[block]) for block in sorted(values))


# --- the numbers of the document ---------------------------------------------------------------------


def scores(suite: Suite, all_played: Sequence[Played]) -> dict[str, Any]:
    """`score`, `rating`, `parts` and `tournaments` of the document."""
    there = [one for one in all_played if one.games.sum()]
    drawn = _Drawn(there)
    parts = list(dict.fromkeys(one.tournament.part for one in there))
    return {
        "score": drawn.mean(there),
        "trained": drawn.mean([one for one in there if not one.tournament.held_out]),
        "held_out": drawn.mean([one for one in there if one.tournament.held_out]),
        "rating": _rating(suite, drawn),
        "parts": [
            {
                "part": part,
                "held_out": any(one.tournament.held_out for one in there if one.tournament.part == part),
                **drawn.mean([one for one in there if one.tournament.part == part]),
            }
            for part in parts
        ],
        "tournaments": [_row(one) for one in there],
    }


def _row(one: Played) -> dict[str, Any]:
    wins, games = float(one.won.sum()), int(one.games.sum())
    low, high = wilson(wins, games)
    return {
        "part": one.tournament.part,
        "opponent": one.tournament.opponent,
        "held_out": one.tournament.held_out,
        "config": str(one.tournament.config),
        "seats": one.tournament.config.seats,
        "games": games,
        "seeds": len(one.games),
        "wins": round(wins, 3),
        "score": round(one.share, 6),
        "interval": [round(low, 6), round(high, 6)],
        "vp": _mean(one.own),
        "lead": _mean(one.leads),
    }


def _mean(groups: Sequence[Sequence[float]]) -> dict[str, Any] | None:
    found = mean_interval(groups)
    if found is None:
        return None
    mean, low, high = found
    return {"mean": round(mean, 3), "interval": None if math.isnan(low) else [round(low, 3), round(high, 3)]}


def _told(mean: float, ends: tuple[float, float], digits: int = 6) -> dict[str, Any]:
    """A number and its interval."""
    return {"mean": round(mean, digits), "interval": [round(end, digits) for end in ends]}


def _ends(draws: Array) -> tuple[float, float]:
    """Between which 95 % of the draws are."""
    low, high = np.quantile(draws, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]).tolist()
    return low, high


def _of_one_kind(games: Array, won: Array) -> tuple[float, float] | None:
    """Wilson's interval where all games were won, or none: whatever is drawn from them, nothing varies."""
    all_games, all_won = float(games.sum()), float(won.sum())
    return wilson(all_won, int(all_games)) if all_won in (0, all_games) else None


class _Drawn:
    """The same tournaments as if other seeds had been drawn from those there are, many times."""

    def __init__(self, all_played: Sequence[Played]) -> None:
        # Raw numbers: what NumPy makes of them may change from version to version.
        chance = np.random.PCG64(_SEED)
        self.played = all_played
        self.games, self.won = [], []  # by tournament: draws x whether the agent begins
        for one in all_played:
            seeds = len(one.games)
            places = (chance.random_raw(_DRAWS * seeds) % np.uint64(seeds)).astype(np.int64)
            places += np.repeat(np.arange(_DRAWS) * seeds, seeds)
            often = np.bincount(places, minlength=_DRAWS * seeds).reshape(_DRAWS, seeds).astype(float)
            self.games.append(often @ one.games)
            self.won.append(often @ one.won)

    def mean(self, some: Sequence[Played]) -> dict[str, Any]:
        """The mean of the scores of some tournaments, which weigh the same."""
        if not some:
            return {"mean": None, "interval": None}
        chosen = [i for i, one in enumerate(self.played) if one in some]
        draws = np.mean([self.won[i].sum(1) / self.games[i].sum(1) for i in chosen], axis=0)
        same = _of_one_kind(sum(one.games.sum() for one in some), sum(one.won.sum() for one in some))
        return _told(float(np.mean([one.share for one in some])), same or _ends(draws))


# --- the rating --------------------------------------------------------------------------------------


def _rating(suite: Suite, drawn: _Drawn) -> dict[str, Any]:
    """Elo's, with the advantage of going first, from all games against opponents whose ratings are given."""
    known = [i for i, one in enumerate(drawn.played) if one.tournament.opponent in suite.ratings]
    if not known:
        return {"mean": None, "interval": None, "first": {"mean": None, "interval": None}}
    tournaments = [drawn.played[i].tournament for i in known]
    games = np.stack([np.vstack([drawn.played[i].games.sum(0), drawn.games[i]]) for i in known], axis=1)
    won = np.stack([np.vstack([drawn.played[i].won.sum(0), drawn.won[i]]) for i in known], axis=1)
    strengths, first = fitted(tournaments, suite.ratings, games, won)
    ends = _ends(strengths[1:])
    same = _of_one_kind(games[0], won[0])
    if same is not None:  # what those would be rated who win as much as its ends
        at_ends, _ = fitted(tournaments, suite.ratings, games[[0, 0]], np.stack([share * games[0] for share in same]))
        ends = float(at_ends[0]), float(at_ends[1])
    return {**_told(float(strengths[0]), ends, 1), "first": _told(float(first[0]), _ends(first[1:]), 1)}


def fitted(
    tournaments: Sequence[Tournament], ratings: Mapping[str, float], games: Array, won: Array
) -> tuple[Array, Array]:
    """The rating, and what going first is worth, for each set of numbers of games: sets x tournaments x begins.

    Luce's model: who sits at a table wins in proportion to the exponential of what they are worth, and whoever begins
    is worth more. Against the Châteauma, which has a place of its own in the order, nobody does.
    """
    theirs = np.array([ratings[one.opponent] for one in tournaments]) / ELO
    others = np.array([one.config.seats - 1 for one in tournaments], float)
    orders = np.array([not one.opponent.startswith("chateauma") for one in tournaments], float)
    r = np.full(len(games), ratings[_ANCHOR] / ELO)
    f = np.zeros(len(games))
    for _ in range(_STEPS):
        gradient, curvature = np.zeros((len(r), 2)), np.zeros((len(r), 2, 2))
        for begins in (0, 1):
            # One of the others begins where the agent doesn't.
            beginner = np.exp(f[:, None] * orders * (1 - begins))
            p, slope = _logistic(
                r[:, None] + f[:, None] * orders * begins - theirs - np.log(others - 1 + beginner),
                orders * (begins - (1 - begins) * beginner / (others - 1 + beginner)),
            )
            _add(gradient, curvature, games[:, :, begins], won[:, :, begins], p, slope)
        p, slope = _logistic(r[:, None] - ratings[_ANCHOR] / ELO, np.zeros((1, 1)))
        _add(gradient, curvature, np.full_like(p, 2 * _PRIOR), np.full_like(p, _PRIOR), p, slope)
        curvature[:, 1, 1] += 1e-6  # where nobody ever goes first
        step = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
        step = np.clip(step, -1, 1)
        r, f = r + step[:, 0], f + step[:, 1]
    return r * ELO, f * ELO


def _logistic(x: Array, slope: Array) -> tuple[Array, Array]:
    return 1 / (1 + np.exp(-x)), np.broadcast_to(slope, x.shape)


def _add(gradient: Array, curvature: Array, games: Array, won: Array, p: Array, slope: Array) -> None:
    """The part of some games in what Newton's method goes by."""
    missing, weight = won - games * p, games * p * (1 - p)
    gradient[:, 0] += missing.sum(1)
    gradient[:, 1] += (missing * slope).sum(1)
    curvature[:, 0, 0] += weight.sum(1)
    curvature[:, 0, 1] += (weight * slope).sum(1)
    curvature[:, 1, 0] += (weight * slope).sum(1)
    curvature[:, 1, 1] += (weight * slope * slope).sum(1)
