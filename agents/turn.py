"""The strongest player: turn search (`burgundy_env.players.turn`), by a number of futures or by the clock; what it
would do by its judge alone, which a net corrects (`burgundy_env.players.net`); and levels for people."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .compiled import Asked, stream_seed
from .protocol import AgentError
from .user_file import in_folder

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.players.handed import NetPlayer
    from burgundy_env.players.policies import Policy
    from burgundy_env.players.turn.watched import WatchedSearch
    from burgundy_env.records import Thought

    from .thinking import SearchThoughts

_UNWATCHED = 5000  # futures, some 0.3 s: nobody interrupts that, and to watch it would be compiled beside the rest


class TurnAgent(Asked):
    """Thinks once a turn: about `futures` games dealt anew, or about as many as `ms` milliseconds allow.

    With a number of futures and a seed it plays as it does in the arena's batches, always the same.
    """

    def __init__(
        self,
        futures: int | None = None,
        ms: float | None = None,
        net: str | None = None,
        seed: int | str | None = None,
        folder: str | None = None,
    ) -> None:
        if futures is not None and ms is not None:
            raise AgentError("turn: give futures or ms, not both")
        from burgundy_env.players.policies import PARAMETERS, Policy
        from burgundy_env.players.turn.watched import WatchedSearch

        number = stream_seed(seed)
        weights = None if net is None else _read(_file(net, folder))
        player: Policy | WatchedSearch
        if ms is None and (futures or 0) <= _UNWATCHED:
            player = Policy("turn" if futures is None else f"turn:{futures}", number, weights)
            told = futures or PARAMETERS["turn"]
            self._search = WatchedSearch(number, futures=told, net=weights, stream=player.stream)
        else:
            player = self._search = WatchedSearch(number, futures=futures or 0, ms=ms or 0.0, net=weights)
        super().__init__(player, number)
        self._thoughts: SearchThoughts | None = None

    def think(self, game: Game) -> Thought:
        """The best turns, with what its futures say of each; `act` goes by them."""
        from .thinking import SearchThoughts

        self._thoughts = self._thoughts or SearchThoughts(self._search)
        return self._thoughts.think(game)


class NetAgent(Asked):
    """Takes the best end of its turn as a net judges it: the one that comes along, that of a file, or none."""

    def __init__(self, net: str | None = None, seed: int | str | None = None, folder: str | None = None) -> None:
        from burgundy_env.players.policies import Policy

        number = stream_seed(seed)
        self._net = None if net is None else _read(_file(net, folder))
        super().__init__(Policy("net", number, self._net), number)

    def think(self, game: Game) -> Thought:
        """The best turns, as the net judges where they end."""
        from burgundy_env.players.net.weights import ALONE

        from .thinking import judged

        return judged(game, ALONE if self._net is None else self._net)


class LevelAgent(Asked):
    """Plays at one of the named levels for people (`burgundy_env.players.levels`); earlier versions have a net."""

    def __init__(self, level: int, net: str | None = None, seed: int | str | None = None) -> None:
        from burgundy_env.players.policies import Policy

        number = stream_seed(seed)
        weights = None if net is None else _read(_file(net, None))
        super().__init__(Policy(f"level:{level}", number, weights), number)


def net_player(name: str, policy: str, net: str, folder: str | None, told: object) -> NetPlayer:
    """A player of ours with the net of a file, as loops are handed it; `told` is its number of futures."""
    path = _file(net, folder)
    changed = path.stat().st_mtime_ns if path and path.exists() else 0  # written anew, it is another net
    return _kept(name, policy if told is None else f"{policy}:{told}", path, changed)


@cache
def _kept(name: str, policy: str, path: Path | None, changed: int) -> NetPlayer:
    """The same player again: loops find the numbers of a net by their address, and so they must stay."""
    from burgundy_env.players.handed import NetPlayer

    return NetPlayer(name, policy, _read(path))


def _file(net: str, folder: str | None) -> Path | None:
    """The file that is meant; `none`: the judge is the heuristic's worth alone; `@1`: the first that came along."""
    from burgundy_env.players.net.weights import file_of

    if net[:1] == "@" and net[1:].isdecimal():
        return file_of(int(net[1:]))
    return None if net == "none" else in_folder(net, folder)


def _read(path: Path | None) -> np.ndarray[Any, Any]:
    from burgundy_env.players.net.forward import NO_NET
    from burgundy_env.players.net.weights import NetError, read

    if path is None:
        return NO_NET
    try:
        return read(path)
    except NetError as error:
        raise AgentError(str(error)) from None
