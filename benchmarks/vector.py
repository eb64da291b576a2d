"""Decisions a second through the environments, random policy included, and what the time goes into.

python benchmarks/vector.py [--games 1024] [--seconds 3] [--json]

Compiling and loading stay outside the clock. Figures are medians of short runs, so that a machine with
other work on it disturbs them less. Two cores are measured twice: as two threads of one vector, and as two
processes with a vector each.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numba
import numpy as np

from burgundy_env import burgundy_v0
from burgundy_env.engine.legal import legal_ids, write_mask
from burgundy_env.engine.observe import encode
from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv, SelfPlayVectorEnv


def per_second(work: Callable[[], int], seconds: float, runs: int = 7) -> float:
    """The median speed of some runs; `work` says how much it did."""
    speeds = []
    for _ in range(runs):
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / runs:
            done += work()
        speeds.append(done / spent)
    return statistics.median(speeds)


def vector(games: int, flavour: type = SelfPlayVectorEnv, **keywords) -> SelfPlayVectorEnv | BurgundyVectorEnv:
    """A vector whose games have spread over all phases."""
    env = flavour(games, **keywords)
    env.reset(seed=1)
    for _ in range(300):
        env.step(env.sample_actions())
    return env


def stepper(env) -> Callable[[], int]:
    """One step of a vector under the random policy; masks are written by the step itself."""

    def step() -> int:
        env.step(env.sample_actions())
        return env.num_envs

    return step


@numba.njit(nogil=True)
def _list(tables, states, ids, counts):
    for i in range(len(states)):
        counts[i] = legal_ids(tables[0], states[i], ids[i])


@numba.njit(nogil=True)
def _mask(ids, counts, masks):
    for i in range(len(counts)):
        write_mask(ids[i], counts[i], masks[i])


def parts(games: int, seconds: float) -> dict[str, float]:
    """Nanoseconds per decision, by part."""
    env = vector(games, copy=False)
    g, seats = env._games, np.maximum(env._games.to_move, 0)

    def timed(work: Callable[[], object]) -> float:
        work()

        def once() -> int:
            work()
            return games

        return 1e9 / per_second(once, seconds)

    whole = timed(stepper(env))
    observation = timed(lambda: encode(g.tables, g.states, seats, env.encoder.number, g.observations))
    mask = timed(lambda: _mask(g.ids, g.counts, g.masks))
    listing = timed(lambda: _list(g.tables, g.states, g.ids, g.counts))
    policy = timed(env.sample_actions)
    python = timed(env._step_infos)
    copied = timed(stepper(vector(games, copy=True)))
    return {
        "observation": observation,
        "legal actions": listing,
        "mask": mask,
        "random policy": policy,
        "infos": python,
        "carrying out, chance, rewards": max(whole - observation - mask - listing - policy - python, 0.0),
        "whole step": whole,
        "copies (copy=True adds)": max(copied - whole, 0.0),
    }


def two_processes(games: int, seconds: float) -> float:
    """The sum of two processes that run at the same time."""
    command = [sys.executable, __file__, "--only-vector", "--games", str(games), "--seconds", str(seconds)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return sum(float(process.communicate()[0]) for process in running)


def single(seconds: float, **keywords) -> float:
    """Burgundy-v0, legal actions chosen by Python."""
    env, chooser = BurgundyEnv(**keywords), random.Random(1)
    env.reset(seed=1)

    def step() -> int:
        if env.step(chooser.choice(env.game.legal_ids()))[2]:
            env.reset()
        return 1

    return per_second(step, seconds)


def pettingzoo(make: Callable[[], object], seconds: float) -> float:
    """A PettingZoo environment through `agent_iter` and `last`; legal actions chosen by Python."""
    env, chooser = make(), random.Random(1)

    def game() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else chooser.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += not over
        return steps

    env.reset(seed=1)
    return per_second(game, seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only-vector", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    games, seconds = options.games, options.seconds
    one = per_second(stepper(vector(games, copy=False)), seconds)
    if options.only_vector:
        print(one)
        return
    speeds = {
        "self-play, buffers reused": one,
        "self-play, copies": per_second(stepper(vector(games)), seconds),
        "self-play, buffers reused, 2 threads": per_second(stepper(vector(games, copy=False, threads=2)), seconds),
        "self-play, buffers reused, 2 processes": two_processes(games, seconds),
        "self-play, planes": per_second(stepper(vector(games, copy=False, observation="planes")), seconds),
        "self-play, tokens": per_second(stepper(vector(games, copy=False, observation="tokens")), seconds),
        "versus random, your decisions": per_second(stepper(vector(games, BurgundyVectorEnv, copy=False)), seconds),
        "Burgundy-v0 against random": single(seconds),
        "PettingZoo raw_env": pettingzoo(burgundy_v0.raw_env, seconds),
        "PettingZoo env": pettingzoo(burgundy_v0.env, seconds),
    }
    shares = parts(games, seconds)
    if options.json:
        print(json.dumps({"games": games, "decisions_per_second": speeds, "nanoseconds_per_decision": shares}))
        return
    print(f"{games} games, 2 players, flat observation unless said otherwise; decisions per second")
    for name, speed in speeds.items():
        print(f"{name:40} {speed:12,.0f}")
    print("\nnanoseconds per decision")
    for name, nanoseconds in shares.items():
        print(f"{name:40} {nanoseconds:8.0f}  {nanoseconds / shares['whole step']:6.1%}")


if __name__ == "__main__":
    main()
