"""Games of the search with itself, and what its futures said of the turns that it decided between."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...config import GameConfig
from ...data import load
from ...engine.apply import apply
from ...engine.batch import id_buffer
from ...engine.jit import kernel, needs_all, read_only
from ...engine.layout import PHASES, ROUNDS, SCORE_NAMES, SEATS, STAGE_OVER, STAGE_TURN, STATE, new_tape
from ...engine.legal import legal_ids
from ...engine.rng import below
from ...engine.rules.scoring import breakdown
from ...engine.rules.setup import set_up
from ...engine.seeds import STREAM
from ...engine.tables import tables_for
from ...players.heuristic.basics import LAST_ROUND, rounds_before, rounds_left
from ...players.heuristic.position import position_worth, write_usual_prices
from ...players.heuristic.weights import DEFAULT
from ...players.net.forward import NO_NET
from ...players.net.inputs import INPUTS
from ...players.turn.ends import END_OF_TURN, new_room, write_inputs
from ...players.turn.plans import next_of_plan, remember
from ...players.turn.replies import numbers_of, play_replies, small_search
from ...players.turn.search import (
    CANDIDATES,
    choose_by_search,
    first_future,
    meet_futures,
    write_candidates,
)

TURNS = 2 * PHASES * ROUNDS * SEATS  # at their ends, and when all have replied
LIKELY, UNLIKELY = 4, 4  # of a turn's ends: those judged best, and others, drawn from the rest
NOTED = LIKELY + UNLIKELY
BOLD = 10  # one turn in so many is drawn from those whose futures come near the best
NEAR = 6.0  # VP
ROUNDS_ON = 1  # that a future is played for: what is farther off the net of the round before has learned
_SCORES = len(SCORE_NAMES)


class Noted(NamedTuple):
    """The turns of one game: what nets are told of every seat at their ends, and what the futures said."""

    inputs: Any  # (turn, end, seat, input)
    expected: Any  # (turn, end, seat): VP, mean of the futures
    worth: Any  # (turn, end, seat): VP, by the heuristic
    ends: Any  # (turn): how many
    taken: Any  # (turn): which
    seat: Any  # (turn): whose
    round: Any  # (turn)
    totals: Any  # (seat)
    turns: Any  # (1): how many were noted


def new_notes() -> Noted:
    """Room for the turns of a game."""
    return Noted(
        np.zeros((TURNS, NOTED, SEATS, len(INPUTS)), np.float32),
        np.zeros((TURNS, NOTED, SEATS), np.float64),
        np.zeros((TURNS, NOTED, SEATS), np.float64),
        np.zeros(TURNS, np.int64),
        np.zeros(TURNS, np.int64),
        np.zeros(TURNS, np.int64),
        np.zeros(TURNS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def play_game(tables, states, streams, net, futures, tape, ids, notes):
    """Play a game to its end and note every turn that had something to decide."""
    t, s, stream = tables[0], states[0], streams[0]
    set_up(t, s, tape)
    notes.turns[0] = 0
    while s.stage != STAGE_OVER:
        n = legal_ids(t, s, ids)
        if s.stage == STAGE_TURN and n > 1 and rounds_left(s) > 0:
            action = next_of_plan(t, s, stream)
            if action < 0:
                action = _decide(t, s, stream, read_only(net), futures, ids, n, notes)
        else:
            action = choose_by_search(t, s, 6 * futures, read_only(net), stream, ids, n)
        apply(t, s, tape, action, ids)
    for p in range(t.players):
        notes.totals[p] = breakdown(t, s, p, np.zeros(_SCORES, np.int16))


@kernel
def _decide(t, s, stream, net, futures, ids, count, notes):
    """Think of a turn, note it, and take its first action."""
    ends, end_states = np.zeros(CANDIDATES, END_OF_TURN), np.empty(CANDIDATES, STATE)
    n = write_candidates(t, s, net, ids, count, ends, end_states)
    alive, best = np.arange(n), 0
    if n > 1:
        left = _draw(stream, alive, n)
        sums, expected = np.zeros(n), np.zeros((n, SEATS))
        last = min(rounds_before(s) + ROUNDS_ON, LAST_ROUND)
        meet_futures(t, s, net, last, first_future(stream), futures, alive, left, ends, end_states, sums, expected)
        k = _taken(stream, alive, left, sums, futures)
        best = alive[k]
        _note(t, s, alive, left, k, futures, end_states, expected, notes)
        if t.solo + t.teams == 0 and int(s.turn) + 1 < t.seats and numbers_of(t, s) == 1:
            _note_replies(t, s, net, alive, left, k, futures, ends, end_states, expected, notes)
    remember(t, s, stream, ends[best])
    return int(ends[best].path[0])


@kernel
def _draw(stream, alive, n):
    """Some of n ends, the likeliest first; returns how many."""
    left = min(n, NOTED)
    for k in range(LIKELY, left):
        other = k + below(stream, n - k)
        alive[k], alive[other] = alive[other], alive[k]
    return left


@kernel
def _taken(stream, alive, left, sums, futures):
    """The end that is played: the best one, now and then another that comes near."""
    best = 0
    for k in range(1, left):
        if sums[alive[k]] > sums[alive[best]]:
            best = k
    if below(stream, BOLD) != 0:
        return best
    other = below(stream, left)
    return other if sums[alive[other]] > sums[alive[best]] - NEAR * futures else best


@kernel
def _note(t, s, alive, left, taken, futures, end_states, expected, notes):
    turn = notes.turns[0]
    notes.turns[0] += 1
    notes.ends[turn], notes.taken[turn], notes.seat[turn] = left, taken, s.active
    notes.round[turn] = rounds_before(s)
    room = new_room(1, NO_NET)
    write_usual_prices(t, rounds_before(s), room.prices)
    for k in range(left):
        end = end_states[alive[k]]
        for p in range(t.players):
            worth = position_worth(t, end, p, DEFAULT, room.prices, room.worth, room.x, room.out)
            write_inputs(t, end, p, worth, room)
            notes.inputs[turn, k, p, :] = room.inputs
            notes.worth[turn, k, p] = worth
            notes.expected[turn, k, p] = expected[alive[k], p] / futures


@kernel
def _note_replies(t, s, net, alive, left, taken, futures, ends, end_states, expected, notes):
    """The same turn where a net is asked about it: its futures went on from these very replies."""
    room, small, replied = new_room(1, net), small_search(), end_states.copy()
    for k in range(left):
        c = alive[k]
        play_replies(t, replied[c : c + 1], int(ends[c].path[ends[c].length - 1]), 0, room, small)
    _note(t, s, alive, left, taken, futures, replied, expected, notes)


class Games:
    """Games of one net with itself, one after the other."""

    def __init__(self, net: np.ndarray, futures: int) -> None:
        """`futures`: that every end of a turn meets."""
        needs_all()  # the search
        self._net, self._futures, self._notes = net, futures, new_notes()
        self._tape, self._ids = new_tape(), id_buffer()

    def play(self, config: GameConfig, seed: int) -> Noted:
        """Play one; what was noted is overwritten by the next."""
        states, streams = np.zeros(1, STATE), np.zeros(1, STREAM)
        words = np.random.default_rng(seed).integers(1, 2**63, 2)
        states["rng"], streams["rng"] = words
        play_game(
            tables_for(config, load()), states, streams, self._net, self._futures, self._tape, self._ids, self._notes
        )
        return self._notes
