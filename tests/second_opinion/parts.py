"""The parts of the game as the second opinion sees them: component data, boards and the names of tiles."""

from __future__ import annotations

import json
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "burgundy_env" / "data"
COMPONENTS = json.loads((DATA / "components.json").read_text(encoding="utf-8"))
DUCHIES = json.loads((DATA / "duchies.json").read_text(encoding="utf-8"))
_TRADE = json.loads((DATA / "trade_routes.json").read_text(encoding="utf-8"))
ROUTES = {tile["id"]: tile["spaces"] for tile in _TRADE["tiles"]}
ROUTES_PER_PLAYER = _TRADE["per_player"]
VINEYARDS = json.loads((DATA / "vineyards.json").read_text(encoding="utf-8"))
VINES = VINEYARDS["vines"]
SHIELDS = {int(number): vp for number, vp in COMPONENTS["shields"]["final_vp"].items()}

COLOURS = ["building", "monastery", "ship", "livestock", "castle", "mine"]
KINDS = COMPONENTS["supply"]["building"]["kinds"]
SPECIES = COMPONENTS["supply"]["livestock"]["species"]
SCORING = COMPONENTS["scoring"]
MONASTERY_BUILDING = {
    int(number): kind for number, kind in COMPONENTS["monastery_building"].items() if number.isdigit()
}
POSTS = DUCHIES["border_posts"]["hexes"]
HEXES = range(1, 38)
_MONASTERIES = {f"m{i}" for i in range(1, 30)}


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


def _linked(pairs: list[list[int]]) -> dict[int, list[int]]:
    return {h: sorted({b for pair in pairs if h in pair for b in pair} - {h}) for h in HEXES}


# The boards by their number: the colours of the hexes, their die numbers, what is next to them by land
# (which makes regions), and what a tile on them may touch (on solo boards across a river, too).
NEIGHBOURS = _neighbours()
NUMBER = {i + 1: int(digit) for i, digit in enumerate("".join(DUCHIES["numbers"]))}
_LETTER = dict(zip("tybgre", COLOURS, strict=True))
BOARD = {
    duchy["id"]: {i + 1: _LETTER[c] for i, c in enumerate("".join(duchy["rows"]))} for duchy in DUCHIES["duchies"]
}
NUMBERS, LAND, NEAR = (dict.fromkeys(BOARD, part) for part in (NUMBER, NEIGHBOURS, NEIGHBOURS))
for _solo in DUCHIES["solo_duchies"]:
    BOARD[_solo["id"]] = {cell["hex"]: _LETTER[cell["colour"]] for cell in _solo["cells"]}
    NUMBERS[_solo["id"]] = {cell["hex"]: cell["number"] for cell in _solo["cells"]}
    LAND[_solo["id"]] = _linked(_solo["land"])
    NEAR[_solo["id"]] = _linked(_solo["land"] + _solo["rivers"])
START = {}  # on team boards the start castle has hexes of its own
for _team in DUCHIES["team_duchies"]["boards"]:
    BOARD[_team["id"]] = {i + 1: _LETTER[c] for i, c in enumerate("".join(_team["rows"]))}
    NUMBERS[_team["id"]] = {i + 1: int(digit) for i, digit in enumerate("".join(_team["numbers"]))}
    LAND[_team["id"]] = NEAR[_team["id"]] = dict(enumerate(DUCHIES["team_duchies"]["neighbours"], start=1))
    START[_team["id"]] = sorted(_team["start_castle"])


def region(duchy: int, hex_: int) -> set[int]:
    """The connected hexes of one colour around a hex."""
    board, found, todo = BOARD[duchy], {hex_}, [hex_]
    while todo:
        for near in LAND[duchy][todo.pop()]:
            if near not in found and board[near] == board[hex_]:
                found.add(near)
                todo.append(near)
    return found


def colour_of(tile: str) -> str:
    """The colour of a tile; an inn, a face-down tile and a double tile have none of the six."""
    if "+" in tile:
        return "double"
    if tile in ("castle", "ship", "mine", "inn", "black"):
        return tile
    if tile in KINDS or tile in ("white_castle", "crane"):
        return "building"
    if tile == "geese" or tile[:-1] in SPECIES:
        return "livestock"
    assert tile in _MONASTERIES, f"no such tile: {tile}"
    return "monastery"


def species_of(tile: str) -> str:
    """Of a livestock tile; the geese are a species of their own."""
    return tile if tile == "geese" else tile[:-1]


def animals(tile: str) -> int:
    """How many animals a livestock tile shows."""
    return 2 if tile == "geese" else int(tile[-1])
