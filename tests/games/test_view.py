"""What planners get: arrays of their own, in which nothing is the truth that can't be seen."""

from __future__ import annotations

import random
from typing import Any

import pytest

from burgundy_env import Game
from burgundy_env.engine.layout import TAPE_NEXT
from burgundy_env.game import inside

CONFIGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "modules": "all"},
    {"players": 1, "chateauma": "hard+A"},
]


def walked(config: dict[str, Any], decisions: int = 40) -> Game:
    game, choose = Game.new(config, seed=3), random.Random(3)
    for _ in range(decisions):
        game.push(choose.choice(game.legal_ids()))
    return game


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_what_is_hidden_leaves_no_trace_in_a_view(config: dict[str, Any]) -> None:
    game = walked(config)
    other = game.copy()
    other.redetermine(99)
    assert (inside(game).state != inside(other).state).any()
    for seed in range(5):
        one, two = game.view(seed), other.view(seed)
        assert one.state.tobytes() == two.state.tobytes()
        assert one.tape.tobytes() == two.tape.tobytes()
        assert int(one.tape[0, TAPE_NEXT]) == 1, "how the game went is not told"
        assert one.legal_ids() == game.legal_ids()
    assert game.view(1).state["rng"] != game.view(2).state["rng"]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_nothing_done_to_a_view_reaches_the_game(config: dict[str, Any]) -> None:
    game = walked(config)
    play, before, position = inside(game), game.copy(), game.to_json()
    tables, ids = play.tables.tobytes(), play.ids.tobytes()
    view = game.view(7)
    twin = view.copy()
    assert twin.step(twin.legal_ids()[0])
    for array in (view.state, view.tables, view.ids, view.tape):
        array.flags.writeable = True  # tables are not
        array.view("u1")[:] = 99
    assert (play.tables.tobytes(), play.ids.tobytes()) == (tables, ids)
    assert game == before
    assert game.to_json() == position


def test_a_view_is_played_to_the_end() -> None:
    """Its tape remembers nothing and never fills up."""
    view, choose = walked({"players": 2}).view(5), random.Random(1)
    rows = len(view.tape)
    while view.count:
        assert not view.step(-1)
        assert view.step(choose.choice(view.legal_ids()))
    assert len(view.tape) == rows


def test_a_view_goes_on_as_a_game_dealt_alike_does() -> None:
    game = walked({"players": 2})
    view, copy = game.view(11), game.copy()
    copy.redetermine(11)
    while not copy.is_over:
        action = copy.legal_ids()[-1]
        copy.push(action)
        assert view.step(action)
        assert view.legal_ids() == copy.legal_ids()
    assert view.state.tobytes() == inside(copy).state.tobytes()


def test_the_position_a_game_began_from_is_its_own() -> None:
    game = Game.from_json(walked({"players": 2}).to_json(), seed=1)
    origin = game.origin
    assert origin is not None
    origin["hidden"].clear()
    origin["players"].clear()
    assert game.origin != origin
    assert game.origin == Game.from_json(game.origin or {}, seed=1).to_json()
