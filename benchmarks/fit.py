"""Fit what the heuristic believes positions are worth: play, and see what came of every position.

    python benchmarks/fit.py --rounds 4 --games 4000
    python benchmarks/fit.py --team --rounds 5 --games 700

Every round plays mirror games with the worths so far, each seat with slightly other weights so that all kinds
of positions come about. At the end of every turn the features of the position are noted; the worths are then
the weighted sum of them that is nearest to the points still made (lambda returns, least squares). Ends with
`burgundy_env/players/heuristic/values.py` rewritten, `team_values.py` for the team game.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from played import TURNS, lines

import burgundy_env.players.heuristic
from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine.actions import END
from burgundy_env.engine.apply import apply
from burgundy_env.engine.batch import id_buffer
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import MOST_HEXES, ROUNDS, SCORE_NAMES, STAGE_OVER, STATE, new_tape
from burgundy_env.engine.legal import legal_ids
from burgundy_env.engine.rules.scoring import breakdown
from burgundy_env.engine.rules.setup import set_up
from burgundy_env.engine.seeds import STREAM
from burgundy_env.engine.tables import tables_for
from burgundy_env.players.heuristic.features import COUNT, FEATURES, TIMES, write_features
from burgundy_env.players.heuristic.team_values import TEAM_VALUES
from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import DEFAULT, TUNED, with_chances
from burgundy_env.players.heuristic.worth import write_hex_worth

CONFIGS = (GameConfig(2), GameConfig(2, duchies="random:1-10"))
TEAM_CONFIGS = tuple(GameConfig(4, modules=("team",), duchies=(board, board)) for board in (31, 32))
LAMBDA = 0.8  # how far a position is judged by what came of it, not by what was thought of later ones
RIDGE = 100.0  # positions that speak for the worths as they were
VARIETY = 0.2  # how far the weights of the players differ
_SCORES = len(SCORE_NAMES)
FOLDER = Path(burgundy_env.players.heuristic.__file__).parent


class Positions(NamedTuple):
    """Games by seat and turn: features, points if the game ended there, and the points at the end."""

    features: np.ndarray
    points: np.ndarray
    totals: np.ndarray


@kernel
def play(tables, states, streams, weights, values, tape, ids, features, points, totals):
    """Play every game to its end and note all positions at the ends of turns."""
    t, usual = tables[0], DEFAULT
    out, worth, row = np.zeros(_SCORES, np.int16), np.empty(MOST_HEXES), np.empty(COUNT)
    for i in range(len(states)):
        s = states[i]
        set_up(t, s, tape)
        while s.stage != STAGE_OVER:
            n, p = legal_ids(t, s, ids), int(s.active)
            action = choose_turn_weighted(t, s, weights[i, p], values, streams[i], ids, n)
            if action == END:
                turn = int(s.phase) * ROUNDS + int(s.round_number)
                write_hex_worth(t, s, p, usual, worth)
                write_features(t, s, p, usual, worth, row)
                features[i, p, turn, :] = row
                points[i, p, turn] = breakdown(t, s, p, out)
            apply(t, s, tape, action, ids)
        for p in range(t.players):
            totals[i, p] = breakdown(t, s, p, out)


def games(config: GameConfig, values: np.ndarray, count: int, seed: int, variety: float) -> Positions:
    """Play games and return what was noted."""
    generator, seats = np.random.default_rng(seed), config.players
    states, streams = np.zeros(count, STATE), np.zeros(count, STREAM)
    states["rng"] = generator.integers(0, 2**63, count)
    streams["rng"] = generator.integers(0, 2**63, count)
    weights = TUNED * (1 + variety * generator.standard_normal((count, seats, len(TUNED))))
    weights = np.apply_along_axis(with_chances, -1, weights)
    noted = Positions(
        np.zeros((count, seats, TURNS, COUNT), np.float32),
        np.zeros((count, seats, TURNS), np.float32),
        np.zeros((count, seats), np.float32),
    )
    play(tables_for(config, load()), states, streams, weights, values, new_tape(), id_buffer(), *noted)
    return noted


def times() -> np.ndarray:
    """What the worth of a feature depends on, for every turn; as `write_prices` has it."""
    turn = np.arange(TURNS)
    early = 1 - turn / (TURNS - 1)
    return np.stack([np.ones(TURNS), early, early**2, turn % ROUNDS / (ROUNDS - 1) - 0.5], 1)


def fit(noted: list[Positions], values: np.ndarray) -> np.ndarray:
    """The worths that come nearest to the points still made."""
    basis, size = times(), COUNT * len(TIMES)
    matrix, vector = np.eye(size) * RIDGE, RIDGE * values.reshape(-1)
    prices = np.einsum("ka,fa->kf", basis, values).astype(np.float32)
    for features, points, totals in noted:
        thought = points + np.einsum("npkf,kf->npk", features, prices)
        coming = totals
        for turn in range(TURNS - 2, -1, -1):  # after the last turn nothing is to come
            if turn < TURNS - 2:
                coming = LAMBDA * coming + (1 - LAMBDA) * thought[:, :, turn + 1]
            rows = features[:, :, turn].reshape(-1, COUNT).astype(np.float64)
            still = (coming - points[:, :, turn]).reshape(-1)
            matrix += np.kron(rows.T @ rows, np.outer(basis[turn], basis[turn]))
            vector += np.kron(rows.T @ still, basis[turn])
    return np.linalg.solve(matrix, vector).reshape(COUNT, len(TIMES))


_SOURCE = '''"""What each feature of a position is worth in victory points. Written by `benchmarks/fit.py`."""

from __future__ import annotations

import numpy as np

from .features import FEATURES

# name: (at the end of the game, what its start adds, what its start adds by the square, what the end of a phase
# adds over its beginning)
WORTHS = {{
{lines}}}
{name} = np.array([WORTHS[name] for name in FEATURES], np.float64)
'''


def main() -> None:
    """Play and fit by turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=4000, help="in every round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--team", action="store_true", help="the worths of the team game")
    options = parser.parse_args()
    configs, name = (TEAM_CONFIGS, "TEAM_VALUES") if options.team else (CONFIGS, "VALUES")
    values, noted = TEAM_VALUES if options.team else VALUES, []
    for number in range(options.rounds):
        seed = options.seed * 1000 + number
        noted = [games(config, values, options.games // 2, seed, VARIETY) for config in configs] + noted[:2]
        for _ in range(2):
            values = fit(noted, values)
        means = [games(config, values, 200, 0, 0.0).totals.mean() for config in configs]
        print(f"{number + 1}: mean VP {', '.join(f'{mean:.1f}' for mean in means)}", flush=True)
        shown = lines(FEATURES, values, lambda worth: f"{round(worth, 2) + 0.0:g}")
        (FOLDER / f"{name.lower()}.py").write_text(_SOURCE.format(lines=shown, name=name), encoding="utf-8")


if __name__ == "__main__":
    main()
