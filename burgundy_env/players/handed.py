"""Players that the loops are handed: compiled ones of users, by their address, and the search with a net of a file.

So a loop is compiled once, whoever plays in it, and a player once, whichever loop it plays in. A user's player gets
copies of all it is handed, in which what is hidden has been dealt anew, and its answer is looked up among the legal
ids. A net is numbers: the search that asks it is ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numba
import numpy as np
from numba import types

from ..engine.jit import address_of, call_at, floats_at, kernel, read_only
from ..engine.layout import GOODS, STATE
from ..engine.legal import MOST_LEGAL
from ..engine.play import Play
from ..engine.redeal import redeal_hidden
from ..engine.seeds import STREAM, next_seed, seeded
from ..engine.tables import TABLES
from .policies import HANDED_IN, Policy, choose, choose_with, number_of, policy_of

Array = np.ndarray[Any, Any]


def _record(*fields: tuple[Any, ...]) -> np.dtype:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


HANDED = _record(
    ("address", "i8"),  # of a user's code; 0: none, the player `policy` of ours with a net of its own
    ("policy", "i8"),
    ("net", "i8"),  # where its numbers are
    ("size", "i8"),
    ("tables", TABLES),  # of a user's player alone: it may write into them
)
NOBODY = np.zeros(0, HANDED)
VIEW = _record(("state", STATE), ("stream", STREAM), ("ids", "i2", (MOST_LEGAL,)))  # what it is shown
# What was dealt to a seat while the game's own generator stood at `truth`: while it does, nothing has been drawn.
KEPT = ("rng", "pile", "unseen", "black_supply")
DEAL = _record(("truth", "u8"), *((name, STATE.fields[name][0]) for name in KEPT))  # type: ignore[index]

TYPES = (
    *(numba.from_dtype(record) for record in (TABLES, STATE, STREAM)),
    types.Array(types.int16, 1, "C"),
    types.int64,
)  # of choose(t, s, stream, ids, count)
_ILLEGAL = "not a legal action"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # that Numba puts into its messages at some terminals


class PlayerError(ValueError):
    """A user's compiled player can't be had; the message names it and says why."""


class UserPlayer:
    """A function `choose(t, s, stream, ids, count)` of a user, compiled when it is first asked."""

    def __init__(self, name: str, function: Callable[..., Any], values: Sequence[Any] = ()) -> None:
        """`name`: what people know it by; `values` for the function's further parameters."""
        self.name = name
        self._entry = _entry(function, tuple(values))

    def compile(self) -> None:
        """Now, not when it is first asked; PlayerError says why it can't be."""
        self.address  # noqa: B018

    @cached_property
    def address(self) -> int:
        """Where its machine code is, in this process."""
        try:
            return address_of(self._entry, TYPES)
        except Exception as error:
            raise PlayerError(f"{self.name} can't be compiled: {_gist(error)}") from error


def _entry(function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    """The function with the type that all loops expect; its parameters are constants to the compiler."""
    player = function if hasattr(function, "py_func") else kernel(function)
    if values:

        def entry(t, s, stream, ids, count):
            return _wide(player(t, s, stream, ids, count, *values))

    else:

        def entry(t, s, stream, ids, count):
            return _wide(player(t, s, stream, ids, count))

    entry.__module__, entry.__qualname__ = function.__module__, f"{function.__name__}.entry"
    return kernel(entry)


@kernel
def _wide(answer):
    """The kind of number that loops expect: kernels hand each other integers of 64 bits."""
    return answer


def _gist(error: Exception) -> str:
    """What Numba means, without the path that it took."""
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During", "Overload", "- Of which"))]
    where = [line.rstrip(":") for line in lines if line.startswith("File ") and "handed.py" not in line]
    if "class 'function'" in "".join(told[:1]):
        where.append("what it calls is a kernel as well, with @kernel of burgundy_env.players.kit above it")
    return "; ".join([*told[:1], *where[-2:]]) or type(error).__name__


class NetPlayer:
    """A player of ours, `net` or `turn:200`, whose judge is corrected by a net."""

    def __init__(self, name: str, policy: str, net: Array) -> None:
        """`name`: what people know it by; `net`: as `net.weights.read` gives it."""
        self.name, self.policy, self.net = name, number_of(policy), np.ascontiguousarray(net, np.float32)

    def compile(self) -> None:
        """There is nothing to compile: the search is, and a net is numbers."""


HandedPlayer = UserPlayer | NetPlayer


def handed(players: Sequence[HandedPlayer], tables: Array) -> Array:
    """Players as the loops take them, number HANDED_IN - k the k-th; they must be kept as long as these are used."""
    rows = np.zeros(len(players), HANDED)
    rows["tables"] = tables
    write_addresses(rows, players)
    return rows


def write_addresses(rows: Array, players: Sequence[HandedPlayer]) -> None:
    """Note where the players are in this process."""
    for row, player in zip(rows, players, strict=True):
        if isinstance(player, NetPlayer):
            row["policy"], row["net"], row["size"] = player.policy, player.net.ctypes.data, len(player.net)
        else:
            row["address"] = player.address


def illegal_answer(error: BaseException) -> int | None:
    """The id that a player answered and that was not legal, if that is what went wrong."""
    return error.args[1] if isinstance(error, ValueError) and error.args[:1] == (_ILLEGAL,) else None


@kernel
def choose_any(policy, players, t, s, stream, deal, ids, count):
    """The action that a compiled player takes, ours or one handed in."""
    if policy <= HANDED_IN:
        player = players[HANDED_IN - policy]
        if player.address != 0:
            return ask(player, s, stream, deal, ids, count)
        net = read_only(floats_at(player.net, player.size))
        return choose_with(player.policy, net, t, s, stream, ids, count)
    return choose(policy, t, s, stream, ids, count)


@kernel
def ask(player, s, stream, deal, ids, count):
    """The action that a user's player takes. It gets copies of all there is; nothing but its answer comes back."""
    views = np.empty(1, VIEW)
    view, t = views[0], player.tables
    view.state = s
    _hide(t, view.state, stream, deal)
    view.stream.drawn, view.stream.rng = 0, seeded(next_seed(stream))
    for k in range(count):
        view.ids[k] = ids[k]
    action = call_at(player.address, t, view.state, view.stream, view.ids, count)
    for k in range(count):
        if ids[k] == action:
            return action
    raise ValueError(_ILLEGAL, action)


@kernel
def _hide(t, s, stream, deal):
    """Deal what is hidden in a copy of the game anew, or as before where nothing was drawn since."""
    if deal.truth == s.rng:
        _copy_hidden(deal, s)
        return
    deal.truth = s.rng
    redeal_hidden(t, s, seeded(next_seed(stream)))
    _copy_hidden(s, deal)


@kernel
def _copy_hidden(source, target):
    target.rng = source.rng
    for goods in range(GOODS):
        target.pile[goods] = source.pile[goods]
    if source.unseen[0] != 0:  # else the black supply is no secret
        for i in range(len(source.unseen)):  # no slices: Numba would compile what they say of lengths that differ
            target.unseen[i] = source.unseen[i]
        for tile in range(len(source.black_supply)):
            target.black_supply[tile] = source.black_supply[tile]


@kernel
def ask_in(players, states, i, streams, deals, ids, count):
    """The action that the first of some players takes in game i."""
    return ask(players[0], states[i], streams[0], deals[0], ids, count)


class UserPolicy:
    """A user's player at one seat, asked from Python; with the same seed it plays as it does in a batch."""

    def __init__(self, player: UserPlayer, seed: int) -> None:
        """`seed`: a number of up to 62 bits."""
        self._player, self._deals, self._stream = player, np.zeros(1, DEAL), np.zeros(1, STREAM)
        self._stream["rng"] = seeded(seed)
        self._tables: Array | None = None
        self._rows = NOBODY

    def choose(self, play: Play) -> int:
        """The id of the action it takes."""
        if self._tables is not play.tables:
            self._tables, self._rows = play.tables, handed([self._player], play.tables)
        return int(ask_in(self._rows, play.state, 0, self._stream, self._deals, play.ids, play.count))


def seated(player: HandedPlayer, seed: int) -> Policy | UserPolicy:
    """A player that loops are handed, at one seat, asked from Python."""
    if isinstance(player, NetPlayer):
        return Policy(policy_of(player.policy), seed, player.net)
    return UserPolicy(player, seed)
