"""PPO in RLlib, on one machine or on a Ray cluster: every seat is played by the same network, which learns from all.

python examples/rllib_ppo.py [--iterations 20] [--runners 0] [--address auto] [--folder runs/rllib]

Ctrl-C keeps what has been learned, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from tqdm import tqdm

from burgundy_env.envs.rllib import MaskedModule, register


def config(runners: int = 0, decisions: int = 4000, **keywords: object) -> PPOConfig:
    """The training of one network; so many runners play, 0 for the process that learns."""
    register("burgundy", **keywords)
    return (
        PPOConfig()
        .environment("burgundy")
        .env_runners(num_env_runners=runners, rollout_fragment_length="auto")
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_, **__: "all")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config={"width": 256}))
        .training(train_batch_size_per_learner=decisions, minibatch_size=min(decisions, 512), num_epochs=4, lr=5e-4)
    )


def train(algorithm: PPO, iterations: int, folder: Path) -> None:
    """Go on from what the folder keeps until so many iterations are done."""
    if (folder / "rllib_checkpoint.json").exists():
        algorithm.restore_from_path(str(folder))
        print(f"going on from {folder}: {algorithm.iteration} iterations so far")
    with tqdm(total=iterations, initial=min(algorithm.iteration, iterations), unit="iteration") as progress:
        try:
            while algorithm.iteration < iterations:
                played = algorithm.train()["env_runners"]
                progress.set_postfix_str(f"{played['num_env_steps_sampled_lifetime']:,.0f} decisions")
                progress.update()
                algorithm.save_to_path(str(folder))
        except KeyboardInterrupt:
            raise SystemExit(f"\nstopped; the same command goes on from {folder}") from None


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20, help="of training, those of earlier runs included")
    parser.add_argument("--decisions", type=int, default=4000, help="between two updates")
    parser.add_argument("--runners", type=int, default=0, help="processes that play, on whatever machine has room")
    parser.add_argument("--address", help="of a running Ray cluster (auto: the one this machine belongs to)")
    parser.add_argument("--folder", type=Path, default=Path("runs/rllib"), help="for checkpoints")
    options = parser.parse_args()
    ray.init(address=options.address, include_dashboard=None if options.address else False)
    algorithm = config(options.runners, options.decisions).build_algo()
    train(algorithm, options.iterations, options.folder.resolve())
    algorithm.stop()


if __name__ == "__main__":
    main()
