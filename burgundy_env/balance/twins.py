"""The same position twice, once with a tile and once without, both played on: kernels.

In a game between equals, once a phase at the beginning of a turn drawn by lot, something is drawn from all that lies
about: tiles in the depots and the stack of inns, double tiles, shields, vine bonus tiles and bonus tiles. In both
twins it leaves its place; in the one it comes to the seat whose turn it is, for nothing, in the other it leaves the
game. From there both have the same dice and draws as long as they go the same way. So nobody has chosen which tile,
for whom, or when, as whoever takes tiles does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.apply import apply
from ..engine.jit import kernel
from ..engine.layout import (
    PHASES,
    SCORE_NAMES,
    SEATS,
    STAGE_OVER,
    STAGE_TURN,
    STATE,
    new_tape,
)
from ..engine.legal import MOST_LEGAL, legal_ids
from ..engine.results import write_result
from ..engine.rng import below
from ..engine.rules.setup import set_up
from ..engine.seeds import STREAM, seeded
from ..players.handed import DEAL, HandedPlayer, choose_any, handed
from ..players.playouts import play_out
from ..players.policies import HANDED_IN
from .given import drawn, give, note_owned, take_away
from .things import THING_COUNT

WITH, WITHOUT = 0, 1


class Twins(NamedTuple):
    """Some games with one config and the twins of their positions; the first axis is the game, but for the six that
    come first."""

    tables: Any
    states: Any  # a blank one, the one that is played on, and a twin
    tape: Any  # remembers nothing
    ids: Any
    streams: Any  # the players' generators by seat, then those of a twin, then the one that draws positions and tiles
    seats: Any  # who is handed in, and by seat deals and decisions: what `play_out` asks for
    seeds: Any
    player_seeds: Any  # by seat
    lots: Any  # the seed of what is drawn of positions
    policy: Any
    kinds: Any  # of things that may be drawn, as a set
    tiles: Any  # by phase: the number of what was drawn, 0 for nothing
    who: Any  # by phase: whose turn it was
    totals: Any  # by phase, twin and seat
    first: Any  # by phase and twin: who won
    owned: Any  # by seat and thing: how many there are in the end, tiles in the duchy
    ends: Any  # by seat: totals of the game itself
    winner: Any


def new_twins(
    tables: np.ndarray, seeds: Any, player_seeds: Any, lots: Any, player: int | HandedPlayer, kinds: int
) -> Twins:
    """Arrays for games with these seeds, between players of one kind, by number or handed in, which must be kept as
    long as these are used; `kinds`: what is given, see `things`."""
    policy, known = (player, []) if isinstance(player, int) else (HANDED_IN, [player])
    n, players = len(seeds), int(tables["players"][0])
    return Twins(
        tables=tables,
        states=np.zeros(3, STATE),
        tape=new_tape(),
        ids=np.zeros(MOST_LEGAL, np.int16),
        streams=np.zeros((3, SEATS), STREAM),
        seats=(handed(known, tables), np.zeros(SEATS, DEAL), np.zeros(SEATS, np.int32)),
        seeds=np.array(seeds, np.int64),
        player_seeds=np.array(player_seeds, np.int64),
        lots=np.array(lots, np.int64),
        policy=np.full(SEATS, policy, np.int32),
        kinds=np.int64(kinds),
        tiles=np.zeros((n, PHASES), np.int16),
        who=np.zeros((n, PHASES), np.int8),
        totals=np.zeros((n, PHASES, 2, players), np.int16),
        first=np.zeros((n, PHASES, 2), np.int8),
        owned=np.zeros((n, players, THING_COUNT), np.int8),
        ends=np.zeros((n, players), np.int16),
        winner=np.zeros(n, np.int8),
    )


@kernel
def play_twins(w):
    """Play all games, and their twins."""
    for i in range(len(w.seeds)):
        _play(w, i)


@kernel
def _play(w, i):
    t, s, streams = w.tables[0], w.states[1], w.streams[0]
    w.states[1] = w.states[0]
    s.rng = seeded(w.seeds[i])
    for p in range(t.players):
        streams[p].rng = seeded(w.player_seeds[i, p])
    lot = w.streams[2, 0]
    lot.rng = seeded(w.lots[i])
    set_up(t, s, w.tape)
    phase, due, seat = -1, -1, -1
    while s.stage != STAGE_OVER:
        p = int(s.active)
        if s.phase != phase:  # once a phase, some turn of somebody
            phase = int(s.phase)
            due, seat = below(lot, 5), below(lot, int(t.players))
        if due == s.round_number and seat == p and _begins_turn(s, p):
            due = -1
            _play_on(w, i, phase, p, lot)
        count = legal_ids(t, s, w.ids)
        action = choose_any(w.policy[p], w.seats[0], t, s, streams[p], w.seats[1][p], w.ids, count)
        apply(t, s, w.tape, action, w.ids)
    _note_end(w, i, t, s)


@kernel
def _begins_turn(s, p):
    return s.stage == STAGE_TURN and s.depth == 0 and s.used[p, 0] == 0 and s.used[p, 1] == 0


@kernel
def _play_on(w, i, phase, p, lot):
    """Both twins of the position, played to the end."""
    t, s, twin = w.tables[0], w.states[1], w.states[2]
    thing, place = drawn(t, s, p, w.kinds, lot)
    if thing == 0:
        return
    w.tiles[i, phase], w.who[i, phase] = thing, p
    ranking, sources = np.zeros(SEATS, np.int8), np.zeros((SEATS, len(SCORE_NAMES)), np.int16)
    players = int(t.players)
    for k in range(2):
        w.states[2] = w.states[1]
        for q in range(players):
            w.streams[1, q] = w.streams[0, q]
        if k == WITH:
            give(t, twin, p, thing, place)
        else:
            take_away(twin, thing, place)
        play_out(t, twin, w.policy, w.seats[0], w.streams[1], w.seats[1], w.seats[2], w.tape, w.ids)
        write_result(w.tables, w.states, 2, w.totals[i, phase, k], ranking[:players], sources[:players])
        w.first[i, phase, k] = ranking[0]


@kernel
def _note_end(w, i, t, s):
    """What everybody has in the end, how many points, and who won."""
    ranking, sources = np.zeros(SEATS, np.int8), np.zeros((SEATS, len(SCORE_NAMES)), np.int16)
    players = int(t.players)
    write_result(w.tables, w.states, 1, w.ends[i], ranking[:players], sources[:players])
    w.winner[i] = ranking[0]
    for p in range(players):
        note_owned(s, p, w.owned[i, p])
