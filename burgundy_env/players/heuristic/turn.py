"""The whole turn thought through: the best few actions at every step, to the end, by what is left then."""

from __future__ import annotations

import numpy as np

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import MOST_HEXES, SCORE_NAMES, STAGE_TURN, STATE, TAPE_COLUMNS
from ...engine.legal import MOST_LEGAL, legal_ids
from ...engine.rules.pending import top
from ...engine.rules.shields import P_UPKEEP, STAGE_PHASE_END
from ..keys import is_new
from .basics import rounds_before
from .choice import choose_weighted, write_weighted
from .features import COUNT
from .position import end_worth, usual_worths, write_prices
from .weights import DEFAULT

_SCORES = len(SCORE_NAMES)
BEAM = 6  # actions looked at per step
DEEP = 12  # steps; longer turns are judged where they stand
FAR_BEHIND = 12.0  # an action that looks so much worse than the best is not looked at
MOST_LOOKED_AT = 4000  # actions in all; a turn of many free actions is then judged where it stands
SEEN = 4096  # places in the table of positions seen, which are gone on with once


@kernel
def choose_turn(t, s, stream, ids, count):
    """The first action of the best turn, as tuned."""
    return choose_turn_weighted(t, s, DEFAULT, usual_worths(t), stream, ids, count)


@kernel
def choose_turn_weighted(t, s, w, v, stream, ids, count):
    """The first action of the turn that ends in the position worth most."""
    if count == 1:
        return int(ids[0])
    if not may_be_thought_through(s):
        return choose_weighted(t, s, w, stream, ids, count)
    p = int(s.active)
    states, tape = np.empty(DEEP + 1, STATE), np.zeros((1, TAPE_COLUMNS), np.int16)
    beams, sizes, tried = np.zeros((DEEP, BEAM), np.int16), np.zeros(DEEP, np.int64), np.zeros(DEEP, np.int64)
    scratch, values, worth = np.zeros(MOST_LEGAL, np.int16), np.empty(MOST_LEGAL), np.empty(MOST_HEXES)
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(_SCORES, np.int16)
    seen = np.zeros(SEEN, np.uint64)
    write_prices(rounds_before(s), v, prices)
    states[0] = s
    sizes[0] = write_likeliest(t, states[0], w, BEAM, FAR_BEHIND, scratch, values, worth, beams[0])
    best, best_worth, level, looked_at = int(beams[0, 0]), -1e9, 0, 0
    while level >= 0:
        if tried[level] == sizes[level]:
            level -= 1
            continue
        action = int(beams[level, tried[level]])
        tried[level] += 1
        ended = action == END
        looked_at += 1
        if not ended:
            states[level + 1] = states[level]
            apply(t, states[level + 1], tape, action, scratch)
        over = not ended and not goes_on(states[level + 1], s)
        if ended or over or level + 1 == DEEP or looked_at > MOST_LOOKED_AT:
            end = states[level if ended else level + 1]
            value = end_worth(t, end, s, p, w, prices, worth, x, out)
            if value > best_worth:
                best, best_worth = int(beams[0, tried[0] - 1]), value
        elif is_new(states[level + 1], seen):
            level += 1
            sizes[level] = write_likeliest(
                t, states[level], w, BEAM, FAR_BEHIND, scratch, values, worth, beams[level]
            )
            tried[level] = 0
    return best


@kernel
def may_be_thought_through(s):
    """Whether nothing hidden is met on the way: in a turn, and while tiles come straight into a duchy after it."""
    return s.stage == STAGE_TURN or (s.stage == STAGE_PHASE_END and top(s) != P_UPKEEP)


@kernel
def goes_on(s, before):
    """Whether the seat that decided before still decides: the solo game may end within a turn, and what shields
    14 and 15 set off comes to its end by itself."""
    return s.stage == before.stage and s.active == before.active and top(s) != P_UPKEEP


@kernel
def write_likeliest(t, s, w, wide, behind, ids, values, worth, beam):
    """Write the likeliest actions of a position, best first: at most `wide`, up to `behind` VP worse than the best;
    return how many. `ids` and `values` are room for all legal ones, `worth` for the hexes."""
    n = legal_ids(t, s, ids)
    write_weighted(t, s, w, ids, n, values, worth)
    size, top = 0, -1e9
    while size < min(n, wide):
        best = -1
        for k in range(n):
            if best < 0 or values[k] > values[best]:
                best = k
        if size == 0:
            top = values[best]
        elif values[best] < top - behind:
            break
        beam[size] = ids[best]
        values[best] = -1e9
        size += 1
    return size
