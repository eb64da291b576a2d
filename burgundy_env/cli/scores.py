"""The score table: where every seat's points come from, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from burgundy_env.cli.words import seat_name
from burgundy_env.render.words import effect

if TYPE_CHECKING:
    from burgundy_env.game import Game

_TIES = {"empty hexes": "fewer empty hexes", "turn order": "being further back in turn order"}


def table(game: Game, names: Sequence[str]) -> str:
    """The breakdown by source and who has won; sources that gave nobody anything are left out.

    A dash: the seat can't score so, as the Châteauma has sources of its own.
    """
    scores = game.scores()
    heads = [seat_name(entry["seat"], names) for entry in scores]
    widths = [max(len(head), 5) for head in heads]
    breakdowns = [entry["breakdown"] for entry in scores]
    known = dict.fromkeys(source for breakdown in breakdowns for source in breakdown)
    sources = [source for source in known if any(breakdown.get(source) for breakdown in breakdowns)]
    labels = [_label(source, game.config.ruleset) for source in sources]
    first = max(len(label) for label in [*labels, "total"])
    lines = [_row("", heads, first, widths)]
    for source, label in zip(sources, labels, strict=True):
        lines.append(_row(label, [breakdown.get(source, "-") for breakdown in breakdowns], first, widths))
    lines.append(_row("total", [entry["total"] for entry in scores], first, widths))
    return "\n".join([*lines, "", verdict(game, names)])


def verdict(game: Game, names: Sequence[str]) -> str:
    """Who has won, or that the game goes on."""
    outcome = game.outcome()
    if outcome is None:
        return "The game is not over: these would be the points if it ended now."
    if outcome.decided_by == "solo":
        if outcome.winners:
            return f"Won in {outcome.rounds} rounds: every hex is covered."
        hexes = "1 hex is" if outcome.empty_hexes == 1 else f"{outcome.empty_hexes} hexes are"
        return f"Not won: {hexes} empty after {outcome.rounds} rounds."
    winner = outcome.winners[0]
    name = seat_name(winner, names)
    tie = _TIES.get(outcome.decided_by)
    by = f", tied on points and ahead by {tie}" if tie else ""
    return f"{name[0].upper()}{name[1:]} wins with {outcome.totals[winner]} points{by}."


def _label(source: str, ruleset: str) -> str:
    """`regions`, or for a monastery `monastery 16 (4 VP per warehouse)`."""
    if not (source[0] == "m" and source[1:].isdigit()):
        return source.replace("_", " ")
    reminder = effect(source, ruleset).removeprefix("end: ").removeprefix("livestock: ")
    return f"monastery {source[1:]} ({reminder})"


def _row(label: str, cells: Sequence[Any], first: int, widths: Sequence[int]) -> str:
    values = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{label:{first}}", *values]).rstrip()
