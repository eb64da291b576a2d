"""The ends of the own turn: nothing in it is left to chance, so they can be listed.

Actions are looked at best first by the heuristic's worths, the few likeliest at every step; positions reached
in two ways are gone on with once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import MOST_HEXES, SCORE_NAMES, STAGE_OVER, STATE, TAPE_COLUMNS
from ...engine.legal import MOST_LEGAL
from ...engine.seeds import PLAN
from ..heuristic.basics import rounds_before, rounds_left
from ..heuristic.features import COUNT
from ..heuristic.position import end_worth, position_worth, write_usual_prices
from ..heuristic.turn import goes_on, write_likeliest
from ..heuristic.weights import DEFAULT
from ..keys import is_new, key_of
from ..net.forward import LAYER, correction
from ..net.inputs import INPUTS, write_context

DEEP = PLAN - 1  # steps of a turn that are looked at, END included
WIDEST = 16
CORRECTED = 3.0  # VP: ends that look worse by as much are not shown to a net, which has more to reckon
SEEN = 8192  # places in the table of positions seen
_SCORES = len(SCORE_NAMES)

END_OF_TURN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8"),
                ("worth", "f8"),  # by the judge where the turn is over
                ("plain", "f8"),  # before a net corrected it
                ("length", "i8"),  # actions of its path, END included
                ("path", "i2", (PLAN,)),
            ],
            align=True,
        ),
    )
)


class Room(NamedTuple):
    """Room to think in, so that nothing is allocated on the way."""

    states: Any
    beams: Any
    sizes: Any
    tried: Any
    ids: Any
    values: Any
    worth: Any
    prices: Any
    x: Any
    out: Any
    tape: Any
    seen: Any
    net: Any  # what corrects the judge (`net.forward`); empty: nothing does
    inputs: Any
    layers: Any


@kernel
def new_room(seen, net):
    """Room for one search, with a table for so many positions (a power of two), and a net or none."""
    return Room(
        np.empty(DEEP + 1, STATE),
        np.empty((DEEP, WIDEST), np.int16),
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros(MOST_LEGAL, np.int16),
        np.empty(MOST_LEGAL, np.float64),
        np.empty(MOST_HEXES, np.float64),
        np.empty(COUNT, np.float64),
        np.empty(COUNT, np.float64),
        np.zeros(_SCORES, np.int16),
        np.zeros((1, TAPE_COLUMNS), np.int16),
        np.zeros(seen, np.uint64),
        net,
        np.empty(len(INPUTS), np.float32),
        np.empty((2, LAYER), np.float32),
    )


@kernel
def judge(t, s, p, room):
    """Victory points that seat p may expect at the end; `room.prices` are those of the round."""
    return corrected(t, s, p, position_worth(t, s, p, DEFAULT, room.prices, room.worth, room.x, room.out), room)


@kernel
def corrected(t, s, p, worth, room):
    """The worth of a position, which was just reckoned in this room, as the room's net corrects it."""
    if len(room.net) == 0 or t.solo + t.teams != 0 or rounds_left(s) == 0:  # nets know neither; the end is exact
        return worth
    write_inputs(t, s, p, worth, room)
    return worth + correction(room.net, room.inputs, room.layers)


@kernel
def write_inputs(t, s, p, worth, room):
    """Write what a net is told of seat p, whose features were just written into the room."""
    for k in range(COUNT):
        room.inputs[k] = room.x[k]
    write_context(t, s, p, worth, room.worth, room.inputs)


@kernel
def write_ends(t, root, wide, behind, look, room, ends, end_states):
    """Write the best distinct ends of the turn, best first, and the positions there; return how many.

    `wide` actions at a step, up to `behind` VP worse than the best; after `look` actions in all it is enough.
    """
    p = int(root.active)
    states, beams, sizes, tried = room.states, room.beams, room.sizes, room.tried
    room.seen[:] = np.uint64(0)
    write_usual_prices(t, rounds_before(root), room.prices)
    states[0] = root
    sizes[0] = write_likeliest(t, states[0], DEFAULT, wide, behind, room.ids, room.values, room.worth, beams[0])
    tried[0] = 0
    found, level, looked_at = 0, 0, 0
    while level >= 0:
        if tried[level] == sizes[level] or (looked_at >= look and found > 0):
            level -= 1
            continue
        action = int(beams[level, tried[level]])
        tried[level] += 1
        looked_at += 1
        s = states[level]
        if action == END:
            found = _keep(t, s, s, p, level, room, ends, end_states, found)
            continue
        states[level + 1] = s
        s = states[level + 1]
        apply(t, s, room.tape, action, room.ids)
        if not goes_on(s, root):
            before = s if s.stage == STAGE_OVER else states[level]
            found = _keep(t, s, before, p, level, room, ends, end_states, found)
        elif level + 2 < DEEP and is_new(s, room.seen):
            level += 1
            sizes[level] = write_likeliest(
                t, s, DEFAULT, wide, behind, room.ids, room.values, room.worth, beams[level]
            )
            tried[level] = 0
    return found


@kernel
def _keep(t, s, before, p, level, room, ends, end_states, found):
    """An end takes its place among the best ones, as it is `before` its last action; returns how many there are."""
    plain = end_worth(t, s, room.states[0], p, DEFAULT, room.prices, room.worth, room.x, room.out)
    most = len(ends)
    if found == most and plain <= ends[most - 1].plain - (CORRECTED if len(room.net) != 0 else 0.0):
        return found
    worth = corrected(t, s, p, plain, room)
    if found == most and worth <= ends[most - 1].worth:
        return found
    key = key_of(s)
    for i in range(found):
        if ends[i].key == key:
            return found
    i = found if found < most else most - 1
    while i > 0 and ends[i - 1].worth < worth:
        ends[i] = ends[i - 1]
        end_states[i] = end_states[i - 1]
        i -= 1
    ends[i].key, ends[i].worth, ends[i].plain = key, worth, plain
    ends[i].length = level + 1
    for k in range(level + 1):
        ends[i].path[k] = room.beams[k, room.tried[k] - 1]
    end_states[i] = before
    return min(found + 1, most)
