"""The action table: one fixed Discrete(ACTIONS) for all configs, in named blocks.

Ids never move. New blocks are appended; anything else needs a new environment version.
"""

from __future__ import annotations

from dataclasses import dataclass

from .layout import BLACK_SLOTS, BUILDING_KINDS, DEPOTS, GOODS, HEXES, ROUTE_TILES, SLOTS, SOLO_SLOTS, TILES

_HEXES = [f"h{h}" for h in range(1, HEXES + 1)]
_SLOTS = [f"{depot}.{slot}" for depot in range(1, DEPOTS + 1) for slot in range(1, SLOTS + 1)]
_GOODS = [str(goods) for goods in range(1, GOODS + 1)]
_TILES = [tile for tile in TILES if tile]
_DUCHIES = [str(board) for board in range(1, 31)]
_ROUTES = [str(tile) for tile in range(1, ROUTE_TILES)]
_SOLO_SLOTS = [f"b{slot}" for slot in range(1, SOLO_SLOTS + 1)]


@dataclass(frozen=True)
class Block:
    """Consecutive ids whose strings differ in the object only."""

    name: str
    verb: str
    objects: tuple[str, ...]
    meaning: str
    first: int

    def strings(self) -> list[str]:
        """The action strings of the block, by id."""
        return [f"{self.verb} {thing}".rstrip() for thing in self.objects]


def _blocks() -> tuple[Block, ...]:
    nothing = [""]
    table: list[tuple[str, str, list[str], str]] = [
        ("start", "start", _HEXES, "put the start castle on this hex"),
    ]
    for channel, by in (("d1", "the first die"), ("d2", "the second die"), ("free", "an effect")):
        table += [
            (
                f"{channel}_take",
                f"{channel} take",
                _SLOTS,
                f"by {by}: the tile in this slot of a depot, to storage",
            ),
            (f"{channel}_place", f"{channel} place", _HEXES, f"by {by}: a stored tile onto this hex"),
            (f"{channel}_sell", f"{channel} sell", _GOODS, f"by {by}: all goods of this type"),
            (f"{channel}_workers", f"{channel} workers", nothing, f"by {by}: take workers"),
        ]
    table += [
        ("pick", "pick", _TILES, "the stored tile meant by the placement"),
        ("discard", "discard", _TILES, "the stored tile thrown away to make room"),
        ("goods", "goods", _GOODS, "a ship takes the goods of this depot"),
        ("keep", "keep", _GOODS, "the type of goods taken where not all types fit"),
        (
            "buy_black",
            "buy",
            [f"b{slot}" for slot in range(1, BLACK_SLOTS + 1)],
            "2 silver: this black-depot tile",
        ),
        ("buy_depot", "buy", _SLOTS, "2 silver: this tile of a numbered depot (monastery 6, 2011 rules)"),
        ("recruit", "recruit", _SLOTS, "2 workers: this building (monastery 6)"),
        ("skip", "skip", nothing, "decline what is offered"),
        ("end", "end", nothing, "end the turn"),
        ("side", "side", _DUCHIES, "play this side of the duchy board dealt"),
        ("hire", "hire", nothing, "1 silver: 2 workers (monastery 28)"),
        ("retrieve", "retrieve", nothing, "both dice and 5 VP: a castle set aside, to storage (castle_rule)"),
        (
            "retrieve_to",
            "retrieve",
            _HEXES,
            "both dice and 5 VP: a stored castle onto this hex (castle_rule, 2011 rules)",
        ),
        ("effect", "effect", list(BUILDING_KINDS[:-1]), "the building whose effect the crane has"),
        ("buy_inn", "buy", ["inn"], "2 silver: an inn"),
        ("route", "route", _ROUTES, "the next tile of the trade route"),
        ("points", "points", nothing, "solo: 1 silver for 1 VP"),
        ("swap", "swap", _SOLO_SLOTS, "solo: 5 goods for this black-depot tile, face down"),
        ("pay", "pay", _GOODS, "solo: a goods tile of this type, one of the five"),
        (
            "black_place",
            "free place",
            [f"{slot} {h}" for slot in _SOLO_SLOTS for h in _HEXES],
            "solo: by a completed colour, this black-depot tile straight onto this hex",
        ),
    ]
    blocks, first = [], 0
    for name, verb, objects, meaning in table:
        blocks.append(Block(name, verb, tuple(objects), meaning, first))
        first += len(objects)
    return tuple(blocks)


BLOCKS = _blocks()
STRINGS = tuple(string for block in BLOCKS for string in block.strings())
IDS = {string: number for number, string in enumerate(STRINGS)}
ACTIONS = len(STRINGS)

# Where the blocks begin, as plain integers for the kernels.
_first = {block.name: block.first for block in BLOCKS}
START = _first["start"]
DIE_1, DIE_2, FREE_ACTION = _first["d1_take"], _first["d2_take"], _first["free_take"]
# Within a channel:
CHANNEL_SIZE = DIE_2 - DIE_1
TAKE, PLACE = 0, _first["d1_place"] - DIE_1
SELL, WORKERS = _first["d1_sell"] - DIE_1, _first["d1_workers"] - DIE_1
PICK, DISCARD = _first["pick"] - 1, _first["discard"] - 1  # tile ids begin with 1
GOODS_OF, KEEP = _first["goods"] - 1, _first["keep"] - 1  # so do depots and types
BUY_BLACK, BUY_DEPOT, RECRUIT = _first["buy_black"], _first["buy_depot"], _first["recruit"]
SKIP, END = _first["skip"], _first["end"]
SIDE = _first["side"] - 1
HIRE, RETRIEVE, RETRIEVE_TO = _first["hire"], _first["retrieve"], _first["retrieve_to"]
EFFECT, BUY_INN, ROUTE = _first["effect"] - 1, _first["buy_inn"], _first["route"] - 1
POINTS, SWAP, PAY, BLACK_PLACE = _first["points"], _first["swap"], _first["pay"], _first["black_place"]


def block_of(action: int) -> Block:
    """The block an id belongs to."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"action ids are 0 to {ACTIONS - 1}, not {action}")
    return next(block for block in reversed(BLOCKS) if block.first <= action)


def table_markdown() -> str:
    """The table of the docs page."""
    lines = ["| ids | action | meaning |", "|---|---|---|"]
    for block in BLOCKS:
        strings, last = block.strings(), block.first + len(block.objects) - 1
        ids = str(block.first) if last == block.first else f"{block.first}-{last}"
        text = f"`{strings[0]}`" if last == block.first else f"`{strings[0]}` .. `{strings[-1]}`"
        lines.append(f"| {ids} | {text} | {block.meaning} |")
    return "\n".join(lines) + "\n"
