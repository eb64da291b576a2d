"""How fast the environments are, from many games in one call to one game from Python, random policy included.

Rates are of processor time, as in `bench`. Only the last measure, what a second thread is good for, needs the
clock on the wall and both cores to itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import numpy as np

from ..config import GameConfig
from ..data import load
from ..encoders import encode
from ..engine import jit
from ..engine.seeds import STREAM
from ..engine.tables import tables_for
from ..envs import Batched, BurgundyVectorEnv, SelfPlayVectorEnv, burgundy_v0
from ..envs.many import Vector
from ..envs.rewards import WIN
from ..envs.single import BurgundyEnv
from ..envs.stepping import (
    EVERY_SEAT,
    ILLEGAL_END,
    NEXT_STEP,
    SHOW,
    WHOLE,
    Terms,
    new_games,
    sample_actions,
    step_games,
)
from ..envs.threads import ThreadPool
from ..game import Game
from ..observations import encoder
from ..players.handed import NOBODY
from .throughput import SLICES, Measure, Unavailable, Work, machine, versions

GAMES = 1024
FEW = 4  # games in which an opponent in Python is asked game by game: it is slow, however many there are
_OPENING = 300  # steps before the clock starts, after which the games are in all phases
_SEED = 1

# What each rate is to be at least, on a core of the machine that the project was built on.
TARGETS = {
    "self_play_flat": 1_000_000,
    "self_play_compact": 1_500_000,
    "sb3": 300_000,
    "burgundy_v0": 40_000,
    "pettingzoo_raw": 50_000,
    "pettingzoo": 25_000,
}


def vector_rates(seconds: float = 3.0, games: int = GAMES) -> dict[str, Any]:
    """Measure everything, each rate for so many seconds; what `burgundy bench vector --json` prints."""
    found: dict[str, Measure] = {}
    reasons: dict[str, str] = {}
    with jit.unannounced():
        for name, make in _makers(games).items():
            try:
                found[name] = Measure(make())
            except Unavailable as missing:
                reasons[name] = str(missing)
                continue
            found[name].work()  # compiled, or loaded from the cache, before the clock starts
        parts = _parts(games)
        for part in parts.values():
            part.work()
        for _ in range(SLICES):
            for measure in [*found.values(), *parts.values()]:
                measure.run(seconds / SLICES)
        speed_up = two_threads(seconds, games)
    return {
        "decisions_per_second": {name: round(measure.median) for name, measure in found.items()},
        "best": {name: round(max(measure.rates)) for name, measure in found.items()},
        "targets": TARGETS,
        "missing": reasons,
        "nanoseconds_per_decision": _shares(parts, found),
        "two_threads": speed_up,
        "games": games,
        "seconds": seconds,
        "clock": "processor time",
        "slices": SLICES,
        "versions": versions(),
        "machine": machine(),
    }


def _makers(games: int) -> dict[str, Callable[[], Work]]:
    return {
        "self_play_flat": lambda: _stepping(_spread(SelfPlayVectorEnv(games, copy=False))),
        "self_play_copies": lambda: _stepping(_spread(SelfPlayVectorEnv(games))),
        "self_play_planes": lambda: _stepping(_seeing("planes", games)),
        "self_play_tokens": lambda: _stepping(_seeing("tokens", games)),
        "self_play_compact": lambda: _stepping(_seeing("compact", games)),
        "self_play_features": lambda: _stepping(
            _spread(SelfPlayVectorEnv(games, copy=False, observation="features"))
        ),
        "self_play_actions": lambda: _offering(_seeing("compact", games)),
        "versus_random": lambda: _stepping(_spread(BurgundyVectorEnv(games, copy=False))),
        "versus_batched": lambda: _stepping(_spread(BurgundyVectorEnv(games, copy=False, opponents=_in_batches()))),
        "versus_asked": lambda: _stepping(_spread(BurgundyVectorEnv(FEW, copy=False, opponents=_one_by_one))),
        "sb3": lambda: _sb3(games),
        "burgundy_v0": _single,
        "pettingzoo_raw": lambda: _pettingzoo(burgundy_v0.raw_env()),
        "pettingzoo": lambda: _pettingzoo(burgundy_v0.env()),
        "connect_four_raw": lambda: _pettingzoo(_connect_four("raw_env")),
        "connect_four": lambda: _pettingzoo(_connect_four("env")),
    }


# --- many games --------------------------------------------------------------------------------------


def _spread(env: Vector) -> Vector:
    """The vector with its games spread over all phases."""
    env.reset(seed=_SEED)
    for _ in range(_OPENING):
        env.step(env.sample_actions())
    return env


def _in_batches() -> Batched:
    """An opponent in Python that is asked once for all games: the first legal action."""
    return Batched(lambda observations, masks, seats: masks.argmax(1), "compact")


def _one_by_one(game: Game) -> int:
    """The same, asked for each game."""
    return game.legal_ids()[0]


def _seeing(observation: str, games: int) -> Vector:
    return _spread(SelfPlayVectorEnv(games, copy=False, observation=observation))


def _stepping(env: Vector) -> Work:
    def step() -> int:
        env.step(env.sample_actions())
        return env.num_envs

    return step


def _offering(env: Vector) -> Work:
    """With a row for each legal action."""

    def step() -> int:
        env.action_rows()
        env.step(env.sample_actions())
        return env.num_envs

    return step


def _sb3(games: int) -> Work:
    """As sb3-contrib's MaskablePPO collects: masks asked for and stacked, then a step; the policy is a dummy."""
    try:
        adapter: Any = import_module("..envs.sb3", __package__)
    except ImportError as missing:
        raise Unavailable(str(missing)) from None
    env = adapter.BurgundyVecEnv(games)
    _spread(env.vector)

    def step() -> int:
        np.stack(env.env_method("action_masks"))
        env.step(env.vector.sample_actions().copy())
        return games

    return step


def _parts(games: int) -> dict[str, Measure]:
    """Parts of a step of the self-play vector, each by itself; works count games."""
    config, pool = GameConfig(), ThreadPool(1)
    flat = encoder("flat", config)
    g = new_games(games, flat.words, tables_for(config, load()), NOBODY)
    terms = Terms(config.players, flat.number, WIN, NEXT_STEP, ILLEGAL_END)
    g.slots["wanted"], g.slots["over"], g.episodes["rng"] = EVERY_SEAT, 1, np.arange(games)
    stream, actions, shown = np.zeros(1, STREAM), np.zeros(games, np.int64), np.empty_like(g.observations)

    def policy() -> None:
        sample_actions(g, stream, actions)

    def step(parts: int) -> None:
        pool.run(partial(step_games, g, terms, actions, parts), games)

    def act() -> None:
        policy()
        step(WHOLE)

    def timed(work: Callable[[], object]) -> Measure:
        def once() -> int:
            work()
            return games

        return Measure(once)

    for _ in range(_OPENING):
        act()
    return {
        "step": timed(act),
        "shown": timed(lambda: step(SHOW)),
        "observation": timed(lambda: encode(g.tables, g.states, np.maximum(g.to_move, 0), flat.number, shown)),
        "policy": timed(policy),
    }


def _shares(parts: dict[str, Measure], found: dict[str, Measure]) -> dict[str, float]:
    """Nanoseconds per decision by part of a step of the self-play vector with the flat observation."""
    each = {name: 1e9 / measure.median for name, measure in (parts | found).items()}
    shares = {
        "observation": each["observation"],
        "legal actions and mask": each["shown"] - each["observation"],
        "random policy": each["policy"],
        "rules, chance, rewards": each["step"] - each["shown"] - each["policy"],
        "checks, infos": each["self_play_flat"] - each["step"],
        "whole step": each["self_play_flat"],
        "copies, with copy=True": each["self_play_copies"] - each["self_play_flat"],
    }
    return {name: round(max(nanoseconds, 0.0), 1) for name, nanoseconds in shares.items()}


def two_threads(seconds: float, games: int) -> dict[str, float]:
    """How much faster two threads are than one, on the wall, and what they cost in processor time."""
    walls: dict[int, list[float]] = {1: [], 2: []}
    costs: dict[int, list[float]] = {1: [], 2: []}
    envs = {threads: _spread(SelfPlayVectorEnv(games, copy=False, threads=threads)) for threads in walls}
    for _ in range(SLICES):
        for threads, env in envs.items():
            work, made = _stepping(env), 0
            wall, cost = time.perf_counter(), time.process_time()
            while not made or time.perf_counter() - wall < seconds / SLICES:
                made += work()
            walls[threads].append(made / (time.perf_counter() - wall))
            costs[threads].append((time.process_time() - cost) / made)
    for env in envs.values():
        env.close()
    ratios = [two / one for one, two in zip(walls[1], walls[2], strict=True)]
    return {
        "speed_up": round(median(ratios), 2),
        "speed_up_best": round(max(ratios), 2),
        "processor_time_ratio": round(median(costs[2]) / median(costs[1]), 2),
    }


# --- one game from Python ----------------------------------------------------------------------------


def _single() -> Work:
    """Burgundy-v0 against random; legal actions are chosen by Python."""
    env, choose = BurgundyEnv(), Random(_SEED)
    env.reset(seed=_SEED)

    def step() -> int:
        legal = env.game.legal_ids()  # type: ignore[union-attr]
        if env.step(legal[int(choose.random() * len(legal))])[2]:
            env.reset()
        return 1

    return step


def _pettingzoo(env: Any) -> Work:
    """A game through `agent_iter` and `last`; legal actions are chosen by Python."""
    choose = Random(_SEED)
    env.reset(seed=_SEED)

    def game() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(choose.random() * len(legal))]))
            steps += 1
        return steps

    return game


def _connect_four(which: str) -> Any:
    """PettingZoo's own, to compare with."""
    try:
        return getattr(import_module("pettingzoo.classic.connect_four.connect_four"), which)()
    except ImportError as missing:
        raise Unavailable(f"PettingZoo's connect four needs pygame ({missing})") from None
