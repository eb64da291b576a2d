"""Many games at once play exactly as one at a time does."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from burgundy_env import Game, IllegalAction
from burgundy_env.engine.seeds import mixed, seeded
from burgundy_env.envs import SCORE_NAMES, BurgundyEnv, BurgundyVectorEnv, SelfPlayVectorEnv, burgundy_v0
from burgundy_env.render import rgb_array

BOTS = Path(__file__).parents[1] / "support" / "bots.py"
SOLO_INFO = {"won", "rounds", "empty_hexes"}
SOLO = {"players": 1, "modules": ["solo"]}
VERSUS = [
    ({"players": 2}, {}),
    (
        {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
        {"seat": "random", "reward": "vp", "opponents": ["greedy", "random"]},
    ),
    ({"players": 4}, {"seat": 2, "reward": "margin", "on_illegal": "random"}),
    ({"players": 1, "chateauma": "hard+AD"}, {"observation": "tokens"}),
    ({"players": 2, "chateauma": "easy"}, {"seat": "random", "observation": "planes"}),
    (SOLO, {"reward": "win"}),
    ({"players": 2, "modules": ["shields"]}, {"observation": "compact"}),
    ({"players": 2}, {"observation": "features"}),
    ({"players": 2, "duchies": "random"}, {"observation": "actions"}),
    ({"players": 3, "modules": "all"}, {"observation": "tokens", "reward": "vp"}),
    ({"players": 3, "duchies": "random"}, {"seat": "random", "opponents": [f"{BOTS}:Fresh", "random"]}),
]
MODES = list(AutoresetMode)


def name_of(value):
    return value.value if isinstance(value, AutoresetMode) else "-".join(str(part) for part in value.values())


def same_infos(found, expected):
    """Whether infos say the same wherever they say anything; of a solo game a single environment says more."""
    expected = {key: values for key, values in expected.items() if key.removeprefix("_") not in SOLO_INFO}
    assert set(found) == set(expected)
    for key, values in expected.items():
        if key.startswith("_"):
            assert np.array_equal(found[key], values), key
        elif key == "final_info":
            same_infos(found[key], values)
        else:
            where = expected[f"_{key}"]
            assert found[key].shape == values.shape, key
            assert found[key].dtype == values.dtype, key
            for one, two in zip(found[key][where], values[where], strict=True):
                assert np.array_equal(one, two), key


def random_actions(masks, generator, illegal=0.0):
    """A legal action for each game, now and then any action at all."""
    actions = [generator.choice(np.flatnonzero(mask)) for mask in masks]
    return np.where(
        generator.random(len(actions)) < illegal, generator.integers(0, masks.shape[1], len(actions)), actions
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("mode", MODES, ids=name_of)
@pytest.mark.parametrize(("config", "keywords"), VERSUS, ids=name_of)
def test_versus_is_the_single_environment_many_times(config, keywords, mode, threads):
    n, generator = 5, np.random.default_rng(3)
    expected = SyncVectorEnv([lambda: BurgundyEnv(config, **keywords)] * n, autoreset_mode=mode)
    found = BurgundyVectorEnv(n, config, autoreset_mode=mode, threads=threads, **keywords)
    assert found.single_observation_space == expected.single_observation_space
    assert found.observation_space == expected.observation_space
    assert found.action_space == expected.action_space
    assert found.metadata["autoreset_mode"] is mode
    ended = 0

    def compare(one, two):
        assert len(one) == len(two)
        for a, b in zip(one[:-1], two[:-1], strict=True):
            assert np.array_equal(a, b)
            assert a.dtype == b.dtype
        same_infos(one[-1], two[-1])

    compare(found.reset(seed=11), expected.reset(seed=11))
    for _ in range(400):
        actions = random_actions(found.action_masks(), generator, illegal=0.002)
        step = found.step(actions)
        compare(step, expected.step(actions))
        assert np.array_equal(found.action_masks(), step[-1]["action_mask"].astype(bool))
        ended += int(step[2].sum())
        if mode is AutoresetMode.DISABLED and step[2].any():
            masks = [{"reset_mask": step[2].copy()} for _ in range(2)]
            compare(found.reset(options=masks[0]), expected.reset(options=masks[1]))
    assert ended > n
    found.close()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reward", ["win", "margin", "vp"])
@pytest.mark.parametrize("config", [config for config, _ in VERSUS], ids=name_of)
def test_self_play_is_the_pettingzoo_environment_many_times(config, reward, threads):
    n, generator = 4, np.random.default_rng(5)
    found = SelfPlayVectorEnv(n, config, reward=reward, threads=threads, autoreset_mode="SameStep")
    expected = [burgundy_v0.raw_env(config=config, reward=reward) for _ in range(n)]
    observations, infos = found.reset(seed=21)
    for i, env in enumerate(expected):
        env.reset(seed=21 + i)
    ended = 0
    while ended < 3:
        masks = found.action_masks()
        for i, env in enumerate(expected):
            agent = f"player_{infos['to_move'][i]}"
            assert env.agent_selection == agent
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], observations[i])
            assert np.array_equal(seen["action_mask"], masks[i])
        actions = random_actions(masks, generator)
        movers = infos["to_move"]
        observations, rewards, terminated, truncated, infos = found.step(actions)
        assert not truncated.any()
        assert np.array_equal(infos["mover"], movers)
        for i, env in enumerate(expected):
            before = dict(env._cumulative_rewards)
            env.step(int(actions[i]))
            over = env.terminations[env.agent_selection]
            assert terminated[i] == over
            for p, agent in enumerate(env.possible_agents):
                gained = env._cumulative_rewards[agent] - (0 if p == movers[i] else before[agent])
                assert infos["seat_rewards"][i, p] == pytest.approx(gained)
            assert rewards[i] == infos["seat_rewards"][i, movers[i]]
            if over:
                ended += 1
                last = env.observe(f"player_{movers[i]}")
                assert np.array_equal(infos["final_obs"][i], last["observation"])
                for key in ("totals", "ranking", "breakdown"):
                    assert np.array_equal(infos["final_info"][key][i], env.infos["player_0"][key])
                env.reset()
    found.close()


def trajectory(threads):
    """A hash of all that vectors of games show in 150 steps."""
    digest = hashlib.sha256()
    for env in (
        SelfPlayVectorEnv(7, {"players": 3, "duchies": "random"}, reward="vp", threads=threads),
        BurgundyVectorEnv(7, seat="random", opponents="greedy", reward="margin", threads=threads),
    ):
        digest.update(env.reset(seed=99)[0].tobytes())
        for _ in range(150):
            observations, rewards, terminated, _, infos = env.step(env.sample_actions())
            for array in (observations, rewards, terminated, infos["action_mask"]):
                digest.update(array.tobytes())
        env.close()
    return digest.hexdigest()


def run_apart(script, **environment):
    """What a script prints in a process of its own, given the folder of the tests."""
    command = [sys.executable, "-c", script, os.path.dirname(__file__)]
    run = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_same_seed_same_trajectory_in_a_new_process_and_with_other_threads():
    script = "import sys; sys.path.insert(0, sys.argv[1]); import test_vector_env as t; print(t.trajectory(2))"
    assert run_apart(script) == trajectory(1) == trajectory(7)


# --- rewards and results -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_are_what_the_result_says(players):
    config = {"players": players}
    for reward in ("win", "margin", "vp"):
        env = SelfPlayVectorEnv(3, config, reward=reward)
        env.reset(seed=4)
        paid, ended = np.zeros((3, players)), 0
        while ended < 3:
            _, _, terminated, _, infos = env.step(env.sample_actions())
            paid += infos["seat_rewards"]
            for i in np.flatnonzero(terminated):
                ended += 1
                totals, ranking = infos["totals"][i], infos["ranking"][i].tolist()
                assert np.array_equal(infos["breakdown"][i].sum(1), totals)
                game = env.game(i)
                assert [score["total"] for score in game.scores()] == totals.tolist()
                assert list(game.outcome().ranking) == ranking
                for score, sources in zip(game.scores(), infos["breakdown"][i].tolist(), strict=True):
                    named = dict(zip(SCORE_NAMES, sources, strict=True))
                    assert {name: vp for name, vp in named.items() if vp} == {
                        name: vp for name, vp in score["breakdown"].items() if vp
                    }
                if reward == "vp":
                    assert paid[i].tolist() == totals.tolist()
                elif reward == "win":
                    places = {2: [1, -1], 3: [1, 0, -1], 4: [1, 1 / 3, -1 / 3, -1]}[players]
                    assert paid[i][ranking] == pytest.approx(places)
                else:
                    others = [max(totals[q] for q in range(players) if q != p) for p in range(players)]
                    assert paid[i] == pytest.approx((totals - others) / 100)
                paid[i] = 0


# --- illegal actions ---------------------------------------------------------------------------------


def illegal_for(masks):
    return np.array([int(np.flatnonzero(~mask)[0]) for mask in masks])


def test_an_illegal_action_raises_and_changes_nothing():
    env = SelfPlayVectorEnv(4, on_illegal="raise")
    env.reset(seed=1)
    actions = env.sample_actions()
    before = env.state_bytes()
    actions[2] = illegal_for(env.action_masks())[2]
    with pytest.raises(IllegalAction, match=r"game 2: .* is not legal here; seat \d"):
        env.step(actions)
    assert env.state_bytes() == before
    actions[2] = 100_000
    with pytest.raises(IllegalAction, match="game 2: 100000 is no action"):
        env.step(actions)


@pytest.mark.parametrize("flavour", [SelfPlayVectorEnv, BurgundyVectorEnv])
def test_an_illegal_action_ends_the_game(flavour):
    env = flavour(3, on_illegal="end", reward="vp")
    env.reset(seed=1)
    actions = env.sample_actions()
    actions[1] = illegal_for(env.action_masks())[1]
    _, rewards, terminated, _, infos = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert rewards[1] == -1
    assert infos["illegal"].tolist() == [False, True, False]
    assert infos["totals"][1].any()
    assert env.action_masks()[1].all()
    _, rewards, terminated, _, infos = env.step(env.sample_actions())
    assert not terminated.any()
    assert rewards[1] == 0
    assert "illegal" not in infos
    env.step(env.sample_actions())


def test_an_illegal_action_is_replaced_by_a_random_one():
    env = SelfPlayVectorEnv(2, on_illegal="random")
    env.reset(seed=1)
    places = set()
    for _ in range(40):
        before = env.game(0).to_json()
        _, _, terminated, _, _ = env.step(illegal_for(env.action_masks()))
        assert not terminated.any()
        assert env.game(0).to_json() != before
    for seed in range(10):
        env.reset(seed=seed * 2)
        env.step(np.array([454, 454]))
        places |= {hex_ for player in env.game(0).to_json()["players"] for hex_ in player["placed"]}
    assert len(places) > 1, "always the same one is not random"


# --- buffers, seeds, options, saving -----------------------------------------------------------------


def test_copies_stay_and_buffers_do_not():
    safe, fast = SelfPlayVectorEnv(3), SelfPlayVectorEnv(3, copy=False)
    for env, stays in ((safe, True), (fast, False)):
        env.reset(seed=1)
        step = env.step(env.sample_actions())
        kept = [step[0], step[-1]["action_mask"], step[-1]["to_move"]]
        values = [array.copy() for array in kept]
        for _ in range(10):
            again = env.step(env.sample_actions())
        assert all(np.array_equal(array, value) for array, value in zip(kept, values, strict=True)) is stays
        assert np.shares_memory(again[0], step[0]) is not stays


def test_whoever_writes_into_buffers_spoils_one_step_at_most():
    env, other = SelfPlayVectorEnv(3, copy=False), SelfPlayVectorEnv(3)
    env.reset(seed=1)[1]["_action_mask"][:] = False
    *_, truncated, infos = env.step(env.sample_actions())
    truncated[:], infos["_mover"][:] = True, False
    env.reset(seed=1)
    other.reset(seed=1)
    found, expected = (one.step(one.sample_actions()) for one in (env, other))
    assert all(np.array_equal(one, two) for one, two in zip(found[:4], expected, strict=False))
    same_infos(found[4], expected[4])


def test_every_place_has_a_seed_and_a_stream():
    env = SelfPlayVectorEnv(3)
    first = env.reset(seed=[5, 6, 7])[0]
    again = env.reset(seed=5)[0]
    assert np.array_equal(first, again)
    middle = env.reset(seed=[None, 6, None])[0]
    assert np.array_equal(middle[1], first[1])
    assert not np.array_equal(middle[0], first[0])
    assert not np.array_equal(env.reset()[0], middle)
    unseeded = [SelfPlayVectorEnv(3).reset()[0] for _ in range(2)]
    assert not np.array_equal(*unseeded)


def test_a_game_can_be_played_again_from_its_seed():
    env = SelfPlayVectorEnv(2, {"players": 3})
    env.reset(seed=8)
    again = Game.new({"players": 3}, seed=env.game(1).seed)
    for _ in range(80):
        actions = env.sample_actions()
        env.step(actions)
        again.push(int(actions[1]))
        assert again == env.game(1)


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**62 + 3, 2**63 - 1])
def test_a_seed_means_the_same_to_the_vector_and_to_game(seed):
    assert int(seeded(seed)) == int(mixed(seed))


def test_seat_option_holds_for_the_games_begun_with_it():
    env = BurgundyVectorEnv(3, {"players": 3}, seat=1)
    assert env.reset(seed=1)[1]["seat"].tolist() == [1, 1, 1]
    assert env.reset(options={"seat": [0, 1, 2]})[1]["seat"].tolist() == [0, 1, 2]
    terminated = np.zeros(3, bool)
    while not terminated.any():
        terminated = env.step(env.sample_actions())[2]
    next_games = env.step(env.sample_actions())[-1]["seat"][terminated]
    assert (next_games == 1).all(), "the option is for one game only"
    assert env.reset()[1]["seat"].tolist() == [1, 1, 1]
    seats = {int(seat) for s in range(9) for seat in env.reset(seed=s, options={"seat": "random"})[1]["seat"]}
    assert seats == {0, 1, 2}
    assert BurgundyVectorEnv(3, seat=[0, 1, 0]).reset()[1]["seat"].tolist() == [0, 1, 0]


def test_games_go_on_from_positions():
    game = Game.new(seed=3)
    for _ in range(30):
        game.push(game.legal_ids()[0])
    env = SelfPlayVectorEnv(3)
    env.reset(seed=1, options={"position": [game, None, game.to_json()]})
    assert env.game(0) == game
    assert env.game(2).to_json() == game.to_json()
    assert env.game(1).to_json()["stage"] == "start"
    with pytest.raises(ValueError, match=r"position: it is one of 3p.*, the environment plays 2p"):
        env.reset(options={"position": Game.new({"players": 3})})
    single, many = BurgundyEnv(), BurgundyVectorEnv(1)
    one, _ = single.reset(seed=4, options={"position": game.to_json()})
    two, _ = many.reset(seed=4, options={"position": game.to_json()})
    assert np.array_equal(one, two[0])
    assert single.unwrapped.game.to_json() == many.game(0).to_json()


@pytest.mark.parametrize("seat", [1, "random"])
def test_a_position_must_leave_you_something_to_decide(seat):
    """The others would end the game before your first observation."""
    game = Game.new(seed=1)
    while not game.is_over:
        last = game.copy()
        game.push(game.legal_ids()[0])
    assert last.active == 0
    for env, position in ((BurgundyEnv(seat=seat), last), (BurgundyVectorEnv(2, seat=seat), [None, last])):
        with pytest.raises(ValueError, match="position: the game is over before seat 1 decides again"):
            env.reset(seed=1, options={"position": position})
        env.reset(seed=1, options={"position": position, "seat": 0})
    burgundy_v0.env().reset(seed=1, options={"position": last})


def test_points_scored_before_a_position_are_not_paid():
    game, chooser = Game.new(seed=3), np.random.default_rng(1)
    while game.scores()[0]["vp"] + game.scores()[1]["vp"] < 20:
        game.push(int(chooser.choice(game.legal_ids())))
    had = np.array([score["vp"] for score in game.scores()])
    env, single = SelfPlayVectorEnv(1, reward="vp"), BurgundyEnv(reward="vp")
    env.reset(seed=1, options={"position": game})
    paid, terminated = np.zeros(2), [False]
    while not terminated[0]:
        _, _, terminated, _, infos = env.step(env.sample_actions())
        paid += infos["seat_rewards"][0]
    assert paid.tolist() == (infos["totals"][0] - had).tolist()
    single.reset(seed=1, options={"position": game})
    paid, over = 0, False
    while not over:
        _, reward, over, _, info = single.step(int(chooser.choice(single.game.legal_ids())))
        paid += reward
    assert paid == info["totals"][0] - had[0]


@pytest.mark.parametrize("mode", MODES[:2], ids=name_of)
def test_everything_can_be_saved_and_restored(mode):
    config = {"players": 2, "duchies": "random"}
    env = BurgundyVectorEnv(4, config, seat="random", autoreset_mode=mode)
    env.reset(seed=3)
    for _ in range(120):
        step = env.step(env.sample_actions())
        if step[2].any() and mode is AutoresetMode.NEXT_STEP:
            break
    saved, masks = env.state_bytes(), env.action_masks()
    other = BurgundyVectorEnv(4, config, seat="random", autoreset_mode=mode, threads=2)
    for target in (env, other):
        observations, _ = target.restore(saved)
        assert np.array_equal(target.action_masks(), masks)
        assert np.array_equal(observations, step[0])
        played = []
        for _ in range(150):
            observations, rewards, *_ = target.step(target.sample_actions())
            played.append((observations.tobytes(), rewards.tobytes()))
        target.played = played
    assert env.played == other.played
    other.close()


def test_a_restored_vector_shows_nothing_of_the_step_before():
    env = SelfPlayVectorEnv(2, reward="vp")
    env.reset(seed=3)
    saved, infos = env.state_bytes(), {"seat_rewards": np.zeros(2)}
    while not infos["seat_rewards"].any():
        *_, infos = env.step(env.sample_actions())
    _, infos = env.restore(saved)
    assert infos["mover"].tolist() == [-1, -1]
    assert not infos["seat_rewards"].any()


def test_a_reset_refused_changes_nothing():
    env = BurgundyVectorEnv(2)
    env.reset(seed=3)
    before = env.state_bytes()
    with pytest.raises(ValueError, match="position: it is one of 3p"):
        env.reset(seed=9, options={"seat": 1, "position": [None, Game.new({"players": 3})]})
    assert env.state_bytes() == before


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("flavour", [BurgundyVectorEnv, SelfPlayVectorEnv])
def test_a_copy_goes_on_by_itself(flavour, threads, duplicate):
    """In the middle of games; what it returns is its own."""
    env = flavour(4, observation="planes", copy=False, threads=threads)
    env.reset(seed=1)
    for _ in range(20):
        env.step(env.sample_actions())
    other, played = duplicate(env), []
    for one in (env, other):
        steps = []
        for _ in range(60):
            seen, rewards, *_, infos = one.step(one.sample_actions())
            steps.append((seen.tobytes(), rewards.tobytes(), infos["action_mask"].tobytes()))
        played.append(steps)
        one.close()
    assert played[0] == played[1]
    assert len(set(played[1])) == 60


def test_restore_refuses_what_does_not_fit():
    env = SelfPlayVectorEnv(2)
    env.reset(seed=1)
    saved = env.state_bytes()
    with pytest.raises(ValueError, match="are no state of a vector of games"):
        env.restore(b"nonsense")
    with pytest.raises(TypeError, match="restore takes the bytes that state_bytes gave, not str"):
        env.restore("nonsense")
    with pytest.raises(ValueError, match="games is 2 there, 3 here"):
        SelfPlayVectorEnv(3).restore(saved)
    with pytest.raises(ValueError, match="config is '2p"):
        SelfPlayVectorEnv(2, {"players": 3}).restore(saved)
    with pytest.raises(ValueError, match="cut off"):
        env.restore(saved[:-1])
    with pytest.raises(ValueError, match="the bytes are damaged"):
        env.restore(saved[:-200] + bytes([saved[-200] ^ 1]) + saved[-199:])
    assert env.state_bytes() == saved


def test_wrong_use_is_refused_in_a_sentence():
    env = SelfPlayVectorEnv(2, autoreset_mode="Disabled")
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step([0, 0])
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.state_bytes()
    assert env.action_masks().all()
    with pytest.raises(ValueError, match=r"the first reset\(\) is of all"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="2 integers, one for each game"):
        env.step([0])
    with pytest.raises(ValueError, match="2 integers, one for each game"):
        env.step([0.5, 1])
    with pytest.raises(ValueError, match="'colour' is unknown; there are reset_mask, position"):
        env.reset(options={"colour": "red"})
    with pytest.raises(ValueError, match="reset_mask is an array of 2 bools"):
        env.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(ValueError, match="3 seeds for 2 games"):
        env.reset(seed=[1, 2, 3])
    for no_seed in ("ab", 1.5, [1, 2.5], {3, 4}):
        with pytest.raises(TypeError, match="seed: a whole number, or a list"):
            env.reset(seed=no_seed)
    with pytest.raises(TypeError, match="options: a dict with any of reset_mask, position, not 3"):
        env.reset(options=3)
    for no_game in (-1, 2, "first", 0.0):
        with pytest.raises(IndexError, match="game: a number from 0 to 1, not "):
            env.game(no_game)
    env.step(illegal_for(env.action_masks()))
    with pytest.raises(RuntimeError, match=r"games \[0, 1\] are over"):
        env.step([0, 0])
    for keywords, message in [
        ({"reward": "money"}, "reward: 'money' is unknown; there are win, margin, vp"),
        ({"on_illegal": "cry"}, "there are raise, end, random"),
        ({"threads": 0}, "threads: at least 1"),
        ({"num_envs": 0}, "num_envs: at least 1"),
        ({"observation": "smell"}, "there are flat, planes, tokens, compact, features, actions"),
        ({"opponents": "nobody"}, "opponents: no agent 'nobody'"),
        ({"opponents": ["random"] * 2}, "opponents: 2 for 1 other seats"),
        ({"seat": 2}, "a number from 0 to 1 or 'random', not 2"),
        ({"seat": [0, 1, 0]}, "3 values for 1 games"),
        ({"autoreset_mode": "later"}, "'later' is unknown; there are NextStep, SameStep, Disabled"),
        ({"render_mode": "human"}, "'human' is unknown; there are ansi, rgb_array"),
    ]:
        with pytest.raises(ValueError, match=message):
            BurgundyVectorEnv(**keywords)


def test_render():
    env = SelfPlayVectorEnv(2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (str(env.game(0)), str(env.game(1)))
    silent = SelfPlayVectorEnv(2)
    silent.reset(seed=1)
    with pytest.raises(
        ValueError, match="make the environment with one of render_mode='ansi', render_mode='rgb_array'"
    ):
        silent.render()
    env = SelfPlayVectorEnv(2, render_mode="rgb_array")
    env.reset(seed=1)
    frames = env.render()
    assert frames[0].shape == frames[1].shape
    assert np.array_equal(frames[1], rgb_array(env.game(1), 600))
    assert not np.array_equal(*frames)


def test_made_by_gymnasium():
    env = gymnasium.make_vec(
        "Burgundy-v0", 3, vectorization_mode="vector_entry_point", config={"players": 3}, threads=2
    )
    assert isinstance(env, BurgundyVectorEnv)
    assert env.spec.id == "Burgundy-v0"
    env.reset(seed=0)
    env.close()
    assert isinstance(gymnasium.make_vec("BurgundySelfPlay-v0", 2), SelfPlayVectorEnv)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="this process runs without the compiler already")
def test_without_the_compiler_everything_is_the_same():
    script = "import sys; sys.path.insert(0, sys.argv[1]); import test_vector_env as t; print(t.short_trajectory())"
    assert run_apart(script, NUMBA_DISABLE_JIT="1") == short_trajectory()


def short_trajectory():
    """A hash of some steps in all flavours, observed in all ways."""
    digest = hashlib.sha256()
    for config, keywords in VERSUS:
        env = BurgundyVectorEnv(2, config, **keywords)
        digest.update(env.reset(seed=5)[0].tobytes())
        for _ in range(25):
            for array in env.step(env.sample_actions())[:3]:
                digest.update(array.tobytes())
    return digest.hexdigest()
