"""What the turn can come to after an action: the best of its ends, as the rules of thumb judge them.

Positions that several actions lead to are looked at once, and what was found there counts for all of them: so the
actions of a turn that may be taken in any order look equally good.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...engine.actions import END
from ...engine.apply import apply
from ...engine.jit import kernel
from ..heuristic.position import end_worth
from ..heuristic.turn import goes_on, write_likeliest
from ..heuristic.weights import DEFAULT
from ..keys import key_of
from .ends import DEEP, Room, new_room

WIDE = 4  # actions looked at per step
NEAR = 12.0  # VP that they may look worse than the best
LOOK = 60  # actions in all; then each position is gone on with once, so that every turn comes to an end
MET, MOST_MET = 4096, 3072  # places in the table of positions met; with so many it is emptied before the next action
NOTHING_YET = -1e9
STAYS = -1  # of how a turn goes on: it is judged where it stands


class Ahead(NamedTuple):
    """Room to look ahead in, and what has been found."""

    room: Room  # its table of positions seen is that of the positions met
    met: Any  # how many positions
    worths: Any  # of the best end after a position met,
    actions: Any  # and the action that leads there
    best: Any  # the same of the positions that are being looked at, by depth
    best_actions: Any


@kernel
def new_ahead(net):
    """Room for all actions of a position; a net, or none, is for whoever judges the ends that are found."""
    return Ahead(
        new_room(MET, net),
        np.zeros(1, np.int64),
        np.empty(MET, np.float64),
        np.empty(MET, np.int16),
        np.empty(DEEP, np.float64),
        np.empty(DEEP, np.int16),
    )


@kernel
def look_ahead(t, root, ahead):
    """Go on with a turn, which has come from `root` to `states[0]` of the room, to the best of its ends. The room is
    for one root, and knows the prices of its round."""
    if goes_on(ahead.room.states[0], root):
        if ahead.met[0] > MOST_MET:
            ahead.room.seen[:] = np.uint64(0)
            ahead.met[0] = 0
        _find_best(t, root, ahead)
        _go_there(t, root, ahead)


@kernel
def _find_best(t, root, ahead):
    """Depth first; a position is met when all that comes after it has been looked at."""
    room, p, level, looked_at = ahead.room, int(root.active), 0, 0
    states, beams, sizes, tried = room.states, room.beams, room.sizes, room.tried
    if _met(states[0], ahead) >= 0:
        return
    _open(t, 0, ahead)
    while level >= 0:
        if tried[level] == sizes[level] or (looked_at >= LOOK and ahead.best[level] != NOTHING_YET):
            _close(t, root, p, level, ahead)
            level -= 1
            if level >= 0:
                _note(level, int(beams[level, tried[level] - 1]), ahead.best[level + 1], ahead)
            continue
        action = int(beams[level, tried[level]])
        tried[level] += 1
        looked_at += 1
        if action == END:
            _note(level, action, _worth(t, states[level], root, p, room), ahead)
            continue
        states[level + 1] = states[level]
        s = states[level + 1]
        apply(t, s, room.tape, action, room.ids)
        if s.rng != states[level].rng:  # what chance brings is not looked at
            _note(level, action, _worth(t, states[level], root, p, room), ahead)
        elif not goes_on(s, root) or level + 2 == DEEP:
            _note(level, action, _worth(t, s, root, p, room), ahead)
        else:
            place = _met(s, ahead)
            if place >= 0:
                _note(level, action, ahead.worths[place], ahead)
            else:
                level += 1
                _open(t, level, ahead)


@kernel
def _open(t, level, ahead):
    room = ahead.room
    room.sizes[level] = write_likeliest(
        t, room.states[level], DEFAULT, WIDE, NEAR, room.ids, room.values, room.worth, room.beams[level]
    )
    room.tried[level], ahead.best[level], ahead.best_actions[level] = 0, NOTHING_YET, STAYS


@kernel
def _note(level, action, worth, ahead):
    if worth > ahead.best[level]:
        ahead.best[level], ahead.best_actions[level] = worth, action


@kernel
def _close(t, root, p, level, ahead):
    """Everything after a position has been looked at, or enough of it."""
    s = ahead.room.states[level]
    if ahead.best[level] == NOTHING_YET:
        ahead.best[level] = _worth(t, s, root, p, ahead.room)
    key = key_of(s)
    place = _place_of(key, ahead.room.seen)
    ahead.met[0] += 1
    ahead.room.seen[place] = key
    ahead.worths[place], ahead.actions[place] = ahead.best[level], ahead.best_actions[level]


@kernel
def _met(s, ahead):
    """Where in the table a position is; -1 if it has not been met."""
    key = key_of(s)
    place = _place_of(key, ahead.room.seen)
    return place if ahead.room.seen[place] == key else np.int64(-1)


@kernel
def _place_of(key, keys):
    """Where in the table a position is, or is to be put. It is found however many others are in its way: what is told
    must not depend on keys, which know what is hidden."""
    mask = np.uint64(len(keys) - 1)
    place = np.int64(key & mask)
    while keys[place] != key and keys[place] != np.uint64(0):
        place = np.int64(np.uint64(place + 1) & mask)
    return place


@kernel
def _worth(t, s, root, p, room):
    return end_worth(t, s, root, p, DEFAULT, room.prices, room.worth, room.x, room.out)


@kernel
def _go_there(t, root, ahead):
    """By the best actions, as far as they have been looked at."""
    states, tape, ids = ahead.room.states, ahead.room.tape, ahead.room.ids
    for _ in range(DEEP):
        place = _met(states[0], ahead)
        action = int(ahead.actions[place]) if place >= 0 else STAYS
        if action == STAYS or action == END:
            return
        states[1] = states[0]
        apply(t, states[1], tape, action, ids)
        if states[1].rng != states[0].rng:
            return
        states[0] = states[1]
        if not goes_on(states[0], root):
            return
