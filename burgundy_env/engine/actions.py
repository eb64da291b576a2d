"""The action table: one fixed Discrete(ACTIONS) for all configs, in named blocks.

Ids never move. New blocks are appended; anything else needs a new environment version. What the blocks are the
descriptors in `modules` say. A module's rules ask for the ids of its own blocks by name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import modules
from ..modules import descriptor
from ..modules.sizes import CHANNELS, DUCHIES
from .layout import HEXES, OF_TEAM


@dataclass(frozen=True)
class Block(descriptor.Block):
    """A block and its ids, which follow each other."""

    first: int = 0

    def strings(self) -> list[str]:
        """The action strings of the block, by id."""
        return [f"{self.verb} {thing}".rstrip() for thing in self.objects]


def _blocks() -> tuple[Block, ...]:
    blocks, first = [], 0
    for block in modules.ACTIONS:
        blocks.append(Block(block.name, block.verb, block.objects, block.meaning, block.purchase, first))
        first += len(block.objects)
    return tuple(blocks)


BLOCKS = _blocks()
STRINGS = tuple(string for block in BLOCKS for string in block.strings())
IDS = {string: number for number, string in enumerate(STRINGS)}
ACTIONS = len(STRINGS)
# A block of all tiles may have more than one part; it is known by the first.
_NUMBERS = {block.name: number for number, block in reversed([*enumerate(BLOCKS)])}


def block_number(name: str) -> int:
    """The number of a block, by which actions are told apart."""
    return _NUMBERS[name]


def first_id(name: str) -> int:
    """The id of the first action of a block."""
    return BLOCKS[_NUMBERS[name]].first


# Of an id: the number of its block, and which of the block's things it is about, from 0.
BLOCK_OF = np.array([_NUMBERS[block.name] for block in BLOCKS for _ in block.objects], np.int8)
_THINGS = {name: [thing for block in BLOCKS if block.name == name for thing in block.objects] for name in _NUMBERS}
THING_OF = np.array([_THINGS[block.name].index(thing) for block in BLOCKS for thing in block.objects], np.int16)
NO_BLOCK = -1

# Of a block: whether it is of the four actions, by which channel, and which of them.
VERBS = ("take", "place", "sell", "workers")
V_TAKE, V_PLACE, V_SELL, V_WORKERS = range(len(VERBS))
NO_CHANNEL = -1
_FOUR = {f"{channel}_{verb}": (c, v) for c, channel in enumerate(CHANNELS) for v, verb in enumerate(VERBS)}
CHANNEL_OF = np.array([_FOUR.get(block.name, (NO_CHANNEL, 0))[0] for block in BLOCKS], np.int8)
VERB_OF = np.array([_FOUR.get(block.name, (NO_CHANNEL, 0))[1] for block in BLOCKS], np.int8)

# The other blocks of the base game.
B_START, B_PICK, B_DISCARD, B_GOODS, B_KEEP = map(block_number, ("start", "pick", "discard", "goods", "keep"))
B_BUY_BLACK, B_BUY_DEPOT, B_RECRUIT = map(block_number, ("buy_black", "buy_depot", "recruit"))
B_SKIP, B_END, B_SIDE = map(block_number, ("skip", "end", "side"))

# Where they begin.
START = first_id("start")
DIE_1, DIE_2, FREE_ACTION = first_id("d1_take"), first_id("d2_take"), first_id("free_take")
# Within a channel:
CHANNEL_SIZE = DIE_2 - DIE_1
TAKE, PLACE = 0, first_id("d1_place") - DIE_1
SELL, WORKERS = first_id("d1_sell") - DIE_1, first_id("d1_workers") - DIE_1
GOODS_OF, KEEP = first_id("goods"), first_id("keep")
BUY_BLACK, BUY_DEPOT, RECRUIT = first_id("buy_black"), first_id("buy_depot"), first_id("recruit")
SKIP, END = first_id("skip"), first_id("end")
# And where those go on for the hexes beyond the 37 of a player's duchy.
START_FAR, *PLACE_FAR = (IDS[f"{verb} h{HEXES + 1}"] for verb in ("start", *(f"{by} place" for by in CHANNELS)))
# Of a board: the id of choosing that side, and back.
SIDE = np.array([IDS.get(f"side {board}", 0) for board in range(DUCHIES)], np.int16)
BOARD_OF = np.array([int(board) for board in _THINGS["side"]], np.int8)


def _of_stored(verb: str) -> np.ndarray:
    ids = np.zeros(2 * OF_TEAM, np.int16)
    for tile, name in enumerate(modules.order.TILES, 1):
        ids[tile], ids[OF_TEAM + tile] = IDS[f"{verb} {name}"], IDS.get(f"{verb} team {name}", 0)
    return ids


# Of a stored tile: the id of choosing it.
PICK, DISCARD = map(_of_stored, ("pick", "discard"))


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
