"""Seats that may not do all that the rules allow: what a strategy is worth shows when somebody must do without it.

The ban stands in the tables, and the list of legal actions keeps to it: so players that think ahead reckon with it,
for themselves and for others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from .. import modules
from ..nearest import nearest
from .actions import ACTIONS, BLOCK_OF, BLOCKS, THING_OF, V_TAKE, VERB_OF, VERBS, block_number
from .jit import kernel
from .layout import COLOURS, SLOTS, TILE_IDS

FROM_DEPOT, FROM_BLACK_DEPOT, FROM_NOWHERE = 0, 1, -1
# Of an action: from where it takes a tile, for those that take one of the depots.
_TAKES = {"buy_depot": FROM_DEPOT, "recruit": FROM_DEPOT, "buy_black": FROM_BLACK_DEPOT}
SOURCE_OF = np.array(
    [
        FROM_DEPOT if block.name.endswith("_take") and VERB_OF[block_number(block.name)] == V_TAKE
        else _TAKES.get(block.name, FROM_NOWHERE)
        for block in BLOCKS for _ in block.objects
    ],
    np.int8,
)  # fmt: skip
PURCHASES = "black_depot"  # what is bought there


class RestrictionError(ValueError):
    """Something that can't be forbidden; the message says what can."""


def restrictions() -> tuple[str, ...]:
    """All that a seat can be made to do without: a colour of tiles, a tile, one of the actions of a die."""
    return (*COLOURS, *(verb for verb in VERBS if verb in ("sell", "workers")), PURCHASES, *_tiles())


def _tiles() -> tuple[str, ...]:
    return tuple(tile.name for tile in modules.TILES if tile.colour)


def check(name: str) -> str:
    """The name of a restriction, also in the plural; RestrictionError if there is none of that name."""
    known = restrictions()
    for spelled in (name, name.removesuffix("s"), f"{name.removesuffix('ies')}y"):
        if spelled in known:
            return spelled
    colours, others = ", ".join(COLOURS), ", ".join(known[len(COLOURS) : -len(_tiles())])
    raise RestrictionError(
        f"without {name!r}{nearest(name, known)}: one can do without a colour of tiles ({colours}), without "
        f"{others}, or without a tile by its name, as m5 or bank"
    )


def restricted(tables: np.ndarray, without: Sequence[Iterable[str]]) -> np.ndarray:
    """The tables of a game in which each seat does without these."""
    return _restricted(_Tables(tables), tuple(tuple(names) for names in without))


class _Tables:
    """Tables that compare by what they are: those of a config are made once."""

    def __init__(self, tables: np.ndarray) -> None:
        self.tables = tables

    def __hash__(self) -> int:
        return id(self.tables)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tables) and other.tables is self.tables


@lru_cache(maxsize=256)
def _restricted(of: _Tables, without: tuple[tuple[str, ...], ...]) -> np.ndarray:
    tables = np.frombuffer(bytearray(of.tables.tobytes()), of.tables.dtype)
    t = tables[0]
    t["restricted"] = any(without)
    for seat, names in enumerate(without):
        for name in names:
            _bar(t, seat, check(name))
    tables.flags.writeable = False
    return tables


def _bar(t, seat: int, name: str) -> None:
    if name in COLOURS:
        for tile in modules.TILES:
            if tile.colour == name:
                t["barred_tiles"][seat, TILE_IDS[tile.name]] = 1
    elif name == PURCHASES:
        t["barred_actions"][seat] |= SOURCE_OF == FROM_BLACK_DEPOT
    elif name in VERBS:
        blocks = [number for number, block in enumerate(BLOCKS) if block.name.endswith(f"_{name}")]
        t["barred_actions"][seat] |= np.isin(BLOCK_OF, blocks)
    else:
        t["barred_tiles"][seat, TILE_IDS[name]] = 1


@kernel
def allowed(t, s, p, ids, n):
    """Drop what the seat may not do from a list of legal actions; if nothing were left, it may do it all the same."""
    kept = 0
    for k in range(n):
        if not _is_barred(t, s, p, int(ids[k])):
            kept += 1
    if kept == 0:
        return n
    kept = 0
    for k in range(n):
        if not _is_barred(t, s, p, int(ids[k])):
            ids[kept] = ids[k]
            kept += 1
    return kept


@kernel
def _is_barred(t, s, p, action):
    if t.barred_actions[p, action] != 0:
        return True
    if SOURCE_OF[action] == FROM_NOWHERE:
        return False
    place = int(THING_OF[action])
    if SOURCE_OF[action] == FROM_DEPOT:
        return t.barred_tiles[p, int(s.depot[place // SLOTS, place % SLOTS])] != 0
    return t.barred_tiles[p, int(s.black_depot[place])] != 0


assert len(SOURCE_OF) == ACTIONS
