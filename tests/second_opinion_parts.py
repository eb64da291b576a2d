"""The parts of the game as the second opinion sees them: component data, boards and the names of tiles."""

from __future__ import annotations

import json
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "burgundy_env" / "data"
COMPONENTS = json.loads((DATA / "components.json").read_text(encoding="utf-8"))
DUCHIES = json.loads((DATA / "duchies.json").read_text(encoding="utf-8"))

COLOURS = ["building", "monastery", "ship", "livestock", "castle", "mine"]
KINDS = COMPONENTS["supply"]["building"]["kinds"]
SPECIES = COMPONENTS["supply"]["livestock"]["species"]
SCORING = COMPONENTS["scoring"]
HEXES = range(1, 38)
_MONASTERIES = {f"m{i}" for i in range(1, 27)}


def _spots() -> dict[int, tuple[int, int]]:
    """Hex number -> (x, y), x in half hexes, rows of 4 5 6 7 6 5 4."""
    spots, hex_ = {}, 0
    for y, length in enumerate([4, 5, 6, 7, 6, 5, 4]):
        for i in range(length):
            hex_ += 1
            spots[hex_] = (7 - length + 2 * i, y)
    return spots


def _neighbours() -> dict[int, list[int]]:
    spots = _spots()
    steps = {(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    return {a: [b for b in HEXES if (spots[b][0] - spots[a][0], spots[b][1] - spots[a][1]) in steps] for a in HEXES}


NEIGHBOURS = _neighbours()
NUMBER = {i + 1: int(digit) for i, digit in enumerate("".join(DUCHIES["numbers"]))}
_LETTER = dict(zip("tybgre", COLOURS, strict=True))
BOARD = {  # duchy id -> hex -> colour
    duchy["id"]: {i + 1: _LETTER[c] for i, c in enumerate("".join(duchy["rows"]))} for duchy in DUCHIES["duchies"]
}


def region(duchy: int, hex_: int) -> set[int]:
    """The connected hexes of one colour around a hex."""
    board, found, todo = BOARD[duchy], {hex_}, [hex_]
    while todo:
        for near in NEIGHBOURS[todo.pop()]:
            if near not in found and board[near] == board[hex_]:
                found.add(near)
                todo.append(near)
    return found


def colour_of(tile: str) -> str:
    if tile in ("castle", "ship", "mine"):
        return tile
    if tile in KINDS:
        return "building"
    if tile[:-1] in SPECIES:
        return "livestock"
    assert tile in _MONASTERIES, f"no such tile: {tile}"
    return "monastery"
