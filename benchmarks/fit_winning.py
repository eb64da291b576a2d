"""Fit how surely points that are expected become a victory: `turn` plays itself, each round is compared with the end.

    nice python benchmarks/fit_winning.py --games 300

After every round each seat's points to expect are kept, as futures of the search have them at their horizon. A
seat's chance to win is taken to be its exponential among those of all, exp(points / spread), and the spread of every
number of rounds left is the one under which what happened is likeliest; the numbers are then smoothed by a power of
the rounds left. Prints the table for `burgundy_env/players/turn/winning.py` and how the chances agree with what came,
on games that the fit has not seen.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine.actions import END
from burgundy_env.engine.apply import apply
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import PHASES, ROUNDS, SEATS, STAGE_OVER, STAGE_TURN, STATE, new_tape
from burgundy_env.engine.legal import MOST_LEGAL
from burgundy_env.engine.rules.setup import set_up
from burgundy_env.engine.seeds import mixed
from burgundy_env.engine.tables import tables_for
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.heuristic.basics import rounds_before
from burgundy_env.players.heuristic.chateauma import chateauma_worth
from burgundy_env.players.heuristic.position import write_usual_prices
from burgundy_env.players.net.forward import NO_NET
from burgundy_env.players.policies import number_of
from burgundy_env.players.turn.ends import judge, new_room

TURNS = PHASES * ROUNDS
ACTIONS = 1200
CONFIGS = (
    (GameConfig(2), 1.0),
    (GameConfig(2, duchies="random"), 1.0),
    (GameConfig(2, duchies="random", modules=("inns", "trade_routes", "white_castles", "border_posts")), 0.5),
    (GameConfig(1, chateauma="hard"), 0.7),
    (GameConfig(1, chateauma="hard", duchies="random"), 0.7),
    (GameConfig(3, duchies="random"), 0.5),
    (GameConfig(4, duchies="random"), 0.4),
)
Array = NDArray[np.float64]


@kernel
def write_outlooks(tables, states, tape, actions, expected):
    """Play noted actions once more and write what everybody expected after each round, by round and seat."""
    t, s = tables[0], states[0]
    set_up(t, s, tape)
    room, ids = new_room(1, NO_NET), np.zeros(MOST_LEGAL, np.int16)
    for k in range(len(actions)):
        if actions[k] == END and s.stage == STAGE_TURN:
            round_, p = rounds_before(s), int(s.active)
            write_usual_prices(t, round_, room.prices)
            expected[round_, p] = judge(t, s, p, room)
            if t.chateauma >= 0:
                expected[round_, int(t.chateauma)] = chateauma_worth(t, s, room.x, room.out)
        apply(t, s, tape, int(actions[k]), ids)
        if s.stage == STAGE_OVER:
            return


def outlooks(config: GameConfig, games: int, futures: int, seed: int) -> tuple[Array, Array]:
    """What was expected by game, round and party, and who won, as 1 for the winner."""
    tables, number = tables_for(config, load()), number_of(f"turn:{futures}")
    seeds = range(seed, seed + games)
    own = [[seed * 64 + 7 * k + p for p in range(config.players)] for k in range(games)]
    batch = new_batch(tables, seeds, own, [[number] * config.players] * games, noted=ACTIONS)
    play_games(batch)
    found = np.zeros((games, TURNS, SEATS))
    for k in range(games):
        states = np.zeros(1, STATE)
        states["rng"] = mixed(seeds[k])
        write_outlooks(tables, states, new_tape(), batch.noted[k, : batch.decisions[k].sum()], found[k])
    won = np.zeros((games, config.parties))
    won[np.arange(games), batch.ranking[:, 0]] = 1.0
    return found[:, :, : config.parties], won


def chances(expected: Array, spread: float) -> Array:
    """The chances to win of those who expect so much."""
    powers = np.exp((expected - expected.max(-1, keepdims=True)) / spread)
    found: Array = powers / powers.sum(-1, keepdims=True)
    return found


def likelihood(data: list[tuple[Array, Array]], round_: int, spread: float) -> float:
    """Of what happened, in logarithms."""
    return sum(
        float(np.log(np.maximum((chances(e[:, round_], spread) * won).sum(-1), 1e-9)).sum()) for e, won in data
    )


def fitted(data: list[tuple[Array, Array]]) -> tuple[Array, float, float]:
    """The likeliest spread by rounds left, and the factor and power that come near all of them."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(60), 120))
    table = np.array([[likelihood(data, TURNS - 1 - left, spread) for spread in grid] for left in range(TURNS)])
    each = grid[table.argmax(1)]
    best = (-1e18, 0.0, 0.0)
    for factor in np.linspace(0.5, 12, 116):
        for power in np.linspace(0.1, 1.2, 56):
            spreads = factor * np.arange(1, TURNS) ** power
            sum_ = sum(np.interp(np.log(spreads[k - 1]), np.log(grid), table[k]) for k in range(1, TURNS))
            best = max(best, (float(sum_), float(factor), float(power)))
    return each, best[1], best[2]


def calibration(data: list[tuple[Array, Array]], factor: float, power: float) -> str:
    """Told and happened, by tenths."""
    told, came = [], []
    for expected, won in data:
        for left in (1, 2, 3, 5, 8, 12, 16, 20, 24):
            told.append(chances(expected[:, TURNS - 1 - left], factor * left**power).ravel())
            came.append(won.ravel())
    p, y = np.concatenate(told), np.concatenate(came)
    rows = []
    for k in range(10):
        inside = (p >= k / 10) & (p < (k + 1) / 10 + (k == 9))
        if inside.any():
            rows.append(
                f"{k * 10:3}-{k * 10 + 10:3} %: {p[inside].mean():.3f} came {y[inside].mean():.3f}, n {inside.sum()}"
            )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="of a config that counts fully")
    parser.add_argument("--futures", type=int, default=60)
    args = parser.parse_args()
    seen, unseen = [], []
    for number, (config, part) in enumerate(CONFIGS):
        found, won = outlooks(config, int(args.games * part), args.futures, 1_000_000 * (number + 1))
        half = len(found) * 2 // 3
        seen.append((found[:half], won[:half]))
        unseen.append((found[half:], won[half:]))
        print(f"{config}: {len(found)} games", flush=True)
    each, factor, power = fitted(seen)
    print("by rounds left:", " ".join(f"{one:.1f}" for one in each))
    print(f"spread = {factor:.2f} * rounds_left ** {power:.2f}")
    for (config, _), one in zip(CONFIGS, seen, strict=True):
        print(config, "alone: {1:.2f} * left ** {2:.2f}".format(*fitted([one])))
    print(calibration(unseen, factor, power))


if __name__ == "__main__":
    main()
