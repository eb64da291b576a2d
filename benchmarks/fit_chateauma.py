"""Fit what the Châteauma may expect at the end: `turn` plays against it, and what came of every position is seen.

    python benchmarks/fit_chateauma.py --games 400

At the end of every turn its features are kept; the worths are then the weighted sum of them that is nearest to the
points it still made (least squares). Ends with `burgundy_env/players/heuristic/chateauma_values.py` rewritten.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from played import TURNS, Played, Rows, fitted, games, lines, together

import burgundy_env.players.heuristic
from burgundy_env.config import GameConfig
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import SCORE_NAMES
from burgundy_env.engine.rules.scoring import breakdown
from burgundy_env.players.heuristic.chateauma import COUNT, FEATURES, write_chateauma

# How much a config counts: with modifier D so many points come that it would drown the others.
CONFIGS = (
    (GameConfig(1, chateauma="hard"), 1.0),
    (GameConfig(1, chateauma="hard", duchies="random"), 1.0),
    (GameConfig(1, chateauma="easy", duchies="random"), 1.0),
    (GameConfig(1, chateauma="intermediate+A", duchies="random"), 1.0),
    (GameConfig(1, chateauma="hard+B", duchies="random"), 1.0),
    (GameConfig(1, chateauma="hard+C", duchies="random"), 1.0),
    (GameConfig(1, chateauma="hard+D", duchies="random"), 0.25),
    (GameConfig(1, chateauma="hard+ABCD", duchies="random"), 0.25),
    (GameConfig(2, chateauma="hard", duchies="random"), 1.0),
    (GameConfig(3, chateauma="hard+AB", duchies="random"), 1.0),
)
POWERS = (0, 1)  # at the end of the game, and what its start adds
STEADY = ("income",)  # features whose worth is the same at any time
RIDGE = 20.0
FILE = Path(burgundy_env.players.heuristic.__file__).parent / "chateauma_values.py"


@kernel
def write_rows(tables, states, features, points):
    """The features of the Châteauma in positions, and its points if the games ended there."""
    t, out = tables[0], np.zeros(len(SCORE_NAMES), np.int16)
    for i in range(len(states)):
        write_chateauma(t, states[i], features[i])
        points[i] = breakdown(t, states[i], int(t.chateauma), out)


def rows(played: Played, weight: float) -> Rows:
    """Every position of the games: the points still to come are wanted."""
    count, seats = played.kept.shape[:2]
    features, points, totals = np.zeros((played.kept.size, COUNT)), np.zeros(played.kept.size), np.zeros(count)
    write_rows(played.tables, played.ends, features[:count], totals)
    write_rows(played.tables, played.kept.reshape(-1), features, points)
    return Rows(
        features,
        np.repeat(totals, seats * TURNS) - points,
        np.tile(np.arange(TURNS)[::-1], count * seats),
        np.repeat(np.arange(count), seats * TURNS),
        np.full(len(points), weight),
    )


_SOURCE = '''\
"""What each feature of the Châteauma is worth in victory points. Written by `benchmarks/fit_chateauma.py`."""

from __future__ import annotations

# name: (at the end of the game, what its start adds)
WORTHS = {{
{lines}}}
'''


def main() -> None:
    """Play and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="with every config")
    parser.add_argument("--player", default="turn:12")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    found = together(
        rows(games(config, options.player, options.games, options.seed * 1000 + number), weight)
        for number, (config, weight) in enumerate(CONFIGS)
    )
    worths = fitted(found, POWERS, RIDGE, fixed=[(FEATURES.index(name), 1) for name in STEADY])
    shown = lines(FEATURES, worths, lambda worth: f"{round(worth, 2) + 0.0:g}")
    options.out.write_text(_SOURCE.format(lines=shown), encoding="utf-8")


if __name__ == "__main__":
    main()
