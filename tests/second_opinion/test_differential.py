"""Random games of the base game beside `second_opinion`, an independent model written from the rules alone.

At every step both must list the same legal actions, and after it they must write the same position.
"""

import random

import pytest
from differential import Disagreement, curious, eager, uniform, walk

from burgundy_env import Game

from .game import Table

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


def test_a_disagreement_is_told_with_its_place_and_position(monkeypatch):
    game = Game.new({"duchies": [1, 1]}, seed=3)
    right = Table._sell
    monkeypatch.setattr(Table, "_sell", lambda table, goods: right(table, goods) or table.me.update(silver=9))
    with pytest.raises(Disagreement, match=r"players\[.\].silver: the model has 9, the engine") as told:
        walk(game, random.Random(3), curious)
    assert told.value.action.split()[1] == "sell"
    assert Game.from_json(told.value.position).legal_actions()
    monkeypatch.setattr(Table, "four_actions", lambda table, by: [])
    with pytest.raises(Disagreement, match=r"in the engine only: \['d1 "):
        walk(Game.new({"duchies": [1, 1]}, seed=3), random.Random(3), curious)
