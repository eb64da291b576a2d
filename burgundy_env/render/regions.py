"""The regions of a duchy: how far each is, and what it would give if it were finished now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..data import Data
from ..telling.regions import sentence
from .facts import Document
from .modules import drawings


class Region(NamedTuple):
    """Hexes of one colour that touch."""

    colour: str
    hexes: tuple[str, ...]
    missing: int
    counted: int  # as how many hexes it counts
    vp: int
    bonus: int  # for finishing it in this phase

    def told(self, phase: str) -> str:
        """It in words."""
        return sentence(self.colour, len(self.hexes), self.missing, self.counted, self.vp, self.bonus, phase)


def regions(doc: Document, data: Data, seat: int) -> list[Region]:
    """Those of a seat's duchy."""
    player = doc["players"][seat]
    board, scoring = data.duchies[player["duchy"]], data.components["scoring"]
    found = []
    for numbers in board.regions:
        hexes = tuple(f"h{number}" for number in numbers)
        missing = sum(hex_ not in player["placed"] for hex_ in hexes)
        counted = min(len(hexes) + enlarged(doc, player, hexes), len(scoring["region"]) - 1)
        bonus = scoring["phase_bonus"][doc["phase"]]
        colour = board.colours[numbers[0] - 1]
        found.append(Region(colour, hexes, missing, counted, scoring["region"][counted], bonus))
    return found


def enlarged(doc: Document, player: Document, hexes: Sequence[str]) -> int:
    """By how many hexes what modules have in a duchy makes a region larger."""
    found = (drawing.enlarges(player, hexes) for drawing in drawings(doc) if drawing.enlarges is not None)
    return sum(found)


def told_by_hex(doc: Document, data: Data, seat: int) -> dict[str, str]:
    """What is to be said of the region that each hex of a seat lies in."""
    return {hex_: region.told(doc["phase"]) for region in regions(doc, data, seat) for hex_ in region.hexes}


def sizes(doc: Document, data: Data) -> Iterable[tuple[int, int]]:
    """The table of sizes: what regions of as many hexes as there are on these duchies give."""
    largest = max(len(region) for player in doc["players"] for region in data.duchies[player["duchy"]].regions)
    larger = sum(drawing.enlarges is not None for drawing in drawings(doc))
    table = data.components["scoring"]["region"]
    return list(enumerate(table))[1 : min(largest + larger, len(table) - 1) + 1]
