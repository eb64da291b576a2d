"""TorchRL's own check, through its wrapper for PettingZoo; masked play through that for Gymnasium."""

import warnings

import pytest

with warnings.catch_warnings():
    # It has its own opinion about how warnings are shown, at import.
    warnings.simplefilter("ignore", DeprecationWarning)
    from torchrl.envs import ActionMask, TransformedEnv
    from torchrl.envs.libs.gym import GymWrapper
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

from burgundy_env import burgundy_v0
from burgundy_env.envs import BurgundyVectorEnv

OTHER_VERSION = "PettingZoo in TorchRL is tested using version"
CONFIGS = [
    {},
    {"config": {"players": 3, "duchies": "random"}, "reward": "vp", "observation": "planes"},
    {"config": {"players": 1, "chateauma": "hard"}, "observation": "tokens"},
]


@pytest.mark.filterwarnings(f"ignore:{OTHER_VERSION}:UserWarning")
@pytest.mark.parametrize("keywords", CONFIGS, ids=str)
def test_specs(keywords):
    env = PettingZooWrapper(
        burgundy_v0.raw_env(**keywords), use_mask=True, done_on_any=False, categorical_actions=True
    )
    check_env_specs(env, seed=1)
    played = env.rollout(400, break_when_any_done=False)  # by the mask: an illegal action raises
    assert played["next", "done"].any()


@pytest.mark.filterwarnings("ignore::UserWarning:torchrl", "ignore::UserWarning:tensordict")
def test_a_vector_is_played_by_the_mask():
    """It wants to know the autoreset mode. Only an illegal action costs points."""
    games = BurgundyVectorEnv(3, autoreset_mode="SameStep", reward="vp")
    env = TransformedEnv(GymWrapper(games, categorical_action_encoding=True), ActionMask())
    played = env.rollout(250, break_when_any_done=False)
    assert played["next", "done"].any()
    assert played["next", "reward"].min() == 0
    assert played["action_mask"].any(-1).all()
