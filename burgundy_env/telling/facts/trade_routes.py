"""What is printed on trade-route tiles."""

from __future__ import annotations

from typing import Any

from ...modules.trade_routes import ROUTE_BONUSES
from ..language import Several, say
from .situation import Situation


def _spaces(at: Situation) -> Several:
    tile = int(at.object)
    printed = zip(at.t["route_number"][tile].tolist(), at.t["route_bonus"][tile].tolist(), strict=True)
    return Several(
        say("route.space", goods=goods, bonus=say(f"route.bonus.{ROUTE_BONUSES[bonus]}")) for goods, bonus in printed
    )


FACTS: dict[str, Any] = {"spaces": _spaces}
