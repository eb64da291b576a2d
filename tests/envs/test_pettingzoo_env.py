"""burgundy_v0 under PettingZoo's own tests."""

import contextlib
import copy
import pickle
import random
import warnings

import numpy as np
import pytest

with warnings.catch_warnings():
    # It imports an environment of PettingZoo itself in the old way, where pygame is there for it.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

from burgundy_env import IllegalAction, burgundy_v0
from burgundy_env.engine.actions import ACTIONS
from burgundy_env.render import rgb_array

CONFIGS = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
    {"players": 4, "duchies": "sides"},
    {"players": 1, "chateauma": "hard"},
    {"players": 2, "chateauma": "easy+AD"},
    {"players": 2, "modules": "all"},
    {"players": 4, "modules": ["team", "white_castles"], "duchies": [32, 31]},
]
MAKERS = [burgundy_v0.env, burgundy_v0.raw_env]
# api_test allows observations with a mask to a list of PettingZoo's own environments only.
EXPECTED = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
]


@contextlib.contextmanager
def only_expected_warnings():
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", f"{message}$", UserWarning)
        yield


SOLO = {"players": 1, "modules": ["solo"]}


@pytest.mark.parametrize("observation", ["flat", "planes", "tokens", "compact", "features", "actions", "ahead"])
@pytest.mark.parametrize("config", [*CONFIGS, SOLO], ids=str)
@pytest.mark.parametrize("make", MAKERS)
def test_api(make, config, observation):
    with only_expected_warnings():
        api_test(make(config=config, observation=observation), num_cycles=400)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_seeds(config):
    seed_test(lambda: burgundy_v0.env(config=config), num_cycles=300)


def test_a_seed_begins_the_stream_anew():
    env = burgundy_v0.raw_env(config={"duchies": "random"})

    def seeds_of_games(seed):
        seeds = []
        for again in (seed, None, None):
            env.reset(seed=again)
            seeds.append(env.game.seed)
        return seeds

    first = seeds_of_games(1)
    assert len(set(first)) == 3
    assert seeds_of_games(1) == first
    assert not set(seeds_of_games(2)) & set(first)


def test_rendering(capsys):
    render_test(burgundy_v0.env)
    assert "Black depot" in capsys.readouterr().out
    with pytest.raises(ValueError, match="'cinema' is unknown; there are human, ansi, rgb_array"):
        burgundy_v0.env(render_mode="cinema")
    env = burgundy_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    assert np.array_equal(env.render(), rgb_array(env.unwrapped.game))


@pytest.mark.parametrize("make", MAKERS)
def test_pickle(make):
    env = make(config={"players": 3}, reward="vp")
    again = pickle.loads(pickle.dumps(env))
    assert rewards_of_a_game(again, 4) == rewards_of_a_game(env, 4)
    assert again.unwrapped.config == env.unwrapped.config


def rewards_of_a_game(env, seed):
    """What each agent was paid in a game of random play."""
    chooser, paid = random.Random(seed), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        paid[agent] = paid.get(agent, 0) + reward
        over = terminated or truncated
        env.step(None if over else chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return paid


@pytest.mark.parametrize("make", MAKERS)
def test_a_copy_goes_on_by_itself(make):
    env = make(reward="vp")
    env.reset(seed=2)
    for _ in range(30):
        env.step(env.unwrapped.game.legal_ids()[0])
    twin, told = copy.deepcopy(env), []
    for one in (env, twin):
        told.append([])
        for _ in one.agent_iter():
            seen, reward, over, _, info = one.last()
            told[-1].append((seen["observation"].tobytes(), reward, over, str(info)))
            one.step(None if over else int(seen["action_mask"].argmax()))
        assert not one.agents
    assert told[0] == told[1]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_agents_are_paid_what_the_game_says(config, make):
    for seed in range(2):
        vp, win = (make(config=config, reward=reward) for reward in ("vp", "win"))
        paid, won = rewards_of_a_game(vp, seed), rewards_of_a_game(win, seed)
        outcome = vp.unwrapped.game.outcome()
        parties = len(outcome.totals)  # seats, or teams
        assert paid == {f"player_{p}": outcome.totals[p % parties] for p in range(config["players"])}
        places = {f"player_{p}": outcome.ranking.index(p % parties) for p in range(config["players"])}
        assert [places[agent] for agent in sorted(won, key=won.get, reverse=True)] == sorted(places.values())
        assert win.unwrapped.game.outcome() == outcome
        assert not win.agents


def test_everybody_sees_from_the_own_side_and_one_may_act():
    env = burgundy_v0.env()
    env.reset(seed=1)
    active, other = env.agent_selection, next(agent for agent in env.agents if agent != env.agent_selection)
    mine, its = env.observe(active), env.observe(other)
    assert mine["action_mask"].any()
    assert not its["action_mask"].any()
    flat = env.unwrapped.encoder
    assert flat.view(mine["observation"], "self.active") == 1
    assert flat.view(its["observation"], "self.active") == 0
    assert flat.view(its["observation"], "opponent1.active") == 1


def test_illegal_actions():
    raw = burgundy_v0.raw_env()
    raw.reset(seed=1)
    before = raw.game.copy()
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        raw.step(illegal)
    assert raw.game == before
    env = burgundy_v0.env()
    env.reset(seed=1)
    offender = env.agent_selection
    env.last()
    env.step(illegal)
    assert all(env.terminations.values())
    rewards = dict(env.unwrapped._cumulative_rewards)
    assert rewards.pop(offender) == -1
    assert set(rewards.values()) == {0}
    for _ in env.agent_iter():
        info = env.last()[-1]
        assert info["illegal"] is True
        assert info["totals"].tolist() == [row["total"] for row in before.scores()]
        env.step(None)


def test_what_the_action_space_has_is_an_action():
    env = burgundy_v0.env()
    env.reset(seed=1)
    for kind in (np.array, np.int64, int):
        action = kind(env.last()[0]["action_mask"].argmax())
        assert env.action_space(env.agent_selection).contains(action)
        env.step(action)
        assert not any(env.terminations.values())
    with pytest.raises(TypeError, match=f"action: an id from 0 to {ACTIONS - 1}, not 'd1 workers'"):
        env.unwrapped.step("d1 workers")
    with pytest.raises(RuntimeError, match=r"no game has begun; call reset\(\) first"):
        burgundy_v0.raw_env().step(0)


def test_positions_and_planning():
    env = burgundy_v0.env()
    env.reset(seed=3)
    for _ in range(20):
        env.step(env.unwrapped.game.legal_ids()[0])
    trial = env.unwrapped.game.copy()
    trial.push(trial.legal_ids()[0])
    assert trial != env.unwrapped.game
    other = burgundy_v0.env()
    other.reset(seed=9, options={"position": env.unwrapped.game})
    assert other.unwrapped.game == env.unwrapped.game
    assert other.agent_selection == env.agent_selection


def test_metadata():
    metadata = burgundy_v0.env().metadata
    assert metadata["name"] == "burgundy_v0"
    assert metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert metadata["is_parallelizable"] is False
    assert str(burgundy_v0.raw_env()) == "burgundy_v0"
