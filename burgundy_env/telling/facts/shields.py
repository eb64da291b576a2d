"""What is said of shields."""

from __future__ import annotations

from typing import Any

from ...engine.layout import ARG_A
from ...engine.rules.shields import shield_on
from ...engine.rules.shields_steps import depot_of, pair_cost
from ..language import say
from .situation import Situation


def _depot(at: Situation) -> int:
    return int(depot_of(at.s, int(at.object))) + 1


def _pair(at: Situation) -> str:
    """What it costs to bring both dice to the depot."""
    wanted = _depot(at)
    workers = int(pair_cost(at.t, at.s, at.seat, wanted - 1))
    return say("shield.pair", wanted=wanted, workers=workers) if workers else ""


def _replaced(at: Situation) -> str:
    other = int(shield_on(at.s, at.seat, int(at.object[1:]) - 1))
    return say("shield.replaced", other=other) if other else ""


def _named(at: Situation) -> str:
    seat = int(at.object)
    return say("seat.chateauma") if seat == at.t["chateauma"] else say("seat", seat=seat)


FACTS: dict[str, Any] = {
    "lies_in": _depot,
    "pair": _pair,
    "shield": lambda at: say(f"shield.{at.object}"),
    "decided": lambda at: at.pending(ARG_A),
    "decided_shield": lambda at: say(f"shield.{at.pending(ARG_A)}"),
    "replaced": _replaced,
    "die_number": lambda at: at.object[1:],
    "named": _named,
    "gathered": lambda at: int(at.s["depot_goods"][:, int(at.object) - 1].sum()),
}
