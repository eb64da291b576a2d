"""Pending decisions as text: what an entry says besides its kind follows from the descriptors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..engine.layout import CHANNELS, COLOURS, DEPOTS, DOUBLE, PENDING_DEPTH, TILES
from ..modules import PENDING
from ..modules.descriptor import Argument, Pending
from ..modules.shields import SHIELDS, STRAIGHT_FROM
from ..modules.sizes import ALL_HEX_NAMES
from ..modules.solo import AFTER_STEPS
from ..modules.vineyards import DECISIONS, DOUBLES, SPACES
from . import words
from .forms import At
from .shapes import DOUBLE_TILE, FLAG, TILE, Schema, choice, listed, number, record
from .values import Value

_SPACES = tuple(f"p{space}" for space in range(1, SPACES + 1))
_KINDS = {pending.kind: number for number, pending in enumerate(PENDING)}


class _Form(NamedTuple):
    write: Callable[[int], Any]
    read: Callable[[Value, Argument, At], int]
    shape: Schema
    said: Callable[[str], Any] = str  # what a word means


def _set(names: tuple[str, ...]) -> _Form:
    return _Form(
        lambda bits: [name for i, name in enumerate(names) if bits >> i & 1],
        lambda value, argument, at: value.names(names),
        listed(choice(names), 1, len(names)),
        words.listed(),
    )


def _tile_name(tile: int) -> str:
    return DOUBLES[tile - DOUBLE - 1] if tile > DOUBLE else str(TILES[tile])


def _read_tile(value: Value) -> int:
    if value.value in DOUBLES:
        return DOUBLE + 1 + DOUBLES.index(value.value)
    return value.tile("a tile that comes to storage")


def _read_bonuses(value: Value) -> int:
    one, other = (DECISIONS.index(entry.choice(DECISIONS)) for entry in value.elements(2, 2))
    if one == other:
        raise value.wrong("two different bonuses; equal ones need no order")
    return len(DECISIONS) * one + other


_FORMS = {
    "depot": _Form(
        lambda depot: depot + 1,
        lambda value, argument, at: value.integer(1, DEPOTS) - 1,
        number(1, DEPOTS),
        words.whole,
    ),
    "hex": _Form(lambda h: f"h{h + 1}", lambda value, argument, at: value.hex(at.hexes), choice(ALL_HEX_NAMES)),
    "channel": _Form(
        lambda by: CHANNELS[by],
        lambda value, argument, at: CHANNELS.index(value.choice(CHANNELS)),
        choice(CHANNELS),
    ),
    "tile": _Form(_tile_name, lambda value, argument, at: _read_tile(value), {"anyOf": [TILE, DOUBLE_TILE]}),
    "colours": _set(COLOURS),
    "steps": _set(AFTER_STEPS),
    "source": _Form(
        lambda number: STRAIGHT_FROM[number],
        lambda value, argument, at: STRAIGHT_FROM.index(value.choice(STRAIGHT_FROM)),
        choice(STRAIGHT_FROM),
    ),
    "space": _Form(
        lambda space: f"p{space + 1}",
        lambda value, argument, at: _SPACES.index(value.choice(_SPACES)),
        choice(_SPACES),
    ),
    "bonuses": _Form(
        lambda number: [DECISIONS[number // len(DECISIONS)], DECISIONS[number % len(DECISIONS)]],
        lambda value, argument, at: _read_bonuses(value),
        listed(choice(DECISIONS), 2, 2, once=True),
        words.listed(),
    ),
    "count": _Form(
        lambda count: count, lambda value, argument, at: value.integer(1, argument.most), number(1), words.whole
    ),
}
_SAID_ONLY = {"shields": words.listed(words.whole), "true": lambda word: word == words.said(True)}
IN_WORDS = words.Decisions(
    {
        pending.kind: {
            argument.key: _FORMS[argument.of].said if argument.of in _FORMS else _SAID_ONLY[argument.of]
            for argument in pending.arguments
        }
        for pending in PENDING
    }
)


def shape() -> Schema:
    """What the list of pending decisions may be, as far as JSON Schema can say."""
    return listed({"anyOf": [_shape_of(pending) for pending in PENDING]}, 0, PENDING_DEPTH)


def _shape_of(pending: Pending) -> Schema:
    kind: dict[str, Schema] = {"kind": {"const": pending.kind}}
    if pending.kind == "upkeep":
        return record(kind | {"shields": listed(number(1, SHIELDS), 1), "worker": FLAG}, ("worker",))
    shapes = {
        one.key: _FORMS[one.of].shape | ({"maximum": one.most} if one.most else {}) for one in pending.arguments
    }
    return record(kind | shapes)


def write_pending(at: At) -> list[dict[str, Any]]:
    """The decisions to be made, the last one now."""
    return [_written(entry, at) for entry in at.s.pending.tolist()[: at.s.depth]]


def _written(entry: list[int], at: At) -> dict[str, Any]:
    pending, numbers = PENDING[entry[0]], entry[1:]
    if pending.kind == "upkeep":
        return _upkeep(numbers[0], numbers[1], int(at.s.shields[at.s.active]))
    said = zip(pending.arguments, numbers, strict=False)
    return {"kind": pending.kind, **{argument.key: _FORMS[argument.of].write(number) for argument, number in said}}


def read_pending(value: Value, at: At) -> None:
    """Fill in the state's decisions."""
    entries = value.elements(0, PENDING_DEPTH)
    for i, entry in enumerate(entries):
        at.s.pending[i] = _read(entry, at)
    at.s.depth = len(entries)
    for i, entry in enumerate(entries):
        if (
            entry.value["kind"] == "upkeep"
            and _written(at.s.pending[i].tolist(), at)["shields"] != entry.value["shields"]
        ):
            raise entry.error("shields: must be those that the seat has, from the first one listed on")


def _upkeep(lowest: int, worker: int, held: int) -> dict[str, Any]:
    """The shields still to be paid for are those held from the lowest on."""
    due = [shield for shield in range(lowest, held.bit_length()) if held >> shield & 1]
    return {"kind": "upkeep", "shields": due} | ({"worker": True} if worker else {})


def _read_upkeep(value: Value, kind: int) -> list[int]:
    keys = value.record(("kind", "shields"), ("worker",))
    due = keys["shields"].elements(1)
    return [kind, due[0].integer(1, SHIELDS), int("worker" in keys and keys["worker"].flag())]


def _read(value: Value, at: At) -> list[int]:
    found = value.mapping().get("kind") or value.child("kind", None)
    kind = _KINDS[found.choice(tuple(_KINDS))]
    if PENDING[kind].kind == "upkeep":
        return _read_upkeep(value, kind)
    arguments = PENDING[kind].arguments
    keys = value.record(("kind", *(argument.key for argument in arguments)))
    numbers = [_FORMS[argument.of].read(keys[argument.key], argument, at) for argument in arguments]
    return [kind, *numbers, 0, 0][:3]


def coming_tiles(at: At) -> list[int]:
    """Single tiles that lie nowhere, as it is to be decided where they go."""
    return [
        entry[1 + i]
        for entry in at.s.pending.tolist()[: at.s.depth]
        for i, argument in enumerate(PENDING[entry[0]].arguments)
        if argument.of == "tile" and entry[1 + i] < DOUBLE
    ]
