"""The random-play checker over every kind of configuration, with players of several tempers."""

from __future__ import annotations

from typing import Any

import pytest
from checker import CONFIGS, MODULE_CONFIGS, check_game, config_name
from policies import ALL_POLICIES, POLICIES

# Which temper plays a config changes with the config, so that all meet all within few games.
GAMES = [
    (config, seed, list(POLICIES)[(i + seed) % len(POLICIES)])
    for i, config in enumerate(CONFIGS)
    for seed in ((0, 1) if config["players"] == 2 else (0,))
]
# Seeds with which something comes of the modules.
SEEDS = (1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 0, 1, 1, 0, 0, 0, 0, 0, 6, 0, 0)
GAMES += [(config, seed, "explorer") for config, seed in zip(MODULE_CONFIGS, SEEDS, strict=True)]


@pytest.mark.parametrize(
    ("config", "seed", "temper"), GAMES, ids=[f"{config_name(c)}-{seed}-{temper}" for c, seed, temper in GAMES]
)
def test_everything_holds_at_every_step(config: dict[str, Any], seed: int, temper: str) -> None:
    game = check_game(config, seed, policy=ALL_POLICIES[temper])
    assert game.to_json()["phase"] == "E"
