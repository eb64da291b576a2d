"""Burgundy-v0, one game at a time."""

import random
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from burgundy_env import Game, IllegalAction
from burgundy_env.engine.actions import ACTIONS
from burgundy_env.envs import BurgundyEnv
from burgundy_env.render import raster, rgb_array

CONFIGS = [
    ({"players": 2}, {}),
    ({"players": 2, "ruleset": "alea_2011"}, {"opponents": "heuristic", "reward": "margin", "observation": "planes"}),
    ({"players": 3, "duchies": "random"}, {"seat": "random", "reward": "vp", "opponents": ["greedy", "random"]}),
    ({"players": 4, "duchies": "sides"}, {"seat": 3, "on_illegal": "random", "observation": "tokens"}),
    ({"players": 1, "chateauma": "hard+ABCD"}, {}),
    ({"players": 1, "modules": ["solo", "white_castles"]}, {}),
    ({"players": 2, "modules": "all", "chateauma": "easy"}, {"observation": "planes"}),
    ({"players": 2, "modules": "all", "chateauma": "easy"}, {"observation": "compact"}),
    ({"players": 3, "chateauma": "easy"}, {"observation": "features"}),
    ({"players": 2, "modules": ["inns"]}, {"observation": "actions"}),
]


def play(env, seed):
    """One game of random legal actions; the last step."""
    chooser = random.Random(seed)
    env.reset(seed=seed)
    while True:
        step = env.step(chooser.choice(np.flatnonzero(env.unwrapped.action_masks()).tolist()))
        if step[2]:
            return step


@pytest.mark.parametrize(("config", "keywords"), CONFIGS)
def test_gymnasiums_checkers_are_content(config, keywords):
    env = gymnasium.make("Burgundy-v0", config=config, render_mode="ansi", **keywords)
    check_env(env.unwrapped)
    passive = gymnasium.make("Burgundy-v0", config=config, disable_env_checker=False, **keywords)
    assert play(passive, seed=1)[2] is True


@pytest.mark.parametrize(("config", "keywords"), CONFIGS)
def test_games_end_with_the_result(config, keywords):
    env = BurgundyEnv(config, **keywords)
    for seed in range(3):
        _, reward, terminated, truncated, info = play(env, seed)
        game = env.unwrapped.game
        assert terminated is True
        assert truncated is False
        assert game.is_over
        assert info["illegal"] is False
        assert tuple(info["ranking"]) == game.outcome().ranking
        if not game.config.solo:  # where totals are hexes
            assert tuple(info["totals"]) == game.outcome().totals
            assert np.array_equal(info["breakdown"].sum(1), info["totals"])
        assert isinstance(reward, float)
        if env.unwrapped._payer.kind == 0:  # win
            won = info["won"] if game.config.solo else info["ranking"][0] == info["seat"]
            assert (reward == 1) == won
            assert (reward == -1) == (not won and info["ranking"][-1] == info["seat"])
        assert env.action_masks().all()
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_only_your_seat_is_asked():
    env = BurgundyEnv({"players": 3}, seat=1, opponents=["random", "heuristic"])
    env.reset(seed=1)
    decisions = 0
    while True:
        assert env.game.active == 1
        decisions += 1
        if env.step(random.Random(decisions).choice(env.game.legal_ids()))[2]:
            break
    actors = [event["seat"] for event in env.game.events if "action" in event]
    assert actors.count(1) == decisions
    assert {0, 2} < set(actors)


def test_opponents_may_be_anybody_and_sit_in_turn_from_yours():
    class Agent:
        def act(self, game):
            asked.append(("agent", game.active))
            return game.legal_actions()[0]

    def function(game):
        asked.append(("function", game.active))
        return game.legal_ids()[-1]

    for seat in range(4):
        asked = []
        env = BurgundyEnv({"players": 4}, seat=seat, opponents=[Agent(), "random", function])
        play(env, seed=seat)
        assert {who for who in asked if who[0] == "agent"} == {("agent", (seat + 1) % 4)}
        assert {who for who in asked if who[0] == "function"} == {("function", (seat + 3) % 4)}


def test_the_same_player_compiled_and_in_python_plays_the_same_world():
    """The opponent's generator is not the game's: a game is replayed from its seed and its actions."""
    env = BurgundyEnv({"players": 2}, opponents="random")
    play(env, seed=5)
    again = Game.new({"players": 2}, seed=env.game.seed)
    for event in env.game.events:
        if "action" in event:
            again.push(event["action"])
    assert again == env.game


def test_long_games_of_compiled_players_fit_the_tape():
    env = BurgundyEnv({"players": 4}, opponents="random")
    for seed in range(5):
        play(env, seed)
        assert env.game.is_over
        assert Game.from_json(env.game.to_json(), seed=1).scores() is not None


@pytest.mark.parametrize("reward", ["win", "margin", "vp"])
def test_illegal_actions(reward):
    env = BurgundyEnv(reward=reward)
    env.reset(seed=1)
    before = env.game.copy()
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, paid, terminated, truncated, info = env.step(illegal)
    assert (paid, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    assert env.game == before
    strict = BurgundyEnv(reward=reward, on_illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not legal here"):
        strict.step(illegal)
    assert strict.game == before
    assert strict.step(strict.game.legal_ids()[0])[2] is False
    for no_id in (3.7, "d1 workers", None, np.array([5])):
        with pytest.raises(TypeError, match=f"action: an id from 0 to {ACTIONS - 1}, not "):
            strict.step(no_id)
    lax = BurgundyEnv(reward=reward, on_illegal="random")
    lax.reset(seed=1)
    assert lax.step(illegal)[2] is False
    assert lax.game != before


def test_planning_on_a_copy_leaves_the_environment_alone():
    env = gymnasium.make("Burgundy-v0")
    env.reset(seed=2)
    before = env.unwrapped.game.copy()
    trial = env.unwrapped.game.copy()
    trial.redetermine(7)
    while not trial.is_over:
        trial.push(trial.legal_ids()[0])
    assert env.unwrapped.game == before
    env.step(env.unwrapped.game.legal_ids()[0])


def test_options():
    env = BurgundyEnv({"players": 3})
    assert env.reset(seed=1, options={"seat": 2})[1]["seat"] == 2
    assert env.reset()[1]["seat"] == 0
    with pytest.raises(ValueError, match="'colour' is unknown; there are seat, position"):
        env.reset(options={"colour": "red"})
    with pytest.raises(ValueError, match="a number from 0 to 2 or 'random', not 3"):
        env.reset(options={"seat": 3})
    with pytest.raises(TypeError, match="options: a dict with any of seat, position, not 3"):
        env.reset(options=3)
    over = Game.new({"players": 3}, seed=1)
    while not over.is_over:
        over.push(over.legal_ids()[0])
    env.reset(seed=4)
    expected = env.reset()[0]
    env.reset(seed=4)
    with pytest.raises(ValueError, match="the game is over"):
        env.reset(seed=9, options={"position": over})
    assert np.array_equal(env.reset()[0], expected), "a reset refused must not touch the stream of games"


def test_rendering(capsys):
    env = BurgundyEnv(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    human = BurgundyEnv(render_mode="human")
    human.reset(seed=1)
    human.step(human.game.legal_ids()[0])
    assert capsys.readouterr().out.count("Black depot") == 2
    silent = BurgundyEnv()
    silent.reset(seed=1)
    with pytest.raises(ValueError, match="none was asked for"):
        silent.render()
    with pytest.raises(ValueError, match="'cinema' is unknown; there are human, ansi, rgb_array"):
        BurgundyEnv(render_mode="cinema")


def test_rendering_in_pixels():
    env = gymnasium.make("Burgundy-v0", render_mode="rgb_array")
    check_env(env.unwrapped)
    env.reset(seed=1)
    frame = env.render()
    assert frame.dtype == np.uint8
    assert frame.shape[1:] == (960, 3)
    assert np.array_equal(frame, rgb_array(env.unwrapped.game))
    env.step(env.unwrapped.game.legal_ids()[0])
    assert not np.array_equal(frame, env.render())


def test_pixels_without_the_extra(monkeypatch):
    monkeypatch.setattr(raster, "find_spec", lambda module: None)
    with pytest.raises(ImportError, match=r"pip install 'burgundy-env\[pictures\]'"):
        BurgundyEnv(render_mode="rgb_array")


SCRIPT = """
import sys, time
start = time.perf_counter()
import burgundy_env
print(time.perf_counter() - start)
assert not {"gymnasium", "pettingzoo", "numba", "torch"} & set(sys.modules), sorted(sys.modules)
import gymnasium
assert {"Burgundy-v0", "BurgundySelfPlay-v0"} <= set(gymnasium.registry)
gymnasium.make("Burgundy-v0")
import pettingzoo
if hasattr(pettingzoo, "aec_registry"):  # since PettingZoo 1.27
    assert "burgundy-v0" in pettingzoo.aec_registry
    pettingzoo.make("aec", "burgundy_v0")
assert not any(type(finder).__name__ == "_Later" for finder in sys.meta_path)
"""
OTHER_WAY_ROUND = """
import gymnasium, pettingzoo
import burgundy_env
assert "Burgundy-v0" in gymnasium.registry
assert not hasattr(pettingzoo, "aec_registry") or "burgundy-v0" in pettingzoo.aec_registry
"""
BY_MODULE = 'import gymnasium; gymnasium.make("burgundy_env:Burgundy-v0"); gymnasium.make("burgundy_env:Burgundy-v0")'


@pytest.mark.parametrize("script", [SCRIPT, OTHER_WAY_ROUND, BY_MODULE])
def test_ids_are_there_whatever_is_imported_first(script):
    run = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    if run.stdout:
        assert float(run.stdout) < 0.5
