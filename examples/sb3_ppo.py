"""PPO of stable-baselines3 itself, which knows no masks; a fixed agent plays the other seat.

python examples/sb3_ppo.py [--decisions 200000] [--opponent heuristic]

Masks are sb3-contrib's matter (DLR-RM/stable-baselines3#269, examples/maskable_ppo.py). Here the observation has a
row for each legal action, and the policy scores rows: what is illegal has none. Tested with stable-baselines3 2.9.2.
"""

from __future__ import annotations

import argparse
import time

import torch
from stable_baselines3 import PPO

from burgundy_env.envs import Batched
from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.envs.sb3_rows import UnmaskedActionRowsPolicy
from burgundy_env.training.ppo.judge import judge

VALUE = 0.5 / 20**2  # rewards are points: 20 of them, missed, count as one


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=200_000, help="to learn from")
    parser.add_argument("--opponent", default="heuristic", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end, each deal from both seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)  # a network this small is no faster with two
    games = BurgundyVecEnv(
        64, seat="random", opponents=options.opponent, reward="vp", observation="ahead", on_illegal="raise"
    )
    games.seed(options.seed)
    model = PPO(
        UnmaskedActionRowsPolicy, games, policy_kwargs={"vp": 1.0}, learning_rate=1e-4, n_steps=32, batch_size=512,
        n_epochs=2, gamma=1.0, gae_lambda=0.85, ent_coef=0.002, vf_coef=VALUE, seed=options.seed, device="cpu",
    )  # fmt: skip
    begun = time.process_time()
    try:
        model.learn(options.decisions, progress_bar=True)
    except KeyboardInterrupt:
        print("\nstopped")
    made, seconds = model.num_timesteps, time.process_time() - begun
    player = Batched(lambda seen, *_: model.predict(seen, deterministic=True)[0], "ahead")
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {judge(player, options.opponent, games=options.games)} against {options.opponent}")


if __name__ == "__main__":
    main()
