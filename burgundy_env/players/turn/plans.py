"""A turn that has been thought out is played to its end without thinking again."""

from __future__ import annotations

import numpy as np

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ...engine.layout import STAGE_TURN, STATE, TAPE_COLUMNS
from ...engine.legal import MOST_LEGAL
from ...engine.redeal import redeal_hidden
from ...engine.seeds import PLAN
from ..keys import key_of

_NOBODY = np.uint64(0)  # the word that positions are dealt anew with, so that they are compared by what is visible


@kernel
def remember(t, s, stream, end):
    """The actions of an end after the first one, which is taken now, are what the player means to do."""
    stream.plan_at, stream.plan_end = 1, min(int(end.length), PLAN)
    for k in range(stream.plan_end):
        stream.plan[k] = end.path[k]
    _expect(t, s, stream, int(end.path[0]))


@kernel
def intend(t, s, stream, end):
    """The actions of an end are what the player means to do, from the first one on, which is yet to be taken."""
    stream.plan_at, stream.plan_end = 0, min(int(end.length), PLAN)
    for k in range(stream.plan_end):
        stream.plan[k] = end.path[k]
    stream.plan_key = _seen(t, s)


@kernel
def next_of_plan(t, s, stream):
    """The action meant for this position; -1 if the turn has not been thought out, or has gone otherwise."""
    if stream.plan_at >= stream.plan_end or stream.plan_key != _seen(t, s):
        return -1
    action = int(stream.plan[stream.plan_at])
    stream.plan_at += 1
    _expect(t, s, stream, action)
    return action


@kernel
def _expect(t, s, stream, action):
    """The plan goes on where this action leads, or ends where chance comes in."""
    if action == END or s.stage < STAGE_TURN:
        stream.plan_end = 0
        return
    work, tape = np.empty(1, STATE), np.zeros((1, TAPE_COLUMNS), np.int16)
    work[0] = s
    apply(t, work[0], tape, action, np.empty(MOST_LEGAL, np.int16))
    stream.plan_key = _seen(t, work[0])


@kernel
def _seen(t, s):
    """The key of all that is visible in a position."""
    work = np.empty(1, STATE)
    work[0] = s
    redeal_hidden(t, work[0], _NOBODY)
    return key_of(work[0])
