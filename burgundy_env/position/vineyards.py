"""What the vineyards put into a position, and whether it fits together."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import GameConfig
from ..config.vineyards import vines_leaving
from ..engine.layout import DOUBLE, FREE, P_CASTLE, STAGE_TURN
from ..engine.rng import below
from ..engine.rules.dice import shown_by, workers_for
from ..engine.rules.doubles import DOUBLE_OF, KINDS, count_of, one_of, shows
from ..engine.rules.shields import P_SET
from ..engine.rules.vineyards import (
    P_PLANT,
    P_VINE,
    RESERVE,
    covered_hexes,
    filled,
    hexes_of_vine,
    lay,
    open_spaces,
)
from ..engine.rules.vineyards_steps import laid_names
from ..engine.rules.white_castles import P_WHITE_CASTLE
from ..modules.vineyards import BOARDS, DOUBLES, LAID, MOST_OF_A_KIND, SPACES, VINES
from . import words
from .forms import At, Form
from .shapes import DOUBLE_TILE, Schema, choice, listed, named, number, or_null, record
from .values import PositionError, Value

_SPACE_NAMES = tuple(f"p{space}" for space in range(1, SPACES + 1))


# --- bags ----------------------------------------------------------------------------------------------


def names_in(bag: int) -> list[str]:
    """The double tiles of a bag by name."""
    return [name for double, name in enumerate(DOUBLES, 1) for _ in range(int(count_of(bag, double)))]


def bag_of(names: list[Value]) -> int:
    """The bag of these double tiles."""
    bag = 0
    for value in names:
        double = 1 + DOUBLES.index(value.choice(DOUBLES))
        if count_of(bag, double) == MOST_OF_A_KIND:
            raise value.error(f"{value.value} is there more than {MOST_OF_A_KIND} times")
        bag += one_of(double)
    return bag


# --- forms ---------------------------------------------------------------------------------------------


class Vineyards(Form):
    """Vines that have left the game, the depot, the store, and the vine bonus tiles of the reserve."""

    said = words.Record(
        out=words.Items(), depot=words.Slots(), store=words.Slots(), reserve=words.Named(words.whole, "orange:3")
    )

    def shape(self) -> Schema:
        slots = listed(or_null(DOUBLE_TILE))
        return record(
            {"out": listed(choice(VINES), once=True), "depot": slots, "store": slots, "reserve": _vines_shape()}
        )

    def write(self, at: At) -> dict[str, Any]:
        depot, store = at.s.double_depot.tolist(), at.s.double_store.tolist()
        return {
            "out": [vine for i, vine in enumerate(VINES) if int(at.s.vines_out) >> i & 1],
            "depot": [DOUBLES[double - 1] if double else None for double in depot[: _depot_slots(at.t)]],
            "store": [DOUBLES[double - 1] if double else None for double in store[: at.t.store_slots]],
            "reserve": _written_vines(at, RESERVE),
        }

    def read(self, value: Value, at: At) -> None:
        keys = value.record(("out", "depot", "store", "reserve"))
        leaving = vines_leaving(at.config.seats)
        out = [entry.choice(VINES) for entry in keys["out"].elements(leaving, leaving)]
        if out != [vine for vine in VINES if vine in out]:
            raise keys["out"].wrong(f"different vines in the order {', '.join(VINES)}")
        at.s.vines_out = sum(1 << VINES.index(vine) for vine in out)
        depot, store = (at.s.double_depot, _depot_slots(at.t)), (at.s.double_store, int(at.t.store_slots))
        for (slots, size), there in ((depot, keys["depot"]), (store, keys["store"])):
            for slot, entry in enumerate(there.elements(size, size)):
                if entry.value is not None:
                    slots[slot] = 1 + DOUBLES.index(entry.choice(DOUBLES))
        _read_vines(keys["reserve"], at, RESERVE)


class Vineyard(Form):
    """A player's board, what lies on it, and the vine bonus tiles."""

    said = words.Record(
        board=words.Number(),
        placed=words.Named(example="p7:blue+orange"),
        bonus=words.Named(words.whole, "orange:1"),
    )

    def shape(self) -> Schema:
        laid = named(_SPACE_NAMES, choice(LAID))
        return record({"board": number(BOARDS[0], BOARDS[-1]), "placed": laid, "bonus": _vines_shape()})

    def write(self, at: At) -> dict[str, Any]:
        vines = _vines_on(at.s, at.number)
        placed = {
            name: f"{VINES[vines[2 * space]]}+{VINES[vines[2 * space + 1]]}"
            for space, name in enumerate(_SPACE_NAMES)
            if 2 * space in vines
        }
        return {
            "board": int(at.s.vineyard[at.number]),
            "placed": placed,
            "bonus": _written_vines(at, at.number),
        }

    def read(self, value: Value, at: At) -> None:
        keys = value.record(("board", "placed", "bonus"))
        at.s.vineyard[at.number] = keys["board"].integer(BOARDS[0], BOARDS[-1])
        spaces = _SPACE_NAMES[: np.count_nonzero(at.t.space_number[at.s.vineyard[at.number]])]
        for name, entry in keys["placed"].record((), spaces).items():
            first, second = entry.choice(LAID).split("+")
            lay(at.s, at.number, _SPACE_NAMES.index(name), VINES.index(first), VINES.index(second))
        _read_vines(keys["bonus"], at, at.number)


class HiddenDoubles(Form):
    """How many of each name are in the bag."""

    said = words.Named(words.whole, "orange+blue:1")

    def shape(self) -> Schema:
        return named(DOUBLES, number(0, MOST_OF_A_KIND))

    def write(self, at: At) -> dict[str, int]:
        counts = {name: int(count_of(at.s.doubles, double)) for double, name in enumerate(DOUBLES, 1)}
        return {name: count for name, count in counts.items() if count}

    def read(self, value: Value, at: At) -> None:
        for name, count in value.record((), DOUBLES).items():
            at.s.doubles += count.integer(0, MOST_OF_A_KIND) * one_of(1 + DOUBLES.index(name))


class ChateaumaDoubles(Form):
    """Those that the Châteauma has, by name."""

    said = words.Items()

    def shape(self) -> Schema:
        return listed(DOUBLE_TILE)

    def write(self, at: At) -> list[str]:
        return sorted(names_in(at.s.chateauma_doubles))

    def read(self, value: Value, at: At) -> None:
        at.s.chateauma_doubles = bag_of(value.elements())


FORMS: dict[str, dict[str, Any]] = {
    "table": {"vineyards": Vineyards},
    "player": {"vineyard": Vineyard},
    "hidden": {"doubles": HiddenDoubles},
    "chateauma": {"doubles": ChateaumaDoubles},
}


def _vines_shape() -> Schema:
    return named(VINES, number(0))


def _depot_slots(t: Any) -> int:
    return int(np.count_nonzero(t.slot_values))


def _written_vines(at: At, row: int) -> dict[str, int]:
    return {vine: count for vine, count in zip(VINES, at.s.vine_tiles[row].tolist(), strict=True) if count}


def _read_vines(value: Value, at: At, row: int) -> None:
    for vine, count in value.record((), VINES).items():
        at.s.vine_tiles[row, VINES.index(vine)] = count.integer(0, int(at.t.vine_bonus_tiles))


# --- dealing -------------------------------------------------------------------------------------------


def _in_view(at: At) -> np.ndarray:
    """How many double tiles of each number lie in view."""
    s = at.s
    counts = np.bincount(np.concatenate([s.double_depot, s.double_store]), minlength=KINDS)
    for bag in (*s.stored_doubles, s.chateauma_doubles):
        counts += [0, *(int(count_of(bag, double)) for double in range(1, KINDS))]
    for entry in s.pending[: s.depth].tolist():
        if entry[1] > DOUBLE:
            counts[entry[1] - DOUBLE] += 1
    for p in range(at.config.players):
        vines = _vines_on(s, p)
        for space in range(SPACES):
            if 2 * space in vines:
                counts[DOUBLE_OF[vines[2 * space], vines[2 * space + 1]]] += 1
    counts[0] = 0
    return counts


def _vines_on(s: Any, p: int) -> dict[int, int]:
    """Which vine is on each hex of a seat's vineyard that has one."""
    sets = [int(hexes_of_vine(s, p, vine)) for vine in range(len(VINES))]
    return {h: vine for h in range(2 * SPACES) for vine, hexes in enumerate(sets) if hexes >> h & 1}


def _in_game(at: At) -> np.ndarray:
    """How many there are of each number."""
    counts = [0 if shows(d, int(at.s.vines_out)) else int(count_of(at.t.double_box, d)) for d in range(1, KINDS)]
    return np.array([0, *counts])


def deal(at: At) -> None:
    """Fill the bag with those that have not been drawn, at random of all that are not in view."""
    unseen = np.clip(_in_game(at) - _in_view(at), 0, None)
    drawn = at.phases * (_depot_slots(at.t) + int(at.t.store_slots))
    for _ in range(min(int(unseen.sum()), int(_in_game(at).sum()) - drawn)):
        double = int(np.flatnonzero(unseen.cumsum() > below(at.s, unseen.sum()))[0])
        unseen[double] -= 1
        at.s.doubles += one_of(double)


# --- what may still come -------------------------------------------------------------------------------


def openings_left(s: Any, t: Any, p: int) -> int:
    """Decisions that spaces of a vineyard may leave open: one of two bonuses for each, a vine for each row."""
    board, covered = int(s.vineyard[p]), int(covered_hexes(s, p))
    rows = {int(row) for row in t.vine_row[board] if int(row) & ~covered}
    spaces = np.count_nonzero(t.space_number[board]) - covered.bit_count() // 2
    return int(spaces) + len(rows)


def most_vp(t: Any) -> int:
    """The most that vines can bring at the end."""
    return 2 * SPACES * int(t.vine_vp.max())


# --- does it fit together? -----------------------------------------------------------------------------


def check(config: GameConfig, s: Any, t: Any) -> None:
    """Raise PositionError if double tiles, boards or vine bonus tiles can't lie so."""
    at = At(config, s, t)
    _check_config(config, s)
    _check_counts(at)
    for p in range(config.players):
        _check_vineyard(s, t, p)
    if s.stage < STAGE_TURN:
        if s.double_depot.any() or s.double_store.any():
            raise PositionError("vineyards: depot and store are empty before the first round")
        if s.vines.any() or s.doubled.any() or s.chateauma_doubles:
            raise PositionError("players: nobody has a double tile before the first round")
    for i in range(int(s.depth)):
        _check_entry(s, t, i)


def _check_config(config: GameConfig, s: Any) -> None:
    out = tuple(vine for i, vine in enumerate(VINES) if int(s.vines_out) >> i & 1)
    if config.vines_out is not None and out != config.vines_out:
        raise PositionError(
            f"vineyards.out: is {', '.join(out)}; config.vines_out says {', '.join(config.vines_out)}"
        )
    boards = s.vineyard.tolist()[: config.players]
    for p, board in enumerate(boards):
        if config.vineyards != "random" and board != config.vineyards[p]:
            raise PositionError(f"players[{p}].vineyard.board: is {board}; config.vineyards says {config.vineyards}")
        if board in boards[:p]:
            raise PositionError(f"players[{p}].vineyard.board: {board} is there twice; there is one of each")


def _check_counts(at: At) -> None:
    s, t = at.s, at.t
    there, in_game = _in_view(at), _in_game(at)
    for double in range(1, KINDS):
        name, bag = DOUBLES[double - 1], int(count_of(s.doubles, double))
        if there[double] + bag > in_game[double]:
            raise PositionError(
                f"vineyards: {there[double] + bag} {name} tiles in view and in hidden.doubles; this game has "
                f"{in_game[double]}"
            )
    for i, vine in enumerate(VINES):
        tiles = 0 if int(s.vines_out) >> i & 1 else int(t.vine_bonus_tiles)
        if s.vine_tiles[:, i].sum() != tiles:
            raise PositionError(
                f"vineyards.reserve: {s.vine_tiles[:, i].sum()} vine bonus tiles of {vine} there and with players; "
                f"this game has {tiles}"
            )


def _check_vineyard(s: Any, t: Any, p: int) -> None:
    """Double tiles are laid next to each other, from the bottom row on."""
    covered, board = int(covered_hexes(s, p)), int(s.vineyard[p])
    spaces = [space for space in range(SPACES) if covered >> 2 * space & 1]
    first = [space for space in spaces if int(t.first_row[board]) >> space & 1]
    if spaces and not first:
        raise PositionError(f"players[{p}].vineyard.placed: has none in the bottom row, where the first one comes")
    reached, more = 0, 3 << 2 * first[0] if first else 0
    while more != reached:
        reached = more
        for h in range(2 * SPACES):
            if reached >> h & 1:
                more |= int(t.vine_near[board, h]) & covered
        more |= sum(3 << 2 * space for space in spaces if more >> 2 * space & 3)
    lone = [space for space in spaces if not reached >> 2 * space & 1]
    if lone:
        raise PositionError(
            f"players[{p}].vineyard.placed.p{lone[0] + 1}: doesn't touch the others; all must connect"
        )


def _check_entry(s: Any, t: Any, i: int) -> None:
    kind, a, b = s.pending[i].tolist()
    p, key = int(s.active), f"pending[{i}]"
    if kind == P_SET and a > DOUBLE and not open_spaces(t, s, p):
        raise PositionError(f"{key}.tile: {DOUBLES[a - DOUBLE - 1]}, but no space of the vineyard is open")
    if kind == P_VINE and i == s.depth - 1 and not filled(s.vine_tiles[RESERVE]):
        raise PositionError(f"{key}: vine, but the reserve is empty; it would be gone")
    if kind == P_PLANT:
        _check_plant(s, t, i, a, b)


def _check_plant(s: Any, t: Any, i: int, space: int, channel: int) -> None:
    p, key = int(s.active), f"pending[{i}]"
    before = int(s.pending[i - 1, 0]) if i else -1
    if channel == FREE and before not in (P_CASTLE, P_WHITE_CASTLE, P_SET):
        raise PositionError(f"{key}.by: free, but the entry before it lets nobody lay a double tile")
    if channel != FREE and (i or s.used[p, channel]):
        raise PositionError(f"{key}.by: that die is used, or an effect is pending")
    if not int(open_spaces(t, s, p)) >> space & 1:
        raise PositionError(f"{key}.space: p{space + 1} is not open; it is covered or touches no double tile")
    if int(laid_names(s, p)).bit_count() < 2:
        raise PositionError(f"{key}: plant needs two names or directions to choose from")
    if before != P_SET:
        number = int(t.space_number[s.vineyard[p], space])
        cost = int(workers_for(t, s, p, shown_by(s, p, channel), number, 0))
        if cost > s.workers[p]:
            raise PositionError(f"{key}.space: p{space + 1} needs {cost} workers; seat {p} has {s.workers[p]}")
