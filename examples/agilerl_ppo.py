"""AgileRL's PPO with masks; a fixed agent plays the other seat.

python examples/agilerl_ppo.py [--decisions 1000000] [--opponent reflex]

AgileRL's PPO takes masks from the infos by itself; what it learns from here is one agent of what may be a population
(`train_on_policy`). Ctrl-C ends the training early. Tested with AgileRL 2.58.0, which wants PettingZoo below 1.27.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from agilerl.algorithms.ppo import PPO
from agilerl.rollouts.on_policy import collect_rollouts
from gymnasium.wrappers.vector import TransformReward
from tqdm import tqdm

from burgundy_env.envs import Batched, BurgundyVectorEnv
from burgundy_env.training.ppo.judge import judge

GAMES, STEPS = 64, 64
NETWORK = {"encoder_config": {"hidden_size": [256]}, "head_config": {"hidden_size": [256]}}


def train(options: argparse.Namespace) -> tuple[PPO, int, float]:
    """An agent, the decisions it learned from, and the seconds of processor time."""
    games = BurgundyVectorEnv(
        GAMES, opponents=options.opponent, seat="random", reward="vp", observation="compact", on_illegal="raise",
        autoreset_mode="SameStep",
    )  # fmt: skip
    games.reset(seed=options.seed)
    env = TransformReward(games, lambda points: points / 10)
    agent = PPO(
        games.single_observation_space, games.single_action_space, net_config=NETWORK, num_envs=GAMES,
        learn_step=GAMES * STEPS, batch_size=1024, update_epochs=2, lr=5e-4, gamma=1.0, gae_lambda=0.9,
        ent_coef=0.005,
    )  # fmt: skip
    made, begun, went_on = 0, time.process_time(), {}
    progress = tqdm(total=options.decisions, unit=" decisions")
    try:
        while made < options.decisions:
            _, *last = collect_rollouts(agent, env, **went_on)
            went_on = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last, strict=True))
            agent.learn()
            made += GAMES * STEPS
            progress.update(GAMES * STEPS)
    except KeyboardInterrupt:
        print("\nstopped")
    return agent, made, time.process_time() - begun


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
    agent, made, seconds = train(options)

    def decide(seen: np.ndarray, masks: np.ndarray, _: np.ndarray) -> np.ndarray:
        agent.get_action(seen, action_mask=masks)  # a sample; the likeliest is played
        return agent.actor.head_net.dist.logits.argmax(1).numpy()

    found = judge(Batched(decide, "compact"), options.opponent, games=options.games)
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
