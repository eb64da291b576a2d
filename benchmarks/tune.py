"""Tune the weights of the heuristic by the cross-entropy method: mean VP of both seats in mirror games.

    python benchmarks/tune.py --out weights.json --minutes 10

Goes on from the file if it is there; Ctrl-C keeps what is found.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine.apply import apply
from burgundy_env.engine.batch import id_buffer
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import SCORE_NAMES, STAGE_OVER, STATE, new_tape
from burgundy_env.engine.legal import legal_ids
from burgundy_env.engine.rules.scoring import breakdown
from burgundy_env.engine.rules.setup import set_up
from burgundy_env.engine.seeds import STREAM
from burgundy_env.engine.tables import tables_for
from burgundy_env.players.heuristic.choice import choose_weighted
from burgundy_env.players.heuristic.turn import choose_turn_weighted
from burgundy_env.players.heuristic.values import VALUES
from burgundy_env.players.heuristic.weights import NAMES, TUNED, with_chances

_SCORES = len(SCORE_NAMES)


@kernel
def play(tables, states, streams, weights, reflex, tape, ids, totals):
    """Play every game to its end, all seats with the same weights; `reflex`: without thinking the turn through."""
    t = tables[0]
    out = np.zeros(_SCORES, np.int16)
    for i in range(len(states)):
        s = states[i]
        set_up(t, s, tape)
        while s.stage != STAGE_OVER:
            n = legal_ids(t, s, ids)
            if reflex:
                action = choose_weighted(t, s, weights, streams[i], ids, n)
            else:
                action = choose_turn_weighted(t, s, weights, VALUES, streams[i], ids, n)
            apply(t, s, tape, action, ids)
        for p in range(t.players):
            totals[i, p] = breakdown(t, s, p, out)


def fitness(configs: list[GameConfig], weights: np.ndarray, reflex: bool, games: int, seed: int) -> float:
    """Mean VP over all seats of the games, which are shared out among the configs."""
    totals = []
    for config in configs:
        count = games // len(configs)
        generator = np.random.default_rng(seed)
        states, streams = np.zeros(count, STATE), np.zeros(count, STREAM)
        states["rng"] = generator.integers(0, 2**63, count)
        streams["rng"] = generator.integers(0, 2**63, count)
        points = np.zeros((count, 4), np.int64)
        play(
            tables_for(config, load()),
            states,
            streams,
            with_chances(weights),
            reflex,
            new_tape(),
            id_buffer(),
            points,
        )
        totals.append(points[:, : config.players].mean())
    return float(np.mean(totals))


def main() -> None:
    """Search until the time is over, writing the mean of the best after every generation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("weights.json"))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--reflex", action="store_true", help="tune the play without a look at the whole turn")
    options = parser.parse_args()
    configs = [GameConfig(2, duchies="random:1-10"), GameConfig(2)]
    mean, spread = TUNED.copy(), np.abs(TUNED) * 0.3 + 0.15
    if options.out.exists():
        stored = json.loads(options.out.read_text())
        mean = np.array([stored["weights"].get(name, default) for name, default in zip(NAMES, TUNED, strict=True)])
        spread = np.abs(mean) * 0.12 + 0.05
    generator, begin, generation = np.random.default_rng(int(time.time())), time.time(), 0
    while time.time() - begin < 60 * options.minutes:
        seed = int(generator.integers(2**31))
        tried = mean + spread * generator.standard_normal((options.population, len(mean)))
        tried[0] = mean
        found = np.array([fitness(configs, weights, options.reflex, options.games, seed) for weights in tried])
        best = np.argsort(-found)[: options.population // 4]
        mean = 0.3 * mean + 0.7 * tried[best].mean(0)
        spread = 0.5 * spread + 0.5 * tried[best].std(0) + 0.004 * np.abs(mean)
        generation += 1
        print(f"{generation}: mean {found.mean():.1f}, best {found.max():.1f}, centre {found[0]:.1f}", flush=True)
        weights = {name: round(float(value), 3) for name, value in zip(NAMES, mean, strict=True)}
        options.out.write_text(json.dumps({"vp": found[0], "weights": weights}, indent=1))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("stopped; the file has the best so far")
