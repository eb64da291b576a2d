"""sb3-contrib's MaskablePPO learns to beat the heuristic, by what each legal action changes.

python examples/maskable_ppo.py [--minutes 15] [--opponent heuristic] [--folder runs/maskable_ppo]

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
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize
from tqdm import tqdm

from burgundy_env.arena.statistics import wilson
from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.envs.sb3_rows import ActionRowsPolicy

FOREVER = 1 << 60  # steps; the callback says when it is enough


class UntilTimeIsUp(BaseCallback):
    """Ends the training after some seconds, shows how far it is, and keeps what has been learned now and then."""

    def __init__(self, folder: Path, seconds: float, spent: float) -> None:
        super().__init__()
        self.folder, self.seconds, self.spent = folder, seconds, spent
        bar = "{l_bar}{bar}| {n:.0f}/{total} s{postfix}"
        self.progress = tqdm(total=round(seconds), initial=round(spent), bar_format=bar)

    def _on_training_start(self) -> None:
        self.last = time.perf_counter()

    def _on_step(self) -> bool:
        now = time.perf_counter()
        self.spent, self.last = self.spent + now - self.last, now
        self.progress.update(min(round(self.spent), round(self.seconds)) - self.progress.n)
        return self.spent < self.seconds

    def _on_rollout_end(self) -> None:
        won = np.mean(self.model.ep_success_buffer or [0])
        points = np.mean([game["r"] for game in self.model.ep_info_buffer or [{"r": 0}]])
        self.progress.set_postfix_str(f"{self.num_timesteps:,} decisions, won {won:.0%}, {points:.0f} VP")
        self.save()

    def save(self) -> None:
        """Keep everything that is needed to go on, so that there are whole files at any time."""
        self.model.save(self.folder / "partial.zip")
        self.model.get_vec_normalize_env().save(str(self.folder / "rewards.pkl"))
        (self.folder / "partial.zip").replace(self.folder / "model.zip")
        (self.folder / "spent.json").write_text(json.dumps({"seconds": self.spent}))


def train(options: argparse.Namespace) -> MaskablePPO:
    """A model trained for the time wanted, earlier runs in the same folder included."""
    games = BurgundyVecEnv(
        options.envs, seat="random", opponents=options.opponent, reward="vp", observation="actions"
    )
    games.seed(options.seed)
    spent, kept, seconds = 0.0, options.folder / "spent.json", options.minutes * 60
    if kept.exists():
        spent = json.loads(kept.read_text())["seconds"]
        env = VecNormalize.load(str(options.folder / "rewards.pkl"), games)
        model = MaskablePPO.load(options.folder / "model.zip", env)
        print(f"going on from {options.folder}: {model.num_timesteps:,} decisions in {spent / 60:.1f} minutes so far")
    else:
        env = VecNormalize(games, norm_obs=False, gamma=1.0)  # rewards are points: they come to be about 1
        model = MaskablePPO(
            ActionRowsPolicy, env, learning_rate=7e-4, n_steps=64, batch_size=1024, n_epochs=2, gamma=1.0,
            gae_lambda=0.85, ent_coef=0.002, tensorboard_log=str(options.folder), seed=options.seed, device="cpu",
        )  # fmt: skip
    callback = UntilTimeIsUp(options.folder, seconds, spent)
    try:
        if spent < seconds:
            model.learn(FOREVER, callback, tb_log_name="log", reset_num_timesteps=False)
            callback.save()
    except KeyboardInterrupt:
        callback.save()
        raise SystemExit(f"\nstopped; the same command goes on from {options.folder}") from None
    finally:
        callback.progress.close()
    env.close()
    return model


def play(model: MaskablePPO, opponent: str, games: int, seat: int, seed: int) -> np.ndarray:
    """Whether the first game of each place in a vector was won; the likeliest action is played."""
    env = BurgundyVecEnv(games, seat=seat, opponents=opponent, observation="actions")
    env.seed(seed)
    seen, won = env.reset(), np.full(games, -1)
    while (won < 0).any():
        actions, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
        seen, _, ended, infos = env.step(actions)
        for i in np.flatnonzero(ended & (won < 0)).tolist():
            won[i] = infos[i]["is_success"]
    return won


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="of training, those of earlier runs included")
    parser.add_argument("--opponent", default="heuristic", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end")
    parser.add_argument("--folder", type=Path, default=Path("runs/maskable_ppo"), help="for the model and the logs")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)  # a network this small is no faster with two
    model = train(options)
    pieces = [(seat, first) for seat in (0, 1) for first in range(0, options.games // 2, 100)]
    won = np.concatenate(
        [play(model, options.opponent, min(100, options.games // 2 - first), seat, 1_000_000 + first)
         for seat, first in pieces]
    )  # fmt: skip
    low, high = wilson(int(won.sum()), len(won))
    result = {"games": len(won), "won": int(won.sum()), "interval": [low, high]}
    (options.folder / "result.json").write_text(json.dumps(result) + "\n")
    print(
        f"won {won.sum()} of {len(won)} games against {options.opponent}, seats swapped: {won.mean():.1%} "
        f"(95 % interval {low:.1%} to {high:.1%})"
    )


if __name__ == "__main__":
    main()
