"""The greedy player: whatever scores most at once."""

from __future__ import annotations

import numpy as np

from ..engine.apply import apply
from ..engine.jit import kernel
from ..engine.layout import SCORE_NAMES, STATE, TAPE_COLUMNS
from ..engine.rng import below
from ..engine.rules.scoring import breakdown
from ..engine.rules.shields import STAGE_PHASE_END

_SCORES = len(SCORE_NAMES)


@kernel
def choose_greedily(t, s, stream, ids, count):
    """The action that adds most to the seat's victory points, one of the best at random.

    At the end of a phase, when shields are paid for, by what counts if the game ended then.
    """
    if count == 1:
        return int(ids[0])
    p = int(s.active)
    work, scratch = np.zeros(1, STATE), np.empty(4, np.int16)
    tape = np.zeros((1, TAPE_COLUMNS), np.int16)  # an empty tape is off
    best, most, ties, out = int(ids[0]), -(1 << 15), 0, np.zeros(_SCORES, np.int16)
    for k in range(count):
        work[0] = s
        apply(t, work[0], tape, int(ids[k]), scratch)
        paid = s.stage == STAGE_PHASE_END
        gained = int(breakdown(t, work[0], p, out)) if paid else int(work[0].vp[p]) - int(s.vp[p])
        if gained > most:
            best, most, ties = int(ids[k]), gained, 1
        elif gained == most:
            ties += 1
            if below(stream, ties) == 0:
                best = int(ids[k])
    return best
