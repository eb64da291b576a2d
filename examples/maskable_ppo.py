"""sb3-contrib's MaskablePPO learns to beat the heuristic, by what each legal action changes.

python examples/maskable_ppo.py [--minutes 15] [--opponent heuristic] [--folder runs/maskable_ppo]

Ctrl-C keeps what has been learned, and the same command goes on from there. `tensorboard --logdir runs` shows the
curves. When the time is up the policy plays games, each deal from both seats. Tested with sb3-contrib 2.9.2.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from tqdm import tqdm

from burgundy_env.arena.statistics import wilson
from burgundy_env.envs import Batched
from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.envs.sb3_rows import ActionRowsPolicy
from burgundy_env.training.ppo.judge import judge

VALUE = 0.5 / 20**2  # rewards are points: 20 of them, missed, count as one


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
        (self.folder / "partial.zip").replace(self.folder / "model.zip")
        (self.folder / "spent.json").write_text(json.dumps({"seconds": self.spent}))


def train(options: argparse.Namespace) -> tuple[MaskablePPO, int, float]:
    """A model trained as long as wanted, earlier runs in the same folder included; what this run made."""
    kinds = {"reward": "vp", "observation": "ahead", "on_illegal": "raise"}
    games = BurgundyVecEnv(options.envs, seat="random", opponents=options.opponent, **kinds)
    games.seed(options.seed)
    spent, kept, seconds = 0.0, options.folder / "spent.json", options.minutes * 60
    if kept.exists():
        spent = json.loads(kept.read_text())["seconds"]
        model = MaskablePPO.load(options.folder / "model.zip", games)
        print(f"going on from {options.folder}: {model.num_timesteps:,} decisions in {spent / 60:.1f} minutes so far")
    else:
        model = MaskablePPO(
            ActionRowsPolicy, games, policy_kwargs={"vp": 1.0}, learning_rate=1e-4, n_steps=32, batch_size=1024,
            n_epochs=2, gamma=1.0, gae_lambda=0.85, ent_coef=0.002, vf_coef=VALUE,
            tensorboard_log=str(options.folder), seed=options.seed, device="cpu",
        )  # fmt: skip
    callback, before, begun = UntilTimeIsUp(options.folder, seconds, spent), model.num_timesteps, time.process_time()
    try:
        if spent < seconds and before < options.decisions:
            model.learn(options.decisions - before, callback, tb_log_name="log", reset_num_timesteps=False)
            callback.save()
    except KeyboardInterrupt:
        callback.save()
        raise SystemExit(f"\nstopped; the same command goes on from {options.folder}") from None
    finally:
        callback.progress.close()
    games.close()
    return model, model.num_timesteps - before, time.process_time() - begun


def player(model: MaskablePPO) -> Batched:
    """What has been learned, as a function that decides in many games at once; the likeliest action is played."""
    return Batched(lambda seen, masks, _: model.predict(seen, action_masks=masks, deterministic=True)[0], "ahead")


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="of training, those of earlier runs included")
    parser.add_argument("--decisions", type=int, default=1 << 60, help="where training ends if the time is not up")
    parser.add_argument("--opponent", default="heuristic", help="a compiled agent: random, greedy, reflex, heuristic")
    parser.add_argument("--games", type=int, default=1000, help="played in the end")
    parser.add_argument("--folder", type=Path, default=Path("runs/maskable_ppo"), help="for the model and the logs")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)  # a network this small is no faster with two
    model, made, seconds = train(options)
    found = judge(player(model), options.opponent, games=options.games)
    result = {"games": found.games, "won": found.won, "interval": wilson(found.won, found.games)}
    (options.folder / "result.json").write_text(json.dumps(result) + "\n")
    print(f"{made:,} decisions, {made / seconds:,.0f} a second of processor time")
    print(f"won {found} against {options.opponent}")


if __name__ == "__main__":
    main()
