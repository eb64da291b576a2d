"""What a position of the solo game is worth: the hexes that will be covered in the end, and the chance to win."""

from __future__ import annotations

import numpy as np

from ...engine.jit import NUMBER, beyond_base, kernel
from ...engine.layout import HEXES
from ...engine.rules.duchy import empty_hexes
from ...engine.rules.solo import BLACK_TILE, TARGET_STEP
from .basics import early, rounds_left
from .features import COUNT, FEATURES, write_features
from .solo_values import WORTHS

POINT_WORTH = 1.6  # a point bought on the way to a target that brings an action
HEXES_PER_ROUND = 1.3  # what a round to spare counts for
SURE = 100.0  # the worth of a game that is won
EXTRAS = ("bias", "progress", "targets", "target", "stored_black", "covered")  # besides the features of all games
BIAS, PROGRESS, TARGETS, TARGET, STORED_BLACK, COVERED = range(COUNT, COUNT + len(EXTRAS))
SOLO_FEATURES = (*FEATURES, *EXTRAS)
SOLO_COUNT = len(SOLO_FEATURES)
_AT = np.array([SOLO_FEATURES.index(name) for name in WORTHS], np.int64)
_VALUES = np.array(list(WORTHS.values()), np.float64)
_SLOPE = 1.7  # of a logistic curve that is nearly the normal distribution's
_WON = HEXES - 0.5


@beyond_base(NUMBER)
def solo_worth(t, s, p, w, worth):
    """Hexes to expect at the end, rounds to spare among them; `worth` is that of the hexes."""
    empty = empty_hexes(s, p)
    if empty == 0:
        return HEXES + HEXES_PER_ROUND * rounds_left(s)
    x = np.empty(SOLO_COUNT)
    write_solo_features(t, s, p, w, worth, x)
    value, e = 0.0, early(s)
    for k in range(len(_AT)):
        value += x[_AT[k]] * (_VALUES[k, 0] + e * (_VALUES[k, 1] + e * _VALUES[k, 2]))
    return value


@kernel
def write_solo_features(t, s, p, w, worth, x):
    """The features of all games, then those that only who plays alone has."""
    write_features(t, s, p, w, worth, x[:COUNT])
    x[BIAS] = 1.0
    x[PROGRESS] = s.vp[p] / s.target
    x[TARGETS] = (t.solo_target - s.target) / TARGET_STEP
    x[TARGET] = s.target / 50.0
    x[STORED_BLACK] = 0.0
    x[COVERED] = HEXES - empty_hexes(s, p)
    for i in range(s.stored[p]):
        if s.storage[p, i] == BLACK_TILE:
            x[STORED_BLACK] += 1.0


@kernel
def solo_outlook(s, expected):
    """The chance to win in a position that lets expect so many hexes, in hundredths; more hexes are always more."""
    spread = 0.4 + 0.4 * min(rounds_left(s), 5)
    chance = 1.0 / (1.0 + np.exp(_SLOPE * (_WON - expected) / spread))
    return SURE * chance + expected
