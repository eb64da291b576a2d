"""Compiled players at what shields ask: upkeep, tiles set straight at the end of a phase, storage without a limit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rules.positions import legal, pending, play, position, seat

from burgundy_env import Game
from burgundy_env.engine.actions import STRINGS
from burgundy_env.engine.layout import HEXES
from burgundy_env.game import inside
from burgundy_env.players.heuristic.features import COUNT, FEATURES, write_features
from burgundy_env.players.heuristic.position import position_worth, write_prices
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.heuristic.worth import write_hex_worth
from burgundy_env.players.policies import Policy

THINKING = ("reflex", "heuristic", "turn:60", "level:6")
CASTLES = {"h19": "castle", "h12": "bank", "h7": "castle", "h3": "castle"}


def closing(*held: int, **mine: Any) -> Game:
    shields = dict(zip(("h19", "h7", "h3"), held, strict=False))
    keys = {"placed": CASTLES, "round": 5, "order": [1, 0], "used": [True, True]} | mine
    return play(position(modules=("shields",), shields=shields, **keys), "end")


def choice(player: str, game: Game) -> str:
    return STRINGS[Policy(player, 3).choose(inside(game))]


@pytest.mark.parametrize("player", [*THINKING, "greedy"])
def test_pays_for_what_is_worth_it(player: str) -> None:
    assert choice(player, closing(2, phase="E", silver=1)) == "pay silver"


@pytest.mark.parametrize("player", THINKING)
def test_keeps_the_silver_for_the_better_shield(player: str) -> None:
    """Upkeep is asked by the lowest number first: 12 VP before 4, and 8 after 8."""
    assert choice(player, closing(2, 18, phase="E", silver=1)) == "pay silver"
    game = closing(7, 8, phase="E", silver=1)
    assert choice(player, play(game, choice(player, game))) == ("lose" if seat(game)["silver"] == 0 else "pay silver")
    assert choice(player, closing(3, 14, 18, phase="E", workers=1)) == "pay worker"


@pytest.mark.parametrize("player", ["heuristic", "turn:60", "level:6"])
def test_thinks_through_what_comes_straight(player: str) -> None:
    """A mine finishes a region of one, h25; a monastery only opens one."""
    placed = CASTLES | {"h30": "mine", "h34": "mine"}
    game = closing(14, phase="C", placed=placed, depots={"5.1": "mine", "2.1": "m16"}, silver=1)
    actions = []
    while pending(game)[-1] != "upkeep":
        actions.append(choice(player, game))
        play(game, actions[-1])
    assert actions == ["free take 5.1", "free place h25"]


def test_what_is_hidden_makes_no_difference_at_the_end_of_a_phase() -> None:
    game = closing(14, 15, phase="C", depots={"5.1": "mine", "2.1": "m16", "2.2": "castle"}, black=["ship"], silver=1)
    while game.to_json()["stage"] == "phase_end":
        other = game.copy()
        other.redetermine(99)
        action = choice("turn:20", game)
        assert action == choice("turn:20", other)
        play(game, action)


def worth_of(game: Game, seat: int) -> float:
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(64, np.int16)
    rounds = 5 * "ABCDE".index(game.to_json()["phase"]) + game.to_json()["round"] - 1
    write_prices(rounds, VALUES, prices)
    t, s = inside(game).tables[0], inside(game).state[0]
    return float(position_worth(t, s, seat, DEFAULT, prices, np.empty(HEXES), x, out))


def test_judging_the_last_position_leaves_it_as_it_was() -> None:
    """Mines of seat 0 bring seat 1, who has shield 2, a worker while they are reckoned with."""
    placed = CASTLES | {"h13": "m2", "h25": "mine"}
    rivals = {1: {"placed": {"h19": "castle"}, "shields": {"h19": 2}, "workers": 1}}
    game = position(modules=("shields",), phase="E", round=5, placed=placed, used=[True, True], rivals=rivals)
    before = inside(game).state.tobytes()
    assert worth_of(game, 0) == sum(game.scores()[0]["breakdown"].values()) + 1
    assert inside(game).state.tobytes() == before


def test_the_last_upkeep_is_reckoned_with() -> None:
    keys = {"modules": ("shields",), "phase": "E", "round": 5, "placed": CASTLES, "used": [True, True]}
    rich = position(shields={"h19": 2, "h7": 18}, silver=2, **keys)
    assert worth_of(rich, 0) == 12 + 4
    poor = position(shields={"h19": 2, "h7": 18}, silver=1, **keys)
    assert worth_of(poor, 0) == 12
    workers = position(shields={"h19": 3, "h7": 18}, silver=1, workers=2, **keys)
    assert worth_of(workers, 0) == 12 + 4 + 1


def test_tiles_beyond_three_count() -> None:
    def stored_worth(*storage: str) -> float:
        game = position(modules=("shields",), placed=CASTLES, shields={"h19": 4}, storage=list(storage))
        t, s = inside(game).tables[0], inside(game).state[0]
        worth, x = np.empty(HEXES), np.empty(COUNT)
        write_hex_worth(t, s, 0, DEFAULT, worth)
        write_features(t, s, 0, DEFAULT, worth, x)
        return float(dict(zip(FEATURES, x.tolist(), strict=True))["stored_worth"])

    assert stored_worth("church", "market", "m16", "mine") > stored_worth("church", "market", "m16") > 0


def test_takes_a_shield_that_is_worth_a_turn() -> None:
    game = position(modules=("shields",), phase="A", round=2, dice=[3, 3], lying={3: [14]}, workers=1, silver=3)
    assert "shield 14" in legal(game)
    assert choice("heuristic", game) == "shield 14"
