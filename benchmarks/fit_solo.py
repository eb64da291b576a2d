"""Fit how many hexes who plays alone may expect to cover: `turn` plays, and what came of every position is seen.

    python benchmarks/fit_solo.py --games 1600

The worths are the weighted sum of a position's features that is nearest to the hexes covered at the end, rounds to
spare among them (least squares). The games begin in all kinds of ways: fitted to a strong player's own games alone,
in which nearly all is covered whatever one does, the worths make a much weaker player. Ends with
`burgundy_env/players/heuristic/solo_values.py` rewritten.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import numpy as np
from played import Played, Rows, fitted, games, lines, together

import burgundy_env.players.heuristic
from burgundy_env.config import GameConfig
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import HEXES, MOST_HEXES
from burgundy_env.engine.rules.duchy import empty_hexes
from burgundy_env.modules.solo import MODULE as SOLO
from burgundy_env.players.heuristic.basics import rounds_left
from burgundy_env.players.heuristic.solo import HEXES_PER_ROUND, SOLO_COUNT, SOLO_FEATURES, write_solo_features
from burgundy_env.players.heuristic.solo_values import WORTHS
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.heuristic.worth import write_hex_worth

TARGETS = (50, 50, 45, 40)  # that games begin with: the rulebook's twice
POWERS = (0, 1, 2)  # at the end of the game, what its start adds, and that by the square
RIDGE = 30.0
FILE = Path(burgundy_env.players.heuristic.__file__).parent / "solo_values.py"


@kernel
def write_rows(tables, states, features, left):
    """The features of positions, and the rounds left."""
    t, usual, worth = tables[0], DEFAULT, np.empty(MOST_HEXES)
    for i in range(len(states)):
        write_hex_worth(t, states[i], 0, usual, worth)
        write_solo_features(t, states[i], 0, usual, worth, features[i])
        left[i] = rounds_left(states[i])


@kernel
def write_results(states, results):
    """Hexes covered at the end of games, rounds to spare among them."""
    for i in range(len(states)):
        empty = empty_hexes(states[i], 0)
        results[i] = HEXES - empty + (HEXES_PER_ROUND * rounds_left(states[i]) if empty == 0 else 0.0)


def rows(played: Played) -> Rows:
    """Every position that was kept: the result of its game is wanted."""
    kept = played.kept[:, 0]
    there = kept["occupied"][:, :, 0] != 0
    game, positions = there.nonzero()[0], kept[there]
    features, left, results = np.zeros((len(game), SOLO_COUNT)), np.zeros(len(game)), np.zeros(len(kept))
    write_rows(played.tables, positions, features, left)
    write_results(played.ends, results)
    features = features[:, [SOLO_FEATURES.index(name) for name in WORTHS]]
    return Rows(features, results[game], left, game, np.ones(len(game)))


_SOURCE = '''\
"""What each feature of a solo position is worth in hexes covered at the end. Written by `benchmarks/fit_solo.py`."""

from __future__ import annotations

# name: (at the end of the game, what its start adds, what its start adds by the square)
WORTHS = {{
{lines}}}
'''


def main() -> None:
    """Play and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1600, help="on all boards, to all targets")
    parser.add_argument("--player", default="turn:12")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    kinds = list(itertools.product(SOLO.boards, TARGETS))
    found = together(
        rows(games(config, options.player, options.games // len(kinds), options.seed * 1000 + number, varied=True))
        for number, config in enumerate(
            GameConfig(1, modules=["solo"], duchies=[board], solo_target=target) for board, target in kinds
        )
    )
    shown = lines(WORTHS, fitted(found, POWERS, RIDGE), lambda worth: f"{worth:.3g}")
    options.out.write_text(_SOURCE.format(lines=shown), encoding="utf-8")


if __name__ == "__main__":
    main()
