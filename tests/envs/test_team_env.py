"""The team game in the environments: partners share their reward, opponents are named as partner and rivals."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from burgundy_env import Game, burgundy_v0
from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv, SelfPlayVectorEnv

CONFIG = {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]}


def nearly_over(vp=(30, 33), **changes):
    """A document of the last turn, seat 3 to end it; points of both teams."""
    game, rng = Game.new(CONFIG, seed=2), random.Random(2)
    while game.to_json()["phase"] != "E" or game.to_json()["round"] != 5 or game.active != last_of(game):
        game.push(rng.choice(game.legal_ids()))
    while "end" not in game.legal_actions():
        game.push(rng.choice(game.legal_ids()))
    document = game.to_json()
    for team, points in zip(document["teams"], vp, strict=True):
        team.update(vp=points, silver=0, workers=0, goods={}, sold={}, placed={**start(team["duchy"])}, bonus=[])
        team.update(changes, m27=None)
    document["bonus_tiles"] = dict.fromkeys(("building", "monastery", "ship", "livestock", "castle", "mine"), 2)
    document["pending"] = []
    del document["hidden"]
    return document


def start(board):
    return {"h29" if board == 31 else "h22": "castle"}


def last_of(game):
    return game.to_json()["order"][-1]


def reward_of(document, reward):
    """What each seat gets when the last turn ends."""
    env = burgundy_v0.raw_env(config=CONFIG, reward=reward)
    env.reset(seed=1, options={"position": document})
    env.step(env.game.legal_ids()[env.game.legal_actions().index("end")])
    return [env.rewards[f"player_{seat}"] for seat in range(4)], env.infos["player_0"]


@pytest.mark.parametrize(
    ("reward", "vp", "paid"),
    [
        ("win", (30, 33), [-1, 1, -1, 1]),
        ("win", (33, 30), [1, -1, 1, -1]),
        ("win", (30, 30), [0, 0, 0, 0]),
        ("margin", (30, 33), [-0.03, 0.03, -0.03, 0.03]),
        ("margin", (30, 30), [0, 0, 0, 0]),
        ("vp", (30, 33), [0, 0, 0, 0]),
    ],
)
def test_partners_share_their_reward(reward, vp, paid):
    rewards, info = reward_of(nearly_over(vp), reward)
    assert rewards == pytest.approx(paid)
    assert (info["totals"].tolist(), info["draw"]) == (list(vp), vp[0] == vp[1])
    assert info["breakdown"].shape[0] == len(info["ranking"]) == 2


def test_what_one_scores_pays_both():
    env = burgundy_v0.raw_env(config=CONFIG, reward="vp")
    env.reset(seed=4)
    rng, paid = random.Random(4), np.zeros(4)
    while env.agents and not env.game.is_over:
        env.step(rng.choice(env.game.legal_ids()))
        paid += [env.rewards[f"player_{seat}"] for seat in range(4)]
    totals = [score["total"] for score in env.game.scores()]
    assert paid.tolist() == [*totals, *totals]


def test_an_illegal_action_costs_both_partners():
    env = burgundy_v0.env(config=CONFIG)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(int(np.argmin(env.observe(offender)["action_mask"])))
    seat = int(offender[-1])
    wanted = [-1 if other % 2 == seat % 2 else 0 for other in range(4)]
    assert [env.unwrapped.rewards[f"player_{other}"] for other in range(4)] == wanted
    vector = SelfPlayVectorEnv(1, CONFIG)
    _, infos = vector.reset(seed=1)
    mover = int(infos["to_move"][0])
    *_, infos = vector.step(np.array([int(np.argmin(vector.action_masks()[0]))]))
    assert infos["seat_rewards"][0].tolist() == [-1 if other % 2 == mover % 2 else 0 for other in range(4)]


def test_gymnasiums_checker_is_content():
    check_env(gymnasium.make("Burgundy-v0", config=CONFIG).unwrapped, skip_render_check=True)


class Noted:
    """Plays the first action, and notes for which seats it was asked."""

    def __init__(self):
        self.seats = set()

    def act(self, game):
        self.seats.add(game.active)
        return game.legal_actions()[0]


@pytest.mark.parametrize("seat", range(4))
def test_opponents_are_named_as_partner_and_rivals(seat):
    partner, one, two = Noted(), Noted(), Noted()
    env = BurgundyEnv(CONFIG, seat=seat, opponents={"partner": partner, "rivals": [one, two]})
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert partner.seats == {(seat + 2) % 4}
    assert [one.seats, two.seats] == [{(seat + 1) % 4}, {(seat + 3) % 4}]


def test_one_name_serves_for_both_rivals_and_vectors_take_names_too():
    vector = BurgundyVectorEnv(2, CONFIG, opponents={"partner": "greedy", "rivals": "random"})
    by_turn = BurgundyVectorEnv(2, CONFIG, opponents=["random", "greedy", "random"])
    one, two = (env.reset(seed=3)[0] for env in (vector, by_turn))
    assert np.array_equal(one, two)


@pytest.mark.parametrize(
    ("config", "opponents", "why"),
    [
        (CONFIG, {"partner": "random"}, "'partner' and 'rivals' are needed, not 'partner'"),
        (CONFIG, {"partner": "random", "rivals": "random", "you": "turn"}, "are needed"),
        ({"players": 4}, {"partner": "random", "rivals": "random"}, "those of the team game"),
        (CONFIG, "chateauma:hard", "the Châteauma does not play against teams"),
        (CONFIG, ["random"] * 2, "2 for 3 other seats"),
    ],
)
def test_what_can_not_be_is_a_sentence(config, opponents, why):
    with pytest.raises(ValueError, match=why):
        BurgundyEnv(config, opponents=opponents)


def test_vectors_play_the_same_games_and_tell_the_same():
    vector = SelfPlayVectorEnv(3, CONFIG, reward="win")
    vector.reset(seed=5)
    twins, rng = [vector.game(i) for i in range(3)], np.random.default_rng(5)
    done = np.zeros(3, bool)
    while not done.all():
        actions = np.array(
            [0 if over else int(rng.choice(game.legal_ids())) for over, game in zip(done, twins, strict=True)]
        )
        _, _, terminated, _, infos = vector.step(actions)
        for i in np.flatnonzero(~done).tolist():
            twins[i].push(int(actions[i]))
            if terminated[i]:
                outcome = twins[i].outcome()
                assert infos["totals"][i].tolist() == list(outcome.totals)
                assert infos["ranking"][i].tolist() == list(outcome.ranking)
                won = [1 if seat % 2 == outcome.ranking[0] else -1 for seat in range(4)]
                assert infos["seat_rewards"][i].tolist() == won
                assert bool(infos["draw"][i]) is (len(outcome.winners) > 1)
        done |= terminated
