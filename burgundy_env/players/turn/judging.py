"""What futures say of ends of turns and of positions: lead, points and chance to win of every seat, future by future.

The search itself adds up leads and no more (`search`); this is for those who are to be told why.
"""

from __future__ import annotations

import numpy as np

from ...engine.jit import INTEGER, NOTHING, beyond_base, kernel, read_only
from ...engine.layout import SCORE_NAMES, SEATS, STAGE_OVER, STATE
from ...engine.rules.scoring import breakdown
from ...engine.seeds import STREAM
from ..heuristic.basics import partner_of, rounds_before, rounds_left
from ..heuristic.chateauma import chateauma_worth
from ..heuristic.position import write_usual_prices
from ..heuristic.solo import SURE
from .ends import judge, new_room, write_ends
from .futures import FEW, NARROW, NEAR, PAIRS, lead_in_future
from .replies import are_awaited, numbers_of, play_replies, small_search

_SCORES = len(SCORE_NAMES)
# The order in which each seat's dice of this round show all pairs, another one for each, and from one 36 to the next.
_STRIDES, _SHIFTS = (1, 5, 13, 25), (1, 7, 17, 11)

JUDGEMENT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("margin", "f8"),  # points more than the best other's
                ("vp", "f8", (SEATS,)),  # by seat, the Châteauma's after the players'
                ("win", "f8", (SEATS,)),
                ("points", "f8", (_SCORES,)),  # of the seat by source, as they stand when the future is judged
            ],
            align=True,
        ),
    )
)


@beyond_base(NOTHING)
def judge_futures(tables, root, net, last, first, chosen, ends, end_states, spread, sums, table):
    """Play a future for each row of the table, from `first` on, from each of the chosen ends of the turn
    at `root`.

    `sums` grow by what the search goes by. `spread`: see `winning`.
    """
    t, s = tables[0], root[0]
    p = int(s.active)
    room = new_room(1, read_only(net))
    small = small_search()
    work, noise, values, expected = np.empty(1, STATE), np.zeros(1, STREAM), np.zeros(SEATS), np.zeros(SEATS)
    for k in range(len(table)):
        for i in range(len(chosen)):
            c = int(chosen[i])
            work[0] = end_states[c]
            action = int(ends[c].path[ends[c].length - 1])
            expected[:] = 0.0
            counts = lead_in_future(t, work, p, action, first + k, last, room, small, noise[0], values, expected)
            sums[c] += counts
            _note(t, work[0], p, counts, expected, spread, room, table[k, i])


@beyond_base(NOTHING)
def judge_on(tables, root, net, last, first, thrown, spread, rows):
    """The same from a position in which a turn begins, which is played by the small beam like all others.

    `thrown`: a bit for each seat whose dice of this round are other ones in each future.
    """
    t = tables[0]
    p = int(root[0].active)
    room = new_room(1, read_only(net))
    small = small_search()
    work, noise, values, expected = np.empty(1, STATE), np.zeros(1, STREAM), np.zeros(SEATS), np.zeros(SEATS)
    for k in range(len(rows)):
        work[0] = root[0]
        for seat in range(t.players):
            if (thrown >> seat) & 1 != 0:
                pair = ((first + k) * _STRIDES[seat] + (first + k) // PAIRS * _SHIFTS[seat]) % PAIRS
                work[0].dice[seat, 0], work[0].dice[seat, 1] = 1 + pair // 6, 1 + pair % 6
        expected[:] = 0.0
        counts = 0.0
        ends, end_states, within = small
        if write_ends(t, work[0], NARROW, NEAR, FEW, within, ends, end_states) != 0:
            work[0] = end_states[0]
            action = int(ends[0].path[ends[0].length - 1])
            counts = lead_in_future(t, work, p, action, first + k, last, room, small, noise[0], values, expected)
        _note(t, work[0], p, counts, expected, spread, room, rows[k])


@beyond_base(NOTHING)
def judge_ends(tables, root, net, ends, end_states, spread, table):
    """The same without futures: the ends of a turn as the judge sees them, or the others' replies to them, in a row
    of the table for each `judgements_of` them."""
    t, net = tables[0], read_only(net)
    p, awaited = int(root[0].active), are_awaited(t, root[0], net)
    room, small = new_room(1, net), small_search()
    work, expected = np.empty(1, STATE), np.zeros(SEATS)
    for number in range(len(table)):
        for k in range(table.shape[1]):
            work[0] = end_states[k]
            if awaited:
                play_replies(t, work, int(ends[k].path[ends[k].length - 1]), number, room, small)
            write_usual_prices(t, rounds_before(root[0]), room.prices)
            for seat in range(t.players):
                expected[seat] = judge(t, work[0], seat, room)
            _note(t, work[0], p, 0.0, expected, spread, room, table[number, k])


@beyond_base(INTEGER)
def judgements_of(tables, root, net):
    """Of each end of a turn, without futures: as many as chance leaves to the others' replies."""
    t, s = tables[0], root[0]
    return numbers_of(t, s) if are_awaited(t, s, read_only(net)) else 1


@kernel
def _note(t, s, p, counts, expected, spread, room, row):
    """Write what is expected where a future was judged, in `s`; `counts` is what the search made of it."""
    parties = int(t.players)
    if t.teams != 0:
        parties = int(t.teams)
        for team in range(parties):
            expected[team] = 0.5 * (expected[team] + expected[partner_of(team)])
        for team in range(parties):
            expected[partner_of(team)] = expected[team]
    if t.chateauma >= 0:
        over = s.stage == STAGE_OVER
        c = int(t.chateauma)
        expected[c] = float(breakdown(t, s, c, room.out)) if over else chateauma_worth(t, s, room.x, room.out)
        parties = max(parties, c + 1)
    breakdown(t, s, p, room.out)
    for k in range(_SCORES):
        row.points[k] = room.out[k]
    own = p % parties if t.teams != 0 else p
    other = -1e9
    for party in range(parties):
        if party != own:
            other = max(other, expected[party])
    row.margin = expected[own] - other if other > -1e9 else expected[own]
    _write_chances(expected, parties, 0.0 if rounds_left(s) == 0 else spread, row.win)
    if t.solo != 0:
        row.win[0] = min(max((counts - expected[0]) / SURE, 0.0), 1.0)
    for seat in range(SEATS):
        row.vp[seat] = expected[seat]
        if t.teams != 0 and seat >= parties:
            row.win[seat] = row.win[partner_of(seat)]


@kernel
def _write_chances(expected, parties, spread, win):
    """The chances to win of those who expect so many points (`winning`); at the end whoever is level has half."""
    best, total = -1e9, 0.0
    for party in range(parties):
        best = max(best, expected[party])
    win[:] = 0.0
    for party in range(parties):
        behind = expected[party] - best
        if spread > 0.0:
            win[party] = np.exp(behind / spread)
        elif behind > -0.5:
            win[party] = 1.0
        total += win[party]
    for party in range(parties):
        win[party] /= total
