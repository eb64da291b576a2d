"""What the heuristic reads from a position, and the worths it was given."""

from __future__ import annotations

import random

import numpy as np
import policies
import pytest
from burgundy_agents import make

from burgundy_env import Game
from burgundy_env.engine.layout import HEXES
from burgundy_env.game import inside
from burgundy_env.players.heuristic.features import COUNT, FEATURES, TIMES, write_features
from burgundy_env.players.heuristic.position import position_worth, write_prices
from burgundy_env.players.heuristic.values import VALUES, WORTHS
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.heuristic.worth import write_hex_worth

# Monasteries of modules, which the games of the fit don't have.
UNKNOWN = {"m27", "m28", "m29", *(name for name in FEATURES if name.startswith("partner_"))}


def features(game: Game, seat: int) -> dict[str, float]:
    """The features of a seat by name."""
    t, s = inside(game).tables[0], inside(game).state[0]
    worth, x = np.empty(HEXES), np.empty(COUNT)
    write_hex_worth(t, s, seat, DEFAULT, worth)
    write_features(t, s, seat, DEFAULT, worth, x)
    return dict(zip(FEATURES, x.tolist(), strict=True))


def worth_of(game: Game, seat: int, turn: int) -> float:
    """What a position is worth to a seat."""
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(64, np.int16)
    write_prices(turn, VALUES, prices)
    t, s = inside(game).tables[0], inside(game).state[0]
    return float(position_worth(t, s, seat, DEFAULT, prices, np.empty(HEXES), x, out))


def test_every_feature_has_its_worths():
    assert tuple(WORTHS) == FEATURES
    assert len(set(FEATURES)) == COUNT
    assert VALUES.shape == (COUNT, len(TIMES))
    assert {name for name, worths in WORTHS.items() if not any(worths)} == UNKNOWN


def test_every_feature_is_there_somewhere():
    never, rng = set(FEATURES) - UNKNOWN, random.Random(2)
    for seed in range(60):
        game = Game.new({"players": 2, "duchies": "random:1-10"}, seed=seed)
        while not game.is_over and never:
            game.push(policies.greedy_builder(game, rng))
            if rng.random() < 0.1:
                found = features(game, rng.randrange(2))
                never -= {name for name, value in found.items() if value}
    assert not never


def position(**player):
    """The beginning of a turn on board 1, seat 0 with other things than it got."""
    game = Game.new({"players": 2, "duchies": [1, 1]}, seed=5)
    game.push("start h19")
    game.push("start h19")
    document = game.to_json()
    del document["hidden"]  # dealt to fit
    document["players"][0].update(player)
    return Game.from_json(document, seed=1)


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ({"workers": 3}, {"workers": 3, "workers_1": 1, "workers_2": 2, "workers_4": 3, "workers_8": 3}),
        ({"silver": 9}, {"silver": 9, "silver_4": 4, "silver_8": 8}),
        ({"goods": {"1": 3, "4": 1}}, {"goods_types": 2, "goods": 8, "goods_most": 6, "goods_all": 4}),
        ({"storage": ["mine", "ship"]}, {"stored_1": 1, "stored_2": 1, "stored_3": 0, "stored_mine": 1}),
        ({"storage": []}, {"stored_1": 0, "stored_worth": 0, "stored_values": 0}),
        ({"placed": {"h19": "castle", "h13": "m26"}}, {"m26": 1, "m25": 0, "missing_monastery": 5}),
        ({}, {"missing_mine": 3, "missing_castle": 3, "bias": 1, "mines": 0}),
    ],
)
def test_features_say_what_is_there(player, expected):
    found = features(position(**player), 0)
    assert {name: found[name] for name in expected} == expected


def test_a_price_changes_with_the_time():
    prices = np.empty(COUNT)
    row = VALUES[3]
    for turn, early, in_phase in ((0, 1.0, -0.5), (12, 0.5, 0.0), (24, 0.0, 0.5)):
        write_prices(turn, VALUES, prices)
        assert prices[3] == pytest.approx(row[0] + early * row[1] + early**2 * row[2] + in_phase * row[3])


def test_after_the_last_turn_a_position_is_worth_what_the_game_then_brings():
    """With the silver and the workers of its mines, which come when the last phase ends."""
    rng, with_mines = random.Random(3), 0
    for seed in range(4):
        game, expected = Game.new({"players": 2}, seed=seed), {}
        while not game.is_over:
            action = policies.greedy_builder(game, rng)
            if action == "end":
                expected[game.active] = worth_of(game, game.active, 24)
            game.push(action)
        assert expected == {score["seat"]: score["total"] for score in game.scores()}
        with_mines += sum("mine" in player["placed"].values() for player in game.to_json()["players"])
    assert with_mines


def test_the_start_castle_goes_where_the_position_is_worth_most():
    """h7 on board 1: long looks into futures choose it as well, and it wins 63 % of games against h19."""
    game = Game.new({"players": 2, "duchies": [1, 1]}, seed=5)
    worths = {h: worth_of(position(placed={h: "castle"}), 0, 0) for h in ("h2", "h3", "h7", "h19")}
    assert max(worths, key=worths.get) == "h7"
    assert make("heuristic", seed=1).act(game) == "start h7"


def test_more_of_everything_is_worth_more():
    plain = worth_of(position(workers=1, silver=1, goods={"1": 1}, storage=[]), 0, 5)
    assert worth_of(position(workers=3, silver=1, goods={"1": 1}, storage=[]), 0, 5) > plain
    assert worth_of(position(workers=1, silver=3, goods={"1": 1}, storage=[]), 0, 5) > plain
    assert worth_of(position(workers=1, silver=1, goods={"1": 3}, storage=[]), 0, 5) > plain
    assert worth_of(position(workers=1, silver=1, goods={"1": 1}, storage=["mine"]), 0, 5) > plain
