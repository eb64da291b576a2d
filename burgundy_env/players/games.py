"""Games between compiled players, from the setup to the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.apply import apply
from ..engine.jit import count_bits, kernel
from ..engine.layout import FROM_EARLIER, ROUNDS, SCORE_NAMES, SEATS, STAGE_OVER, STATE, new_tape
from ..engine.legal import MOST_LEGAL, legal_ids
from ..engine.results import write_result
from ..engine.rules.setup import set_up
from ..engine.seeds import STREAM, seeded
from .handed import DEAL, NOBODY, choose_any

GIFTS = ("vp", "silver", "workers")  # what a seat may be given at the start, below zero what it lacks
VP, SILVER, WORKERS = range(len(GIFTS))


class Batch(NamedTuple):
    """The arrays of some games with one config; the first axis is the game, but for the eight that come first."""

    tables: Any
    states: Any  # a blank one, and the one that is played on
    tape: Any  # remembers nothing
    ids: Any
    streams: Any  # the players' own generators, by seat
    players: Any  # of users
    deals: Any  # to them, by seat
    begun: Any  # how many games
    seeds: Any  # of the games, not negative: Game.new(config, seed) is the same one
    player_seeds: Any  # by seat, not negative
    policies: Any  # by seat
    gifts: Any  # by seat, see GIFTS
    duchies: Any
    covered: Any  # hexes, by seat
    totals: Any  # by party, see the tables
    ranking: Any
    sources: Any
    decisions: Any  # by seat
    noted: Any  # the actions, in order; no columns where nobody wants them
    choices: Any  # those with more than one legal action, by seat
    first: Any  # who began
    leads: Any  # how often another one led than before, at ends of rounds and at the end


def new_batch(
    tables: np.ndarray,
    seeds: Any,
    player_seeds: Any,
    policies: Any,
    players: Any = NOBODY,
    states: Any = None,
    noted: int = 0,
    gifts: Any = None,
) -> Batch:
    """Arrays for games with these seeds, players' seeds and policies, the latter two by game and seat.

    `players`: those of users, `handed` in; `states`: two blank ones, if others are to look on; `noted`: how many
    actions of a game are kept; `gifts`: by game, seat and kind, if there are any.
    """
    n, parties = len(seeds), int(tables["parties"][0])
    return Batch(
        tables=tables,
        states=np.zeros(2, STATE) if states is None else states,
        tape=new_tape(),
        ids=np.zeros(MOST_LEGAL, np.int16),
        streams=np.zeros(SEATS, STREAM),
        players=players,
        deals=np.zeros(SEATS, DEAL),
        begun=np.zeros(1, np.int64),
        seeds=np.array(seeds, np.int64),
        player_seeds=np.array(player_seeds, np.int64),
        policies=np.array(policies, np.int32),
        gifts=np.zeros((n, SEATS, len(GIFTS)), np.int16) if gifts is None else np.array(gifts, np.int16),
        duchies=np.zeros((n, SEATS), np.int8),
        covered=np.zeros((n, SEATS), np.int8),
        totals=np.zeros((n, parties), np.int16),
        ranking=np.zeros((n, parties), np.int8),
        sources=np.zeros((n, parties, len(SCORE_NAMES)), np.int16),
        decisions=np.zeros((n, SEATS), np.int32),
        noted=np.zeros((n, noted), np.int16),
        choices=np.zeros((n, SEATS), np.int32),
        first=np.zeros(n, np.int8),
        leads=np.zeros(n, np.int16),
    )


@kernel
def play_games(batch):
    """Play each game to its end and write what came of it.

    A user's player may fail: then a call more goes on with the game after that.
    """
    while batch.begun[0] < len(batch.seeds):
        batch.begun[0] += 1
        _play(batch, batch.begun[0] - 1)


@kernel
def _play(batch, i):
    t, s, streams = batch.tables[0], batch.states[1], batch.streams
    batch.states[1] = batch.states[0]
    s.rng = seeded(batch.seeds[i])
    for p in range(t.players):
        streams[p].rng = seeded(batch.player_seeds[i, p])
        batch.deals[p].truth = 0
    set_up(t, s, batch.tape)
    batch.first[i] = s.standing[0]
    for p in range(t.players):
        _give(s, p, batch.gifts[i, p])
    leader = _play_out(
        t,
        s,
        batch.policies[i],
        batch.players,
        streams,
        batch.deals,
        batch.decisions[i],
        batch.choices[i],
        batch.tape,
        batch.ids,
        batch.leads[i : i + 1],
        batch.noted[i],
    )
    for p in range(t.players):
        batch.duchies[i, p] = s.duchy[p]
        batch.covered[i, p] = count_bits(int(s.occupied[p]))
    write_result(batch.tables, batch.states, 1, batch.totals[i], batch.ranking[i], batch.sources[i])
    if leader >= 0 and leader != batch.ranking[i, 0]:
        batch.leads[i] += 1


@kernel
def _give(s, p, gifts):
    s.vp[p] += gifts[VP]
    s.source[p, FROM_EARLIER] += gifts[VP]
    s.silver[p] += gifts[SILVER]
    s.workers[p] += gifts[WORKERS]


@kernel
def _play_out(t, s, policies, players, streams, deals, decisions, choices, tape, ids, leads, noted):
    """Play a game to its end and note what its course was; who led last, before the final scoring.

    The actions are `noted`, as many as there is room for.
    """
    leader, before, made = -1, -1, 0
    while s.stage != STAGE_OVER:
        now = int(s.phase) * ROUNDS + int(s.round_number)
        if now != before:
            before = now
            ahead = leading(s.vp, t.parties)
            if ahead >= 0:
                leads[0] += leader >= 0 and ahead != leader
                leader = ahead
        p = int(s.active)
        count = legal_ids(t, s, ids)
        decisions[p] += 1
        choices[p] += count > 1
        action = choose_any(policies[p], players, t, s, streams[p], deals[p], ids, count)
        if made < len(noted):
            noted[made] = action
            made += 1
        apply(t, s, tape, action, ids)
    return leader


@kernel
def leading(vp, parties):
    """Who alone has most points so far; -1 if nobody has."""
    best = 0
    for p in range(1, parties):
        if vp[p] > vp[best]:
            best = p
    for p in range(parties):
        if p != best and vp[p] == vp[best]:
            return -1
    return best
