"""TorchRL's PPO with masks; a fixed agent plays the other seat.

python examples/torchrl_ppo.py [--decisions 1000000] [--opponent reflex]

Its wrapper for Gymnasium takes the native vector as it is, masks included, and `MaskedCategorical` reads them. When
it is made it takes a step without one, so illegal actions end a game here and are looked for. Ctrl-C ends the
training early. Tested with TorchRL 0.14.1.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, RewardScaling, TransformedEnv
from torchrl.envs.libs.gym import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from tqdm import tqdm

from burgundy_env.envs import Batched, BurgundyVectorEnv
from burgundy_env.training.ppo.judge import judge

GAMES, STEPS = 64, 64


class Layers(nn.Module):
    """Two layers on an observation of whole numbers, and an output."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, outputs)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.layers(seen.float())


def train(options: argparse.Namespace) -> tuple[Layers, int, float]:
    """An actor's layers, the decisions it learned from, and the seconds of processor time."""
    games = BurgundyVectorEnv(
        GAMES,
        opponents=options.opponent,
        seat="random",
        reward="vp",
        observation="compact",
        autoreset_mode="SameStep",
    )
    inputs, actions = games.single_observation_space.shape[0], int(games.single_action_space.n)
    masks = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    changed = Compose(masks, ActionMask(), RewardScaling(loc=0, scale=0.1))
    env = TransformedEnv(GymWrapper(games, categorical_action_encoding=True), changed)
    env.set_seed(options.seed)
    layers = Layers(inputs, actions)
    actor = ProbabilisticActor(
        TensorDictModule(layers, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"}, spec=env.action_spec, return_log_prob=True,
        distribution_class=MaskedCategorical,
    )  # fmt: skip
    critic = ValueOperator(Layers(inputs, 1), in_keys=["observation"])
    advantages = GAE(gamma=1.0, lmbda=0.9, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.005, critic_coeff=0.5, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=5e-4, eps=1e-5)
    collector = Collector(env, actor, frames_per_batch=GAMES * STEPS, total_frames=options.decisions)
    made, begun = 0, time.process_time()
    progress = tqdm(total=options.decisions, unit=" decisions")
    try:
        for batch in collector:
            if batch["next", "reward"].min() < 0:  # nothing else costs points
                raise RuntimeError("an illegal action was taken")
            for _ in range(2):
                with torch.no_grad():
                    advantages(batch)
                flat = batch.reshape(-1)
                for part in torch.randperm(len(flat)).chunk(4):
                    losses = loss_of(flat[part])
                    loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                    optimizer.zero_grad()
                    loss.backward()
                    nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                    optimizer.step()
            made += batch.numel()
            progress.update(batch.numel())
    except KeyboardInterrupt:
        print("\nstopped")
    collector.shutdown()
    return layers, made, time.process_time() - begun


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="to learn from")
    parser.add_argument("--opponent", default="reflex", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end, each deal from both seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # a network this small is hardly faster with two
    layers, made, seconds = train(options)

    def decide(seen: np.ndarray, masks: np.ndarray, _: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return layers(torch.from_numpy(seen)).masked_fill(~torch.from_numpy(masks), -1e8).argmax(1).numpy()

    found = judge(Batched(decide, "compact"), options.opponent, games=options.games)
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
