"""PPO from scratch in PyTorch on the native vector environment: learns to beat random play in minutes.

python examples/ppo.py [--minutes 4] [--opponent random] [--folder runs/ppo]

Ctrl-C keeps what has been learned, and the same command goes on from there. `tensorboard --logdir runs` shows the
curves. When the time is up the policy plays 1,000 games, in pairs with the same seed and the seats swapped.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from burgundy_env.arena.statistics import wilson
from burgundy_env.envs import BurgundyVectorEnv

GAMMA, LAMBDA = 0.998, 0.95
CLIP, EPOCHS, BATCH = 0.2, 3, 1024
RATE, ENTROPY, VALUE, NORM = 1e-3, 0.01, 0.5, 0.5
POINTS = 20  # victory points that are worth a reward of 1


class Policy(nn.Module):
    """What the actions are worth choosing, and how many points are still to come."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)
        nn.init.zeros_(self.actor.bias)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the actions' probabilities, and the value."""
        hidden = self.body(seen)
        logits = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, 1), self.critic(hidden).squeeze(1)


def draw(log_probabilities: torch.Tensor) -> torch.Tensor:
    """An action for each row, by the Gumbel trick."""
    noise = torch.empty_like(log_probabilities).exponential_().log_()
    return (log_probabilities - noise).argmax(1)


class Rollout:
    """Some steps of all games, as the policy saw and played them."""

    def __init__(self, steps: int, env: BurgundyVectorEnv) -> None:
        n, actions = env.num_envs, env.single_action_space.n
        self.seen = torch.zeros(steps, n, env.encoder.size)
        self.masks = torch.zeros(steps, n, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, n, dtype=torch.long)
        self.log_probabilities, self.values = torch.zeros(steps, n), torch.zeros(steps + 1, n)
        self.rewards, self.ended = torch.zeros(steps, n), torch.zeros(steps, n)

    @torch.no_grad()
    def fill(self, env: BurgundyVectorEnv, policy: Policy, seen: np.ndarray) -> tuple[np.ndarray, list[float]]:
        """Play; what is seen now, and the margins of the games that ended."""
        margins: list[float] = []
        for step in range(len(self.seen)):
            self.seen[step] = torch.from_numpy(seen)
            self.masks[step] = torch.from_numpy(env.action_masks())
            logs, self.values[step] = policy(self.seen[step], self.masks[step])
            self.actions[step] = draw(logs)
            self.log_probabilities[step] = logs.gather(1, self.actions[step, :, None]).squeeze(1)
            seen, rewards, ended, _, infos = env.step(self.actions[step].numpy())
            self.rewards[step] = torch.from_numpy(rewards) / POINTS
            self.ended[step] = torch.from_numpy(ended)
            if ended.any():
                margins += margins_of(infos["final_info"], ended).tolist()
        self.values[-1] = policy(torch.from_numpy(seen), torch.from_numpy(env.action_masks()))[1]
        return seen, margins

    def advantages(self) -> torch.Tensor:
        """Generalised advantage estimates."""
        found, last = torch.zeros_like(self.rewards), torch.zeros(self.rewards.shape[1])
        for step in reversed(range(len(found))):
            goes_on = 1 - self.ended[step]
            surprise = self.rewards[step] + GAMMA * goes_on * self.values[step + 1] - self.values[step]
            found[step] = last = surprise + GAMMA * LAMBDA * goes_on * last
        return found


def margins_of(result: dict[str, np.ndarray], ended: np.ndarray) -> np.ndarray:
    """How many points the learner was ahead of its best rival, half a point for a tie that it won."""
    totals, rows = result["totals"][ended].astype(float), np.arange(int(ended.sum()))
    totals[rows, result["ranking"][ended, 0]] += 0.5
    mine = totals[rows, result["seat"][ended]].copy()
    totals[rows, result["seat"][ended]] = -np.inf
    return mine - totals.max(1)


def learn(policy: Policy, optimizer: torch.optim.Optimizer, rollout: Rollout) -> dict[str, float]:
    """Some epochs of PPO over what was played; figures for the logs."""
    advantages = rollout.advantages()
    returns = (advantages + rollout.values[:-1]).flatten()
    advantages = advantages.flatten()
    seen, masks = rollout.seen.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, before = rollout.actions.flatten(), rollout.log_probabilities.flatten()
    sums = np.zeros(3)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(actions)).split(BATCH):
            logs, values = policy(seen[some], masks[some])
            ratio = (logs.gather(1, actions[some, None]).squeeze(1) - before[some]).exp()
            gain = advantages[some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            actor = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            critic = (values - returns[some]).square().mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            optimizer.zero_grad()
            (actor + VALUE * critic - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), NORM)
            optimizer.step()
            sums += actor.item(), critic.item(), entropy.item()
    means = sums / (EPOCHS * -(-len(actions) // BATCH))
    return {"loss/actor": means[0], "loss/critic": means[1], "loss/entropy": means[2]}


def train(policy: Policy, options: argparse.Namespace) -> None:
    """Learn until the time is up or somebody presses Ctrl-C; both keep what has been learned."""
    env = BurgundyVectorEnv(
        options.envs, seat="random", opponents=options.opponent, reward="vp", autoreset_mode="SameStep", copy=False
    )
    optimizer, saved = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5), options.folder / "checkpoint.pt"
    spent, decisions = 0.0, 0
    if saved.exists():
        checkpoint = torch.load(saved, weights_only=True)
        policy.load_state_dict(checkpoint["policy"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        spent, decisions = checkpoint["spent"], checkpoint["decisions"]
        print(f"going on from {saved}: {decisions:,} decisions in {spent / 60:.1f} minutes so far")
    seen, _ = env.reset(seed=options.seed + decisions)
    rollout, total = Rollout(options.steps, env), options.minutes * 60

    def save() -> None:
        state = {"policy": policy.state_dict(), "optimizer": optimizer.state_dict()}
        partial = saved.with_suffix(".partial")  # so that there is a whole checkpoint at any time
        torch.save(state | {"spent": spent, "decisions": decisions}, partial)
        partial.replace(saved)

    progress = tqdm(total=round(total), initial=round(spent), bar_format="{l_bar}{bar}| {n:.0f}/{total} s{postfix}")
    with SummaryWriter(str(options.folder)) as log, progress:
        try:
            while spent < total:
                start = time.perf_counter()
                optimizer.param_groups[0]["lr"] = RATE * max(1 - spent / total, 0.05)
                seen, margins = rollout.fill(env, policy, seen)
                figures = learn(policy, optimizer, rollout)
                spent, decisions = spent + time.perf_counter() - start, decisions + rollout.actions.numel()
                if margins:
                    won = float(np.mean(np.array(margins) > 0))
                    figures |= {"games/won": won, "games/margin": float(np.mean(margins))}
                    progress.set_postfix_str(f"{decisions:,} decisions, won {won:.0%}, {np.mean(margins):+.0f} VP")
                figures["speed/decisions per second"] = rollout.actions.numel() / (time.perf_counter() - start)
                for name, value in figures.items():
                    log.add_scalar(name, value, decisions)
                progress.update(min(round(spent), round(total)) - progress.n)
                save()
        except KeyboardInterrupt:
            save()
            raise SystemExit(f"\nstopped; the same command goes on from {saved}") from None
        finally:
            env.close()


@torch.no_grad()
def evaluate(policy: Policy, opponent: str, games: int, seed: int) -> np.ndarray:
    """The margins of so many games, each seed played from both seats; the most likely action is played."""
    half = games // 2
    env = BurgundyVectorEnv(2 * half, seat=[0] * half + [1] * half, opponents=opponent, autoreset_mode="Disabled")
    seen, infos = env.reset(seed=[seed + i for i in range(half)] * 2)
    margins, playing = np.full(2 * half, np.nan), np.ones(2 * half, bool)
    while playing.any():
        logs, _ = policy(torch.from_numpy(seen), torch.from_numpy(env.action_masks()))
        seen, _, ended, _, infos = env.step(logs.argmax(1).numpy())
        if ended.any():
            now = ended & playing
            margins[now] = margins_of(infos, now)
            playing &= ~ended
            seen, _ = env.reset(options={"reset_mask": ended})
    return margins


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=4.0, help="of training, those of earlier runs included")
    parser.add_argument("--opponent", default="random", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end")
    parser.add_argument("--folder", type=Path, default=Path("runs/ppo"), help="for checkpoint and logs")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--steps", type=int, default=64, help="of each game between two updates")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # a network this small is no faster with two
    example = BurgundyVectorEnv(1)
    policy = Policy(example.encoder.size, example.single_action_space.n)
    train(policy, options)
    margins = evaluate(policy, options.opponent, options.games, seed=1_000_000)
    games, won = len(margins), int((margins > 0).sum())
    low, high = wilson(won, games)
    result = {"games": games, "won": won, "interval": [low, high], "margin": margins.mean()}
    (options.folder / "result.json").write_text(json.dumps(result) + "\n")
    print(f"won {won} of {games} games against {options.opponent}, seats swapped: {won / games:.1%} "
          f"(95 % interval {low:.1%} to {high:.1%}), {margins.mean():+.1f} VP")  # fmt: skip


if __name__ == "__main__":
    main()
