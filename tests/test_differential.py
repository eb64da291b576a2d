"""Random games of the engine beside `second_opinion`, an independent model written from the rules alone.

At every step both must list the same legal actions, and after it they must write the same position.
"""

import random

import pytest
from second_opinion import Table

from burgundy_env import Game

CONFIGS = [
    {"players": players, "ruleset": ruleset, "duchies": duchies}
    for players in (2, 3, 4)
    for ruleset in ("special_edition", "alea_2011")
    for duchies in ([1] * players, "random:1-30")
]


def chance_since(game, seen):
    return [event for event in game.events[seen:] if "chance" in event]


def walk(game, rng, prefer=None, model=Table):
    """Play to the end at random, comparing at every step; return the number of decisions."""
    table, decisions = model.from_json(game.to_json()), 0
    while not game.is_over:
        legal = game.legal_actions()
        assert sorted(table.legal()) == sorted(legal), game.to_json()
        action = prefer(legal, rng) if prefer else rng.choice(legal)
        seen = len(game.events)
        game.push(action)
        table.push(action, chance_since(game, seen))
        assert table.to_json() == game.to_json(), action
        decisions += 1
    assert [score["total"] for score in table.scores()] == [score["total"] for score in game.scores()]
    assert table.ranking() == list(game.outcome().ranking)
    return decisions


def eager(legal, rng):
    """Prefer what fills duchies and storages: such games see the rules that random ones miss."""
    for wish in ("pick", "free place", "d1 place", "d2 place", "recruit", "buy", "free take", "goods"):
        wanted = [action for action in legal if action.startswith(wish)]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return rng.choice(legal)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("style", [None, eager], ids=["random", "eager"])
def test_the_engine_agrees_with_the_second_opinion(config, style):
    for seed in range(3):
        assert walk(Game.new(config, seed=seed), random.Random(seed), style) > 100
