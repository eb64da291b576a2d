"""Futures: what is hidden dealt anew, and the game played on for some rounds, all turns by a small beam."""

from __future__ import annotations

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import STAGE_OVER, STAGE_TURN
from ...engine.legal import legal_ids
from ...engine.redeal import redeal_hidden
from ...engine.rules.scoring import breakdown
from ...engine.seeds import seeded
from ..heuristic.basics import LAST_ROUND, rounds_before
from ..heuristic.choice import choose_best
from ..heuristic.position import lead, write_usual_prices
from ..heuristic.solo import solo_outlook
from .ends import judge, write_ends

NARROW, NEAR, FEW = 3, 30.0, 60  # the small beam: actions at a step, VP behind the best, actions in all
JUDGED = 2  # the last rounds of a future, after each of which it is judged: the mean depends less on luck
TURNS = 1 << 8  # more than a game has
PAIRS = 36  # of own dice, of which each comes once in 36 futures
_STRIDES = (1, 17, 7, 31, 11, 23)  # their order, another one for each round on
_SHIFTS = (1, 5, 7, 11, 13, 17)  # from one 36 to the next


@kernel
def lead_in_future(t, work, p, action, future, last, room, small, noise, values, expected):
    """The lead of seat p towards round `last` of a future, or at the end of the game, if it takes `action` now.

    `work[0]` is the position, played on in place. Equal futures deal alike: what is hidden depends on `future` and
    what is visible, dice and tiles of a turn on `future` and the turn. `expected`, by seat, grows by the points
    that players may expect in this future.
    """
    s = work[0]
    redeal_hidden(t, s, seeded(future * TURNS))
    now, q, to_come, total = rounds_before(s), int(s.active), int(t.players), 0.0
    first = max(last - JUDGED, now) + 1 if last < LAST_ROUND else LAST_ROUND + 1
    part, left = 1.0 / max(last + 1 - first, 1), 1.0
    while True:
        if action == END:
            rounds = rounds_before(s)
            if rounds >= first:
                write_usual_prices(t, rounds, room.prices)
                values[q] = judge(t, s, q, room)
                expected[q] += part * values[q]
                to_come -= 1
                if to_come == 0:
                    left -= part
                    total += _outlook(t, s, p, values, room)
                    to_come = int(t.players)
                    if rounds == last:
                        return total / (last + 1 - first)
            s.rng = seeded(future * TURNS + 1 + rounds * 4 + int(s.turn))
        apply(t, s, room.tape, action, room.ids)
        if s.stage == STAGE_OVER:
            break
        q = int(s.active)
        if s.stage != STAGE_TURN:
            n = legal_ids(t, s, room.ids)
            action = choose_best(t, s, noise, room.ids, n)
            continue
        if q == p:
            throw_in_turn(s, p, future, rounds_before(s) - now)
        if not play_turn(t, work, small):
            break
        s, action = work[0], END
    s = work[0]
    for seat in range(t.players):
        values[seat] = judge(t, s, seat, room) if t.solo != 0 else float(breakdown(t, s, seat, room.out))
        expected[seat] += left * values[seat]  # alone, the game may end after it was judged
    return _outlook(t, s, p, values, room)


@kernel
def _outlook(t, s, p, values, room):
    """What counts: the lead, or for who plays alone the chance to win."""
    return solo_outlook(s, values[p]) if t.solo != 0 else lead(t, s, p, values, room.x, room.out)


@kernel
def throw_in_turn(s, p, future, rounds_on):
    """The seat's dice show another pair in each of 36 futures, so that luck is spread evenly."""
    if rounds_on < len(_STRIDES):
        pair = (future * _STRIDES[rounds_on] + future // PAIRS * _SHIFTS[rounds_on]) % PAIRS
        s.dice[p, 0], s.dice[p, 1] = 1 + pair // 6, 1 + pair % 6


@kernel
def play_turn(t, work, small):
    """Play the active seat's turn to its best end by the small beam; whether the game goes on from there."""
    ends, end_states, room = small
    if write_ends(t, work[0], NARROW, NEAR, FEW, room, ends, end_states) == 0:
        return False
    work[0] = end_states[0]
    return work[0].stage != STAGE_OVER
