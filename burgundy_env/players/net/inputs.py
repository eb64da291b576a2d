"""What a net is told of a seat: the heuristic's features, and in which game and how far in it they are to be read.

Inputs have names, and weights are kept by them (`weights`): what a module brings is appended, and old weights stay
usable.
"""

from __future__ import annotations

import numpy as np

from ...engine.jit import count_bits, kernel
from ...engine.layout import (
    BLACK_SLOTS,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    GOODS,
    ROUNDS,
    SLOTS,
)
from ...engine.rules.dice import ALL_VALUES
from ...modules import MODULES
from ...modules.shields import SHIELDS
from ...modules.sizes import PHASE_LETTERS
from ..heuristic.basics import early
from ..heuristic.features import COUNT, FEATURES
from ..heuristic.weights import DEFAULT
from ..heuristic.worth import best_place, sale_worth

BEST = 3  # of the tiles that lie in the depots, the ones worth most to the seat
VALUES = 6  # of a die
TAKE = 0.5  # of what a tile brings where it is placed, when it is taken


def _names() -> tuple[str, ...]:
    names = ["worth", "points", "early", "waits"]
    names += [f"phase_{letter}" for letter in PHASE_LETTERS]
    names += [f"round_{number}" for number in range(1, ROUNDS + 1)]
    names += [f"players_{number}" for number in range(2, 5)]
    names += ["chateauma", "alea_2011"]
    names += [f"module_{module.key}" for module in MODULES]
    names += [f"lying_{colour}" for colour in COLOURS]
    names += [f"black_{colour}" for colour in COLOURS]
    names += ["goods_lying"]
    names += [f"best_lying_{place}" for place in range(1, BEST + 1)]
    names += ["best_black"]
    names += [f"open_{number}" for number in range(1, VALUES + 1)]
    names += [f"shield_{number}" for number in range(1, SHIELDS + 1)]
    names += [f"{what}_by_{number}" for what in ("placed", "taken") for number in range(1, VALUES + 1)]
    names += ["placed_mean", "taken_mean", "sold_mean", "done_mean", "placed_values"]
    names += [f"done_{place}" for place in range(1, VALUES + 1)]
    return tuple(names)


CONTEXT = _names()
INPUTS = FEATURES + CONTEXT
_AT = {name: COUNT + index for index, name in enumerate(CONTEXT)}
(
    WORTH, PHASE, ROUND, PLAYERS_2, CHATEAUMA, MODULE, LYING, BLACK, GOODS_LYING, BEST_LYING, BEST_BLACK, OPEN,
    SHIELD, PLACED, TAKEN, MEANS, DONE,
) = (
    _AT[name]
    for name in (
        "worth", "phase_A", "round_1", "players_2", "chateauma", f"module_{MODULES[0].key}", "lying_building",
        "black_building", "goods_lying", "best_lying_1", "best_black", "open_1", "shield_1",
        "placed_by_1", "taken_by_1", "placed_mean", "done_1",
    )
)  # fmt: skip
_MODULES, _SHIELDS = len(MODULES), SHIELDS


@kernel
def write_context(t, s, p, worth, hexes, x):
    """Write what is not the heuristic's into `x`; `worth` is that of the position, `hexes` those of the seat's."""
    x[COUNT:] = 0.0
    waits = _waits(t, s, p)
    x[WORTH], x[WORTH + 1], x[WORTH + 2], x[WORTH + 3] = worth, float(s.vp[p]), early(s), waits
    x[PHASE + int(s.phase)] = 1.0
    x[ROUND + int(s.round_number)] = 1.0
    if t.players >= 2:
        x[PLAYERS_2 + int(t.players) - 2] = 1.0
    x[CHATEAUMA] = 1.0 if t.chateauma >= 0 else 0.0
    x[CHATEAUMA + 1] = t.alea_2011
    for i in range(_MODULES):
        x[MODULE + i] = (int(t.played) >> i) & 1
    if waits > 0.0 or int(s.round_number) < ROUNDS - 1:
        _write_lying(t, s, p, hexes, x)
    _write_open(t, s, p, x)
    _write_dice(t, s, p, hexes, x)
    if t.shields != 0:
        for i in range(_SHIELDS):
            x[SHIELD + i] = (int(s.shields[p]) >> (i + 1)) & 1


@kernel
def _waits(t, s, p):
    """1 if the seat has its turn of this round still to come."""
    for place in range(int(s.turn) + 1, int(t.seats)):
        if s.order[place] == p:
            return 1.0
    return 0.0


@kernel
def _write_lying(t, s, p, hexes, x):
    """What can still be taken or bought before the phase ends, and what the best of it would bring."""
    board, free = s.duchy[p], ~int(s.occupied[p])
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            tile = int(s.depot[depot, slot])
            colour = int(COLOUR_OF[tile])
            if colour >= 0 and int(t.colour_hexes[board, colour]) & free != 0:
                x[LYING + colour] += 1.0
                value = best_place(t, s, p, DEFAULT, tile, ALL_VALUES, hexes)
                _keep_best(x, BEST_LYING, BEST, value)
                x[TAKEN + depot] = max(x[TAKEN + depot], np.float32(value))
        for goods in range(GOODS):
            x[GOODS_LYING] += s.depot_goods[depot, goods]
    for slot in range(BLACK_SLOTS):
        tile = int(s.black_depot[slot])
        colour = int(COLOUR_OF[tile])
        if colour >= 0 and int(t.colour_hexes[board, colour]) & free != 0:
            x[BLACK + colour] += 1.0
            _keep_best(x, BEST_BLACK, 1, best_place(t, s, p, DEFAULT, tile, ALL_VALUES, hexes))


@kernel
def _keep_best(x, at, count, value):
    """Into the few highest ones, highest first."""
    i = count
    while i > 0 and x[at + i - 1] < value:
        if i < count:
            x[at + i] = x[at + i - 1]
        i -= 1
    if i < count:
        x[at + i] = value


@kernel
def _write_open(t, s, p, x):
    """Hexes in reach, by the die they ask for."""
    reach = int(s.reach[p]) & ~int(s.occupied[p])
    for value in range(VALUES):
        x[OPEN + value] = count_bits(reach & int(t.value_hexes[s.duchy[p], 1 << value]))


@kernel
def _write_dice(t, s, p, hexes, x):
    """What each number of a die would let the seat do, and what the next die does on average."""
    for value in range(VALUES):
        for i in range(s.stored[p]):
            placed = best_place(t, s, p, DEFAULT, int(s.storage[p, i]), 1 << value, hexes)
            x[PLACED + value] = max(x[PLACED + value], np.float32(placed))
        sold = sale_worth(t, s, p, DEFAULT, value) if s.goods[p, value] > 0 else 0.0
        done = max(float(x[PLACED + value]), TAKE * float(x[TAKEN + value]), sold)
        x[MEANS] += x[PLACED + value] / VALUES
        x[MEANS + 1] += x[TAKEN + value] / VALUES
        x[MEANS + 2] += sold / VALUES
        x[MEANS + 3] += done / VALUES
        x[MEANS + 4] += 1.0 if x[PLACED + value] > 0.0 else 0.0
        _keep_best(x, DONE, VALUES, done)
