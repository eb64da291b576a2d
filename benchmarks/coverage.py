"""How many 95 % intervals of simulated studies cover the truth: python benchmarks/coverage.py [--studies 20000].

First those of studies that are played until they are precise, looked at as often as `laboratory` does; then those
that come from resampling: of means, of ranks, and of the handicap that makes two boards even.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np

from burgundy_env.balance.analysis.handicap import even_at
from burgundy_env.balance.designs import HANDICAPS
from burgundy_env.balance.laboratory import LOOKS
from burgundy_env.balance.question import FIRST_LOOK, GAMES
from burgundy_env.balance.statistics.bootstrap import percentiles, ranks, resampled_means
from burgundy_env.balance.statistics.intervals import estimate

SCATTER, TOGETHER = 15.0, 10.0  # VP by block: of each thing, and of all things that had its seed
MOST = 40 * GAMES
TRUTH = 200.0


def looks() -> Iterator[int]:
    """Blocks at which it is decided whether to play on."""
    blocks = FIRST_LOOK
    while blocks < MOST:
        yield blocks
        blocks = math.ceil(blocks * LOOKS)
    yield MOST


def precise(wanted: float, random: np.random.Generator) -> bool:
    """Whether the interval of a study covers that was played until it was no wider."""
    values = np.empty(0)
    for blocks in looks():
        values = np.concatenate([values, random.normal(TRUTH, SCATTER, blocks - len(values))])
        found = estimate(values)
        if found.half <= wanted:
            break
    return found.low <= TRUTH <= found.high


def resampled(blocks: int, seed: int) -> tuple[float, float, bool]:
    """Of eight boards an error apart: the shares of means and of ranks that are covered; whether a handicap is."""
    random = np.random.default_rng(seed)
    truth = np.arange(8) * SCATTER / math.sqrt(blocks)
    draws = resampled_means(truth + _scatter(random, blocks, 8), seed)
    by_mean, by_rank = _covered(draws, truth), _covered(ranks(draws), ranks(truth)[0])
    given = HANDICAPS["vp"]
    sizes, even = np.array([*(-one for one in given[:0:-1]), *given], float), 12.0
    leads = resampled_means(sizes - even + _scatter(random, blocks, len(sizes)), seed)
    return by_mean, by_rank, bool(_covered(even_at(sizes, leads, 0.0)[:, None], np.array([even])))


def _scatter(random: np.random.Generator, blocks: int, things: int) -> np.ndarray:
    return random.normal(0, TOGETHER, (blocks, 1)) + random.normal(0, SCATTER, (blocks, things))


def _covered(draws: np.ndarray, truth: np.ndarray) -> float:
    low, high = percentiles(draws)
    return float(((low <= truth) & (truth <= high)).mean())


def main() -> None:
    """Print shares in percent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=20_000)
    studies = parser.parse_args().studies
    for wanted in (1.0, 1.5, 2.0, 3.0, 4.0):
        random = np.random.default_rng(round(10 * wanted))
        share = np.mean([precise(wanted, random) for _ in range(studies)])
        print(f"until ±{wanted:g} VP: {100 * share:.1f} % of {studies:,}", flush=True)
    for blocks in (20, 60, 200):
        shares = 100 * np.mean([resampled(blocks, seed) for seed in range(studies // 10)], axis=0)
        of = zip(("means", "ranks", "handicaps"), shares, strict=True)
        told = ", ".join(f"{name} {share:.1f} %" for name, share in of)
        print(f"{blocks} blocks, {studies // 10:,} studies: {told}", flush=True)


if __name__ == "__main__":
    main()
