"""Random games of the base game beside `second_opinion`, an independent model written from the rules alone.

At every step both must list the same legal actions, and after it they must write the same position.
"""

import random

import pytest
from differential import curious, eager, uniform, walk

from burgundy_env import Game

CONFIGS = [
    {"players": players, "ruleset": ruleset, "duchies": duchies}
    for players in (2, 3, 4)
    for ruleset in ("special_edition", "alea_2011")
    for duchies in ([1] * players, "random:1-30")
]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("style", [uniform, eager, curious])
def test_the_engine_agrees_with_the_second_opinion(config, style):
    for seed in range(2):
        assert walk(Game.new(config, seed=seed), random.Random(seed), style) > 100
