"""How fast random games go: the batch kernel, `Game` from Python, and a C++ games library beside them.

A second is one of processor time (all threads of this process together): on an idle core that is a second
on the wall, and on a busy one it leaves out the time given to other programs. What these do to caches and
clock rates stays, so the measures take turns in short slices, which hits all of them alike. Rates are medians
over the slices; the kernel's best slice stands beside its median.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from .._version import __version__
from ..config import GameConfig
from ..data import load
from ..engine import batch, jit, keys
from ..engine.actions import ACTIONS
from ..engine.layout import STATE, new_tape
from ..engine.tables import tables_for
from ..game import Game
from ..machine import cores, processor, version_of
from ..machine import load as load_average

SLICES = 10
CONFIG = GameConfig()  # the 2-player base game
_GAMES = 64  # in a call of the kernel, so that calling it costs nothing
_ROLLOUTS = 8  # in a search of the C++ library, for the same reason
_SEED = 1
_FIRST_GAME = """
from time import perf_counter
start = perf_counter()
from burgundy_env import Game
imported = perf_counter()
Game.new(seed=1)
print(imported - start, perf_counter() - imported)
"""

Work = Callable[[], int]  # does a little and returns how many decisions, or rollouts, that were


class Unavailable(Exception):
    """Something to compare with isn't here; the message says why."""


@dataclass
class Measure:
    """Work and how fast it went in each slice."""

    work: Work
    rates: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Work for a slice of time, once at least."""
        done, start = 0, process_time()
        elapsed = 0.0
        while elapsed < seconds or not elapsed:  # the clock may be a coarse one
            done += self.work()
            elapsed = process_time() - start
        self.rates.append(done / elapsed)

    @property
    def median(self) -> float:
        """Of a second, over the slices."""
        return median(self.rates)


def throughput(seconds: float = 5.0, config: GameConfig = CONFIG) -> dict[str, Any]:
    """Measure everything, each rate for so many seconds; what `burgundy bench throughput --json` prints."""
    kernel = Measure(random_games(config))
    by_mask, by_name = Measure(_game(config, _by_mask)), Measure(_game(config, _by_name))
    reference, rollouts, reasons = _reference()
    measures = [kernel, by_mask, by_name, *(m for m in (reference, rollouts) if m is not None)]
    with jit.unannounced():
        for measure in measures:
            measure.work()  # compiled, or loaded from the cache, before the clock starts
    for _ in range(SLICES):
        for measure in measures:
            measure.run(seconds / SLICES)
    driven = None if reference is None else reference.median
    rolled = None
    if rollouts is not None and reference is not None and isinstance(reference.work, Backgammon):
        rolled = rollouts.median * reference.work.decisions_per_game
    # Of two, as the first would compile anew if somebody had edited the engine in the meantime.
    imported, first = map(min, zip(first_game(), first_game(), strict=True))
    return {
        "decisions_per_second": round(kernel.median),
        "decisions_per_second_best": round(max(kernel.rates)),
        "ns_per_decision": round(1e9 / kernel.median, 1),
        "ratio_to_open_spiel_backgammon": _ratio(kernel.median, driven),
        "ratio_reason": reasons[0],
        "ratio_to_open_spiel_rollouts": _ratio(kernel.median, rolled),
        "rollouts_reason": reasons[1],
        "open_spiel_backgammon_per_second": _rounded(driven),
        "open_spiel_rollouts_per_second": _rounded(rolled),
        "push_and_mask_per_second": round(by_mask.median),
        "push_and_strings_per_second": round(by_name.median),
        "state_bytes": STATE.itemsize,
        "import_seconds": round(imported, 3),
        "first_game_seconds": round(first, 3),
        "seconds": seconds,
        "clock": "processor time",
        "slices": SLICES,
        "config": config.to_dict(),
        "versions": versions(),
        "machine": machine(),
    }


def _ratio(ours: float, theirs: float | None) -> float | None:
    return None if theirs is None else round(ours / theirs, 2)


def _rounded(rate: float | None) -> int | None:
    return None if rate is None else round(rate)


# --- this engine --------------------------------------------------------------------------------------


def random_games(config: GameConfig) -> Work:
    """Random games in the batch kernel, the mask of every decision written out."""
    tables, template = tables_for(config, load()), np.zeros(1, STATE)
    states = np.zeros(_GAMES, STATE)
    states["rng"] = np.arange(_SEED, _SEED + _GAMES, dtype=np.uint64)
    tape, ids, mask = new_tape(), batch.id_buffer(), np.zeros(ACTIONS, np.int8)
    # It finishes the games it has begun: asked for one decision, it plays a game in each state.
    return lambda: int(batch.play_random_games(tables, states, template, tape, ids, mask, 1))


def _game(config: GameConfig, decide: Callable[[Game, Random], None]) -> Work:
    """Random games one after the other through `Game`, beginning them included."""
    choose = Random(_SEED)

    def play() -> int:
        game, made = Game.new(config, choose.getrandbits(32)), 0
        while not game.is_over:
            decide(game, choose)
            made += 1
        return made

    return play


def _by_mask(game: Game, choose: Random) -> None:
    legal = game.action_mask().nonzero()[0]
    game.push(int(legal[int(choose.random() * len(legal))]))


def _by_name(game: Game, choose: Random) -> None:
    legal = game.legal_actions()
    game.push(legal[int(choose.random() * len(legal))])


def first_game() -> tuple[float, float]:
    """Seconds for the import and for the first game of a fresh Python, its kernels in the cache by now."""
    package = str(Path(__file__).parent.parent)
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-c", _FIRST_GAME]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    imported, first = map(float, done.stdout.split())
    return imported, first


# --- the library beside it ----------------------------------------------------------------------------


def _reference() -> tuple[Measure | None, Measure | None, tuple[str | None, str | None]]:
    """open_spiel's backgammon driven from Python, its own rollouts, and why one of them is missing."""
    try:
        spiel, backgammon = _backgammon()
    except Unavailable as missing:
        return None, None, (str(missing), str(missing))
    driven = Measure(Backgammon(backgammon))
    try:
        return driven, Measure(_rollouts(spiel, backgammon)), (None, None)
    except Unavailable as missing:
        return driven, None, (None, str(missing))


def _backgammon() -> tuple[Any, Any]:
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        raise Unavailable("open_spiel is not installed; pip install 'burgundy-env[bench]' brings it") from None
    if "backgammon" not in spiel.registered_names():
        raise Unavailable("this open_spiel was built without backgammon")
    return spiel, spiel.load_game("backgammon")


class Backgammon:
    """Random games of it, one a call: legal actions, a choice, apply, and chance by its probabilities."""

    def __init__(self, game: Any) -> None:
        self.game, self.choose = game, Random(_SEED)
        self.games = self.decisions = 0

    def __call__(self) -> int:
        state, choose, made = self.game.new_initial_state(), self.choose.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), choose()))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
                made += 1
        self.games += 1
        self.decisions += made
        return made

    @property
    def decisions_per_game(self) -> float:
        """The mean over all games so far."""
        return self.decisions / self.games


def drawn(outcomes: list[tuple[int, float]], point: float) -> int:
    """The outcome at a point from 0 to 1 when they lie side by side, each as wide as it is likely."""
    for outcome, likely in outcomes:
        point -= likely
        if point < 0:
            return outcome
    return outcomes[-1][0]  # their sum may fall short of 1 by a rounding


def _rollouts(spiel: Any, backgammon: Any) -> Work:
    """Rollouts that stay in C++: Python can ask for them by a search of one simulation only."""
    try:
        evaluator = spiel.RandomRolloutEvaluator(_ROLLOUTS, _SEED)
        # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
        bot = spiel.MCTSBot(backgammon, evaluator, 2.0, 1, 100, False, _SEED, False)
        search = bot.mcts_search
    except (AttributeError, TypeError) as error:
        raise Unavailable(f"this open_spiel does not lend its rollouts to Python: {error}") from None
    state = backgammon.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def roll() -> int:
        search(state)
        return _ROLLOUTS

    return roll


# --- where it was measured ----------------------------------------------------------------------------


def versions() -> dict[str, str | None]:
    """The versions that the figures depend on; None for what is not installed."""
    return {
        "burgundy_env": __version__,
        "engine": keys.key_of(batch.play_random_games)[:16],  # as loaded; the sources may have changed since
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version_of("numba"),
        "open_spiel": version_of("open_spiel"),
    }


def machine() -> dict[str, Any]:
    """The processor, the system, and how many programs wanted a core in the last minute."""
    return {"cpu": processor(), "cores": cores(), "system": platform.platform(), "load": load_average()}
