"""Games of compiled players with the positions in which their turns ended, and what least squares find in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine.actions import END
from burgundy_env.engine.apply import apply
from burgundy_env.engine.batch import id_buffer
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import PHASES, ROUNDS, SEATS, STAGE_OVER, STATE, new_tape
from burgundy_env.engine.legal import legal_ids
from burgundy_env.engine.rng import below
from burgundy_env.engine.rules.setup import set_up
from burgundy_env.engine.seeds import STREAM, seeded
from burgundy_env.engine.tables import tables_for
from burgundy_env.players.heuristic.basics import rounds_before
from burgundy_env.players.policies import RANDOM, REFLEX, choose, number_of

TURNS = PHASES * ROUNDS
HELD_OUT = 5  # every fifth game is not fitted to: what is said of errors is said of these
SHOWN = (0, 1, 2, 4, 7, 10, 13, 16, 20, 24)  # rounds left, for which errors are shown

Array = np.ndarray[Any, Any]


class Played(NamedTuple):
    """Games of one config, played."""

    tables: Array
    kept: Array  # positions by game, seat and round, in which the turn ended; blank in rounds of the opening
    ends: Array  # of the games


def games(config: GameConfig, player: str, count: int, seed: int, varied: bool = False) -> Played:
    """Let a compiled player play at all seats.

    `varied`: up to 21 rounds are played by reflex first, with some random actions, so that there are positions
    of all kinds and not only those such a player gets into.
    """
    generator, tables = np.random.default_rng(seed), tables_for(config, load())
    openings = generator.integers(0, 8, count) * 3 if varied else np.zeros(count, np.int64)
    slips = generator.integers(0, 500, count)
    played = Played(tables, np.zeros((count, config.players, TURNS), STATE), np.zeros(count, STATE))
    tape, ids, number = new_tape(), id_buffer(), number_of(player)
    for i in tqdm(range(count), desc=str(config), leave=False):
        state, streams = played.ends[i : i + 1], np.zeros(SEATS, STREAM)
        _play(tables, state, streams, seed * 1_000_003 + i, number, openings[i], slips[i], tape, ids, played.kept[i])
    return played


@kernel
def _play(tables, states, streams, seed, number, opening, slips, tape, ids, kept):
    t, s = tables[0], states[0]
    s.rng = seeded(seed)
    for p in range(t.players):
        streams[p].rng = seeded(seed * SEATS + p)
    set_up(t, s, tape)
    while s.stage != STAGE_OVER:
        n, p, rounds = legal_ids(t, s, ids), int(s.active), rounds_before(s)
        by = number
        if rounds < opening:
            by = RANDOM if below(streams[p], 1000) < slips else REFLEX
        action = choose(by, t, s, streams[p], ids, n)
        if action == END and rounds >= opening - 1:
            kept[p, rounds] = s
        apply(t, s, tape, action, ids)


class Rows(NamedTuple):
    """Positions as the fit reads them."""

    features: Array
    wanted: Array  # what the weighted sum of the features is to come near to
    rounds_left: Array
    game: Array
    weight: Array


def together(parts: Iterable[Rows]) -> Rows:
    """Rows of several configs as one."""
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def fitted(rows: Rows, powers: Sequence[int], ridge: float, fixed: Sequence[tuple[int, int]] = ()) -> Array:
    """The worths, by feature and power of how early it is, that come nearest; prints the errors in games held out.

    `fixed`: features and powers that stay 0.
    """
    early = rows.rounds_left / (TURNS - 1)
    columns = rows.features[:, :, None] * (early[:, None] ** np.array(powers))[:, None, :]
    shape = columns.shape[1:]
    matrix = columns.reshape(len(columns), -1)
    free = np.array([place not in set(fixed) for place in np.ndindex(shape)])
    spread = matrix.std(0)
    spread[spread < 1e-9] = 1.0  # of the bias
    matrix = matrix / spread * free

    def solved(which: Array) -> Array:
        part = matrix[which] * rows.weight[which, None]
        square = part.T @ matrix[which] + ridge * np.eye(len(spread))
        return np.linalg.solve(square, part.T @ rows.wanted[which])

    held_out = rows.game % HELD_OUT == 0
    error = rows.wanted - matrix @ solved(~held_out)
    print("rounds left: error in games held out (spread of what was wanted)")
    for left in SHOWN:
        there = held_out & (rows.rounds_left == left)
        if there.any():
            print(f"{left:5}: {_size(error[there]):.2f} ({rows.wanted[there].std():.2f})")
    print(f"  all: {_size(error[held_out]):.2f} of {held_out.sum():,} positions", flush=True)
    return (solved(np.ones(len(matrix), bool)) / spread).reshape(shape)


def _size(error: Array) -> float:
    return float(np.sqrt((error**2).mean()))


def lines(names: Iterable[str], worths: Array, show: Callable[[float], str]) -> str:
    """The worths as lines of a dictionary in Python."""
    return "".join(
        f'    "{name}": ({", ".join(show(float(worth)) for worth in row)}),\n'
        for name, row in zip(names, worths, strict=True)
    )
