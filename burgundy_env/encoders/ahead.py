"""The ahead observation: rows of `actions`, and what the turn can come to after each action.

It looks along the turn as the heuristic does and no farther: nothing is told of a chance that has yet to fall, and of
the others what they would have of a tile.
"""

from __future__ import annotations

import numpy as np

from ..engine.apply import apply
from ..engine.jit import NOTHING, beyond_base, kernel
from ..engine.layout import COLOUR_OF, MOST_HEXES, SLOTS, STAGE_TURN
from ..engine.legal import MOST_LEGAL
from ..engine.rules.dice import ALL_VALUES
from ..engine.rules.purchases import PRICE
from ..engine.rules.scoring import breakdown
from ..players.heuristic.basics import partner_of
from ..players.heuristic.features import COUNT, FEATURES
from ..players.heuristic.module_worth import cost_of_changes
from ..players.heuristic.turn import may_be_thought_through
from ..players.heuristic.weights import DEFAULT
from ..players.heuristic.worth import best_place, write_hex_worth
from ..players.net.weights import IN_SEARCH
from ..players.turn.ahead import look_ahead, new_ahead
from ..players.turn.ends import corrected
from . import actions
from .actions import (
    CHANGE_SCALE,
    FIRST_ROW,
    ROOM,
    SPARE,
    THUMB,
    UNKNOWN,
    begin_padded,
    black_slot_of,
    change_of,
    row_size,
    slot_of,
    write_rows,
)
from .features import FAR, judge_seat, within, write_prices_of_round
from .fields import Field, end_of, lay_out, under

_F = np.float32
_JUDGED = "victory points that the best end of the turn after it promises"
AHEAD = under(
    "ahead",
    [
        Field("thumb", (), f"{_JUDGED} by the rules of thumb, over the best one's / 10", -FAR, FAR),
        Field("net", (), "the same as `net@1` judges these ends / 10", -FAR, FAR),
        Field("wanted", (), "of a tile it takes: victory points that it would bring the best other / 10", 0, FAR),
        Field(
            "wanted_now",
            (),
            "the same of those yet to play this round who have its number, or 2 silver / 10",
            0,
            FAR,
        ),
        Field("points", (), "victory points if the game ended there; the change / 10", -FAR, FAR),
        *(change_of(name) for name in FEATURES),
    ],
)
AHEAD_SIZE = sum(field.size for field in AHEAD)
_BY_THUMB, _BY_NET, _WANTED, _WANTED_NOW, _POINTS, _CHANGE = range(6)
# Columns in which tuned weights speak: all that are ahead, as these ends are chosen by them.
BY_HAND = actions.BY_HAND | {field.name for field in AHEAD}


@beyond_base(NOTHING)  # to look ahead takes the search and its net, which few who step games need
def write_ahead_rows(t, s, ids, count, rows):
    """A row for each of the legal ids, with what lies ahead."""
    write_rows(t, s, ids, count, rows)
    at = row_size(t)
    if s.stage == STAGE_TURN:
        _write_wanted(t, s, ids, count, rows, at)
    if may_be_thought_through(s):
        _write_ends(t, s, ids, count, rows, at)
        _write_over_best(rows[:count], at + _BY_THUMB)
        _write_over_best(rows[:count], at + _BY_NET)
    else:
        for k in range(count):
            rows[k, at + _BY_THUMB] = rows[k, at + _BY_NET] = rows[k, THUMB]


@kernel
def _write_ends(t, s, ids, count, rows, at):
    """The best end of the turn after each action, where it is known: else the turn as it stands."""
    p, ahead, before = int(s.active), new_ahead(IN_SEARCH), np.empty(COUNT)
    room = ahead.room
    end = room.states
    write_prices_of_round(t, s, room.prices)
    end[0] = s
    judge_seat(t, end[0], p, room.prices, room.worth, before, room.out)
    points = float(breakdown(t, s, p, room.out))
    for k in range(count):
        row = rows[k, at:]
        end[0] = s
        if rows[k, UNKNOWN] == _F(0):
            apply(t, end[0], room.tape, int(ids[k]), room.ids)
            look_ahead(t, s, ahead)
        # As `end_worth` judges, whose features are told as well.
        worth = judge_seat(t, end[0], p, room.prices, room.worth, room.x, room.out)
        if t.modules != 0:
            worth -= cost_of_changes(t, end[0], s, p, DEFAULT)
        row[_BY_THUMB], row[_BY_NET] = worth, corrected(t, end[0], p, worth, room)
        row[_POINTS] = within((float(breakdown(t, end[0], p, room.out)) - points) * 0.1)
        for feature in range(COUNT):
            row[_CHANGE + feature] = within((room.x[feature] - before[feature]) * CHANGE_SCALE[feature])


@kernel
def _write_wanted(t, s, ids, count, rows, at):
    """Of tiles in the depots: what others would have of them."""
    hexes = np.empty(MOST_HEXES)
    for turn in range(t.seats):
        q = int(s.order[turn])
        if q == s.active or q == t.chateauma or (t.teams != 0 and q == partner_of(int(s.active))):
            continue
        write_hex_worth(t, s, q, DEFAULT, hexes)
        for k in range(count):
            slot, black = slot_of(int(ids[k])), black_slot_of(int(ids[k]))
            if slot >= 0:
                worth = _worth_to(t, s, q, int(s.depot[slot // SLOTS, slot % SLOTS]), hexes)
                able = _has_die(s, q, slot // SLOTS + 1)
            elif black >= 0:
                worth = _worth_to(t, s, q, int(s.black_depot[black]), hexes)
                able = s.silver[q] >= PRICE
            else:
                continue
            rows[k, at + _WANTED] = max(rows[k, at + _WANTED], worth)
            if turn > s.turn and able:
                rows[k, at + _WANTED_NOW] = max(rows[k, at + _WANTED_NOW], worth)


@kernel
def _worth_to(t, s, p, tile, hexes):
    """Tens of victory points that a tile would bring a seat, if it has a hex for it."""
    colour = int(COLOUR_OF[tile])
    if colour < 0 or int(t.colour_hexes[s.duchy[p], colour]) & ~int(s.occupied[p]) == 0:
        return _F(0)
    return within(best_place(t, s, p, DEFAULT, tile, ALL_VALUES, hexes) * 0.1)


@kernel
def _has_die(s, p, number):
    for die in range(2):
        if s.dice[p, die] == number:
            return True
    return False


@kernel
def _write_over_best(rows, at):
    """Victory points in a column become those over the best row's."""
    best = rows[0, at]
    for k in range(len(rows)):
        best = max(best, rows[k, at])
    for k in range(len(rows)):
        rows[k, at] = within(max((rows[k, at] - best) * 0.1, -SPARE))


@kernel
def write_kind(t, s, ids, count, ahead, rows):
    """A row for each of the legal ids, with or without what lies ahead."""
    if ahead != 0:
        write_ahead_rows(t, s, ids, count, rows)
    else:
        write_rows(t, s, ids, count, rows)


@kernel
def rows_of(tables, states, i, ids, count, ahead, rows):
    """The same of game i."""
    write_kind(tables[0], states[i], ids, count, ahead, rows)


@kernel
def write_padded_ahead(t, s, seat, out):
    """As the padded observation of `actions`, with these rows."""
    ids = np.empty(MOST_LEGAL, np.int16)
    count = begin_padded(t, s, seat, ids, out)
    if count > 0:
        rows = out[FIRST_ROW:].reshape(ROOM, row_size(t) + AHEAD_SIZE)
        write_ahead_rows(t, s, ids, count, rows[:count])


def columns(modules: bool) -> tuple[Field, ...]:
    """The columns of a row."""
    row = actions.columns(modules)
    return (*row, *lay_out(AHEAD, end_of(row)))
