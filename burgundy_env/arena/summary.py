"""The summary of a tournament: all its tables as one document."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from .._version import __version__
from ..engine.layout import SCORE_NAMES
from ..modules import SCORE_GROUPS
from .plan import FORMAT, Plan
from .play import decisions_per_second
from .rating import ratings
from .result import Result
from .statistics import mean_interval, wilson

_GROUP_OF = {source: group for group, sources in SCORE_GROUPS.items() for source in sources}


def summarise(plan: Plan, results: Sequence[Result], *, speeds: bool = True) -> dict[str, Any]:
    """Everything the tables show. `speeds`: also measure how fast the compiled agents are."""
    counted = [result for result in results if result.counts]
    rated = ratings([entrant.name for entrant in plan.entrants], counted)
    agents = []
    for entrant in plan.entrants:
        row = _agent(entrant.name, entrant.text, results)
        row["version"] = entrant.versioned
        row["rating"] = rated.get(entrant.name)
        if entrant.policy is not None and speeds:
            row["decisions_per_second"] = _rounded(
                decisions_per_second(entrant.policy, plan.match_ups[0].configs[0], plan.components()), 1
            )
        agents.append(row)
    return {
        "format": FORMAT,
        "version": __version__,
        "data": plan.components().hash,
        "config": plan.config.to_dict(),
        "config_text": str(plan.config),
        "seed": plan.seed,
        "on_error": plan.on_error,
        "match_ups": len(plan.match_ups),
        "games": {
            "planned": len(plan.fixtures),
            "played": len(results),
            "failed": sum(not result.counts for result in results),
            "forfeited": sum(result.decided_by == "forfeit" for result in results),
        },
        "agents": sorted(agents, key=_strength),
        "pairs": _pairs([entrant.name for entrant in plan.entrants], counted),
        "decided_by": dict(sorted(Counter(result.decided_by for result in counted).items())),
    }


def _strength(row: Mapping[str, Any]) -> tuple[float, float]:
    rating = row["rating"]
    return (-rating["mu"] if rating else 0.0), -(row["win_rate"] or 0.0)


def _agent(name: str, text: str, results: Sequence[Result]) -> dict[str, Any]:
    seats = [(result, seat) for result in results for seat, who in enumerate(result.seats) if who == name]
    counted = [(result, seat) for result, seat in seats if result.counts]
    complete = [(result, seat) for result, seat in seats if result.is_complete]
    wins = sum(1 / len(result.winners) for result, seat in counted if seat in result.winners)
    low, high = wilson(wins, len(counted))
    points = _points(complete)
    vp = _mean_vp(complete)
    timed = [(result, seat) for result, seat in complete if result.thinking is not None]
    thinking = math.fsum(result.thinking[seat] for result, seat in timed if result.thinking is not None)
    made = sum(result.decisions[seat] for result, seat in timed)
    decisions = sum(result.decisions[seat] for result, seat in complete)
    return {
        "name": name,
        "agent": text,
        "games": len(counted),
        "wins": _rounded(wins, 3),
        "expected_win_rate": _mean([1 / len(result.seats) for result, _ in counted]),
        "win_rate": _rounded(wins / len(counted), 6) if counted else None,
        "win_rate_interval": [_rounded(low, 6), _rounded(high, 6)],
        "vp": vp and _rounded(vp[0], 3),
        "vp_interval": vp and [_rounded(vp[1], 3), _rounded(vp[2], 3)],
        "points": _grouped(points),
        "sources": points,
        "decisions_per_game": _rounded(decisions / len(complete), 2) if complete else None,
        # The Châteauma makes no decisions, and games played in batches are timed as a whole.
        "decisions_per_second": _rounded(made / thinking, 1) if made and thinking else None,
        "failures": sum(result.error is not None and result.error["seat"] == seat for result, seat in seats),
    }


def _mean_vp(complete: Sequence[tuple[Result, int]]) -> tuple[float, float, float] | None:
    clusters: defaultdict[int, list[float]] = defaultdict(list)
    for result, seat in complete:
        clusters[result.seed].append(result.totals[seat])
    return mean_interval(clusters.values())


def _points(complete: Sequence[tuple[Result, int]]) -> dict[str, float]:
    """Mean points by source, in the engine's order; sources that never gave any are left out."""
    sums: Counter[str] = Counter()
    for result, seat in complete:
        sums.update(result.breakdown[seat])
    return {name: round(sums[name] / len(complete), 4) for name in SCORE_NAMES if sums[name]}


def _grouped(points: Mapping[str, float]) -> dict[str, float]:
    groups = dict.fromkeys(SCORE_GROUPS, 0.0)
    for source, mean in points.items():
        groups[_GROUP_OF[source]] += mean
    return {group: round(mean, 3) for group, mean in groups.items()}


def _pairs(names: Sequence[str], counted: Sequence[Result]) -> list[dict[str, Any]]:
    """For every two entrants how often the one came in before the other, where both sat at a table."""
    ahead: Counter[tuple[str, str]] = Counter()
    for result in counted:
        for place, seat in enumerate(result.ranking):
            for other in result.ranking[place + 1 :]:
                if result.seats[seat] != result.seats[other] and other not in result.winners:  # as in a draw
                    ahead[result.seats[seat], result.seats[other]] += 1
    pairs = []
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            wins, games = ahead[first, second], ahead[first, second] + ahead[second, first]
            if games:
                low, high = wilson(wins, games)
                share = _rounded(wins / games, 6)
                interval = [_rounded(low, 6), _rounded(high, 6)]
                pairs.append(
                    {"first": first, "second": second, "games": games, "first_ahead": wins, "rate": share,
                     "interval": interval}
                )  # fmt: skip
    return pairs


def _mean(values: Sequence[float]) -> float | None:
    return _rounded(math.fsum(values) / len(values), 6) if values else None


def _rounded(value: float, digits: int) -> float | None:
    """For JSON, which has no NaN."""
    return None if math.isnan(value) else round(value, digits)
