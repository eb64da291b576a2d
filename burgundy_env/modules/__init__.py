"""What the game is made of, as plain data: a descriptor for each module, for the base game and for the Châteauma.

Whoever wants to know which modules there are, what goes with what, or which names belong to which of them, asks
here; nothing else outside the kernels names a module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from itertools import chain
from typing import Any

from . import order
from .base import BASE
from .chateauma import CHATEAUMA
from .descriptor import Array, Block, Chance, Field, Module, Pending, Score, Step, Tile

__all__ = [
    "ACTIONS", "BASE", "BONUS_TILES", "CHANCE", "CHATEAUMA", "DESCRIPTORS", "MODULES", "PENDING", "SCORES",
    "SCORE_GROUPS", "STAGES", "STATE", "STEPS", "TABLES", "TILES", "Module", "action_blocks", "by_key", "in_game",
    "order", "owner",
]  # fmt: skip


def _described(key: str) -> Module:
    module: Module = import_module(f".{key}", __name__).MODULE
    assert module.key == key, f"modules/{key}.py describes {module.key!r}"
    return module


MODULES = tuple(_described(key) for key in order.MODULES)
DESCRIPTORS = (BASE, CHATEAUMA, *MODULES)
_BY_KEY = {module.key: module for module in DESCRIPTORS}


def by_key(key: str) -> Module:
    """The descriptor of a module, of the base game (`base`) or of the Châteauma."""
    return _BY_KEY[key]


def in_game(played: Iterable[str], chateauma: bool) -> tuple[Module, ...]:
    """The descriptors of all that is in a game: the base game, the Châteauma if there is one, the modules played."""
    keys = {BASE.key, *played, *((CHATEAUMA.key,) if chateauma else ())}
    return tuple(module for module in DESCRIPTORS if module.key in keys)


def _ordered(what: str, names: tuple[str, ...], attribute: str = "name") -> tuple[Any, ...]:
    """All things of a kind, of all descriptors, in the order of their ids."""
    things = {getattr(thing, attribute): thing for module in DESCRIPTORS for thing in getattr(module, what)}
    assert sorted(names) == sorted(things), f"{what}: order.py and the descriptors name different ones"
    return tuple(things[name] for name in names)


TILES: tuple[Tile, ...] = _ordered("tiles", order.TILES)


def action_blocks(names: Iterable[str]) -> tuple[Block, ...]:
    """The blocks by their first ids. One of whose things some came later has the ids of those further on, so that
    nothing moves; the parts have one name.
    """
    names = tuple(names)
    whole = _ordered("actions", tuple(name for name in names if ":" not in name))
    parts: dict[str, Block] = {}
    for block in whole:
        things = order.TILES if block.objects == "tiles" else tuple(block.objects)
        later = {
            name: _from_to(things, name.partition(":")[2]) for name in names if name.startswith(f"{block.name}:")
        }
        came = tuple(chain.from_iterable(later.values()))
        objects = tuple(thing for thing in things if thing not in came)
        assert objects + came == things, f"order.py: what {block.name} got later does not stand last in it"
        parts |= {name: replace(block, objects=those) for name, those in {block.name: objects, **later}.items()}
    return tuple(parts[name] for name in names)


def _from_to(things: tuple[str, ...], text: str) -> tuple[str, ...]:
    """One of the things, or those from one to another: `h38-h58`."""
    first, _, last = text.partition("-")
    return things[things.index(first) : things.index(last or first) + 1]


ACTIONS = action_blocks(order.ACTIONS)
STAGES = order.STAGES
PENDING: tuple[Pending, ...] = _ordered("pending", order.PENDING, "kind")
CHANCE: tuple[Chance, ...] = _ordered("chance", order.CHANCE, "kind")
STEPS: tuple[Step, ...] = _ordered("steps", order.STEPS, "kind")
SCORES: tuple[Score, ...] = _ordered("scores", order.SCORES)
assert {score.group for score in SCORES} == set(order.SCORE_GROUPS), "order.py: SCORE_GROUPS"
SCORE_GROUPS = {group: tuple(score.name for score in SCORES if score.group == group) for group in order.SCORE_GROUPS}
BONUS_TILES = order.BONUS_TILES
TABLE_FIELDS: tuple[Field, ...] = _ordered("table_fields", order.TABLE_FIELDS)
SEAT_FIELDS: tuple[Field, ...] = _ordered("seat_fields", order.SEAT_FIELDS)


_COUNTS = {
    "tiles": len(TILES) + 1,  # id 0 is no tile
    "actions": sum(len(block.objects) for block in ACTIONS),
    "sources": sum(not score.final for score in SCORES),
    "bonus_tiles": len(BONUS_TILES),
}


def _record(what: str) -> tuple[Array, ...]:
    """The fields of the state or the tables, sizes as numbers; the widest first, so that none needs padding."""
    arrays = chain.from_iterable(getattr(module, what) for module in DESCRIPTORS)
    sized = (
        replace(array, shape=tuple(_COUNTS[n] if isinstance(n, str) else n for n in array.shape)) for array in arrays
    )
    return tuple(sorted(sized, key=lambda array: -int(array.kind[1:])))


STATE = _record("state")
TABLES = _record("tables")


def owner(what: str, name: str, attribute: str = "name") -> Module:
    """The descriptor that brings a thing: `owner("scores", "m29")`."""
    for module in DESCRIPTORS:
        if any(getattr(thing, attribute) == name for thing in getattr(module, what)):
            return module
    raise KeyError(f"{what}: no module has {name!r}")
