"""The Parquet files of a dataset: a row for each game, and if they are asked for a row for each decision."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..arena.actions import unpacked
from ..store import write_whole
from .loading import GAMES, Dataset
from .store import DatasetError, Store

if TYPE_CHECKING:
    import polars

DECISIONS = "decisions-{}-{}-{:05}.parquet"  # by the kind of observation and the reward
_PIECE = 200  # games in a file of decisions


def write(store: Store) -> Path:
    """The file of games, in the order of their numbers: the same bytes for the same games."""
    import polars

    results = [store.results[number] for number in sorted(store.results)]
    if not results:
        raise DatasetError(f"{store.folder}: no game was played")
    lists, names = polars.List(polars.Int16), [entrant.name for entrant in store.plan.entrants]
    seats = polars.List(polars.Enum(names))
    table = polars.DataFrame({
        "game": polars.Series([one.game for one in results], dtype=polars.Int32),
        "seed": polars.Series([one.seed for one in results], dtype=polars.Int64),
        "seats": polars.Series([one.seats for one in results], dtype=seats),
        "duchies": polars.Series([one.duchies for one in results], dtype=lists),
        "first": polars.Series([one.first for one in results], dtype=polars.Int8),
        "totals": polars.Series([one.totals for one in results], dtype=lists),
        "ranking": polars.Series([one.ranking for one in results], dtype=lists),
        "winners": polars.Series([one.winners for one in results], dtype=lists),
        "actions": polars.Series([np.array(unpacked(one.actions), np.int16) for one in results], dtype=lists),
    })  # fmt: skip
    return _written(store.folder / GAMES, table)


def write_decisions(
    dataset: Dataset, observation: str, reward: str = "win", progress: Callable[[int], None] | None = None
) -> list[Path]:
    """A row for each decision, in files of 200 games each; files that are there already are left as they are."""
    import polars

    paths = []
    for first in range(0, len(dataset), _PIECE):
        path = dataset.folder / DECISIONS.format(observation, reward, first // _PIECE)
        paths.append(path)
        last = min(first + _PIECE, len(dataset))
        if not path.exists():
            _written(path, polars.concat([_decisions(dataset, k, observation, reward) for k in range(first, last)]))
        if progress is not None:
            progress(last)
    return paths


def _decisions(dataset: Dataset, number: int, observation: str, reward: str) -> polars.DataFrame:
    import polars

    steps = dataset.steps(number, observation, reward)
    n = len(steps.action)
    legal = [np.flatnonzero(mask).astype(np.int16) for mask in steps.mask]
    return polars.DataFrame({
        "game": polars.Series(np.full(n, number, np.int32)),
        "step": polars.Series(np.arange(n, dtype=np.int32)),
        "seat": polars.Series(steps.seat),
        "observation": polars.Series(steps.observation.reshape(n, -1)),
        "legal": polars.Series(legal, dtype=polars.List(polars.Int16)),
        "action": polars.Series(steps.action),
        "reward": polars.Series(steps.reward),
    })  # fmt: skip


def _written(path: Path, table: polars.DataFrame) -> Path:
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd")
    write_whole(path, buffer.getvalue())
    return path
