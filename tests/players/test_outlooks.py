"""What the Châteauma may expect, and who plays alone: fitted numbers that mean what they say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from burgundy_agents import make

from burgundy_env import Game
from burgundy_env.engine.layout import HEXES
from burgundy_env.game import inside
from burgundy_env.players.heuristic.chateauma import COUNT, FEATURES, WORTHS, chateauma_worth, write_chateauma
from burgundy_env.players.heuristic.solo import SOLO_FEATURES, SURE, solo_outlook, solo_worth
from burgundy_env.players.heuristic.solo import WORTHS as SOLO_WORTHS
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.heuristic.worth import write_hex_worth


def expected(game: Game) -> float:
    """Points that the Châteauma may expect."""
    return float(
        chateauma_worth(inside(game).tables[0], inside(game).state[0], np.empty(COUNT), np.zeros(64, np.int16))
    )


def features(game: Game) -> dict[str, float]:
    x = np.empty(COUNT)
    write_chateauma(inside(game).tables[0], inside(game).state[0], x)
    return dict(zip(FEATURES, x.tolist(), strict=True))


def turned(document: dict[str, Any], **changes: Any) -> Game:
    """The game of a position in which the Châteauma has something else."""
    changed = {**document, "chateauma": {**document["chateauma"], **changes}}
    return Game.from_json(changed, seed=1)


@pytest.mark.parametrize("chateauma", ["easy", "hard", "hard+C"])
def test_the_chateauma_gets_what_is_expected(chateauma: str) -> None:
    """In the middle of the game, within 8 points on the mean of twenty games."""
    errors = []
    for seed in range(20):
        game, agent = Game.new({"players": 1, "chateauma": chateauma}, seed=seed), make("heuristic", seed=seed)
        thought = None
        while not game.is_over:
            document = game.to_json()
            if thought is None and document["phase"] == "C" and document["round"] == 3:
                thought = expected(game)
            game.push(agent.act(game))
        assert thought is not None
        errors.append(game.scores()[1]["total"] - thought)
    assert abs(np.mean(errors)) < 8, np.mean(errors)


def test_every_feature_of_the_chateauma_is_there_somewhere() -> None:
    never = set(WORTHS)
    for seed in range(4):
        game, agent = Game.new({"players": 1, "chateauma": "hard+D"}, seed=seed), make("reflex", seed=seed)
        while not game.is_over:
            never -= {name for name, value in features(game).items() if value}
            game.push(agent.act(game))
    assert not never


def test_what_the_chateauma_has_is_worth_something() -> None:
    game, agent = Game.new({"players": 1, "chateauma": "hard"}, seed=3), make("reflex", seed=3)
    while (game.to_json()["phase"], game.to_json()["stage"]) == ("A", "turn") or game.to_json()["stage"] != "turn":
        game.push(agent.act(game))
    document = game.to_json()
    have, black = document["chateauma"], document["black_depot"]
    slot = next(slot for slot, tile in enumerate(black) if tile)
    depot = [None if k == slot else tile for k, tile in enumerate(black)]
    base = expected(turned({**document, "black_depot": depot}))
    assert expected(turned({**document, "black_depot": depot}, silver=have["silver"] + 2)) > base
    assert expected(turned({**document, "black_depot": depot}, jokers=[*have["jokers"], black[slot]])) > base


def lone(seed: int, rounds: int) -> Game:
    game, agent = Game.new({"players": 1, "modules": ["solo"]}, seed=seed), make("reflex", seed=seed)
    while not game.is_over and (ord(game.to_json()["phase"]) - ord("A")) * 5 + game.to_json()["round"] <= rounds:
        game.push(agent.act(game))
    return game


def hexes_of(game: Game) -> float:
    t, s, worth = inside(game).tables[0], inside(game).state[0], np.empty(HEXES)
    write_hex_worth(t, s, 0, DEFAULT, worth)
    return float(solo_worth(t, s, 0, DEFAULT, worth))


def test_features_of_who_plays_alone_are_known() -> None:
    assert set(SOLO_WORTHS) <= set(SOLO_FEATURES)


def test_who_plays_alone_expects_hexes() -> None:
    """The number is one of hexes: not below those that are covered."""
    for seed in range(5):
        for rounds in (10, 15, 20):
            game = lone(seed, rounds)
            covered = int(inside(game).state[0]["occupied"][0]).bit_count()
            assert covered - 1 < hexes_of(game) < 42, (seed, rounds)


def test_more_hexes_are_a_better_chance() -> None:
    state = inside(lone(1, 12)).state[0]
    chances = [solo_outlook(state, hexes) for hexes in (25.0, 30.0, 35.0, 36.0, 37.0, 40.0)]
    assert chances == sorted(chances)
    assert chances[0] < 30
    assert chances[-1] > 0.8 * SURE
