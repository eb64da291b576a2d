"""Ratings by OpenSkill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .result import Result


def ratings(names: Sequence[str], results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Skill `mu` and its uncertainty `sigma` of everybody who met somebody else; all begin at 25 and 25/3.

    Games count in the order of their numbers. Skill doesn't change over time here, so `tau`, which would
    keep the uncertainty up, is 0. Whoever has several seats at a table counts once, at their mean place.
    """
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce(tau=0.0)
    rated = {name: model.rating(name=name) for name in names}
    played: set[str] = set()
    for result in results:
        places: dict[str, list[int]] = {}
        for place, seat in enumerate(result.ranking):
            places.setdefault(result.seats[seat], []).append(0 if seat in result.winners else place)
        if len(places) < 2:
            continue
        ranks = [sum(where) / len(where) for where in places.values()]
        teams = model.rate([[rated[name]] for name in places], ranks=ranks)
        rated.update({name: team[0] for name, team in zip(places, teams, strict=True)})
        played.update(places)
    return {name: {"mu": round(rated[name].mu, 3), "sigma": round(rated[name].sigma, 3)} for name in names
            if name in played}  # fmt: skip
