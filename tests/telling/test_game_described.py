"""Which game is played, in a line."""

from __future__ import annotations

import pytest

from burgundy_env import GameConfig
from burgundy_env.telling.game import described


@pytest.mark.parametrize(
    ("config", "seed", "told"),
    [
        ({}, 7, "2 players, special edition, duchy 1 for both, seed 7"),
        ({"duchies": [1, 5]}, None, "2 players, special edition, duchies 1 and 5, chance as recorded"),
        (
            {"players": 1, "chateauma": "hard+AD"},
            12345,
            "1 player, special edition, duchy 1, against the Châteauma (hard+AD), seed 12345",
        ),
        ({"players": 4, "modules": ["inns"]}, 0, "4 players, special edition, duchy 1 for all, inns, seed 0"),
        (
            {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-9"},
            1,
            "3 players, rules of 2011, random duchies of 1-9, seed 1",
        ),
    ],
)
def test_a_game_is_told_in_words(config: dict[str, object], seed: int | None, told: str) -> None:
    assert described(GameConfig.of(config), seed) == told
