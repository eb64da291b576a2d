"""Games that observations are made of, and all that their players see."""

import random

import policies

from burgundy_env import Game
from burgundy_env.observations import encoder, encoders

CONFIGS = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
    {"players": 4, "duchies": "sides"},
    {"players": 1, "chateauma": "hard+AD"},
    {"players": 3, "chateauma": "easy+BC", "duchies": "random:1-30"},
    {"players": 4, "modules": ["shields"], "duchies": "random:1-30"},
    {"players": 3, "modules": ["vineyards"], "duchies": "random:1-30"},
    {"players": 4, "modules": "all", "duchies": "random", "trade_route_order": "chosen"},
    {"players": 2, "modules": "all", "duchies": "random:11-30", "chateauma": "intermediate+ABCD"},
    {"players": 1, "modules": ["extra_tiles", "white_castles", "solo"], "duchies": [34], "solo_target": 20},
    {"players": 4, "modules": ["extra_tiles", "white_castles", "team"], "duchies": [31, 32]},
]
ALL_MODULES, WITH_CHATEAUMA, SOLO, TEAM = CONFIGS[-4:]


def name_of(config):
    values = [value for key, value in config.items() if key != "modules"]
    return "-".join(map(str, [*values, *(["modules"] if "modules" in config else [])]))


def walk(config, seed, every=1):
    """The positions of a game played with some sense, so that it gets somewhere."""
    rng = random.Random(f"{config} {seed}")
    policy = rng.choice([policies.uniform, policies.greedy_builder, policies.collector])
    if config.get("modules") == ["vineyards"]:
        policy = policies.explorer  # the others hardly ever lay a double tile
    game = Game.new(config, seed=seed)
    if config.get("modules") == ["shields"]:
        game = with_shields(game, rng)
    step = 0
    while not game.is_over:
        if step % every == 0:
            yield game
        game.push(policy(game, rng))
        step += 1
    yield game


def with_shields(game, rng):
    """The first turn, with shields 4 and 16 on the start castles: else few games would show what they do."""
    while game.to_json()["stage"] == "start":
        game.push(rng.choice(game.legal_actions()))
    document = game.to_json()
    lying = {depot: [n for n in numbers if n not in (4, 16)] for depot, numbers in document["shields"].items()}
    document["shields"] = {depot: numbers for depot, numbers in lying.items() if numbers}
    for player, shield in zip(document["players"], (4, 16), strict=False):
        player["shields"] = dict.fromkeys(player["placed"], shield)
    return Game.from_json(document, seed=1)


COMPLETE = ("flat", "planes", "tokens")  # those that show everything that lies open


def seen(game, names=None):
    """All that all players see."""
    return [
        encoder(name, game.config).encode(game, p) for name in names or encoders() for p in range(game.config.players)
    ]
