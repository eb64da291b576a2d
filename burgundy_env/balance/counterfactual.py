"""Playing the study of tiles: games whose positions are played on twice, in batches on threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from ..arena import Plan
from ..arena.schedule import derived_seed
from ..crew import Crew
from ..engine.tables import tables_for
from ..machine import cores
from ..players.policies import number_of
from .cells import Layout
from .designs import cells_of
from .sample import Played, Sample, Twin
from .store import Store
from .things import mask_of
from .twins import WITH, WITHOUT, Twins, new_twins, play_twins

_PIECE = 4  # games: neither Ctrl-C nor the progress bar is to wait long
_PIECE_ELSEWHERE = 32  # where the way to who plays counts, too

Job = tuple[int, Sequence[int]]  # a cell and blocks of it with the same config


def play(
    store: Store,
    cells: dict[int, int],
    done: set[tuple[int, int]],
    workers: int | None,
    crew: Crew | None = None,
) -> Iterator[list[Twin]]:
    """Play what is missing of some cells, each up to so many blocks."""
    jobs, play_job = _jobs(store, cells, done, _PIECE if crew is None else _PIECE_ELSEWHERE), Playing(store)
    if crew is not None:
        for _, twins in crew.do(play_job, jobs):
            yield twins
        return
    count = cores() if workers is None else workers
    play_job.begin()
    if count < 2:
        yield from map(play_job, jobs)
        return
    with ThreadPoolExecutor(count) as pool:  # the kernel holds no lock
        try:
            # As many at a time as there are threads: what waits would still be played after Ctrl-C.
            for first in range(0, len(jobs), 2 * count):
                yield from pool.map(play_job, jobs[first : first + 2 * count])
        finally:
            pool.shutdown(cancel_futures=True)


def _jobs(store: Store, cells: dict[int, int], done: set[tuple[int, int]], piece: int) -> list[Job]:
    jobs: list[Job] = []
    for cell, count in cells.items():
        configs = store.layout.cells[cell].configs
        for k in range(len(configs)):
            missing = [block for block in range(k, count, len(configs)) if (cell, block) not in done]
            jobs += [(cell, missing[i : i + piece]) for i in range(0, len(missing), piece)]
    return jobs


class Playing:
    """Plays blocks of a study's twins, on whatever machine it is taken to."""

    def __init__(self, store: Store) -> None:
        self._question, self._plan_document = store.question, store.plan.to_json()

    def begin(self) -> None:
        """Read the plan as this machine has it: other data are refused."""
        self._plan = Plan.from_json(self._plan_document)
        self._layout = Layout(cells_of(self._question, self._plan.config.data), self._question.seed)

    def __call__(self, job: Job) -> list[Twin]:
        """Play some blocks of a cell."""
        number, blocks = job
        cell, plan = self._layout.cells[number], self._plan
        config = cell.configs[blocks[0] % len(cell.configs)]
        agent = plan.entrants[cell.entrants[0]].agents[0]
        player = agent.player if agent.policy is None else number_of(agent.policy)
        seeds = [self._layout.seed_of(block) for block in blocks]
        players = [[derived_seed(plan.seed, "player", block, p) for p in range(config.players)] for block in blocks]
        lots = [derived_seed(plan.seed, "lot", block) for block in blocks]
        kinds = mask_of(self._question.kinds)
        twins = new_twins(tables_for(config, plan.components()), seeds, players, lots, player, kinds)
        play_twins(twins)
        return [_told(twins, i, number, block) for i, block in enumerate(blocks)]


def _told(twins: Twins, i: int, cell: int, block: int) -> Twin:
    samples = []
    for phase, thing in enumerate(twins.tiles[i].tolist()):
        if thing == 0:
            continue
        given, not_given = (
            Played(tuple(twins.totals[i, phase, k].tolist()), int(twins.first[i, phase, k])) for k in (WITH, WITHOUT)
        )
        samples.append(Sample(thing, phase, int(twins.who[i, phase]), given, not_given))
    owned = tuple(tuple(row.nonzero()[0].tolist()) for row in twins.owned[i])
    itself = Played(tuple(twins.ends[i].tolist()), int(twins.winner[i]))
    return Twin(cell, block, int(twins.seeds[i]), tuple(samples), itself, owned)
