"""The solo game as an environment of its own id."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import burgundy_env.engine.actions
from burgundy_env import Game
from burgundy_env.engine.layout import HEXES
from burgundy_env.game import inside


def play(env, rng):
    """One game of random legal actions: its rewards and last info."""
    _, info = env.reset(seed=int(rng.integers(1000)))
    rewards, over = [], False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, over, _, info = env.step(int(rng.choice(legal)))
        rewards.append(reward)
    return rewards, info


def test_gymnasiums_checker_is_content():
    check_env(gymnasium.make("BurgundySolo-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("reward", ["win", "margin", "vp"])
def test_the_result_is_told_and_paid(reward):
    env = gymnasium.make("BurgundySolo-v0", reward=reward)
    rewards, info = play(env, np.random.default_rng(3))
    assert info["won"] is False
    assert info["rounds"] == 25
    empty = info["empty_hexes"]
    covered = HEXES - int(inside(env.unwrapped.game).state["occupied"][0, 0]).bit_count()
    assert empty == covered > 0
    assert info["totals"].tolist() == [HEXES - empty]
    wanted = {"win": -1.0, "margin": -empty / HEXES, "vp": HEXES - empty}[reward]
    assert sum(rewards) == pytest.approx(wanted)
    assert np.count_nonzero(rewards) == (HEXES - empty if reward == "vp" else 1)


def won_in_one():
    """A position whose last hex is covered by the next action."""
    game = Game.new({"players": 1, "modules": ["solo"]}, seed=1)
    game.push(game.legal_actions()[0])
    document = game.to_json()
    player = document["players"][0]
    player["placed"] |= {f"h{h}": "black" for h in range(1, HEXES + 1) if f"h{h}" not in player["placed"]}
    last = next(name for name, tile in player["placed"].items() if tile == "black")
    del player["placed"][last]
    player["storage"], player["workers"] = ["black"], 9
    return Game.from_json(document, seed=1), last


@pytest.mark.parametrize(("reward", "paid"), [("win", 1.0), ("margin", 0.0), ("vp", 1.0)])
def test_a_win_ends_the_game_at_once(reward, paid):
    game, last = won_in_one()
    env = gymnasium.make("BurgundySolo-v0", reward=reward).unwrapped
    env.reset(seed=1, options={"position": game})
    _, earned, over, _, info = env.step(burgundy_env.engine.actions.IDS[f"d1 place {last}"])
    assert (earned, over) == (paid, True)
    assert (info["won"], info["rounds"], info["empty_hexes"]) == (True, 1, 0)


def test_many_games_at_once_pay_the_same():
    for reward in ("win", "margin", "vp"):
        many = gymnasium.make_vec(
            "BurgundySolo-v0", num_envs=3, vectorization_mode="vector_entry_point", reward=reward
        )
        many.reset(seed=5)
        paid, ended = np.zeros(3), np.zeros(3, bool)
        while not ended.all():
            _, rewards, over, _, infos = many.step(many.sample_actions())
            paid += np.where(ended, 0, rewards)
            for i in np.flatnonzero(over & ~ended):
                covered = int(infos["totals"][i, 0])
                wanted = {"win": -1.0, "margin": covered / HEXES - 1, "vp": covered}[reward]
                assert paid[i] == pytest.approx(wanted)
            ended |= over


def test_other_configs_of_the_solo_game_may_be_given():
    config = {"players": 1, "modules": ["solo", "extra_tiles"], "duchies": [34], "solo_target": 10}
    env = gymnasium.make("BurgundySolo-v0", config=config).unwrapped
    env.reset(seed=2)
    assert env.game.to_json()["players"][0]["target"] == 10
