"""The team game: whose partner a player is, and whose marker monastery 27 serves."""

from __future__ import annotations

from ..facts import Document
from .drawing import Drawing


def _head(player: Document) -> str:
    served = "" if player.get("m27") is None else f", monastery 27 for seat {player['m27']}"
    return f"with {player['partner']}{served}"


DRAWING = Drawing(head=_head)
