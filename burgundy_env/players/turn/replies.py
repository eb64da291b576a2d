"""What the others answer to a turn: their dice of this round lie there, so it can be played to its end.

Whoever still has a turn takes it by the small beam, and the Châteauma, who throws one die, with each of its numbers.
A net that is asked after that (`net.forward.AFTER_ROUND`) sees what a turn spoils for others as what they have got,
and need not guess it: docs/decisions.md, Nets.
"""

from __future__ import annotations

import numpy as np

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import SEATS, STAGE_OVER, STAGE_TURN, STATE
from ...engine.legal import legal_ids
from ...engine.redeal import redeal_hidden
from ...engine.rules.rounds import chateauma_plays
from ...engine.seeds import STREAM, seeded
from ..heuristic.basics import rounds_before
from ..heuristic.choice import choose_best
from ..heuristic.position import lead, write_usual_prices
from ..net.forward import AFTER_ROUND, NO_NET
from .ends import END_OF_TURN, judge, new_room
from .futures import play_turn

SMALL_SEEN = 256
CLOSE_BY = 3.0  # VP that an end may bring less than the best: more changes nothing, and costs
# Words of the game's generator after which a die shows 1, 2, 3, 4, 5 and 6.
DICE = np.array([3, 11, 4, 1, 6, 23], np.uint64)


@kernel
def are_awaited(t, s, net):
    """Whether the ends of this turn are judged when the round is over, by the lead that is to be expected then."""
    return len(net) != 0 and net[AFTER_ROUND] != 0.0 and s.stage == STAGE_TURN and t.solo + t.teams == 0


@kernel
def numbers_of(t, s):
    """On how much the replies depend: the Châteauma's die, if it still has its turn."""
    for place in range(int(s.turn) + 1, int(t.seats)):
        if s.order[place] == t.chateauma:
            return len(DICE)
    return 1


@kernel
def small_search():
    """Room for the turns of others."""
    return np.zeros(1, END_OF_TURN), np.empty(1, STATE), new_room(SMALL_SEEN, NO_NET)


@kernel
def sort_by_replies(t, s, net, n, ends, end_states):
    """Sort the ends of the turn at s by what the seat leads by once everybody has replied; it becomes their worth.

    Those that bring the seat itself too little stay behind as they are.
    """
    p, numbers = int(s.active), numbers_of(t, s)
    room, small = new_room(1, net), small_search()
    work, values = np.empty(1, STATE), np.zeros(SEATS)
    keep, keep_state = np.empty(1, END_OF_TURN), np.empty(1, STATE)
    enough = ends[0].worth - CLOSE_BY
    for k in range(n):
        if ends[k].worth < enough:
            return
        worth = 0.0
        for number in range(numbers):
            work[0] = end_states[k]
            play_replies(t, work, int(ends[k].path[ends[k].length - 1]), number, room, small)
            worth += _lead_of(t, work[0], p, room, values) / numbers
        ends[k].worth = worth
        keep[0], keep_state[0] = ends[k], end_states[k]
        i = k
        while i > 0 and ends[i - 1].worth < worth:
            ends[i] = ends[i - 1]
            end_states[i] = end_states[i - 1]
            i -= 1
        ends[i] = keep[0]
        end_states[i] = keep_state[0]


@kernel
def _lead_of(t, s, p, room, values):
    write_usual_prices(t, rounds_before(s), room.prices)
    for seat in range(t.players):
        values[seat] = judge(t, s, seat, room)
    return lead(t, s, p, values, room.x, room.out)


@kernel
def play_replies(t, work, action, number, room, small):
    """Play `work[0]` on, from the last action of a turn, until nobody has a turn left in this round."""
    s, noise = work[0], np.zeros(1, STREAM)
    redeal_hidden(t, s, seeded(1))
    while s.stage != STAGE_OVER and (action != END or not _is_last(t, s)):
        s.rng = DICE[number]
        apply(t, s, room.tape, action, room.ids)
        if s.stage == STAGE_TURN:
            if not play_turn(t, work, small):
                return
            s, action = work[0], END
        elif s.stage != STAGE_OVER:
            n = legal_ids(t, s, room.ids)
            action = choose_best(t, s, noise[0], room.ids, n)
    if s.stage != STAGE_OVER and int(s.turn) + 1 < t.seats:
        s.rng = DICE[number]
        chateauma_plays(t, s, room.tape)


@kernel
def _is_last(t, s):
    """Whether no player comes after the active one in this round."""
    for place in range(int(s.turn) + 1, int(t.seats)):
        if s.order[place] != t.chateauma:
            return False
    return True
