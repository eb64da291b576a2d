"""The table as it is drawn: a position, and what has to be known to draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...data import Data
from .. import facts
from .marks import Document

if TYPE_CHECKING:
    from ...game import Outcome
    from ..modules.drawing import Drawing


class Table(NamedTuple):
    """A position and what has to be known to draw it."""

    doc: Document
    data: Data
    drawings: tuple[Drawing, ...]  # of what is played
    names: tuple[str, ...]
    named_hexes: bool
    before: Document | None  # the position before; what is different since is marked
    # Where a game was given and not its document alone:
    outcome: Outcome | None  # how it ended
    totals: tuple[int, ...]  # what each seat would have were it to end now

    @property
    def ruleset(self) -> str:
        """Whose rules are played."""
        return facts.ruleset(self.doc)

    @property
    def rim(self) -> float:
        """What modules need around the hexes of a duchy, in hexes."""
        return max(drawing.rim for drawing in self.drawings)

    def letter_of(self, seat: int) -> str:
        """What stands on a seat's marker."""
        return "C" if seat == len(self.doc["players"]) else str(seat)

    def name_of(self, seat: int) -> str:
        """What a seat is called."""
        if seat == len(self.doc["players"]):
            return "Châteauma"
        if seat >= len(self.names):
            return f"Seat {seat}"
        name = self.names[seat]
        return f"Seat {seat} ({name})" if self.names.count(name) > 1 else name

    def left(self, depot: str, slot: int) -> bool:
        """Whether a tile was taken from a slot of a depot (`black`, or a number) since the position before."""
        if self.before is None:
            return False
        now, then = (
            doc["black_depot"] if depot == "black" else doc["depots"][depot]["tiles"]
            for doc in (self.doc, self.before)
        )
        return slot < len(then) and bool(then[slot]) and not now[slot]

    def came(self, seat: int, hex_: str) -> bool:
        """Whether a hex was covered since the position before."""
        return self.before is not None and hex_ not in self.before["players"][seat]["placed"]
