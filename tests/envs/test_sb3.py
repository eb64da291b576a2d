"""stable-baselines3 and sb3-contrib: their checks, and the vector that is made for them."""

import warnings

import numpy as np
import pytest
import torch
from gymnasium.wrappers import TimeLimit
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from burgundy_env import Game
from burgundy_env.encoders.features import CONTEXT_SIZE
from burgundy_env.envs import BurgundyEnv
from burgundy_env.envs.rows_net import RowForecast
from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.envs.sb3_rows import ActionRowsPolicy, UnmaskedActionRowsPolicy
from burgundy_env.observations import action_columns, encoder

CONFIGS = [
    ({"players": 2}, {}),
    ({"players": 3, "duchies": "random"}, {"seat": "random", "reward": "vp", "opponents": ["greedy", "random"]}),
    ({"players": 1, "chateauma": "hard+AD"}, {"reward": "margin", "observation": "tokens"}),
    ({"players": 1, "modules": ["solo"]}, {}),
    ({"players": 2}, {"observation": "compact"}),
    ({"players": 2}, {"observation": "actions"}),
]
# What it has to say of all that is no vector: advice for users of its own networks.
ADVICE = {"planes": "image", "tokens": "unconventional shape"}


@pytest.mark.parametrize(("config", "keywords"), CONFIGS, ids=str)
def test_its_checker_is_content(config, keywords):
    observation = keywords.get("observation", "flat")
    check_env(BurgundyEnv(config, **{**keywords, "observation": "flat" if observation in ADVICE else observation}))


@pytest.mark.parametrize("observation", ADVICE)
def test_its_checker_has_advice_about_other_shapes_only(observation):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(BurgundyEnv(observation=observation))
    messages = [str(warning.message) for warning in told]
    assert messages
    assert all(ADVICE[observation] in message for message in messages), messages


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("config", "keywords"), CONFIGS, ids=str)
def test_it_is_what_stable_baselines_makes_of_single_environments(config, keywords, threads):
    n, generator = 4, np.random.default_rng(3)
    expected = DummyVecEnv([lambda: Monitor(BurgundyEnv(config, **keywords))] * n)
    found = BurgundyVecEnv(n, config, threads=threads, **keywords)
    assert found.observation_space == expected.observation_space
    assert found.action_space == expected.action_space
    for env in (found, expected):
        env.seed(7)
    assert np.array_equal(found.reset(), expected.reset())
    assert [info["seat"] for info in found.reset_infos] == [info["seat"] for info in expected.reset_infos]
    ended = 0
    for _ in range(250):
        masks = get_action_masks(found)
        assert np.array_equal(masks, get_action_masks(expected))
        actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in masks])
        one, two = found.step(actions), expected.step(actions)
        for a, b in zip(one[:-1], two[:-1], strict=True):
            assert np.array_equal(a, b)
            assert a.dtype == b.dtype
        for i, info in enumerate(one[-1]):
            if not one[2][i]:
                assert info == {}
                continue
            ended += 1
            other = two[-1][i]
            for key in ("terminal_observation", "totals", "ranking", "breakdown", "illegal", "seat"):
                assert np.array_equal(info[key], other[key]), key
            assert info["TimeLimit.truncated"] is other["TimeLimit.truncated"] is False
            assert info["episode"]["r"] == pytest.approx(other["episode"]["r"], abs=1e-5)
            assert info["episode"]["l"] == other["episode"]["l"]
            assert info["is_success"] == (
                other["won"] if found.vector.config.solo else other["ranking"][0] == other["seat"]
            )
    assert ended > n
    found.close()


def test_what_it_returns_stays():
    """The learner stores what it saw before a step after it."""
    env = BurgundyVecEnv(3)
    env.seed(1)
    kept = [env.reset(), np.stack(env.env_method("action_masks"))]
    copies = [array.copy() for array in kept]
    for _ in range(30):
        step = env.step(env.vector.sample_actions())
        kept += [step[0], step[1], step[2]]
        copies += [array.copy() for array in step[:3]]
    assert all(map(np.array_equal, kept, copies))


def test_seeds_and_options_hold_for_one_reset():
    env = BurgundyVecEnv(3, {"players": 3}, seat=1)
    env.seed(5)
    first = env.reset()
    assert not np.array_equal(env.reset(), first)
    env.seed(5)
    assert np.array_equal(env.reset(), first)
    game = Game.new({"players": 3}, seed=3)
    env.set_options([{"seat": 2}, {}, {"position": game.to_json()}])
    env.reset()
    assert [info["seat"] for info in env.reset_infos] == [2, 1, 1]
    env.reset()
    assert [info["seat"] for info in env.reset_infos] == [1, 1, 1]
    env.set_options({"seat": 0})
    env.reset()
    assert [info["seat"] for info in env.reset_infos] == [0, 0, 0]


def test_single_games_can_be_asked():
    env = BurgundyVecEnv(3, {"players": 3}, render_mode="ansi")
    env.reset()
    assert is_masking_supported(env)
    assert env.get_attr("game", indices=[1]) == [env.vector.game(1)]
    assert env.get_attr("render_mode") == ["ansi"] * 3
    assert np.array_equal(env.env_method("action_masks", indices=2)[0], env.vector.action_masks()[2])
    assert env.env_method("render", indices=0) == [str(env.vector.game(0))]
    assert env.env_is_wrapped(TimeLimit) == [False] * 3
    assert not env.has_attr("colour")
    with pytest.raises(AttributeError, match="config: the games of a vector have all in common"):
        env.set_attr("config", None)
    for keyword in ("copy", "autoreset_mode"):
        with pytest.raises(TypeError, match=f"{keyword}: stable-baselines3 wants it in one way only"):
            BurgundyVecEnv(1, **{keyword: True})


def test_an_illegal_action_ends_the_game_and_is_no_success():
    env = BurgundyVecEnv(2)
    env.reset()
    actions = env.vector.sample_actions().copy()
    actions[1] = np.flatnonzero(~env.action_masks()[1])[0]
    _, rewards, dones, infos = env.step(actions)
    assert (rewards[1], dones.tolist()) == (-1, [False, True])
    assert infos[1]["illegal"] is True
    assert infos[1]["is_success"] is False
    assert infos[1]["episode"]["l"] == 1


def test_self_play_pays_whoever_acted():
    env, paid = BurgundyVecEnv(2, self_play=True, reward="vp"), np.zeros(2)
    env.seed(1)
    env.reset()
    assert {info["to_move"] for info in env.reset_infos} <= {0, 1}
    dones = np.zeros(2, bool)
    while not dones.any():
        _, rewards, dones, infos = env.step(env.vector.sample_actions())
        paid += rewards
    i = int(dones.argmax())
    assert infos[i]["episode"]["r"] == paid[i]
    assert infos[i]["seat"] in (0, 1)


def test_maskable_ppo_learns_and_counts():
    torch.set_num_threads(1)
    env = VecNormalize(BurgundyVecEnv(8, on_illegal="raise", reward="vp"), norm_obs=False)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=256, n_epochs=1, device="cpu", seed=1)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(1024)
    assert model.ep_info_buffer
    assert len(model.ep_success_buffer) == len(model.ep_info_buffer)
    assert all(game["l"] > 20 for game in model.ep_info_buffer)
    assert any(not torch.equal(a, b) for a, b in zip(before, model.policy.parameters(), strict=True))


@pytest.mark.parametrize(("observation", "column"), [("actions", "thumb"), ("ahead", "ahead.net")])
def test_a_policy_of_action_rows_begins_at_what_it_is_told(observation, column):
    torch.set_num_threads(1)
    env = BurgundyVecEnv(4, on_illegal="raise", reward="vp", observation=observation, opponents="reflex")
    model = MaskablePPO(ActionRowsPolicy, env, n_steps=64, batch_size=64, n_epochs=1, device="cpu", seed=1)
    seen = env.reset()
    for _ in range(30):
        chosen, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
        offered = env.vector.action_rows(observation == "ahead")
        thumbs = action_columns(ahead=observation == "ahead").view(offered.rows, column)
        for i in range(4):
            mine = slice(*offered.offsets[i : i + 2])
            best = thumbs[mine].max()
            assert thumbs[mine][offered.ids[mine].tolist().index(chosen[i])] == best
        seen, *_ = env.step(chosen)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(512)
    assert any(not torch.equal(a, b) for a, b in zip(before, model.policy.parameters(), strict=True))
    with pytest.raises(ValueError, match='for observation="ahead" or "actions"'):
        MaskablePPO(ActionRowsPolicy, BurgundyVecEnv(2))


def test_the_forecast_of_a_policy_begins_at_what_the_heuristic_still_expects():
    env = BurgundyVecEnv(4, reward="vp", observation="ahead", opponents="reflex")
    model = MaskablePPO(ActionRowsPolicy, env, policy_kwargs={"vp": 0.5}, n_steps=64, device="cpu")
    seen, paid = env.reset(), np.zeros(4)
    for _ in range(30):
        chosen, _ = model.predict(seen, action_masks=get_action_masks(env))
        seen, rewards, *_ = env.step(chosen)
        paid += rewards
    expected = encoder("features").view(seen[:, :CONTEXT_SIZE], "self.expected")
    told = model.policy.predict_values(torch.from_numpy(seen)).squeeze(1).detach().numpy()
    assert told == pytest.approx(0.5 * (100 * expected - paid), abs=1e-3)
    assert told.min() > 0.5 * 50
    assert not RowForecast(env.observation_space.shape)(torch.from_numpy(seen)).any()


def test_an_algorithm_without_masks_takes_no_illegal_action():
    """An illegal one raises. The rows say what is legal."""
    torch.set_num_threads(1)
    env = BurgundyVecEnv(4, on_illegal="raise", reward="vp", observation="actions", opponents="reflex")
    model = PPO(
        UnmaskedActionRowsPolicy, env, n_steps=32, batch_size=64, n_epochs=1, device="cpu", seed=1,
        policy_kwargs={"thumb": False},
    )  # fmt: skip
    model.learn(256)
    seen, masks = env.reset(), env.action_masks()
    chances = model.policy.get_distribution(torch.from_numpy(seen)).distribution.probs.detach().numpy()
    assert (chances[~masks] == 0).all()
    assert (chances[masks] > 0).all()


def test_a_policy_is_evaluated_without_a_monitor():
    """The reward's scale is a wrapper's matter; what is told is the game's, and nobody warns."""
    env = VecNormalize(BurgundyVecEnv(3, reward="vp", on_illegal="random"), norm_obs=False)
    env.seed(1)
    returns, lengths = evaluate_policy(PPO("MlpPolicy", env), env, 6, return_episode_rewards=True)
    assert all(points == round(points) > 0 for points in returns)
    assert min(lengths) > 50
