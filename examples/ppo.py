"""PPO by hand on the native vector environment: the loop of `burgundy train ppo`, to be changed.

python examples/ppo.py [--minutes 15] [--folder runs/ppo]

All seats of 128 games are the learner's. Each legal action is a row of what it changes and what the turn can come to
after it; the network scores the rows. Ctrl-C ends the training early. The policy then plays 1,000 games, in pairs
with the same seed and the seats swapped. `burgundy play --seats human,ppo:runs/ppo/policy.npz` plays it.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from burgundy_env import GameConfig
from burgundy_env.training.ppo.judge import UNSEEN, match
from burgundy_env.training.ppo.learn import Batch, Pace, learn, optimizer_of
from burgundy_env.training.ppo.net import Columns, Net
from burgundy_env.training.ppo.play import Table

DECISIONS = 8000  # between two updates


def pace(left: float) -> Pace:
    """Rates for policy and forecasts; how far ahead surprises count; what a point of the other's counts; entropy."""
    return Pace(rates=(5e-4 * left, 1e-3 * left), decay=0.8, others=0.5, entropy=0.001 + 0.002 * left)


def train(net: Net, columns: Columns, table: Table, options: argparse.Namespace) -> None:
    """Play, learn, and again, until the time is up or somebody presses Ctrl-C."""
    optimizer, random, seconds = optimizer_of(net), np.random.default_rng(options.seed), 60 * options.minutes
    begun, made = time.monotonic(), 0
    with SummaryWriter(str(options.folder)) as log, tqdm(total=round(seconds), unit="s") as progress:
        while (spent := time.monotonic() - begun) < seconds:
            now, steps = pace(1 - spent / seconds), []
            while sum(len(step.games) for step in steps) < DECISIONS:
                steps.append(table.play(net, columns, pool=[], random=random))
            batch = Batch(steps, table.config.parties, now)
            figures, made = learn(net, optimizer, batch, now), made + len(batch)
            points = np.concatenate([step.totals for step in steps])
            if len(points):
                figures["games/vp"] = float(points.mean())
                progress.set_postfix_str(f"{made:,} decisions, {points.mean():.0f} VP")
            for name, value in figures.items():
                log.add_scalar(name, value, made)
            progress.update(min(round(spent), progress.total) - progress.n)


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="of training")
    parser.add_argument("--opponent", default="heuristic", help="to play against in the end: a compiled agent")
    parser.add_argument("--games", type=int, default=1000, help="played in the end")
    parser.add_argument("--folder", type=Path, default=Path("runs/ppo"), help="for policy and logs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # a network this small is hardly faster with two
    config = GameConfig()
    columns = Columns.of(config, plain=False)
    net, table = Net(columns, plain=False), Table(config, 128, threads=1, seed=options.seed, agents=())
    try:
        train(net, columns, table, options)
    except KeyboardInterrupt:
        print("\nstopped")
    with open(options.folder / "policy.npz", "wb") as file:
        net.policy(columns).write(file)
    found = match(net, columns, options.opponent, config, options.games, UNSEEN)
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
