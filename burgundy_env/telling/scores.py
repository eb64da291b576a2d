"""Where points come from, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..modules import SCORES
from .language import Several, has, say
from .pending import capital
from .seats import seat_name, team_name
from .tiles import SPECIAL_EDITION, colour_of, effect, spoken

_LEFT_OVER = ("leftover_goods", "leftover_silver", "leftover_workers", "inventory", "unfinished_cards")


def source_name(source: str) -> str:
    """`regions`, `monastery 16`."""
    return say(f"score.{source}") if colour_of(source) is None else spoken(source)


def source_label(source: str, ruleset: str = SPECIAL_EDITION) -> str:
    """`regions`, or for a monastery `monastery 16 (4 VP per warehouse)`."""
    reminder = effect(source, ruleset)
    if not reminder:
        return source_name(source)
    return say("score.of_tile", tile=source_name(source), effect=reminder.partition(": ")[2] or reminder)


def group_of(source: str) -> str:
    """The source that stands for one where there is no room for all: monasteries are many and each gives little, so
    they are one; likewise what is left over.
    """
    if colour_of(source) is not None:
        return "monasteries"
    return "left_over" if source in _LEFT_OVER else source


def group_label(source: str) -> str:
    """What a chart calls it."""
    return say(f"score.{group_of(source)}")


def groups() -> dict[str, str]:
    """All that charts tell apart, what is left over last; with what they are called."""
    named = dict.fromkeys(group_of(score.name) for score in SCORES)
    return {group: group_label(group) for group in sorted(named, key=lambda group: group == "left_over")}


def by_group(score: Mapping[str, Any]) -> dict[str, int]:
    """The points of an entry of `game.scores()`, by as many sources as a chart has room for."""
    groups: dict[str, int] = {}
    for source, points in score["breakdown"].items():
        if points:
            groups[group_label(source)] = groups.get(group_label(source), 0) + points
    return groups


def verdict(outcome: Any, names: Sequence[str]) -> str:
    """Who has won, of what `game.outcome()` says; None: that the game goes on."""
    if outcome is None:
        return say("verdict.going_on")
    if outcome.rounds is not None:
        return _in_rounds(outcome)
    winner = outcome.winners[0]
    points = outcome.totals[winner]
    if len(outcome.winners) > 1:
        return say("verdict.draw", points=points)
    name = team_name(winner, names) if outcome.teams else seat_name(winner, names)
    return capital(say("verdict.wins", name=name, points=points, tie=_tie(outcome)))


def ending(outcome: Any, called: Callable[[int], str]) -> str:
    """The same with everybody's points, in a line without a full stop; `called` gives the names of seats."""
    if outcome.rounds is not None:
        return _in_rounds(outcome).removesuffix(".")
    if len(outcome.winners) > 1:
        return say("verdict.draw", points=outcome.totals[0]).removesuffix(".")
    names = [_party(outcome, party, called) for party in range(len(outcome.totals))]
    totals = Several(f"{names[party]} {outcome.totals[party]}" for party in outcome.ranking)
    return say("verdict.all", name=names[outcome.winners[0]], tie=_tie(outcome), totals=totals)


def _party(outcome: Any, party: int, called: Callable[[int], str]) -> str:
    """A seat, or all of a team."""
    return say("seats", names=Several(map(called, outcome.teams[party]))) if outcome.teams else called(party)


def _in_rounds(outcome: Any) -> str:
    result = "won" if outcome.winners else "lost"
    return say(f"verdict.rounds.{result}", rounds=outcome.rounds, hexes=outcome.empty_hexes)


def _tie(outcome: Any) -> str:
    reason = f"decided_by.{outcome.decided_by.replace(' ', '_')}"
    return say("verdict.tie", by=say(reason)) if has(reason) else ""
