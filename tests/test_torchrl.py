"""TorchRL's own check, through its wrapper for PettingZoo."""

import warnings

import pytest

with warnings.catch_warnings():
    # It has its own opinion about how warnings are shown, at import.
    warnings.simplefilter("ignore", DeprecationWarning)
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

from burgundy_env import burgundy_v0

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
