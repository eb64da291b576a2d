"""Which vineyards are played with."""

from __future__ import annotations

from ..modules.sizes import SEATS
from ..modules.vineyards import BOARDS, VINES
from .errors import ConfigError, listed


def checked_boards(boards: object, players: int) -> tuple[int, ...] | str:
    """The boards in canonical form: one for each player, or `random`."""
    if boards == "random":
        return "random"
    if not isinstance(boards, (list, tuple)):
        raise ConfigError(f"vineyards: a list of boards, or 'random', not {boards!r}")
    for board in boards:
        if isinstance(board, bool) or board not in BOARDS:
            raise ConfigError(f"vineyards: there is no board {board!r}; vineyards are numbered {listed(BOARDS)}")
        if boards.count(board) > 1:
            raise ConfigError(f"vineyards: board {board} is there twice; there is one of each")
    if len(boards) != players:
        raise ConfigError(f"vineyards: {len(boards)} boards for {players} players; give one for each")
    return tuple(boards)


def checked_vines_out(vines: object, seats: int) -> tuple[str, ...] | None:
    """The vines that leave the game in their order, None where they are drawn, or where all are played with."""
    if vines is None:
        return None
    if not isinstance(vines, (list, tuple)):
        raise ConfigError(f"vines_out: a list of vines, not {vines!r}")
    for vine in vines:
        if vine not in VINES:
            raise ConfigError(f"vines_out: {vine!r} is no vine; there are {listed(VINES)}")
        if vines.count(vine) > 1:
            raise ConfigError(f"vines_out: {vine} is there twice")
    leaving = vines_leaving(seats)
    if len(vines) != leaving:
        raise ConfigError(f"vines_out: {listed(vines) or 'none'}; with {seats} seats {leaving} leave the game")
    return tuple(vine for vine in VINES if vine in vines) or None


def vines_leaving(seats: int) -> int:
    """How many vines leave the game: one for each seat that is missing."""
    return SEATS - seats
