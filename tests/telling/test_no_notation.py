"""Names that notation has for tiles never reach a person who reads a sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from burgundy_env import Game
from burgundy_env.render.svg import scene
from burgundy_env.table.texts import tile_sentence
from burgundy_env.telling.chance import sentences
from burgundy_env.telling.choices import choices
from burgundy_env.telling.pending import heading, plainly, stage_plainly
from burgundy_env.telling.score_table import table

NAMES = ["human:Anna", "heuristic", "ppo", "random"]
NOTATION = re.compile(r"\b(m\d+|(cow|sheep|pig|chicken)\d|[a-z]+_[a-z_]+)\b")
EXPANSIONS = ["castle_rule", "extra_tiles", "border_posts", "white_castles", "trade_routes"]
CONFIGS: list[dict[str, Any]] = [
    {"players": 2, "modules": [*EXPANSIONS, "inns"], "duchies": "random:11-18"},
    {"players": 4, "ruleset": "alea_2011", "modules": [*EXPANSIONS, "inns"], "trade_route_order": "chosen"},
    {"players": 2, "modules": EXPANSIONS, "duchies": "sides", "chateauma": "hard+ABCD"},
    {"players": 1, "modules": ["extra_tiles", "white_castles", "solo"]},
]


def told(game: Game, rng: random.Random) -> Iterator[str]:
    """All that is said while a game is played to its end."""
    seen = 0
    while not game.is_over:
        document, events = game.to_json(), game.events
        followed = [event for event in events[seen:] if "action" not in event]
        seen = len(events)
        yield from sentences(followed, NAMES)
        yield from (game.explain(action) for action in game.legal_actions())
        for choice in choices(game):
            yield from (choice.group, choice.note)
        for entry in document["pending"]:
            yield from (plainly(entry), heading(entry))
        yield stage_plainly(document["stage"]) or ""
        if rng.random() < 0.05:
            yield scene(game, names=NAMES).summary
            yield from re.findall(r"<title>([^<]*)", "".join(scene(game, names=NAMES).parts.values()))
            yield from (tile_sentence(tile, document) for player in document["players"] for tile in player["storage"])
        game.push(rng.choice(game.legal_actions()))
    yield table(game, NAMES)


@pytest.mark.parametrize("config", CONFIGS, ids=["all", "2011", "chateauma", "solo"])
def test_in_random_games(config: dict[str, Any]) -> None:
    for seed in range(2):
        said = set(told(Game.new(config, seed), random.Random(seed)))
        assert len(said) > 500
        assert [sentence for sentence in said if NOTATION.search(sentence)] == []
