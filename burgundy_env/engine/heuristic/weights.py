"""What the heuristic believes things are worth, in victory points. Tuned by `benchmarks/tune.py`."""

from __future__ import annotations

import numpy as np

# name: value. The order is the index in the array that the kernels read.
WEIGHTS = {
    # a worker and a silver: at the end of the game, and what the start of the game adds
    "worker": 0.45, "worker_early": 0.9, "silver": 1.0, "silver_early": 1.2,
    # a goods tile in store, one more of a type held, and turn order
    "goods": 1.5, "goods_same": 0.5, "turn_order": 0.6,
    # regions: how fast the chance to finish falls with every hex missing, and how sharply
    "finish_cost": 1.3, "finish_slack": 2.0, "finish_power": 1.2, "colour_power": 2.0, "rounds_per_hex": 1.5,
    # a placed hex opens others
    "reach": 0.35,
    # effects
    "castle": 4.5, "fetch": 2.5, "town_hall": 3.0, "herd": 0.35,
    # a tile taken is worth a part of what it will bring; less where tiles of its colour wait already
    "take": 0.55, "take_base": -0.5, "take_now": 1.0, "same_colour": 0.8, "unreached": 0.75,
    "third_stored": -0.8, "full": -3.0,
    # selling
    "sell": 0.9, "sell_base": -0.6,
    "workers_base": 0.0, "place": 1.0, "place_base": 0.8,
    "buy": 0.55, "buy_base": -0.5, "recruit_base": -0.5,
    # start castle: hexes around, and how soon the regions around can be finished
    "start_reach": 0.3, "start_regions": 0.3,
    # monasteries: what they bring over a whole game
    "m1": 3.0, "m2": 4.0, "m3": 5.0, "m4": 4.0, "m5": 4.0, "m6": 6.0, "m7": 4.0, "m8": 6.0, "m9": 6.0, "m10": 5.0,
    "m11": 5.0, "m12": 7.0, "m13": 3.0, "m14": 6.0,
    # at the end: what they will count on top of what is there now
    "m15": 5.0, "building_monastery": 4.5, "m24": 9.0, "m25": 9.0, "m26": 5.0,
}  # fmt: skip
NAMES = tuple(WEIGHTS)
DEFAULT = np.array(list(WEIGHTS.values()), np.float64)

(
    WORKER, WORKER_EARLY, SILVER, SILVER_EARLY, GOODS_TILE, GOODS_SAME, TURN_ORDER, FINISH_COST, FINISH_SLACK,
    FINISH_POWER, COLOUR_POWER, ROUNDS_PER_HEX, REACH, CASTLE_ACTION, FETCH, TOWN_HALL_ACTION, HERD, TAKE_PART,
    TAKE_BASE, TAKE_NOW, SAME_COLOUR, UNREACHED, THIRD_STORED, FULL, SELL_PART, SELL_BASE, WORKERS_BASE, PLACE_PART,
    PLACE_BASE, BUY_PART, BUY_BASE, RECRUIT_BASE, START_REACH, START_REGIONS,
) = range(34)  # fmt: skip
MONASTERY_1 = NAMES.index("m1")
M15_WORTH, BUILDING_MONASTERY, M24_WORTH, M25_WORTH, M26_WORTH = range(NAMES.index("m15"), len(NAMES))
assert NAMES[START_REGIONS] == "start_regions"
