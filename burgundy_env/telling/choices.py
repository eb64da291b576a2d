"""The legal actions as a numbered list that a person can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..modules import ACTIONS
from .language import say
from .pending import capital, heading, stage_plainly

_PURCHASES = {block.verb for block in ACTIONS if block.purchase}


@dataclass(frozen=True)
class Choice:
    """One entry of the list."""

    action: str
    group: str
    note: str  # the explanation in short


def choices(game: Any) -> list[Choice]:
    """The legal actions by group: what an effect offers, the dice, purchases, and what ends it."""
    if game.is_over:
        return []
    document = game.to_json()
    legal = game.legal_actions()
    return grouped([Choice(action, _group(action, document), game.explain(action, short=True)) for action in legal])


def grouped(listed: list[Choice]) -> list[Choice]:
    """The groups in the order they come up, but purchases after what the turn is about, and the end last."""
    at_the_end = (say("group.buying"), say("group.last"))
    order = [*dict.fromkeys(choice.group for choice in listed if choice.group not in at_the_end), *at_the_end]
    return sorted(listed, key=lambda choice: order.index(choice.group))


def _group(action: str, document: dict[str, Any]) -> str:
    """What an action is listed under."""
    first = action.split()[0]
    if first in ("d1", "d2"):
        dice = document["players"][document["active"]]["dice"]
        return say("group.die", number=int(first[1]), shown=dice[int(first[1]) - 1])
    if first in _PURCHASES:
        return say("group.buying")
    if first in ("end", "skip"):
        return say("group.last")
    if document["pending"]:
        return heading(document["pending"][-1])
    stage = stage_plainly(document["stage"])
    return say("group.any") if stage is None else capital(stage)


def listing(listed: list[Choice]) -> str:
    """The groups with their entries numbered through."""
    width = max((len(choice.action) for choice in listed), default=0)
    lines, group = [], ""
    for number, choice in enumerate(listed, 1):
        if choice.group != group:
            group = choice.group
            lines.append(f" {group}")
        lines.append(f"  {number:>3}  {choice.action:{width}}  {choice.note}")
    return "\n".join(lines)
