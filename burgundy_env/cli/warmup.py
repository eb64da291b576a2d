"""`burgundy warmup`: compile the engine before it is needed."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from burgundy_env.cli import options
from burgundy_env.sitting.seats import let_agents_act

# What the steps take of a whole warm-up, in percent. The others take nothing: the first call compiles all of `batch`.
_SHARES = {"new_game": 30, "positions, explanations": 2, "agents": 27, "learned policy": 30, "environments": 11}
_WORTH_TELLING = 2.0  # seconds


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("warmup", help="compile the engine into the cache")
    parser.description = (
        "Compile the engine into the cache, so that no first game has to wait, and remove from there what "
        "nobody used for a month."
    )
    parser.add_argument("--clean", action="store_true", help="remove everything from the cache instead")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compile, tidy up and say where the machine code is."""
    from burgundy_env.engine import cache, jit, warmup

    if not warmup.compiles():
        raise options.InputError("the compiler is switched off (NUMBA_DISABLE_JIT), so there is nothing to warm up")
    root = cache.root()
    removed = [] if root is None else cache.folders(root) if args.clean else cache.tidy(root)
    if args.clean:
        for old in removed:
            shutil.rmtree(old, ignore_errors=True)  # another process may be using or removing it
    seconds: dict[str, float] = {}
    start = time.perf_counter()
    if not args.clean:
        progress = _Progress([*warmup.calls(), *REHEARSALS])
        seconds = warmup.warm(progress)
        with jit.unannounced():
            for name, rehearse in REHEARSALS.items():
                seconds[name] = warmup.timed(name, rehearse, progress)
    total, folder = time.perf_counter() - start, cache.folder()
    size = _size(folder) if folder else 0
    if args.json:
        document = {
            "cache": str(folder) if folder else None,
            "bytes": size,
            "seconds": round(total, 3),
            "kernels": {name: round(took, 3) for name, took in seconds.items()},
            "removed": [str(path) for path in removed],
        }
        print(options.as_json(document))
    elif args.clean:
        print(f"The cache in {root} is empty." if root else "There is no cache.")
    else:
        if removed:
            print(f"Removed what nobody used for {cache.DAYS_UNUSED} days: {len(removed)} files from {root}.")
        kept = f"its {size / 1e6:.1f} MB are in {folder}" if cache.keeps() else "but nothing of it could be kept"
        print(f"The engine is ready after {total:.1f} s; {kept}.")
    return 0 if args.clean or cache.keeps() else 1


class _Progress:
    """A line for each kernel: its name when it begins, its seconds when it is done, and how long the others take."""

    def __init__(self, names: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._left, self._steps, self._clock = list(names), len(names), clock
        self._start = clock()

    def __call__(self, name: str, seconds: float | None) -> None:
        if seconds is None:
            step = self._steps - len(self._left) + 1
            print(f"[{step:>2}/{self._steps}] {name:<24}", end="", file=sys.stderr, flush=True)
            return
        self._left.remove(name)
        print(f"{seconds:6.1f} s{self._estimate()}", file=sys.stderr, flush=True)

    def _estimate(self) -> str:
        """From what all took until now; where all is there already nobody needs one."""
        done = sum(_SHARES.values()) - (left := sum(_SHARES.get(name, 0) for name in self._left))
        from burgundy_env.arena.timing import in_words

        rest = (self._clock() - self._start) * left / done if done else 0
        return f"   about {in_words(rest)} left" if rest >= _WORTH_TELLING else ""


def _read_and_explain() -> None:
    """Play a game, read its positions and explain its actions: these call some small kernels directly."""
    from burgundy_env.game import Game

    choose = Random(1)
    game = Game.new(seed=1)
    while not game.is_over:
        document = game.to_json()
        Game.from_json({key: value for key, value in document.items() if key != "hidden"}, seed=1)
        for action in game.legal_actions():
            game.explain(action)
        game.push(choose.choice(game.legal_actions()))


def _play_in_the_arena() -> None:
    """Play a batch of games between compiled players."""
    from burgundy_env.arena import Plan
    from burgundy_env.arena.play import play_batch

    plan = Plan.of(["random"], 1)
    play_batch(plan, plan.fixtures)


def _step_environments() -> None:
    """Play a game in Burgundy-v0, look at it, and take a step in a vector with an opponent in Python."""
    import numpy as np

    from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv

    env = BurgundyEnv(on_illegal="random")
    env.reset(seed=1)
    while not env.step(0)[2]:
        pass
    vector = BurgundyVectorEnv(2, on_illegal="raise", opponents=[lambda game: game.legal_ids()[0]])
    vector.reset(seed=1)
    for _ in range(3):
        vector.step(np.array(vector.sample_actions()))


# Kernels that are called from elsewhere than `batch`.
REHEARSALS: dict[str, Callable[[], None]] = {
    "positions, explanations": _read_and_explain,
    "agents": let_agents_act,
    "learned policy": lambda: let_agents_act("ppo"),
    "arena": _play_in_the_arena,
    "environments": _step_environments,
}


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
