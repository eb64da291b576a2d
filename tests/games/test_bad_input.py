"""Illegal actions, wrong types, configs that can't be played, missing data, scripts that can't be: refused with a
sentence, and the game is as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from position_documents import document, mine

from burgundy_env import ConfigError, Game, GameConfig, IllegalAction, PositionError
from burgundy_env.data import DataError
from burgundy_env.engine.actions import ACTIONS
from burgundy_env.game import ChanceMismatch, inside

# --- seeds ---


@pytest.mark.parametrize("seed", [1.0, "1", True, [], 1j], ids=repr)
def test_seeds_are_integers(seed: Any) -> None:
    for begin in (
        Game.new,
        lambda config, seed: Game.from_json(document(), seed),
        lambda config, seed: Game.new().redetermine(seed),
    ):
        with pytest.raises(TypeError, match="a seed is an integer"):
            begin(None, seed)


def test_any_integer_is_a_seed() -> None:
    openings = {seed: Game.new(seed=seed).to_json()["hidden"]["goods"] for seed in (0, -1, 2**63, 2**64 - 2, 10**40)}
    assert len({json.dumps(opening) for opening in openings.values()}) > 3


# --- actions ---


@pytest.mark.parametrize(
    ("name", "action", "words"),
    [
        ("full_storage", "d1 place h19", ["'d1 place h19' is not legal here", "may play:"]),
        ("full_storage", "end", ["'end' is not legal here"]),
        ("full_storage", "skip", ["'skip' is not legal here"]),
        ("full_storage", "dance", ["'dance' is no action"]),
        ("full_storage", "", ["'' is no action"]),
        ("full_storage", "D1 WORKERS", ["is no action"]),
        ("full_storage", "d1  workers", ["is no action"]),
        ("full_storage", 0, ["start h1", "id 0", "not legal"]),
        ("full_storage", -1, ["-1 is no action", str(ACTIONS - 1)]),
        ("full_storage", ACTIONS, [f"{ACTIONS} is no action"]),
        ("full_storage", 10**30, ["is no action"]),
        ("castle_pending", "skip", ["'skip' is not legal here"]),
        ("keep_which_goods", "skip", ["'skip' is not legal here", "keep"]),
        ("over", "end", ["the game is over"]),
        ("over", 3, ["the game is over"]),
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, action: Any, words: list[str]) -> None:
    game = Game.from_json(document(name), seed=1)
    before, events, legal = inside(game).state.tobytes(), game.events, game.legal_ids()
    for refuse in (game.push, game.explain, lambda action: game.push_scripted(action, [])):
        with pytest.raises(IllegalAction) as refusal:
            refuse(action)
        assert [word for word in words if word not in str(refusal.value)] == [], str(refusal.value)
        assert inside(game).state.tobytes() == before
        assert game.events == events
        assert game.legal_ids() == legal


@pytest.mark.parametrize("action", [None, 1.0, True, b"end", ["end"], ("d1", "workers")], ids=repr)
def test_an_action_of_a_wrong_type_is_refused(action: Any) -> None:
    game = Game.from_json(document(), seed=1)
    before = inside(game).state.tobytes()
    for refuse in (game.push, game.explain):
        with pytest.raises(TypeError, match="an action is its string or its id"):
            refuse(action)
    assert inside(game).state.tobytes() == before


def test_a_refusal_of_many_legal_actions_says_how_many_more_there_are() -> None:
    position = document("first_turn_4p")
    mine(position).update(workers=9)
    game = Game.from_json(position, seed=1)
    count = len(game.legal_ids())
    assert count > 40
    with pytest.raises(IllegalAction, match=f"and {count - 40} more"):
        game.push("dance")


def test_games_are_made_by_new_and_from_json() -> None:
    with pytest.raises(TypeError, match=r"Game\.new"):
        Game()


# --- configs and data ---


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"player": 2}, ["player: no such key", "players"]),
        ({"players": 2, "speed": 1}, ["speed", "no such key"]),
        ({"players": 1}, ["players", "1"]),
        ({"players": "2"}, ["players", "'2'"]),
        ({"players": None}, ["players", "None"]),
        ({"ruleset": None}, ["ruleset"]),
        ({"ruleset": ["alea_2011"]}, ["ruleset"]),
        ({"modules": "inns"}, ["modules", "list"]),
        ({"modules": ["team"]}, ["players", "team game", "it is for 4"]),
        ({"modules": ["inns", "inns"]}, ["modules", "inns", "twice"]),
        ({"modules": ["inns"], "chateauma": "hard"}, ["modules", "inns", "Châteauma"]),
        ({"modules": ["solo"]}, ["players", "solo"]),
        ({"modules": ["solo"], "players": 1, "chateauma": "easy"}, ["modules", "solo", "Châteauma"]),
        ({"modules": ["solo", "inns"], "players": 1}, ["modules", "solo", "inns"]),
        ({"modules": ["solo"], "players": 1, "duchies": [1]}, ["duchies", "33 and 34"]),
        ({"modules": ["solo"], "players": 1, "duchies": "random"}, ["duchies", "33 or 34"]),
        ({"duchies": [33, 33]}, ["duchies", "1-30,44,48"]),
        ({"trade_route_order": "chosen"}, ["trade_route_order", "trade_routes"]),
        ({"trade_route_order": "best", "modules": ["trade_routes"]}, ["trade_route_order", "random, chosen"]),
        ({"solo_target": 40}, ["solo_target", "solo"]),
        ({"solo_target": 4, "modules": ["solo"], "players": 1}, ["solo_target", "from 5"]),
        ({"modules": [["inns"]]}, ["modules"]),
        ({"duchies": 1}, ["duchies", "1"]),
        ({"duchies": [1, 31]}, ["duchies", "31"]),
        ({"duchies": [1, True]}, ["duchies", "True"]),
        ({"duchies": [1, 1, 1]}, ["duchies", "3 boards for 2 players"]),
        ({"duchies": "any"}, ["duchies", "any"]),
        ({"duchies": "random:"}, ["duchies", "random:"]),
        ({"duchies": "random:1-31"}, ["duchies", "30"]),
        ({"duchies": "random:0"}, ["duchies", "1-30,44,48"]),
        ({"duchies": "random:9-3"}, ["duchies", "smaller numbers first"]),
        ({"duchies": "random:1-5,9-3"}, ["duchies", "smaller numbers first"]),
        ({"duchies": "random:1-99999999999999"}, ["duchies"]),
        ({"duchies": "random:\u0661-\u0669"}, ["duchies"]),
        ({"duchies": "sides:1-3"}, ["duchies", "both sides"]),
        ({"data": 5}, ["data"]),
        ({"data": "abc"}, ["data", "abc"]),
        ([2], ["config", "list"]),
        (7, ["config", "int"]),
    ],
    ids=repr,
)
def test_a_config_that_can_not_be_played_is_refused(config: Any, words: list[str]) -> None:
    with pytest.raises(ConfigError) as refusal:
        Game.new(config, seed=1)
    assert [word for word in words if word not in str(refusal.value)] == [], str(refusal.value)


def test_a_missing_data_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "nowhere"
    for begin in (lambda: Game.new(data=missing), lambda: Game.from_json(document(), data=missing)):
        with pytest.raises(DataError, match="nowhere"):
            begin()
    monkeypatch.setenv("BURGUNDY_DATA", str(missing))
    with pytest.raises(DataError, match="nowhere"):
        Game.new()


def test_a_broken_data_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "components.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match=r"components\.json"):
        Game.new(data=tmp_path)


def test_a_position_of_other_data_is_refused() -> None:
    position = document()
    position["config"]["data"] = "0123456789abcdef"
    with pytest.raises(PositionError, match=r"config\.data.*0123456789abcdef"):
        Game.from_json(position)
    with pytest.raises(ConfigError, match="0123456789abcdef"):
        Game.new(GameConfig(data="0123456789abcdef"))


# --- chance by script ---


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([5], "event 0: an event is an object"),
        ("die", "event 0: an event is an object"),
        ([{"chance": "coin", "where": [], "result": 1}], "coin"),
        ([{"chance": "action", "where": [], "result": 1}], "action"),
        ([{"chance": "die", "where": [0], "result": 1}], "where"),
        ([{"chance": "die", "where": "01", "result": 1}], "where"),
        ([{"chance": "die", "where": [0, 1], "result": "6"}], "result"),
        ([{"chance": "depot_tile", "where": [1, 1], "result": "pub"}], "pub"),
        ([{"chance": "white_die", "where": [], "result": 3}], "can't happen here|left over"),
        ([], "too few"),
    ],
    ids=range(10),
)
def test_a_script_that_can_not_be_is_refused(events: Any, words: str) -> None:
    game = Game.from_json(document("end_of_a_phase"), seed=1)
    before, told = inside(game).state.tobytes(), game.events
    with pytest.raises(ChanceMismatch, match=words):
        game.push_scripted("end", events)
    assert inside(game).state.tobytes() == before
    assert game.events == told
    with pytest.raises(ChanceMismatch):
        Game.new(seed=1, chance=events)
