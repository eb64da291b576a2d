"""Opponents in Python that answer many games at once, and what compiled agents would do."""

import numpy as np
import pytest

from burgundy_env import Game, IllegalAction
from burgundy_env.engine.actions import IDS
from burgundy_env.envs import Batched, BurgundyEnv, BurgundyVectorEnv, SelfPlayVectorEnv
from burgundy_env.observations import encoder


def last_legal(observations, masks, seats):
    """The last legal action; of several a network would choose by what it sees."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


def last_of_one(game: Game):
    return max(game.legal_ids())


@pytest.mark.parametrize("opponents", [[Batched(last_legal)], [Batched(last_legal, "compact"), "heuristic"]])
def test_many_at_once_play_as_one_by_one(opponents):
    config = {"players": len(opponents) + 1}
    alone = [last_of_one if isinstance(player, Batched) else player for player in opponents]
    envs = [BurgundyVectorEnv(5, config, seat="random", opponents=each) for each in (opponents, alone)]
    seen = [env.reset(seed=3) for env in envs]
    for _ in range(150):
        assert np.array_equal(seen[0][0], seen[1][0])
        seen = [env.step(env.sample_actions()) for env in envs]
        assert np.array_equal(seen[0][1], seen[1][1])
    single = BurgundyEnv(config, opponents=opponents)
    single.reset(seed=3)
    assert single.game.active == 0


def test_it_is_asked_once_and_sees_what_the_seat_to_decide_sees():
    asked = []

    def decide(observations, masks, seats):
        asked.append(len(seats))
        flat = encoder("flat")
        assert observations.shape == (len(seats), *flat.shape)
        assert (flat.view(observations, "self.active") == 1).all()
        assert masks.dtype == np.bool_
        assert masks.any(1).all()
        return masks.argmax(1)

    env = BurgundyVectorEnv(64, opponents=Batched(decide))
    env.reset(seed=1)
    for _ in range(30):
        env.step(env.sample_actions())
    assert max(asked) > 20


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (0.5, TypeError, "integers, one for each game, not float64"),
        (IDS["end"], IllegalAction, r"opponents: Batched\(.*\) in seat 0"),
    ],
)
def test_what_it_does_wrong_is_said(answer, error, message):
    env = BurgundyVectorEnv(4, seat=1, opponents=Batched(lambda seen, masks, seats: np.full(len(seats), answer)))
    with pytest.raises(error, match=message):
        env.reset(seed=1)


def test_its_observation_is_one_there_is():
    with pytest.raises(ValueError, match="'round' is unknown"):
        Batched(last_legal, "round")


def test_answers_are_those_of_the_agents():
    env = SelfPlayVectorEnv(4, autoreset_mode="Disabled")
    env.reset(seed=2)
    for _ in range(20):
        env.step(env.sample_actions())
    answers = env.answers(["reflex", None, "heuristic", "random"])
    assert answers[1] == -1
    assert all(env.action_masks()[i, answers[i]] for i in (0, 2, 3))
    while not env.step(env.answers("heuristic"))[2].any():
        pass
    assert (env.answers("heuristic") == -1).tolist() == (env.action_masks().all(1)).tolist()
    with pytest.raises(ValueError, match="turn:ms=5 is no compiled agent"):
        env.answers("turn:ms=5")
    with pytest.raises(ValueError, match="2 values for 4 games"):
        env.answers(["reflex", "reflex"])
