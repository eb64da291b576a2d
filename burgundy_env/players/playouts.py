"""Games played to their end by compiled players, ours or users'."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.apply import apply
from ..engine.jit import kernel
from ..engine.layout import SEATS, STAGE_OVER, TAPE_NEXT, TAPE_OFF, new_tape
from ..engine.legal import legal_ids
from ..engine.play import Play
from ..engine.seeds import STREAM, mixed
from .handed import DEAL, UserPlayer, choose_any, handed
from .policies import HANDED_IN, IN_PYTHON, YOURS, number_of


@kernel
def play_out(t, s, policies, players, streams, deals, decisions, tape, ids):
    """Play a game to its end; the arrays from `policies` to `decisions` are by seat, but for users' `players`."""
    while s.stage != STAGE_OVER:
        p = int(s.active)
        count = legal_ids(t, s, ids)
        decisions[p] += 1
        action = choose_any(policies[p], players, t, s, streams[p], deals[p], ids, count)
        apply(t, s, tape, action, ids)


@kernel
def finish(tables, states, i, policies, players, streams, deals, decisions, tape, ids):
    """Play game i to its end."""
    play_out(tables[0], states[i], policies, players, streams, deals, decisions, tape, ids)


@kernel
def play_others(t, s, policies, players, stream, deals, tape, ids, room):
    """Compiled players play until another one decides, the game ends, or the tape has less than `room` left.

    Like `play_out`, but all draw from one stream.
    """
    while s.stage != STAGE_OVER:
        p = int(s.active)
        policy = int(policies[p])
        if policy in (YOURS, IN_PYTHON) or len(tape) - tape[0, TAPE_NEXT] < room:
            return
        count = legal_ids(t, s, ids)
        apply(t, s, tape, choose_any(policy, players, t, s, stream, deals[p], ids, count), ids)


@kernel
def play_on(tables, states, i, policies, players, streams, deals, tape, ids, room):
    """Compiled players play on in game i until the tape has less than `room` left; list what is legal then."""
    play_others(tables[0], states[i], policies, players, streams[0], deals, tape, ids, room)
    return legal_ids(tables[0], states[i], ids)


class Playouts:
    """Plays views of games, `game.view(seed)`, to their end.

    >>> from burgundy_env import Game
    >>> view = Game.new(seed=1).view(seed=2)
    >>> Playouts(["reflex", "random"], seed=3).play(view)
    >>> view.count
    0
    """

    def __init__(self, players: Sequence[str | UserPlayer], seed: int) -> None:
        """`players` by seat: names of ours, or a user's: `burgundy_agents.parse("my_bot.py:choose").player`."""
        self._users = [player for player in players if isinstance(player, UserPlayer)]
        users = iter(range(HANDED_IN, HANDED_IN - len(self._users), -1))
        numbers = [next(users) if isinstance(player, UserPlayer) else number_of(player) for player in players]
        self._policies = np.array(numbers, np.int32)
        self._streams, self._deals = np.zeros(SEATS, STREAM), np.zeros(SEATS, DEAL)
        self._streams["rng"] = [mixed(seed * SEATS + seat) for seat in range(SEATS)]

    def play(self, view: Play) -> None:
        """Play one to its end."""
        players, tape, decisions = handed(self._users, view.tables), new_tape(1, TAPE_OFF), np.zeros(SEATS, np.int32)
        self._deals[:] = 0
        finish(
            view.tables, view.state, 0, self._policies, players, self._streams, self._deals, decisions, tape, view.ids
        )
        view.list_legal()
