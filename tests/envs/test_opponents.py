"""Who may play the other seats, and how they are asked."""

import random
import sys
from functools import partial
from pathlib import Path

import burgundy_agents
import numpy as np
import pytest
from bots import Kept
from gymnasium.error import ResetNeeded

from burgundy_env import GameConfig, IllegalAction
from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv
from burgundy_env.envs.opponents import read_opponents

BOTS = Path(__file__).parents[1] / "support" / "bots.py"
STDIO = f"stdio:cmd={sys.executable} {Path(__file__).parents[2] / 'docs' / 'stdio_bot.py'}"
BOTH = [BurgundyEnv, lambda config=None, **keywords: BurgundyVectorEnv(2, config, **keywords)]


def play(env, steps=400, seed=1):
    """Random legal actions in a single environment or in a vector; how many games ended."""
    choose, ended = random.Random(seed), 0
    env.reset(seed=seed)
    for _ in range(steps):
        if isinstance(env, BurgundyVectorEnv):
            ended += int(env.step(env.sample_actions())[2].sum())
        elif env.step(choose.choice(env.game.legal_ids()))[2]:
            ended += 1
            env.reset()
    return ended


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize("name", ["greedy", "reflex", "turn:futures=2", f"{BOTS}:Fresh", STDIO])
def test_every_string_of_the_registry_names_an_opponent(make, name):
    env = make(opponents=[name])
    assert play(env, 20) == 0
    env.close()


@pytest.mark.parametrize("make", BOTH)
def test_the_chateauma_as_an_opponent_is_that_of_the_config(make):
    boards = {"players": 3, "duchies": [2, 5, 8]}
    for given, config, opponents in [
        ({"players": 1, "chateauma": "hard+AD"}, None, "chateauma:hard+AD"),
        ({"players": 1, "chateauma": "hard+AD"}, {"players": 1, "chateauma": "hard+AD"}, ["chateauma:hard+AD"]),
        ({"players": 1, "chateauma": "intermediate"}, None, ["chateauma"]),
        ({"players": 2, "duchies": [2, 5], "chateauma": "easy"}, boards, ["chateauma:easy", "random"]),
        ({"players": 3, "chateauma": "easy"}, {"players": 4}, ["random", "chateauma:easy", "greedy"]),
    ]:
        env = make(config, opponents=opponents)
        assert env.config == GameConfig.of(given)
        assert play(env, 150) > 0
    assert read_opponents(["greedy", "chateauma:easy", "reflex"], GameConfig(4))[1] == (1, 3)


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize(
    ("config", "opponents", "message"),
    [
        (None, ["random", "random"], "opponents: 2 for 1 other seats; give one for each, or one for all"),
        ({"players": 3}, ["chateauma:easy"], "opponents: 1 for 2 other seats"),
        ({"players": 3}, "chateauma:easy", "the Châteauma sits at a table once"),
        ({"players": 1, "chateauma": "hard"}, ["chateauma:easy"], "against the Châteauma hard already, not easy"),
        ({"players": 1, "chateauma": "hard"}, ["random"], "opponents: 1 for 0 other seats"),
        ({"players": 1, "modules": ["solo"]}, "chateauma:hard", "the solo game has no seat for 'chateauma:hard'"),
        (None, ["chateauma:mild"], "opponents: 'chateauma:mild': chateauma.difficulty: 'mild' is unknown"),
        (None, ["heuristik"], "opponents: no agent 'heuristik' \\(did you mean 'heuristic'"),
        (None, ["turn:ms=5,futures=5"], "opponents: turn: give futures or ms"),
        (None, ["nowhere.py:Bot"], "opponents: .*nowhere.py: there is no such file"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(make, config, opponents, message):
    with pytest.raises(ValueError, match=message):
        make(config, opponents=opponents)


@pytest.mark.parametrize("make", BOTH)
def test_other_objects_are_refused(make):
    with pytest.raises(TypeError, match=r"Kept is a class, Kept\(\) may be an agent"):
        make(opponents=[Kept])
    with pytest.raises(TypeError, match="an agent's string, an agent with act"):
        make(opponents=[3.5])


def test_an_agent_with_a_memory_plays_one_game_at_a_time():
    with pytest.raises(TypeError, match=r"Kept has begin\(\) and so plays one game at a time"):
        BurgundyVectorEnv(2, opponents=[Kept()])
    assert play(BurgundyVectorEnv(1, opponents=[Kept()]), 200) > 0


@pytest.mark.parametrize("make", [BurgundyEnv, partial(BurgundyVectorEnv, 1)])
def test_an_agent_with_a_memory_plays_one_seat_at_a_time(make):
    with pytest.raises(TypeError, match=r"Kept has begin\(\) and so plays one seat at a time"):
        make(config={"players": 3}, opponents=Kept())
    assert play(make(config={"players": 3}, opponents=[Kept(), Kept()]), 200) > 0


@pytest.mark.parametrize("make", BOTH)
def test_agents_are_told_of_games_as_in_the_arena(make):
    Kept.diary.clear()
    env = make(opponents=[f"{BOTS}:Kept"], seat=1)
    diary = burgundy_agents.parse(f"{BOTS}:Kept").make(0).diary  # of the class that the string names
    diary.clear()
    ended = play(env, 400)
    tables = getattr(env, "num_envs", 1)
    assert ended > tables
    words = [entry[0] for entry in diary]
    assert words.count("made") == tables
    assert words.count("end") == ended
    assert ended <= words.count("begin") <= ended + tables
    assert {entry[2] for entry in diary if entry[0] == "begin"} == {0}
    env.close()
    assert [entry[0] for entry in diary[-tables:]] == ["close"] * tables


@pytest.mark.parametrize("make", BOTH)
def test_an_opponent_that_fails_is_named_and_a_reset_is_needed(make):
    def cheat(game):
        return "start h19" if game.active == 1 and game.to_json()["stage"] == "start" else "end"

    env = make(opponents=[cheat])
    with pytest.raises(IllegalAction, match=r"opponents: .*cheat in seat 1: 'end' is not legal here"):
        play(env)
    with pytest.raises((RuntimeError, ResetNeeded), match=r"call reset\(\) first"):
        env.step(np.zeros(2, int) if isinstance(env, BurgundyVectorEnv) else 0)


def test_an_opponent_cannot_look_into_the_future():
    seen = []

    def spy(game):
        trial = game.copy()
        while not trial.is_over:
            trial.push(trial.legal_ids()[0])
        seen.append((real(env), trial.to_json()["players"]))
        return game.legal_ids()[0]

    def real(env):
        trial = env.game.copy()
        while not trial.is_over:
            trial.push(trial.legal_ids()[0])
        return trial.to_json()["players"]

    env = BurgundyEnv(opponents=spy)
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.game.legal_ids()[0])
    assert len(seen) > 3
    assert all(truth != told for truth, told in seen)


def test_a_vector_with_opponents_in_python_is_saved_and_restored():
    env = BurgundyVectorEnv(3, opponents=[f"{BOTS}:Kept"], seat="random")
    env.reset(seed=5)
    for _ in range(60):
        env.step(env.sample_actions())
    saved, played = env.state_bytes(), []
    for _ in range(2):
        env.restore(saved)
        played.append([env.step(env.sample_actions())[0].tobytes() for _ in range(150)])
    assert played[0] == played[1]
    with pytest.raises(ValueError, match=r"opponents is \['.*bots.py:Kept'\] there, \['random'\] here"):
        BurgundyVectorEnv(3).restore(saved)


def test_compiled_and_python_players_sit_in_turn_from_yours():
    asked = []

    def function(game):
        asked.append(game.active)
        return game.legal_ids()[0]

    for seat in range(4):
        asked.clear()
        env = BurgundyVectorEnv(2, {"players": 4}, seat=seat, opponents=["random", function, "greedy"])
        play(env, 60)
        assert set(asked) == {(seat + 2) % 4}
