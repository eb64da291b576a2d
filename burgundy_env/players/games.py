"""Games between compiled players, from the setup to the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.jit import count_bits, kernel
from ..engine.layout import SCORE_NAMES, SEATS, STATE, new_tape
from ..engine.legal import MOST_LEGAL
from ..engine.results import write_result
from ..engine.rules.setup import set_up
from ..engine.seeds import STREAM, seeded
from .handed import DEAL, NOBODY
from .playouts import play_out


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
    duchies: Any
    covered: Any  # hexes, by seat
    totals: Any  # by party, see the tables
    ranking: Any
    sources: Any
    decisions: Any  # by seat
    noted: Any  # the actions, in order; no columns where nobody wants them


def new_batch(
    tables: np.ndarray,
    seeds: Any,
    player_seeds: Any,
    policies: Any,
    players: Any = NOBODY,
    states: Any = None,
    noted: int = 0,
) -> Batch:
    """Arrays for games with these seeds, players' seeds and policies, the latter two by game and seat.

    `players`: those of users, `handed` in; `states`: two blank ones, if others are to look on; `noted`: how many
    actions of a game are kept.
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
        duchies=np.zeros((n, SEATS), np.int8),
        covered=np.zeros((n, SEATS), np.int8),
        totals=np.zeros((n, parties), np.int16),
        ranking=np.zeros((n, parties), np.int8),
        sources=np.zeros((n, parties, len(SCORE_NAMES)), np.int16),
        decisions=np.zeros((n, SEATS), np.int32),
        noted=np.zeros((n, noted), np.int16),
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
    policies, decisions = batch.policies[i], batch.decisions[i]
    play_out(t, s, policies, batch.players, streams, batch.deals, decisions, batch.tape, batch.ids, batch.noted[i])
    for p in range(t.players):
        batch.duchies[i, p] = s.duchy[p]
        batch.covered[i, p] = count_bits(int(s.occupied[p]))
    write_result(batch.tables, batch.states, 1, batch.totals[i], batch.ranking[i], batch.sources[i])
