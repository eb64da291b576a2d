"""Learning curves of observations side by side: a head of ids on 256-256 units, three seeds against the heuristic.

    nice python benchmarks/observation_curves.py FOLDER            # killed, the same command goes on
    python benchmarks/observation_curves.py FOLDER --decisions 1000000 --seeds 1 2 3 --observations flat compact

A run is kept in `runs.jsonl` when it is done, so a killed one is begun anew: with 400,000 decisions each of the six
takes some four minutes of a core. Prints a table for docs/training.md and draws `curves.svg`, a line for each run:
victory points ahead of the heuristic, mean of the last 100 games. Needs the extras `sb3` and `notebook`.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from matplotlib import pyplot
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

from burgundy_env.envs.sb3 import BurgundyVecEnv
from burgundy_env.store import Folder, Kind

KIND = Kind("observation-curves", "burgundy-observation-curves/1", ("runs.jsonl",))
GAMES, STEPS = 64, 128
TOLD = 50_000  # decisions between two rows of the table


@dataclass(frozen=True)
class Learned:
    """A run: how far ahead of the heuristic it was on its way."""

    observation: str
    seed: int
    decisions: list[int]
    leads: list[float]  # VP
    seconds: float  # of processor time

    def lead_at(self, decisions: int) -> float:
        """Between two updates."""
        return float(np.interp(decisions, self.decisions, self.leads))


class Notes(BaseCallback):
    """Notes after every update how the last games ended."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: list[int] = []
        self.leads: list[float] = []
        self._last: deque[float] = deque(maxlen=100)

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "episode" in info:
                own, other = info["totals"][info["seat"]], info["totals"][1 - info["seat"]]
                self._last.append(float(own) - float(other))
        return True

    def _on_rollout_end(self) -> None:
        if self._last:
            self.decisions.append(self.num_timesteps)
            self.leads.append(float(np.mean(self._last)))


def learn(observation: str, seed: int, decisions: int) -> Learned:
    """One run."""
    begun, notes = time.process_time(), Notes()
    games = BurgundyVecEnv(GAMES, seat="random", opponents="heuristic", reward="vp", observation=observation)
    games.seed(seed)
    env = VecNormalize(games, norm_obs=False, gamma=1.0)
    model = MaskablePPO(
        "MlpPolicy", env, policy_kwargs={"net_arch": [256, 256]}, learning_rate=5e-4, n_steps=STEPS, batch_size=2048,
        n_epochs=4, gamma=1.0, gae_lambda=0.9, ent_coef=0.005, seed=seed, device="cpu",
    )  # fmt: skip
    model.learn(decisions, notes)
    env.close()
    return Learned(observation, seed, notes.decisions, notes.leads, round(time.process_time() - begun, 1))


def table(runs: list[Learned]) -> str:
    """The means of the seeds, and the lowest and highest, by decisions."""
    names = list(dict.fromkeys(run.observation for run in runs))
    lines = [f"| decisions | {' | '.join(f'`{name}`' for name in names)} |", "|--:|" + "---|" * len(names)]
    for decisions in range(TOLD, max(run.decisions[-1] for run in runs) + 1, TOLD):
        cells = []
        for name in names:
            leads = [run.lead_at(decisions) for run in runs if run.observation == name]
            cells.append(f"{np.mean(leads):+.0f} ({min(leads):+.0f} to {max(leads):+.0f})")
        lines.append(f"| {decisions:,} | {' | '.join(cells)} |")
    seconds = (np.mean([run.seconds for run in runs if run.observation == name]) for name in names)
    return "\n".join([*lines, f"| *processor time* | {' | '.join(f'{one:.0f} s' for one in seconds)} |"])


def draw(runs: list[Learned], path: Path) -> None:
    """A line for each run, those of an observation in one colour."""
    names = list(dict.fromkeys(run.observation for run in runs))
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for run in runs:
        first = run.seed == min(one.seed for one in runs if one.observation == run.observation)
        label = run.observation if first else None
        axes.plot(run.decisions, run.leads, color=f"C{names.index(run.observation)}", label=label, linewidth=1)
    axes.set(xlabel="decisions", ylabel="VP ahead of the heuristic")
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    """Make the runs that are missing, then table and picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decisions", type=int, default=400_000, help="of a run, in a new folder")
    parser.add_argument("--seeds", type=int, nargs="+", default=(1, 2, 3))
    parser.add_argument("--observations", nargs="+", default=("flat", "compact"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    header = {"decisions": args.decisions}
    there = (args.folder / KIND.header).exists()
    with Folder.open(args.folder, KIND) if there else Folder.create(args.folder, KIND, header) as folder:
        folder.take()
        lines = folder.lines(
            "runs.jsonl", load=lambda one: Learned(**one), dump=asdict, key=lambda one: (one.observation, one.seed)
        )
        runs = list(lines.read())
        for seed in args.seeds:
            for observation in args.observations:
                if (observation, seed) not in lines:
                    print(f"{observation}, seed {seed}", flush=True)
                    runs += lines.add([learn(observation, seed, folder.document["decisions"])])
    print(table(runs))
    draw(runs, args.folder / "curves.svg")


if __name__ == "__main__":
    main()
