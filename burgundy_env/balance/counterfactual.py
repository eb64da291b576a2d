"""Playing the study of tiles: games whose positions are played on twice, in batches on threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..arena.schedule import derived_seed
from ..engine.tables import tables_for
from ..machine import cores
from ..players.policies import number_of
from .sample import Sample, Twin
from .store import Store
from .twins import WITH, WITHOUT, Twins, new_twins, play_twins

_PIECE = 4  # games: neither Ctrl-C nor the progress bar is to wait long

Job = tuple[int, Sequence[int]]  # a cell and blocks of it with the same config


def play(
    store: Store, cells: dict[int, int], done: set[tuple[int, int]], workers: int | None
) -> Iterator[list[Twin]]:
    """Play what is missing of some cells, each up to so many blocks."""
    jobs = _jobs(store, cells, done)
    count = cores() if workers is None else workers
    if count < 2:
        for job in jobs:
            yield _played(store, job)
        return
    with ThreadPoolExecutor(count) as pool:  # the kernel holds no lock
        try:
            # As many at a time as there are threads: what waits would still be played after Ctrl-C.
            for first in range(0, len(jobs), 2 * count):
                yield from pool.map(lambda job: _played(store, job), jobs[first : first + 2 * count])
        finally:
            pool.shutdown(cancel_futures=True)


def _jobs(store: Store, cells: dict[int, int], done: set[tuple[int, int]]) -> list[Job]:
    jobs: list[Job] = []
    for cell, count in cells.items():
        configs = store.layout.cells[cell].configs
        for k in range(len(configs)):
            missing = [block for block in range(k, count, len(configs)) if (cell, block) not in done]
            jobs += [(cell, missing[i : i + _PIECE]) for i in range(0, len(missing), _PIECE)]
    return jobs


def _played(store: Store, job: Job) -> list[Twin]:
    number, blocks = job
    cell = store.layout.cells[number]
    config, plan = cell.configs[blocks[0] % len(cell.configs)], store.plan
    policy = plan.entrants[cell.entrants[0]].agents[0].policy
    assert policy is not None, "the question has refused others"
    seeds = [store.layout.seed_of(block) for block in blocks]
    players = [[derived_seed(plan.seed, "player", block, p) for p in range(config.players)] for block in blocks]
    lots = [derived_seed(plan.seed, "lot", block) for block in blocks]
    twins = new_twins(tables_for(config, store.data), seeds, players, lots, number_of(policy))
    play_twins(twins)
    return [_told(twins, i, number, block) for i, block in enumerate(blocks)]


def _told(twins: Twins, i: int, cell: int, block: int) -> Twin:
    samples = []
    for phase, tile in enumerate(twins.tiles[i].tolist()):
        if tile == 0:
            continue
        seat = int(twins.who[i, phase])
        lead_with, lead_without = (_lead(twins.totals[i, phase, k].tolist(), seat) for k in (WITH, WITHOUT))
        won_with, won_without = (bool(twins.first[i, phase, k] == seat) for k in (WITH, WITHOUT))
        samples.append(Sample(tile, phase, lead_with, lead_without, won_with, won_without))
    duchies = tuple(tuple(row.nonzero()[0].tolist()) for row in twins.duchy[i])
    return Twin(cell, block, int(twins.seeds[i]), tuple(samples), int(twins.winner[i]), duchies)


def _lead(totals: list[Any], seat: int) -> float:
    others = sum(totals) - totals[seat]
    return float(round(totals[seat] - others / (len(totals) - 1), 3))
