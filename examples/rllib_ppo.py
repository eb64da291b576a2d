"""PPO in RLlib, on one machine or on a Ray cluster: every seat is played by one network, which learns from all.

python examples/rllib_ppo.py [--minutes 15 | --decisions 200000] [--runners 0] [--address auto] [--folder runs/rllib]

The network scores each legal action by what it changes. Ctrl-C keeps what has been learned, and the same command goes
on from there. Tested with Ray 2.60.0.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from tqdm import tqdm

from burgundy_env.envs import Batched
from burgundy_env.envs.rllib import register
from burgundy_env.envs.rllib_rows import RowsModule
from burgundy_env.training.ppo.judge import judge

SCALE = 0.1  # what a victory point is paid
VALUE = 0.5 / (20 * SCALE) ** 2  # 20 points, missed, count as one


def config(runners: int = 0, batch: int = 2000, **keywords: object) -> PPOConfig:
    """The training of one network; so many runners play, 0 for the process that learns. An observation is 200 KB."""
    register("burgundy", **{"observation": "ahead", "reward": "vp", "scale": SCALE, **keywords})
    return (
        PPOConfig()
        .environment("burgundy")
        .env_runners(num_env_runners=runners, rollout_fragment_length="auto")
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_, **__: "all")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=RowsModule, model_config={"vp": SCALE}))
        .training(
            train_batch_size_per_learner=batch, minibatch_size=min(batch, 500), num_epochs=2, lr=1e-4, gamma=1.0,
            lambda_=0.85, entropy_coeff=0.002, clip_param=0.2, vf_clip_param=1e6, vf_loss_coeff=VALUE,
            use_kl_loss=False, grad_clip=0.5,
        )
    )  # fmt: skip


def played(algorithm: PPO) -> int:
    """The decisions that have been learned from so far."""
    return int(algorithm.metrics.peek(("env_runners", "num_env_steps_sampled_lifetime"), default=0))


def train(algorithm: PPO, decisions: float, folder: Path, minutes: float = math.inf) -> None:
    """Go on from what the folder keeps until there are so many decisions, or so many minutes have been spent."""
    kept, spent = folder / "spent.json", 0.0
    if (folder / "rllib_checkpoint.json").exists():
        algorithm.restore_from_path(str(folder))
        spent = json.loads(kept.read_text()) if kept.exists() else 0.0
        print(f"going on from {folder}: {played(algorithm):,} decisions in {spent / 60:.1f} minutes so far")
    made, last = played(algorithm), time.monotonic()
    total = int(decisions) if math.isfinite(decisions) else None
    with tqdm(total=total, initial=int(min(made, decisions)), unit=" decisions") as progress:
        try:
            while made < decisions and spent < 60 * minutes:
                before = made
                made = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
                progress.update(min(made, decisions) - before)
                algorithm.save_to_path(str(folder))
                spent, last = spent + time.monotonic() - last, time.monotonic()
                kept.write_text(json.dumps(spent))
        except KeyboardInterrupt:
            raise SystemExit(f"\nstopped; the same command goes on from {folder}") from None


def player(algorithm: PPO) -> Batched:
    """What has been learned, as a function that decides in many games at once."""
    module = algorithm.get_module("all")

    def decide(seen: np.ndarray, _: np.ndarray, __: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            batch = {Columns.OBS: {"observation": torch.from_numpy(seen)}}
            return module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

    return Batched(decide, "ahead")


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--decisions", type=int, help="to learn from, those of earlier runs included (200,000)")
    length.add_argument("--minutes", type=float, help="to learn for instead, those of earlier runs included")
    parser.add_argument("--batch", type=int, default=2000, help="decisions between two updates")
    parser.add_argument("--runners", type=int, default=0, help="processes that play, on whatever machine has room")
    parser.add_argument("--address", help="of a running Ray cluster (auto: the one this machine belongs to)")
    parser.add_argument("--opponent", default="heuristic", help="a compiled agent, to play against in the end")
    parser.add_argument("--games", type=int, default=1000, help="played in the end, each deal from both seats")
    parser.add_argument("--folder", type=Path, default=Path("runs/rllib"), help="for checkpoints")
    options = parser.parse_args()
    ray.init(address=options.address, include_dashboard=None if options.address else False)
    algorithm = config(options.runners, options.batch).build_algo()
    before, begun = played(algorithm), time.process_time()
    decisions = options.decisions or (200_000 if options.minutes is None else math.inf)
    train(algorithm, decisions, options.folder.resolve(), options.minutes or math.inf)
    made, seconds = played(algorithm), time.process_time() - begun
    print(f"{made:,} decisions, {(made - before) / seconds:,.0f} a second of this process's time")
    print(f"won {judge(player(algorithm), options.opponent, games=options.games)} against {options.opponent}")
    algorithm.stop()


if __name__ == "__main__":
    main()
