"""How long studies take: python benchmarks/balance.py [--rows 1000000] [--games 20000] [--quick 2000] [--workers 2].

Three lines, each with what is asked of it: rows of made-up games summarised, what statistics and report add to games
that are played, and how long the heuristic plays. On a machine that does nothing else; --rows 0 leaves a line out.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from burgundy_env.balance import Question, Run, Store, run, summarise, write, write_rows
from burgundy_env.balance.frame import Frame
from burgundy_env.engine.layout import SCORE_NAMES

BOARDS = 25


def made_up(store: Store, blocks: int) -> Frame:
    """Games that nobody played: normal points, any place, eight sources."""
    frame, random = Frame(store.layout), np.random.default_rng(1)
    for cell in range(len(store.layout.cells)):
        sources = np.zeros((blocks, 2, len(SCORE_NAMES)), np.int32)
        sources[:, :, :8] = random.normal(25, 6, (blocks, 2, 8)).astype(np.int32)
        totals = sources.sum(axis=2)
        won = 12 * (totals == totals.max(axis=1, keepdims=True)) // 2 + 6 * (totals[:, :1] != totals[:, ::-1])
        place = 1 + (totals < totals[:, ::-1])
        zeros = np.zeros(blocks, np.int32)
        first, leads = (random.integers(most, size=blocks) for most in (2, 5))
        head = np.column_stack([np.arange(blocks), zeros, first, leads])
        others = [totals, won, place, np.full((blocks, 2), 1), np.full((blocks, 2), 100), np.full((blocks, 2), 75)]
        table = np.column_stack([head, *others, sources.reshape(blocks, -1)]).astype(np.int32)
        frame.add_table(cell, table)
    return frame


def summarised(folder: Path, rows: int) -> None:
    """Made-up games to tables, page and Parquet, in processor time of one core."""
    blocks = max(2, rows // (2 * BOARDS))
    store = Store.create(folder, _boards(BOARDS, blocks))
    played = Run(made_up(store, blocks), blocks=blocks, looks=1)
    begin = time.process_time()
    _report(store, played)
    seconds = time.process_time() - begin
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    size = (store.folder / "games.parquet").stat().st_size / 1e6
    print(f"{2 * BOARDS * blocks:,} rows summarised and written in {seconds:.1f} s (asked: 10 for a million), "
          f"{most:.2f} GB (asked: 2), Parquet of {size:.0f} MB", flush=True)  # fmt: skip


def added(folder: Path, games: int, workers: int) -> None:
    """What statistics and report add to playing a study of that many games of the heuristic."""
    store = Store.create(folder, _boards(10, max(1, games // 10)))
    playing, played = _played(store, workers)
    begin = time.perf_counter()
    _report(store, played)
    own = time.perf_counter() - begin
    print(f"{played.games:,} games: {playing:.1f} s to play and keep them, {own:.1f} s of statistics and report: "
          f"{100 * own / playing:.1f} % with {workers} workers (asked: 10 for 20,000)", flush=True)  # fmt: skip


def quick(folder: Path, games: int, workers: int) -> None:
    """How long the heuristic plays."""
    playing, played = _played(Store.create(folder, _boards(2, max(1, games // 2))), workers)
    print(f"{played.games:,} games of the heuristic in {playing:.1f} s, {workers} workers (asked: some 15 for 2,000)",
          flush=True)  # fmt: skip


def _boards(boards: int, games: int) -> Question:
    return Question.of({"study": "boards", "boards": list(range(1, boards + 1)), "games": games})


def _played(store: Store, workers: int) -> tuple[float, Run]:
    begin = time.perf_counter()
    played = run(store, workers)
    return time.perf_counter() - begin, played


def _report(store: Store, played: Run) -> None:
    write(store.folder, summarise(store, played))
    write_rows(store, played)


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--quick", type=int, default=2_000)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warm = Store.create(folder / "warm", _boards(2, 2))  # what has to be compiled and loaded is no part of it
        _report(warm, run(warm, args.workers))
        if args.rows:
            summarised(folder / "rows", args.rows)
        if args.games:
            added(folder / "games", args.games, args.workers)
        if args.quick:
            quick(folder / "quick", args.quick, args.workers)


if __name__ == "__main__":
    main()
