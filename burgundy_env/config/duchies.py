"""Which boards are played on: given ones, or drawn from a pool."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..modules import BASE, Module
from ..modules.base import BOARDS_OF_2011
from ..modules.sizes import BOARDS, ranges
from .errors import ConfigError

_OF_2011 = re.compile(r"2011/(\d{1,2})(?!\d)", re.ASCII)
_POOL = re.compile(r"(random|sides)(?::(\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*))?\Z", re.ASCII)


def board_of(name: object) -> object:
    """The number of a board that the box of 2011 calls by another one, as `2011/4`; any other name as it is."""
    found = _OF_2011.fullmatch(name) if isinstance(name, str) else None
    return _numbered(found) if found else name


def _numbered(found: re.Match[str]) -> int:
    printed = int(found[1])
    if printed not in BASE.boards:
        raise ConfigError(f"duchies: {found[0]!r} is no board; the box of 2011 has {ranges(BASE.boards)}")
    return BOARDS_OF_2011.get(printed, printed)


def checked_duchies(
    duchies: object, owners: int, modules: Sequence[Module], boards_of_2011: bool
) -> tuple[int, ...] | str:
    """The boards in canonical form: a number for each player (or team), or what they are drawn from."""
    alone = next((module for module in modules if module.own_boards), None)
    boards = BOARDS if alone is None else alone.boards
    if isinstance(duchies, str):
        if alone is not None:
            raise ConfigError(
                f"duchies: {duchies!r}, but the {alone.title.lower()} is played on board "
                f"{' or '.join(map(str, boards))}, as [{boards[0]}]"
            )
        return _drawn(duchies, modules, boards_of_2011)
    if not isinstance(duchies, (list, tuple)):
        raise ConfigError(f"duchies: a list of board numbers, 'random' or 'sides', not {duchies!r}")
    numbers: list[int] = []
    for board in map(board_of, duchies):
        if isinstance(board, bool) or not isinstance(board, int) or board not in boards:
            which = f"boards are numbered {ranges(BOARDS)}"
            if alone is not None:
                which = f"the {alone.title.lower()} has boards {' and '.join(map(str, boards))}"
            raise ConfigError(f"duchies: there is no board {board!r}; {which}")
        numbers.append(board)
    if len(duchies) != owners:
        whom = "teams" if any(module.teams for module in modules) else "players"
        raise ConfigError(f"duchies: {len(duchies)} boards for {owners} {whom}; give one for each")
    return tuple(numbers)


def _drawn(duchies: str, modules: Sequence[Module], boards_of_2011: bool) -> str:
    """`random` and `sides` draw from the boards of the expansions that are played, if no others are named; else from
    those of the box.
    """
    if duchies in ("random", "sides"):
        sides = sorted(side for module in modules for side in module.boards) or BASE.boards
        if boards_of_2011:
            sides = sorted(BOARDS_OF_2011.get(side, side) for side in sides)
        duchies += f":{ranges(sides)}"
    duchies = _OF_2011.sub(lambda found: str(_numbered(found)), duchies)
    named = pool(duchies)
    kind = duchies.partition(":")[0]
    if kind == "sides" and not _both_sides(named):
        raise ConfigError(
            f"duchies: {duchies!r} must name both sides of each board (1 and 2, 3 and 4 ...; of the box of 2011 "
            "3 and 44, 7 and 48)"
        )
    return f"{kind}:{ranges(named)}"


def pool(duchies: str) -> tuple[int, ...]:
    """The sides that a text such as `random:1-10,19` names."""
    match = _POOL.match(duchies)
    if not match:
        raise ConfigError(
            f"duchies: {duchies!r} is not understood; give a list, 'random', 'sides', or either with boards, "
            "as in 'random:1-10,19'"
        )
    sides: set[int] = set()
    for part in (match[2] or ranges(BASE.boards)).split(","):
        first, _, last = part.partition("-")
        boards = range(int(first), int(last or first) + 1)
        sides.update(boards or (0,))  # a range that runs backwards names nothing, which is not what was meant
    if not sides <= set(BOARDS):
        raise ConfigError(f"duchies: {duchies!r} must name boards of {ranges(BOARDS)}, smaller numbers first")
    return tuple(sorted(sides))


def _both_sides(named: Sequence[int]) -> bool:
    """Whether each board has its odd and its even side there, and no other board that has the same odd side."""
    printed = [next((old for old, board in BOARDS_OF_2011.items() if board == side), side) for side in named]
    return all(printed.count(side + 1 if side % 2 else side - 1) == 1 for side in printed)
