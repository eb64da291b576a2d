"""What the heuristic believes things are worth, in victory points. Tuned by `benchmarks/tune.py`."""

from __future__ import annotations

import numpy as np

# name: value. The order is the index in the array that the kernels read.
WEIGHTS = {
    # a worker and a silver: at the end of the game, and what the start of the game adds
    "worker": 0.695, "worker_early": 0.68, "silver": 1.02, "silver_early": 1.33,
    # a goods tile in store, one more of a type held, and turn order
    "goods": 0.807, "goods_same": 0.137, "turn_order": 0.41,
    # regions: how fast the chance to finish falls with every hex missing, and how sharply
    "finish_cost": 2.13, "finish_slack": 1.32, "finish_power": 2.47, "colour_power": 2.17, "rounds_per_hex": 2.2,
    # a placed hex opens others
    "reach": 0.423,
    # effects
    "castle": 4.46, "fetch": 2.81, "town_hall": 5.23, "herd": 0.434,
    # a tile taken is worth a part of what it will bring; less where tiles of its colour wait already
    "take": 0.628, "take_base": -0.517, "take_now": 1.34, "same_colour": 0.627, "unreached": 0.089,
    "third_stored": -0.692, "full": -3.1,
    # selling
    "sell": 1.08, "sell_base": -0.269,
    "workers_base": -0.124, "place": 0.686, "place_base": 0.989,
    "buy": 0.648, "buy_base": -0.337, "recruit_base": -0.833,
    # start castle: hexes around, and how soon the regions around can be finished
    "start_reach": 0.103, "start_regions": 0.485,
    # monasteries: what they bring over a whole game
    "m1": 3.6, "m2": 3.5, "m3": 7.24, "m4": 3.63, "m5": 5.51, "m6": 5.51, "m7": 4.67, "m8": 6.86, "m9": 5.59,
    "m10": 3.91, "m11": 5.99, "m12": 8.71, "m13": 3.92, "m14": 6.76,
    # at the end: what they will count on top of what is there now
    "m15": 6.68, "building_monastery": 5.58, "m24": 9.16, "m25": 8.55, "m26": 6.69,
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
