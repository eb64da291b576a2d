"""Tianshou's PPO with masks; a fixed agent plays the other seat.

python examples/tianshou_ppo.py [--decisions 200000] [--opponent reflex]

Its collectors keep whatever an observation is made of, so the mask goes along in it and the actor reads it: of
Tianshou's own policies only those of Q-learning know masks (thu-ml/tianshou#334). Tested with Tianshou 2.0.1.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import nn

from burgundy_env.envs import Batched, BurgundyEnv
from burgundy_env.training.ppo.judge import judge

GAMES, STEPS = 32, 128


class Masked(gymnasium.Wrapper):
    """Observations with their masks, under the names Tianshou uses, and points in tens."""

    def __init__(self, env: BurgundyEnv) -> None:
        super().__init__(env)
        masks = gymnasium.spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = gymnasium.spaces.Dict({"obs": env.observation_space, "mask": masks})

    def reset(self, **keywords: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """The first observation; of what else there is Tianshou needs nothing."""
        seen, infos = self.env.reset(**keywords)
        return {"obs": seen, "mask": infos["action_mask"]}, {}

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """The next one."""
        seen, points, over, cut, infos = self.env.step(int(action))
        return {"obs": seen, "mask": infos["action_mask"]}, points / 10, over, cut, {}


class Body(nn.Module):
    """Two layers on the observation, and an output; an actor if there is more than one."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, outputs)
        )
        self.acts = outputs > 1

    def forward(self, seen: Any, state: Any = None, info: Any = None) -> Any:
        found = self.layers(torch.as_tensor(seen.obs, dtype=torch.float32))
        if not self.acts:
            return found
        return found.masked_fill(torch.as_tensor(seen.mask) == 0, -1e8), state


def train(options: argparse.Namespace) -> tuple[Body, int, float]:
    """An actor, the decisions it learned from, and the seconds of processor time."""
    keywords = {"reward": "vp", "observation": "compact", "on_illegal": "raise", "opponents": options.opponent}
    one = BurgundyEnv(**keywords)
    games = DummyVectorEnv([lambda: Masked(BurgundyEnv(seat="random", **keywords))] * GAMES)
    games.seed(options.seed)
    inputs, actions = one.observation_space.shape[0], one.action_space
    actor, critic = Body(inputs, int(actions.n)), Body(inputs, 1)
    algorithm = PPO(
        policy=DiscreteActorPolicy(actor=actor, action_space=actions), critic=critic,
        optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, gae_lambda=0.9, ent_coef=0.005, max_grad_norm=0.5,
        max_batchsize=4096,
    )  # fmt: skip
    collector = Collector(algorithm, games, VectorReplayBuffer(GAMES * STEPS, GAMES))
    begun, epochs = time.process_time(), -(-options.decisions // (GAMES * STEPS))
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=collector, max_epochs=epochs, epoch_num_steps=GAMES * STEPS,
            collection_step_num_env_steps=GAMES * STEPS, update_step_num_repetitions=2, batch_size=1024,
        )
    )  # fmt: skip
    return actor, int(collector.collect_step), time.process_time() - begun


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=200_000, help="to learn from")
    parser.add_argument("--opponent", default="reflex", help="any agent's name")
    parser.add_argument("--games", type=int, default=1000, help="played in the end, each deal from both seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # a network this small is hardly faster with two
    actor, made, seconds = train(options)

    def decide(seen: np.ndarray, masks: np.ndarray, _: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return (
                actor.layers(torch.from_numpy(seen).float())
                .masked_fill(~torch.from_numpy(masks), -1e8)
                .argmax(1)
                .numpy()
            )

    found = judge(Batched(decide, "compact"), options.opponent, games=options.games)
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
