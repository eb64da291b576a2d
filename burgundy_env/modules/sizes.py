"""How many there are of each thing, as every description needs it."""

from __future__ import annotations

from collections.abc import Iterable

SEATS = 4
PLAYERS = (2, 3, 4)  # for whom the box is
HEXES = 37  # of a player's duchy
MOST_HEXES = 58  # of the duchy of two partners: as wide as what has a place for each hex
DEPOTS = 6
SLOTS = 4
BLACK_SLOTS = 8
GOODS = 6  # types of goods
STORAGE = 3  # key spaces for tiles; as many types of goods fit the goods storage
PHASES = 5
ROUNDS = 5
TRACK_SPACES = 7
BOARDS = (*range(1, 31), 44, 48)  # duchy boards that players may choose, by their number
DUCHIES = 49  # all boards by their number, 0 and some others unused
PENDING_DEPTH = 48
MOST = 32_000  # of victory points, workers or silver: what the fields hold; position/bounds.py has what may be said
# More than any edition prints. With it a game's points stay far below what the engine's 16 bits hold; what a position
# may say (position/bounds.py) is reckoned with the values in use.
MOST_VP = 59  # for a region, a county card, a shield
MOST_TILES = 99  # of a name, as component data may have them; what lies where is compared with those in use
COLOURS = ("building", "monastery", "ship", "livestock", "castle", "mine")
CHANNELS = ("d1", "d2", "free")
PHASE_LETTERS = "ABCDE"

HEX_NAMES = tuple(f"h{h}" for h in range(1, HEXES + 1))
ALL_HEX_NAMES = tuple(f"h{h}" for h in range(1, MOST_HEXES + 1))
SLOT_NAMES = tuple(f"{depot}.{slot}" for depot in range(1, DEPOTS + 1) for slot in range(1, SLOTS + 1))
BLACK_SLOT_NAMES = tuple(f"b{slot}" for slot in range(1, BLACK_SLOTS + 1))
GOODS_NAMES = tuple(str(goods) for goods in range(1, GOODS + 1))


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers in short, `1-10,19`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)
