"""PPO in one file, in CleanRL's style, with masks; a fixed agent plays the other seat.

python examples/cleanrl_ppo.py [--decisions 1000000] [--opponent reflex]

CleanRL's own scripts have no masks (vwxyzjn/cleanrl#402). Ctrl-C ends the training early.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical
from tqdm import tqdm

from burgundy_env.envs import Batched, BurgundyVectorEnv
from burgundy_env.training.ppo.judge import judge

GAMES, STEPS, EPOCHS, MINIBATCHES = 64, 64, 2, 4
GAMMA, LAMBDA, CLIP, ENTROPY = 1.0, 0.9, 0.2, 0.005


class Agent(nn.Module):
    """A policy and a value on one body."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        hidden = self.body(seen.float())
        logits = self.actor(hidden).masked_fill(~masks, -1e8)  # the mask
        return Categorical(logits=logits, validate_args=False), self.critic(hidden).squeeze(-1)


def advantages_of(rewards: Tensor, ended: Tensor, values: Tensor, after: Tensor) -> Tensor:
    """Generalised advantage estimates; a value behind the end of a game counts nothing."""
    advantages, ahead = torch.zeros_like(rewards), torch.zeros_like(after)
    for step in reversed(range(STEPS)):
        going_on = 1 - ended[step]
        ahead = rewards[step] + GAMMA * after * going_on - values[step] + GAMMA * LAMBDA * going_on * ahead
        advantages[step], after = ahead, values[step]
    return advantages


def train(options: argparse.Namespace) -> tuple[Agent, int, float]:
    """An agent, the decisions it learned from, and the seconds of processor time."""
    env = BurgundyVectorEnv(
        GAMES, opponents=options.opponent, seat="random", reward="vp", observation="compact", on_illegal="raise",
        autoreset_mode="SameStep",
    )  # fmt: skip
    inputs, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
    agent = Agent(inputs, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    seen = torch.zeros(STEPS, GAMES, inputs, dtype=torch.uint8)
    masks = torch.zeros(STEPS, GAMES, actions, dtype=torch.bool)  # kept like the observations
    chosen = torch.zeros(STEPS, GAMES, dtype=torch.long)
    logs, values, rewards, ended = (torch.zeros(STEPS, GAMES) for _ in range(4))
    now, infos = env.reset(seed=options.seed)
    made, begun, progress = 0, time.process_time(), tqdm(total=options.decisions, unit=" decisions")
    try:
        while made < options.decisions:
            for step in range(STEPS):
                seen[step], masks[step] = torch.from_numpy(now), torch.from_numpy(infos["action_mask"].astype(bool))
                with torch.no_grad():
                    policy, values[step] = agent(seen[step], masks[step])
                chosen[step] = policy.sample()
                logs[step] = policy.log_prob(chosen[step])
                now, points, over, _, infos = env.step(chosen[step].numpy())
                rewards[step], ended[step] = torch.from_numpy(points) / 10, torch.from_numpy(over)
            with torch.no_grad():
                _, after = agent(torch.from_numpy(now), masks[-1])
                advantages = advantages_of(rewards, ended, values, after).flatten()
            returns = advantages + values.flatten()
            flat = [array.flatten(0, 1) for array in (seen, masks, chosen, logs)]
            for _ in range(EPOCHS):
                for part in torch.randperm(STEPS * GAMES).chunk(MINIBATCHES):
                    policy, value = agent(flat[0][part], flat[1][part])
                    ratio = (policy.log_prob(flat[2][part]) - flat[3][part]).exp()
                    gain = (advantages[part] - advantages[part].mean()) / (advantages[part].std() + 1e-8)
                    clipped = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                    loss = 0.5 * (value - returns[part]).square().mean() - clipped - ENTROPY * policy.entropy().mean()
                    optimizer.zero_grad()
                    loss.backward()
                    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                    optimizer.step()
            made += len(advantages)
            progress.update(len(advantages))
    except KeyboardInterrupt:
        print("\nstopped")
    return agent, made, time.process_time() - begun


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="to learn from")
    parser.add_argument("--opponent", default="reflex", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # a network this small is hardly faster with two
    agent, made, seconds = train(options)

    def decide(seen: np.ndarray, masks: np.ndarray, _: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return agent(torch.from_numpy(seen), torch.from_numpy(masks))[0].probs.argmax(1).numpy()

    found = judge(Batched(decide, "compact"), options.opponent, games=options.games)
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
