"""Run the example of a training library, in small and then measured: python tools/stacks.py NAME [--keep].

`--keep` writes what was measured to docs/stacks.json; `python tools/make_docs.py` then writes the table of
docs/stacks.md. Each library is a lane of `.ci/full`, with an environment of its own, as they exclude each other.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "stacks.json"
SMALL = ("--decisions", "1500", "--games", "4")  # also compiles what the warm-up leaves
GAMES = 200  # played by what has been learned
TORCH = "torch==2.13.0"
PUFFERLIB = (
    "https://files.pythonhosted.org/packages/7c/e1/5292f9b69c6263707b40ba04a87e6b9bcc177281d31092f77afd90c412f1/"
    "pufferlib-3.0.0.tar.gz"
)
OURS = f"-c constraints.txt {TORCH}"


@dataclass(frozen=True)
class Stack:
    """A training library, and how the game is played in it."""

    title: str
    packages: tuple[str, ...]  # whose versions are told, the library's own first
    example: str
    masks: str  # who sees to it that only legal actions are chosen
    others: str  # who plays the other seats
    observation: str
    install: str  # what pip is told
    decisions: int  # learned from where it is measured
    opponent: str
    more: tuple[str, ...] = ()  # of the example's arguments


STACKS = {
    "sb3": Stack(
        "stable-baselines3", ("stable-baselines3", "torch", "gymnasium"), "sb3_ppo.py",
        "the observation: what is illegal has no row", "a fixed agent", "`ahead`",
        f"{OURS} -e '.[sb3]'", 40_000, "heuristic",
    ),
    "sb3-contrib": Stack(
        "sb3-contrib", ("sb3-contrib", "stable-baselines3", "torch"), "maskable_ppo.py",
        "the library (`action_masks`)", "a fixed agent", "`ahead`",
        f"{OURS} -e '.[sb3]'", 40_000, "heuristic", ("--folder", "{folder}/run"),
    ),
    "cleanrl": Stack(
        "CleanRL's style", ("torch", "gymnasium"), "cleanrl_ppo.py",
        "the script (`masked_fill`)", "a fixed agent", "`compact`",
        f"{OURS} -e '.[train]'", 100_000, "random",
    ),
    "rllib": Stack(
        "RLlib", ("ray", "torch", "gymnasium", "pettingzoo"), "rllib_ppo.py",
        "the observation: what is illegal has no row; `MaskedModule` for the others", "self-play", "`ahead`",
        f"{OURS} -e '.[ray]'", 8_000, "heuristic", ("--folder", "{folder}/run"),
    ),
    "torchrl": Stack(
        "TorchRL", ("torchrl", "tensordict", "torch", "gymnasium"), "torchrl_ppo.py",
        "the library (`ActionMask`, `MaskedCategorical`)", "a fixed agent", "`compact`",
        f"{OURS} -e '.[train,torchrl]'", 60_000, "random",
    ),
    "tianshou": Stack(
        "Tianshou", ("tianshou", "torch", "gymnasium", "pandas"), "tianshou_ppo.py",
        "the actor, from the observation (`obs.mask`)", "a fixed agent", "`compact`",
        f"{TORCH} tianshou==2.0.1 -e '.[train]'", 40_000, "random",
    ),
    "pufferlib": Stack(
        "PufferLib", ("pufferlib", "torch", "gymnasium", "numpy"), "pufferlib_ppo.py",
        "the policy, from bytes behind the observation", "a fixed agent", "`compact`",
        # What it declares excludes us (NumPy below 2, Gymnasium below 1), though it runs; without its own games it
        # does not build as it is; and where there is nvcc it wants CUDA.
        f"{OURS} setuptools wheel gym==0.23.1 psutil rich rich_argparse pyro-ppl -e '.[train]' && "
        f"cd {{folder}} && curl -sSfLO {PUFFERLIB} && tar xzf pufferlib-3.0.0.tar.gz && "
        "sed -i 's/^c_extensions = \\[\\]/c_extensions, c_extension_paths = [], []/' pufferlib-3.0.0/setup.py && "
        "export PATH={folder}/venv/bin:/usr/bin:/bin NO_OCEAN=1 && "
        "pip install --no-deps --no-build-isolation ./pufferlib-3.0.0",
        100_000, "random",
    ),
    "agilerl": Stack(
        "AgileRL", ("agilerl", "torch", "tensordict", "pettingzoo"), "agilerl_ppo.py",
        "the library (`action_mask` in the infos)", "a fixed agent", "`compact`",
        f"{TORCH} agilerl==2.58.0 peft -e '.[train]'", 100_000, "random",
    ),
}  # fmt: skip


def figures_of(told: str) -> dict[str, Any]:
    """What an example says in the end; SystemExit if it does not."""
    made = re.search(r"([\d,]+) decisions, ([\d,]+) a second", told)
    won = re.search(r"won ([\d.]+) % of ([\d,]+) \(([\d.]+)-([\d.]+)\).* against (\S+)", told)
    if made is None or won is None:
        raise SystemExit("the example did not say what it learned from and what it won:\n" + told[-2000:])
    decisions, a_second = (int(number.replace(",", "")) for number in made.groups())
    share, games, low, high, opponent = won.groups()
    return {
        "decisions": decisions, "a_second": a_second, "won": float(share), "low": float(low), "high": float(high),
        "games": int(games.replace(",", "")), "opponent": opponent,
    }  # fmt: skip


def run(stack: Stack, *arguments: str) -> dict[str, Any]:
    """An example run to its end in a folder of its own; SystemExit if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        more = [text.format(folder=folder) for text in (*stack.more, *arguments)]
        command = [sys.executable, str(ROOT / "examples" / stack.example), "--opponent", stack.opponent, *more]
        quiet = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
        done = subprocess.run(command, cwd=folder, env=os.environ | quiet, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{stack.example} failed:\n{done.stdout[-2000:]}\n{done.stderr[-6000:]}")
    return figures_of(done.stdout)


def table(kept: dict[str, dict[str, Any]]) -> str:
    """What works with what, as Markdown."""
    lines = [
        "| library | versions | example | other seats | masks kept by | observation | decisions a second | it won |",
        "|---|---|---|---|---|---|--:|---|",
    ]
    for name, stack in STACKS.items():
        found = kept[name]
        versions = ", ".join(f"{package} {number}" for package, number in found["versions"].items())
        won = (
            f"{found['won']:g} % ({found['low']:g}-{found['high']:g}) of {found['games']} against "
            f"`{found['opponent']}` after {found['decisions']:,}"
        )
        lines.append(
            f"| {stack.title} | {versions} | [{stack.example}](../examples/{stack.example}) | {stack.others} | "
            f"{stack.masks} | {stack.observation} | {found['a_second']:,} | {won} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Run the example of one library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=STACKS, metavar="NAME", help=f"one of {', '.join(STACKS)}")
    parser.add_argument(
        "--keep",
        nargs="?",
        type=Path,
        const=FIGURES,
        metavar="FILE",
        help="write what was measured (docs/stacks.json)",
    )
    options = parser.parse_args()
    stack = STACKS[options.name]
    run(stack, *SMALL)
    found = run(stack, "--decisions", str(stack.decisions), "--games", str(GAMES))
    found["versions"] = {package: version(package).partition("+")[0] for package in stack.packages}
    found["date"] = date.today().isoformat()
    if options.keep:
        kept = json.loads(options.keep.read_text()) if options.keep.exists() else {}
        kept[options.name] = found
        options.keep.write_text(json.dumps({name: kept[name] for name in STACKS if name in kept}, indent=1) + "\n")
    versions = ", ".join(f"{package} {number}" for package, number in found["versions"].items())
    print(
        f"{versions}: {found['a_second']:,} decisions a second, {found['won']:g} % of {found['games']} games won "
        f"against {found['opponent']} after {found['decisions']:,}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
