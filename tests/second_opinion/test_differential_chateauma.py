"""Games with the Châteauma beside `second_opinion/chateauma.py`, an independent model of it written from the rules.

At every step both must list the same legal actions, and after it they must write the same position: its
turns are part of the step before them, so that each of them is compared in full.
"""

import random

import pytest
from differential import eager, uniform, walk

from burgundy_env import Game

MODIFIERS = ["", "A", "B", "C", "D", "AB", "AD", "BD", "CD", "ABD", "ABCD"]
CONFIGS = [
    {
        "players": players,
        "ruleset": ("special_edition", "alea_2011")[i % 2],
        "duchies": "random:1-30",
        "chateauma": {"difficulty": ("easy", "intermediate", "hard")[(i + players) % 3], "modifiers": modifiers},
    }
    for players in (1, 2, 3)
    for i, modifiers in enumerate(MODIFIERS)
]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("style", [uniform, eager])
def test_the_engine_agrees_with_the_second_opinion(config, style):
    assert walk(Game.new(config, seed=11), random.Random(11), style) > 50
