"""The block of a seat: what lies on its player board. Every seat has the same one."""

from __future__ import annotations

import numpy as np

from ..engine.jit import count_bits, kernel_of_constants
from ..engine.layout import COLOUR_OF, COLOURS, GOODS, STAGE_TURN, STORAGE
from .fields import Field, firsts, lay_out

_COLOURS = len(COLOURS)
_CROWD = "n / (n + 4) of n"

SEAT = lay_out(
    [
        Field("present", (), "1 if somebody sits here; all else is 0 where nobody does"),
        Field("automa", (), "1 if it is the Châteauma"),
        Field("active", (), "1 if this seat has to decide"),
        Field("vp", (), "victory points / 100", high=5),
        Field("workers", (), f"{_CROWD} workers"),
        Field("silver", (), f"{_CROWD} silver"),
        Field("goods", (GOODS,), "goods held by type, tiles / 4", high=2),
        Field("sold", (GOODS,), "goods sold by type, tiles / 4", high=2),
        Field("bonus", (_COLOURS,), "bonus tile held by colour: 1 the large one, 0.5 the small one"),
        Field("duchy", (), "number of the duchy board / 30", high=2),
        Field("colour_left", (_COLOURS,), "share of the hexes of each colour still empty"),
        Field("stored", (_COLOURS,), "stored tiles by colour, / 3"),
        Field("track", (), "space on the turn-order track / 6"),
        Field("standing", (), "place on the track, 0 in front, / 3: the order of the next round"),
        Field("turn", (), "place in the order of this round, / 3"),
        Field("done", (), "1 if its turn of this round is over"),
        Field("dice", (2, 6), "each die as one of six"),
        Field("used", (2,), "1 if the die has been used"),
        Field("bought", (), "1 if it has bought this turn"),
        Field("recruited", (), "1 if monastery 6 has been used this turn"),
    ]
)
SEAT_SIZE = SEAT[-1].first + SEAT[-1].size
_at = firsts(SEAT)
_PRESENT, _AUTOMA, _ACTIVE = _at["present"], _at["automa"], _at["active"]
_VP, _WORKERS, _SILVER = _at["vp"], _at["workers"], _at["silver"]
_GOODS, _SOLD, _BONUS, _DUCHY = _at["goods"], _at["sold"], _at["bonus"], _at["duchy"]
_LEFT, _STORED, _TRACK, _STANDING = _at["colour_left"], _at["stored"], _at["track"], _at["standing"]
_TURN, _DONE, _DICE, _USED = _at["turn"], _at["done"], _at["dice"], _at["used"]
_BOUGHT, _RECRUITED = _at["bought"], _at["recruited"]

_F = np.float32


@kernel_of_constants
def crowd(n):
    """A number without a limit as one below 1 that still tells small ones apart well."""
    return _F(n) / _F(n + 4)


@kernel_of_constants
def seat_after(t, s, seat, k):
    """The seat that moves k places after `seat` in this round's order, going round."""
    seats = int(t.seats)
    i = 0
    while s.order[i] != seat:
        i += 1
    return int(s.order[(i + k) % seats])


@kernel_of_constants
def write_seat(t, s, p, out, j):
    """The block of seat p from out[j] on, which is 0 so far."""
    out[j + _PRESENT] = _F(1)
    out[j + _AUTOMA] = _F(t.chateauma == p)
    out[j + _ACTIVE] = _F(s.active == p)
    out[j + _VP] = min(max(_F(s.vp[p]) * _F(0.01), _F(0)), _F(5))
    out[j + _WORKERS] = crowd(int(s.workers[p]))
    out[j + _SILVER] = crowd(int(s.silver[p]))
    for goods in range(GOODS):
        out[j + _GOODS + goods] = min(_F(s.goods[p, goods]) * _F(0.25), _F(2))
        out[j + _SOLD + goods] = min(_F(s.sold[p, goods]) * _F(0.25), _F(2))
    _write_colours(t, s, p, out, j)
    _write_order(t, s, p, out, j)
    for die in range(2):
        if s.dice[p, die] > 0:
            out[j + _DICE + 6 * die + int(s.dice[p, die]) - 1] = _F(1)
        out[j + _USED + die] = _F(s.used[p, die])
    out[j + _BOUGHT] = _F(s.bought[p])
    out[j + _RECRUITED] = _F(s.recruited[p])


@kernel_of_constants
def _write_colours(t, s, p, out, j):
    board, held, empty = int(s.duchy[p]), int(s.bonus[p]), ~int(s.occupied[p])
    out[j + _DUCHY] = _F(board) * _F(1 / 30)
    for colour in range(_COLOURS):
        out[j + _BONUS + colour] = _F((held >> (2 * colour)) & 1) + _F(0.5) * _F((held >> (2 * colour + 1)) & 1)
        hexes = int(t.colour_hexes[board, colour])
        out[j + _LEFT + colour] = _F(count_bits(hexes & empty)) / _F(max(count_bits(hexes), 1))
    for i in range(s.stored[p]):
        if COLOUR_OF[s.storage[p, i]] >= 0:
            out[j + _STORED + int(COLOUR_OF[s.storage[p, i]])] += _F(1 / STORAGE)


@kernel_of_constants
def _write_order(t, s, p, out, j):
    out[j + _TRACK] = _F(s.track[p]) * _F(1 / 6)
    standing, turn = 0, 0
    for i in range(t.seats):
        standing = i if s.standing[i] == p else standing
        turn = i if s.order[i] == p else turn
    out[j + _STANDING], out[j + _TURN] = _F(standing) * _F(1 / 3), _F(turn) * _F(1 / 3)
    out[j + _DONE] = _F(s.stage == STAGE_TURN and turn < s.turn)
