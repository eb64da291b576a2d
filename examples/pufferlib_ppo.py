"""PufferLib's PPO with masks; a fixed agent plays the other seat.

python examples/pufferlib_ppo.py [--decisions 1000000] [--opponent reflex]

PufferLib knows no masks, and its environments are boxes of one type: a row is the bytes of the observation `compact`
and behind them those of the mask. Tested with PufferLib 3.0.0; docs/stacks.md says how that is installed.
"""

from __future__ import annotations

import argparse
import ast
import configparser
import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pufferlib
import torch
from pufferlib import pufferl
from torch import nn

from burgundy_env.envs import Batched, BurgundyVectorEnv
from burgundy_env.training.ppo.judge import judge

GAMES, STEPS = 128, 64


class Games(pufferlib.PufferEnv):
    """The native vector as PufferLib's own kind of environment: it writes into the arrays that are there."""

    def __init__(self, opponent: str) -> None:
        self.vector = BurgundyVectorEnv(
            GAMES, opponents=opponent, seat="random", reward="vp", observation="compact", on_illegal="raise",
            autoreset_mode="SameStep", copy=False,
        )  # fmt: skip
        self.single_action_space, self.num_agents = self.vector.single_action_space, GAMES
        self.sizes = self.vector.single_observation_space.shape[0], int(self.single_action_space.n)
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (sum(self.sizes),), np.uint8)
        self.close = self.vector.close
        super().__init__()

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[Any]]:
        return self._see(self.vector.reset(seed=seed)[0]), []

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        seen, points, over, _, _ = self.vector.step(actions)
        self.rewards[:], self.terminals[:] = points / 30, over  # PufferLib cuts rewards at 1
        return self._see(seen), self.rewards, self.terminals, self.truncations, []

    def _see(self, seen: np.ndarray) -> np.ndarray:
        return np.concatenate([seen, self.vector.action_masks()], 1, out=self.observations)


class Policy(nn.Module):
    """A policy and a value on one body; the end of an observation is its mask."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.inputs = inputs
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: torch.Tensor, state: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(seen[:, : self.inputs].float())
        return self.actor(hidden).masked_fill(seen[:, self.inputs :] == 0, -1e8), self.critic(hidden)

    forward_eval = forward


def settings(**wanted: Any) -> dict[str, Any]:
    """PufferLib's own numbers for training, but for what is wanted otherwise."""
    parser = configparser.ConfigParser()
    parser.read(Path(pufferlib.__path__[0]) / "config" / "default.ini")
    numbers = {key: ast.literal_eval(text) for key, text in parser["train"].items() if not text[0].isalpha()}
    return numbers | dict(
        use_rnn=False, compile=False, cpu_offload=False, anneal_lr=True, env="burgundy", precision="float32",
        torch_deterministic=True, device="cpu", optimizer="adam", adam_beta1=0.9, adam_eps=1e-5, learning_rate=5e-4,
        gamma=1.0, bptt_horizon=STEPS, batch_size=GAMES * STEPS, minibatch_size=2048, update_epochs=2, **wanted,
    )  # fmt: skip


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
    pufferl.ADVANTAGE_CUDA = torch.cuda.is_available()  # it asks for a compiler, not for a card
    policy = Policy(*(games := Games(options.opponent)).sizes)
    with tempfile.TemporaryDirectory() as folder:
        chosen = settings(seed=options.seed, total_timesteps=max(options.decisions, GAMES * STEPS), data_dir=folder)
        trainer = pufferl.PuffeRL(chosen, games, policy)
        begun = time.process_time()
        try:
            while trainer.global_step < options.decisions:
                trainer.evaluate()
                trainer.train()
            made, seconds = trainer.global_step, time.process_time() - begun
        finally:
            trainer.close()  # or a thread of its own waits for ever

    def decide(seen: np.ndarray, masks: np.ndarray, _: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return policy(torch.from_numpy(np.concatenate([seen, masks], 1)))[0].argmax(1).numpy()

    found = judge(Batched(decide, "compact"), options.opponent, games=options.games)
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
