"""What the heuristic believes things are worth, in victory points. Tuned by `benchmarks/tune.py`."""

from __future__ import annotations

import numpy as np

from ...engine.layout import HEXES, PHASES, ROUNDS

# name: value. The order is the index in the array that the kernels read.
WEIGHTS = {
    # a worker and a silver: at the end of the game, and what the start of the game adds
    "worker": 0.664, "worker_early": 0.65, "silver": 1.03, "silver_early": 1.18,
    # a goods tile in store, one more of a type held, and turn order
    "goods": 0.71, "goods_same": 0.147, "turn_order": 0.306,
    # regions: how fast the chance to finish falls with every hex missing, and how sharply
    "finish_cost": 1.6, "finish_slack": 1.33, "finish_power": 2.49, "colour_power": 2.38, "rounds_per_hex": 2.3,
    # a placed hex opens others
    "reach": 0.486,
    # effects
    "castle": 4.75, "fetch": 2.83, "town_hall": 4.79, "herd": 0.413,
    # a tile taken is worth a part of what it will bring; less where tiles of its colour wait already
    "take": 0.487, "take_base": -0.567, "take_now": 1.26, "same_colour": 0.613, "unreached": 0.092,
    "third_stored": -0.621, "full": -2.66,
    # selling
    "sell": 1.16, "sell_base": -0.342,
    "workers_base": -0.122, "place": 0.641, "place_base": 1.06,
    "buy": 0.758, "buy_base": -0.324, "recruit_base": -0.837, "buy_first": 6,
    # a mine beside the start castle
    "start_mine": 2.5,
    # what a shield has to bring more than the two dice seem to, and what the start of the game adds
    "shield": 2, "shield_early": 4,
    # double tiles: how many more a seat lays in a round, what of one counts that is stored, how groups of vines grow
    # with each, what of a group counts without its bonus tile, what a row still counts, one more by an effect
    "double_pace": 0.45, "double_stored": 0.4, "vine_growth": 0.2, "vine_unmatched": 0.45, "vine_row": 0.5,
    "double_fetch": 5,
    # the team game: whether a player counts on the partner (0: plays as if alone), and how much more time two have to
    # finish something than one
    "partner": 1, "team_pace": 1.6,
    # monasteries: what they bring over a whole game
    "m1": 3.62, "m2": 3.02, "m3": 7.62, "m4": 3.45, "m5": 5.13, "m6": 5.58, "m7": 4.79, "m8": 6.42, "m9": 5.16,
    "m10": 3.52, "m11": 6.75, "m12": 8.87, "m13": 3.93, "m14": 6.54,
    # at the end: what they will count on top of what is there now
    "m15": 7.14, "building_monastery": 5.48, "m24": 8.5, "m25": 9.4, "m26": 7.09,
}  # fmt: skip
NAMES = tuple(WEIGHTS)
TUNED = np.array(list(WEIGHTS.values()), np.float64)

(
    WORKER, WORKER_EARLY, SILVER, SILVER_EARLY, GOODS_TILE, GOODS_SAME, TURN_ORDER, FINISH_COST, FINISH_SLACK,
    FINISH_POWER, COLOUR_POWER, ROUNDS_PER_HEX, REACH, CASTLE_ACTION, FETCH, TOWN_HALL_ACTION, HERD, TAKE_PART,
    TAKE_BASE, TAKE_NOW, SAME_COLOUR, UNREACHED, THIRD_STORED, FULL, SELL_PART, SELL_BASE, WORKERS_BASE, PLACE_PART,
    PLACE_BASE, BUY_PART, BUY_BASE, RECRUIT_BASE, BUY_FIRST, START_MINE, SHIELD_BASE, SHIELD_EARLY,
    DOUBLE_PACE, DOUBLE_STORED, VINE_GROWTH, VINE_UNMATCHED, VINE_ROW, DOUBLE_FETCH, PARTNER, TEAM_PACE,
) = range(44)  # fmt: skip
MONASTERY_1 = NAMES.index("m1")
M15_WORTH, BUILDING_MONASTERY, M24_WORTH, M25_WORTH, M26_WORTH = range(NAMES.index("m15"), len(NAMES))
assert (NAMES[START_MINE], NAMES[SHIELD_BASE], NAMES[DOUBLE_PACE]) == ("start_mine", "shield", "double_pace")
assert NAMES[PARTNER] == "partner"

# Behind the weights stand the chances they give to finish something, a power each, as powers are dear to compute.
TO_FINISH_REGION, TO_FINISH_COLOUR = 0, 1
BY_TWO = 2  # added to these where two finish it
CHANCES = len(NAMES)
MISSING = HEXES + 1  # hexes that may be missing: 0 .. 37
CHANCES_SIZE = PHASES * ROUNDS * MISSING


def with_chances(weights: np.ndarray) -> np.ndarray:
    """Weights as the kernels read them: followed by the chances, by rounds left and hexes missing."""
    chances = []
    powers = weights[FINISH_POWER], weights[COLOUR_POWER]
    for pace, power in ((pace, power) for pace in (1.0, weights[TEAM_PACE]) for power in powers):
        for left in range(PHASES * ROUNDS):
            for missing in range(MISSING):
                chance = 1.0 - weights[FINISH_COST] * missing / (pace * left + weights[FINISH_SLACK])
                chances.append(1.0 if missing == 0 else max(float(chance), 0.0) ** float(power))
    return np.concatenate([weights, chances])


DEFAULT = with_chances(TUNED)
