"""Futures: what is hidden dealt anew, and the game played on for some rounds; own turns by a small beam."""

from __future__ import annotations

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import STAGE_OVER, STAGE_TURN
from ...engine.legal import legal_ids
from ...engine.redeal import redeal_hidden
from ...engine.rules.scoring import breakdown
from ...engine.seeds import seeded
from ..heuristic.basics import rounds_before
from ..heuristic.choice import choose_best
from ..heuristic.position import lead, write_prices
from ..heuristic.values import VALUES
from .ends import LAST_ROUND, judge, write_ends

NARROW, NEAR, FEW = 3, 30.0, 60  # the small beam: actions at a step, VP behind the best, actions in all
TURNS = 1 << 8  # more than a game has


@kernel
def lead_in_future(t, work, p, action, future, last, room, small, noise, values):
    """The lead of seat p after round `last` of a future, or at the end of the game, if it takes `action` now.

    `work[0]` is the position, played on in place. Equal futures deal alike: what is hidden depends on `future` and
    what is visible, dice and tiles of a turn on `future` and the turn.
    """
    s = work[0]
    redeal_hidden(t, s, seeded(future * TURNS))
    rounds = rounds_before(s)
    to_come = int(t.players)
    first = True
    while s.stage != STAGE_OVER:
        q = int(s.active)
        if first:
            first = False
        elif s.stage != STAGE_TURN:
            n = legal_ids(t, s, room.ids)
            action = choose_best(t, s, noise, room.ids, n)
        elif q == p:
            if _play_turn(t, work, small):
                s = work[0]
                action = END
            else:
                break
        else:
            n = legal_ids(t, s, room.ids)
            action = choose_best(t, s, noise, room.ids, n)
        if action == END:
            rounds = rounds_before(s)
            if rounds == last and last < LAST_ROUND:
                write_prices(rounds, VALUES, room.prices)
                values[q] = judge(t, s, q, room)
                to_come -= 1
                if to_come == 0:
                    break
            s.rng = seeded(future * TURNS + 1 + rounds * 4 + int(s.turn))
        apply(t, s, room.tape, action, room.ids)
    if s.stage == STAGE_OVER:
        for seat in range(t.players):
            values[seat] = float(breakdown(t, s, seat, room.out)) if t.solo == 0 else judge(t, s, seat, room)
    return lead(t, s, p, values, room.out)


@kernel
def _play_turn(t, work, small):
    """Play the active seat's turn to its best end by the small beam; whether the game goes on from there."""
    ends, end_states, room = small
    if write_ends(t, work[0], NARROW, NEAR, FEW, room, ends, end_states) == 0:
        return False
    work[0] = end_states[0]
    return work[0].stage != STAGE_OVER
