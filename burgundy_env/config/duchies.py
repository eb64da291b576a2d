"""Which boards are played on: given ones, or drawn from a pool."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..modules import BASE, Module
from ..modules.sizes import BOARDS
from .errors import ConfigError

DUCHIES = range(1, BOARDS)
_POOL = re.compile(r"(random|sides)(?::(\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*))?\Z", re.ASCII)


def checked_duchies(duchies: object, players: int, modules: Sequence[Module]) -> tuple[int, ...] | str:
    """The boards in canonical form: a number for each player, or what they are drawn from."""
    alone = next((module for module in modules if module.own_boards), None)
    boards = DUCHIES if alone is None else alone.boards
    if isinstance(duchies, str):
        if alone is not None:
            raise ConfigError(
                f"duchies: {duchies!r}, but the {alone.title.lower()} is played on board "
                f"{' or '.join(map(str, boards))}, as [{boards[0]}]"
            )
        return _drawn(duchies, modules)
    if not isinstance(duchies, (list, tuple)):
        raise ConfigError(f"duchies: a list of board numbers, 'random' or 'sides', not {duchies!r}")
    for board in duchies:
        if isinstance(board, bool) or not isinstance(board, int) or board not in boards:
            which = f"boards are numbered {DUCHIES[0]} to {DUCHIES[-1]}"
            if alone is not None:
                which = f"the {alone.title.lower()} has boards {' and '.join(map(str, boards))}"
            raise ConfigError(f"duchies: there is no board {board!r}; {which}")
    if len(duchies) != players:
        raise ConfigError(f"duchies: {len(duchies)} boards for {players} players; give one for each")
    return tuple(duchies)


def _drawn(duchies: str, modules: Sequence[Module]) -> str:
    """`random` and `sides` draw from the boards of the expansions that are played, if no others are named."""
    if duchies in ("random", "sides"):
        sides = sorted(side for module in modules for side in module.boards) or BASE.boards
        duchies += f":{_ranges(sides)}"
    named = pool(duchies)
    kind = duchies.partition(":")[0]
    if kind == "sides" and any(_other_side(side) not in named for side in named):
        raise ConfigError(f"duchies: {duchies!r} must name both sides of each board (1 and 2, 3 and 4 ...)")
    return f"{kind}:{_ranges(named)}"


def pool(duchies: str) -> tuple[int, ...]:
    """The sides that a text such as `random:1-10,19` names."""
    match = _POOL.match(duchies)
    if not match:
        raise ConfigError(
            f"duchies: {duchies!r} is not understood; give a list, 'random', 'sides', or either with boards, "
            "as in 'random:1-10,19'"
        )
    sides: set[int] = set()
    for part in (match[2] or _ranges(BASE.boards)).split(","):
        first, _, last = part.partition("-")
        boards = range(int(first), int(last or first) + 1)
        sides.update(boards or (0,))  # a range that runs backwards names nothing, which is not what was meant
    if not sides <= set(DUCHIES):
        raise ConfigError(
            f"duchies: {duchies!r} must name boards from {DUCHIES[0]} to {DUCHIES[-1]}, smaller numbers first"
        )
    return tuple(sorted(sides))


def _ranges(sides: Sequence[int]) -> str:
    """The sides in canonical form, `1-10,19`."""
    runs: list[list[int]] = []
    for side in sides:
        if runs and side == runs[-1][1] + 1:
            runs[-1][1] = side
        else:
            runs.append([side, side])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


def _other_side(side: int) -> int:
    return side + 1 if side % 2 else side - 1
