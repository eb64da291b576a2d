"""RLlib plays and learns through its own wrapper for PettingZoo, and never takes an illegal action."""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
# In a process of its own: Ray starts others, and changes how its process logs and warns.
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np, ray, torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
import rllib_ppo
from burgundy_env import burgundy_v0
from burgundy_env.envs.rllib import MaskedModule
from burgundy_env.envs.rllib_rows import RowsModule

ray.init(address="local", num_cpus=1, include_dashboard=False)
# An illegal action raises in the raw environment. RLlib's check of environments would take some: it knows no masks.
register_env("strict", lambda wanted: PettingZooEnv(burgundy_v0.raw_env(config={"players": 3}, **wanted)))
for module, observation in ((RowsModule, "actions"), (MaskedModule, "compact")):
    config = rllib_ppo.config(batch=400).environment(
        "strict", env_config={"observation": observation}, disable_env_checking=True
    )
    algorithm = config.rl_module(rl_module_spec=RLModuleSpec(module_class=module)).build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled_lifetime"] >= 400, result["env_runners"]
    assert np.isfinite(result["learners"]["all"]["total_loss"])
    env = burgundy_v0.raw_env(config={"players": 3}, observation=observation)
    env.reset(seed=1)
    learned = algorithm.get_module("all")
    for _ in range(30):
        seen = {key: torch.as_tensor(value)[None] for key, value in env.observe(env.agent_selection).items()}
        with torch.no_grad():
            logits = learned.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS][0]
        chances = torch.softmax(logits, 0)
        assert chances[seen["action_mask"][0] == 0].sum() == 0
        env.step(int(chances.argmax()))
    algorithm.stop()

# The example itself: with PettingZoo's usual wrappers, kept and gone on from, and played.
folder = rllib_ppo.Path(sys.argv[2])
for decisions in (200, 400):
    algorithm = rllib_ppo.config(batch=200).build_algo()
    if decisions == 400:
        rllib_ppo.train(algorithm, rllib_ppo.math.inf, folder, minutes=1e-6)
        assert rllib_ppo.played(algorithm) == 200, "the time was up in the run before"
    rllib_ppo.train(algorithm, decisions, folder)
    assert rllib_ppo.played(algorithm) == decisions
    if decisions == 400:
        assert rllib_ppo.judge(rllib_ppo.player(algorithm), "random", games=4).won == 4
    algorithm.stop()
"""


def test_a_smoke_training(tmp_path):
    environment = os.environ | {"OMP_NUM_THREADS": "1", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
    command = [sys.executable, "-c", SCRIPT, str(EXAMPLES), str(tmp_path / "kept")]
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr[-5000:]
    assert "going on from" in run.stdout
