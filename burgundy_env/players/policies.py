"""Players that are compiled: they choose inside the loop that plays the game, by an id of their own.

A new one gets a name at the end of POLICIES and a branch in `choose`; its rules of thumb are kernels
that read tables and state and draw from `stream`, never from the game's own generator, so that a game
is replayed from its seed and its actions alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.jit import kernel, needs_all, read_only
from ..engine.play import Play
from ..engine.rng import below
from ..engine.seeds import STREAM, seeded
from .greedy import choose_greedily
from .heuristic.choice import choose_best
from .heuristic.turn import choose_turn
from .levels import SEARCHED, choose_level
from .net.weights import ALONE, IN_SEARCH
from .turn.search import choose_by_search

POLICIES = ("random", "greedy", "heuristic", "reflex", "turn", "level", "net")
RANDOM, GREEDY, HEURISTIC, REFLEX, TURN, LEVEL, NET = range(len(POLICIES))
YOURS = -1  # no compiled player: whoever runs the loop decides
PARAMETER = 256  # a player's number is its place in POLICIES and, times this, the one number it is told
PARAMETERS = {"turn": 360}  # what it is if nobody tells one: futures


def number_of(policy: str) -> int:
    """The number of a compiled player by its name, as `heuristic`, `turn` or `turn:500`."""
    name, _, told = policy.partition(":")
    parameter = int(told or PARAMETERS.get(name, 0))
    if name in ("turn", "net") or (name == "level" and SEARCHED[parameter]):
        needs_all()
    return POLICIES.index(name) + PARAMETER * parameter


def policy_of(number: int) -> str:
    """The name of the compiled player with this number."""
    kind, told = number % PARAMETER, number // PARAMETER
    return f"{POLICIES[kind]}:{told}" if told else POLICIES[kind]


IN_PYTHON = -2  # a player that no kernel knows
HANDED_IN = -3  # the first of the users' compiled players (`handed`), from there downwards


@kernel
def choose(policy, t, s, stream, ids, count):
    """The action that a compiled player takes, one of the `count` legal ids."""
    if policy == NET:
        return choose_with(policy, ALONE, t, s, stream, ids, count)
    if asks_net(policy):
        return choose_with(policy, IN_SEARCH, t, s, stream, ids, count)
    if policy == HEURISTIC:
        return choose_turn(t, s, stream, ids, count)
    if policy == REFLEX:
        return choose_best(t, s, stream, ids, count)
    if policy == GREEDY:
        return choose_greedily(t, s, stream, ids, count)
    return int(ids[below(stream, count)])


@kernel
def asks_net(policy):
    """Whether it is a search, whose judge a net corrects: the one that comes along, or another."""
    kind = policy & (PARAMETER - 1)
    return kind == TURN or kind == LEVEL or kind == NET


@kernel
def choose_with(policy, net, t, s, stream, ids, count):
    """The action that the search takes whose judge a net corrects; that of `net` meets no futures at all."""
    if policy & (PARAMETER - 1) == LEVEL:
        return choose_level(policy // PARAMETER, net, t, s, stream, ids, count)
    return choose_by_search(t, s, policy // PARAMETER, net, stream, ids, count)


@kernel
def new_stream(streams, seed):
    """A player's generator, begun with a seed that is not negative."""
    streams[0].rng = seeded(seed)


@kernel
def decide(policy, net, tables, states, i, streams, ids, count):
    """The action that a compiled player takes in game i, one of the `count` legal ids; a search with this net."""
    if asks_net(policy):
        return choose_with(policy, read_only(net), tables[0], states[i], streams[0], ids, count)
    return choose(policy, tables[0], states[i], streams[0], ids, count)


class Policy:
    """A compiled player at one seat, asked from Python; with the same seed it plays as it does in a batch."""

    def __init__(self, name: str, seed: int, net: np.ndarray[Any, Any] | None = None) -> None:
        """`seed`: a number of up to 62 bits; `net`: what corrects a search's judge; None: what comes along."""
        self._number, self.stream = number_of(name), np.zeros(1, STREAM)
        own = ALONE if self._number == NET else IN_SEARCH
        self._net = own if net is None else net
        new_stream(self.stream, seed)

    def drawn_from(self) -> int:
        """A word that changes whenever the player draws from its generator."""
        return int(self.stream["rng"][0])

    def choose(self, play: Play) -> int:
        """The id of the action it takes."""
        return int(decide(self._number, self._net, play.tables, play.state, 0, self.stream, play.ids, play.count))
