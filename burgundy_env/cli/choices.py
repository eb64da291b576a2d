"""The legal actions as a numbered list that a person can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from burgundy_env.render.words import pending_words

if TYPE_CHECKING:
    from burgundy_env.game import Game

_PURCHASES = ("buy", "recruit", "hire")
BUYING, LAST = "Purchases, at any time of the turn", "Or"


@dataclass(frozen=True)
class Choice:
    """One entry of the list."""

    action: str
    group: str
    note: str  # the explanation without what the group's heading says already


def choices(game: Game) -> list[Choice]:
    """The legal actions by group: what an effect offers, the dice, purchases, and what ends it."""
    if game.is_over:
        return []
    document = game.to_json()
    dice = document["players"][game.active]["dice"]
    pending = document["pending"]
    return grouped([_choice(action, game.explain(action), dice, pending) for action in game.legal_actions()])


def grouped(listed: list[Choice]) -> list[Choice]:
    """The groups in the order they come up, but purchases after what the turn is about, and the end last."""
    order = list(dict.fromkeys(choice.group for choice in listed if choice.group != BUYING))
    order = [*(group for group in order if group != LAST), BUYING, LAST]
    return sorted(listed, key=lambda choice: order.index(choice.group))


def _choice(action: str, explanation: str, dice: list[int], pending: list[dict[str, object]]) -> Choice:
    first, note = action.split()[0], shortened(explanation)
    if first in ("d1", "d2"):
        number = int(first[1])
        return Choice(action, f"Die {number} shows {dice[number - 1]}", note)
    if first in _PURCHASES:
        return Choice(action, BUYING, note)
    if first in ("end", "skip"):
        return Choice(action, LAST, note)
    if pending:
        reason = pending_words(pending[-1]).partition(" (")[0]
        return Choice(action, f"{reason[0].upper()}{reason[1:]}", note)
    return Choice(action, {"start": "The start castle", "side": "The side of the duchy"}.get(first, "Actions"), note)


def shortened(explanation: str) -> str:
    """What is done, then the price: `take the ship of depot 6 [made 6 with 2 workers]`."""
    note = explanation.removesuffix(".").removeprefix("As an effect: ")
    note = note.replace(
        "; your storage is full, so you then throw a stored tile away", " (full: a stored tile must go)"
    )
    if note.startswith("Die "):
        shown, _, note = note.partition(": ")
        changed = shown.partition(", ")[2].removesuffix(")")
        note += f" [{changed}]" if changed else ""
    return note


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
