"""How long a study's own work takes: python benchmarks/balance.py. Games are made up, a million rows of them."""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from burgundy_env.balance import Question, Run, Store, summarise, write, write_rows
from burgundy_env.balance.frame import Frame
from burgundy_env.engine.layout import SCORE_NAMES

BOARDS, BLOCKS = 25, 20_000


def made_up(store: Store) -> Frame:
    """Games that nobody played: normal points, any place, eight sources."""
    frame, random = Frame(store.layout), np.random.default_rng(1)
    for cell in range(len(store.layout.cells)):
        sources = np.zeros((BLOCKS, 2, len(SCORE_NAMES)), np.int32)
        sources[:, :, :8] = random.normal(25, 6, (BLOCKS, 2, 8)).astype(np.int32)
        totals = sources.sum(axis=2)
        won = 12 * (totals == totals.max(axis=1, keepdims=True)) // 2 + 6 * (totals[:, :1] != totals[:, ::-1])
        place = 1 + (totals < totals[:, ::-1])
        zeros = np.zeros(BLOCKS, np.int32)
        first, leads = (random.integers(most, size=BLOCKS) for most in (2, 5))
        head = np.column_stack([np.arange(BLOCKS), zeros, first, leads])
        others = [totals, won, place, np.full((BLOCKS, 2), 1), np.full((BLOCKS, 2), 100), np.full((BLOCKS, 2), 75)]
        table = np.column_stack([head, *others, sources.reshape(BLOCKS, -1)]).astype(np.int32)
        frame.add_table(cell, table)
    return frame


def main() -> None:
    """Print seconds of processor time, and the most memory."""
    asked = {"study": "boards", "boards": list(range(1, BOARDS + 1)), "games": BLOCKS}
    with tempfile.TemporaryDirectory() as folder:
        store = Store.create(Path(folder) / "study", Question.of(asked))
        run = Run(made_up(store), blocks=BLOCKS, looks=1)
        begin = time.process_time()
        summary = summarise(store, run)
        print(f"summary of {2 * BOARDS * BLOCKS:,} rows: {time.process_time() - begin:.1f} s")
        begin = time.process_time()
        write(store.folder, summary)
        print(f"tables and page: {time.process_time() - begin:.1f} s")
        begin = time.process_time()
        write_rows(store, run)
        size = (store.folder / "games.parquet").stat().st_size / 1e6
        print(f"Parquet, {size:.0f} MB: {time.process_time() - begin:.1f} s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
