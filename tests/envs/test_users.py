"""Compiled players of users as opponents in every environment."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from burgundy_agents import parse

from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv
from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.players.handed import PlayerError

BOTS = """
from burgundy_env.players.kit import below

def choose(t, s, stream, ids, count):
    return ids[below(stream, count)]

def illegal(t, s, stream, ids, count):
    return 5000 if s.round_number == 2 else ids[0]

def raising(t, s, stream, ids, count):
    if s.round_number == 2:
        raise ValueError("too hot")
    return ids[0]

def broken(t, s, stream, ids, count):
    return nowhere
"""


@pytest.fixture
def users(tmp_path: Path) -> Path:
    (tmp_path / "users.py").write_text(BOTS)
    return tmp_path / "users.py"


def seen_by(env, steps=150):
    env.reset(seed=3)
    told = []
    for _ in range(steps):
        observation, rewards, *_ = env.step(env.sample_actions())
        told.append((observation.tobytes(), rewards.tobytes()))
    return told


def test_threads_and_copies_play_the_same(users):
    opponents = [f"{users}:choose", "random"]
    make = lambda threads: BurgundyVectorEnv(24, {"players": 3}, opponents=opponents, seat="random", threads=threads)  # noqa: E731
    told = seen_by(make(1))
    assert told == seen_by(make(2))
    assert told == seen_by(pickle.loads(pickle.dumps(make(1))))


def test_a_vector_goes_on_where_it_was_saved(users):
    env, other = (BurgundyVectorEnv(4, opponents=f"{users}:choose") for _ in range(2))
    seen_by(env, 20)
    saved = env.state_bytes()
    env._games.players["address"] = 0
    env.__setstate__(env.__dict__)  # as after a journey to another process
    assert env._games.players["address"][0] == parse(f"{users}:choose").player.address
    other.restore(saved)
    actions = env.sample_actions()
    assert (env.step(actions)[0] == other.step(actions)[0]).all()


def single(users, name):
    env = BurgundyEnv(opponents=f"{users}:{name}")
    _, info = env.reset(seed=1)
    for _ in range(400):
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            return True
    return False


def vector(users, name):
    for threads in (2, 1):
        seen_by(BurgundyVectorEnv(8, opponents=["random", f"{users}:{name}"], config={"players": 3}, threads=threads))
    return True


def stable_baselines(users, name):
    pytest.importorskip("stable_baselines3")
    env = BurgundyVecEnv(4, opponents=f"{users}:{name}")
    env.reset()
    for _ in range(150):
        env.step(np.array([np.flatnonzero(mask)[0] for mask in env.action_masks()]))
    return True


WRONG = {"illegal": "IllegalAction: .*5000", "raising": "ValueError: too hot", "broken": "can't be compiled"}


@pytest.mark.parametrize("play", [single, vector, stable_baselines])
def test_they_play_in_every_environment_and_who_fails_is_named(users, play):
    assert play(users, "choose")
    for name, message in WRONG.items():
        with pytest.raises(PlayerError, match=f"users.py:{name}.*{message}"):
            play(users, name)


def test_after_a_failure_the_vector_wants_a_reset(users):
    env = BurgundyVectorEnv(4, opponents=f"{users}:raising")
    with pytest.raises(PlayerError, match="in seat 1: ValueError"):
        seen_by(env)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.zeros(4, np.int64))
