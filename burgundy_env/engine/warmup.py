"""Compiling everything ahead: each kernel that Python calls, once, on a game just begun."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numba
import numpy as np

from ..config import GameConfig
from ..data import load
from . import batch, jit
from .actions import ACTIONS
from .layout import LONGEST_STEP, SCORE_NAMES, SEATS, STATE, TAPE_RECORD, new_tape
from .tables import tables_for

Progress = Callable[[str, float | None], None]  # a kernel's name; when it is done, the seconds it took, else None


def calls() -> dict[str, Callable[[], Any]]:
    """A call of each kernel in `batch`, with arguments of the types that Game gives it, in working order."""
    tables = tables_for(GameConfig(), load())
    states = np.zeros(1, STATE)
    states["rng"] = np.uint64(1)
    tape, ids = new_tape(2 * LONGEST_STEP, TAPE_RECORD), batch.id_buffer()
    mask = np.zeros(ACTIONS, np.int8)
    points = np.zeros(len(SCORE_NAMES), np.int16)
    ranking, totals = np.zeros(SEATS, np.int8), np.zeros(SEATS, np.int16)
    levels, level_ids = np.zeros(2, STATE), np.zeros((2, len(ids)), np.int16)
    levels["rng"] = np.uint64(1)
    return {
        "new_game": lambda: batch.new_game(tables, states, 0, tape, ids),
        "list_legal": lambda: batch.list_legal(tables, states, 0, ids),
        "list_with_mask": lambda: batch.list_with_mask(tables, states, 0, ids, mask),
        "step": lambda: batch.step(tables, states, 0, tape, -1, ids),
        "score": lambda: batch.score(tables, states, 0, 0, points),
        "rank": lambda: batch.rank(tables, states, 0, ranking, totals),
        "perft": lambda: batch.perft(tables, levels, new_tape(), level_ids, 1),
        "play_randomly": lambda: batch.play_randomly(tables, states, new_tape(), ids, mask, 1),
        "play_random_games": lambda: batch.play_random_games(
            tables, states, np.zeros(1, STATE), new_tape(), ids, mask, 1
        ),
    }


def warm(progress: Progress | None = None) -> dict[str, float]:
    """Compile every kernel of `batch` into the cache, or load it from there; the seconds each one took."""
    seconds = {}
    jit.needs_all()
    with jit.unannounced():
        for name, call in calls().items():
            seconds[name] = timed(name, call, progress)
    return seconds


def timed(name: str, call: Callable[[], Any], progress: Progress | None = None) -> float:
    """The seconds that a call takes, reported at its beginning and end."""
    report = progress or (lambda name, seconds: None)
    report(name, None)
    start = perf_counter()
    call()
    seconds = perf_counter() - start
    report(name, seconds)
    return seconds


def compiles() -> bool:
    """Whether kernels are compiled at all: not with NUMBA_DISABLE_JIT."""
    return not numba.config.DISABLE_JIT
