"""What compiled players are made of: everything that docs/compiled-players.md tells of, behind one door.

A player is a function `choose(t, s, stream, ids, count)` that returns one of `ids[:count]`. Functions that it calls
are kernels: `@kernel` compiles them, when they are first called.
"""

from __future__ import annotations

import numpy as np

from ..engine.apply import apply
from ..engine.jit import count_bits, kernel, lowest_bit
from ..engine.layout import HEXES, MOST_HEXES, SCORE_NAMES, SEATS, STAGE_OVER, STAGE_TURN, STATE, TAPE_COLUMNS
from ..engine.legal import MOST_LEGAL, legal_ids
from ..engine.redeal import redeal_hidden
from ..engine.rng import below
from ..engine.rules.scoring import breakdown
from ..engine.seeds import STREAM, next_seed, seeded
from .heuristic.basics import LAST_ROUND, rounds_before, rounds_left
from .heuristic.features import COUNT, write_features
from .heuristic.position import position_worth, write_usual_prices
from .heuristic.weights import DEFAULT
from .heuristic.worth import write_hex_worth
from .policies import GREEDY, HEURISTIC, RANDOM, REFLEX
from .policies import choose as choose_by

__all__ = [
    "GREEDY", "HEURISTIC", "HEXES", "MOST_LEGAL", "RANDOM", "REFLEX", "SCORE_NAMES", "SEATS", "STAGE_OVER",
    "STAGE_TURN", "STATE", "STREAM", "apply", "below", "breakdown", "choose_by", "count_bits", "deal_anew",
    "features", "kernel", "legal_ids", "lowest_bit", "points", "redeal_hidden", "rounds_left",
    "seeded", "take", "worth",
]  # fmt: skip

_ROOM = 8  # more tiles than can be put on one hex


@kernel
def take(t, s, action):
    """Carry out a legal action, and all that follows until the next decision, in a record of your own."""
    apply(t, s, np.zeros((1, TAPE_COLUMNS), np.int16), int(action), np.empty(_ROOM, np.int16))


@kernel
def deal_anew(t, s, stream):
    """Deal all that is hidden in a record of your own once more, dice to come included."""
    redeal_hidden(t, s, seeded(next_seed(stream)))


@kernel
def points(t, s, seat):
    """The victory points of a seat if the game ended now."""
    return breakdown(t, s, seat, np.zeros(len(SCORE_NAMES), np.int16))


@kernel
def features(t, s, seat):
    """The numbers from which the heuristic judges a seat's position; what they are `heuristic/features.py` says."""
    x, hexes = np.empty(COUNT), np.empty(MOST_HEXES)
    write_hex_worth(t, s, seat, DEFAULT, hexes)
    write_features(t, s, seat, DEFAULT, hexes, x)
    return x


@kernel
def worth(t, s, seat):
    """The victory points that the heuristic expects for a seat at the end of the game."""
    prices = np.empty(COUNT)
    write_usual_prices(t, min(rounds_before(s), LAST_ROUND), prices)
    out = np.zeros(len(SCORE_NAMES), np.int16)
    return position_worth(t, s, seat, DEFAULT, prices, np.empty(MOST_HEXES), np.empty(COUNT), out)
