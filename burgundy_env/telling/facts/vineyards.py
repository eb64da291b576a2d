"""What double tiles are taken for and laid on."""

from __future__ import annotations

from typing import Any

from ...engine.rules.pending import top
from ...engine.rules.vineyards import P_TAKE_BLACK
from ...modules.vineyards import BONUSES
from ..language import Several, say
from .base import FACTS as BASE_FACTS
from .situation import Situation


def _bonuses(at: Situation) -> Several:
    printed = at.t["space_bonus"][at.s["vineyard"][at.seat], at.space].tolist()
    return Several(say(f"yard.{BONUSES[bonus]}") for bonus in printed)


def _straight(at: Situation) -> str:
    """Where a tile goes that is taken from the black depot or the store."""
    if top(at.s) == P_TAKE_BLACK:
        return str(BASE_FACTS["room"](at))
    return say("straight.store" if at.name == "store" else "straight")


FACTS: dict[str, Any] = {
    "bonuses": _bonuses,
    "space": lambda at: f"p{at.space + 1}",
    "first": lambda at: say(f"vine.{at.object.partition('+')[0]}"),
    "bonus": lambda at: say(f"yard.{at.object}"),
    "vine": lambda at: say(f"vine.{at.object}"),
    "straight": _straight,
}
