"""A tournament from its first game to its last, or as far as it gets."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from ..crew import Crew
from ..machine import cores
from .elsewhere import play_on
from .onlookers import forget, sweep
from .pieces import WITH_USERS, Pieces, batches
from .plan import Plan
from .play import Cast, has_users, is_compiled, play_batch
from .result import Failure, Outcome, Result
from .schedule import Fixture
from .store import Store
from .users import play_users
from .workers import play_in_processes

Progress = Callable[[Sequence[Outcome]], None]  # the games that were just done


@dataclass
class Run:
    """How far a tournament got."""

    interrupted: bool = False  # by Ctrl-C
    stopped: bool = False  # by a failure, as on_error says
    crashes: list[tuple[Failure, Path]] = field(default_factory=list)  # with the files that tell about them


def run(
    store: Store,
    workers: int | None = None,
    *,
    progress: Progress | None = None,
    on_failure: Callable[[Failure, Path], None] | None = None,
    crew: Crew | None = None,
) -> Run:
    """Play what is not played yet; each result is kept as soon as it is there.

    `workers`: how many games at a time, one per core unless told otherwise; with 0 everything happens in
    this thread, for debuggers. `crew`: who plays instead of this machine (`burgundy_env.crew`).
    """
    store.take()
    sweep(store.folder)
    plan, outcome = store.plan, Run()
    left = [fixture for fixture in plan.fixtures if fixture.number not in store.results]
    try:
        with closing(play_all(plan, left, workers, crew, store.folder)) as played:
            for some in played:
                if not _keep(store, some, outcome, on_failure):
                    outcome.stopped = True
                    break
                if progress is not None:
                    progress(some)
    except KeyboardInterrupt:
        outcome.interrupted = True
    finally:
        sweep(store.folder)
        store.close()
    return outcome


def play_all(
    plan: Plan,
    fixtures: Sequence[Fixture],
    workers: int | None = None,
    crew: Crew | None = None,
    folder: Path | None = None,
) -> Generator[list[Outcome], None, None]:
    """Play games of a plan's entrants, whatever their configs; what comes of them as it comes. `folder`: where games
    that are just being played can be looked at, unless a crew plays them.

    Closing the generator ends the games that are being played.
    """
    compiled = [fixture for fixture in fixtures if is_compiled(plan, fixture)]
    batched = [fixture for fixture in compiled if not has_users(plan, fixture)]
    users = [fixture for fixture in compiled if has_users(plan, fixture)]
    others = [fixture for fixture in fixtures if not is_compiled(plan, fixture)]
    if crew is not None:
        yield from play_on(crew, plan, [batched, users, others])
        return
    count = cores() if workers is None else workers
    yield from _in_batches(plan, batched, count)
    yield from _apart(plan, [*batches(users, WITH_USERS), *([fixture] for fixture in others)], count, folder)


def _keep(
    store: Store, some: Sequence[Outcome], outcome: Run, on_failure: Callable[[Failure, Path], None] | None
) -> bool:
    """Write results down; False if the tournament is to stop."""
    results, stops = [one for one in some if isinstance(one, Result)], store.plan.on_error == "stop"
    failures = [one for one in some if isinstance(one, Failure)]
    for failure in failures[:1] if stops else failures:
        forget(store.folder, failure.game)  # whoever died of it could not
        path = store.add_crash(failure)
        outcome.crashes.append((failure, path))
        if on_failure is not None:
            on_failure(failure, path)
        if not stops:
            results.append(failure.result)
    if results:
        store.add(results)
    return not (stops and failures)


def _in_batches(plan: Plan, fixtures: Sequence[Fixture], workers: int) -> Generator[list[Outcome], None, None]:
    """Games of compiled players: on threads, as the kernels hold no lock."""
    pieces = Pieces(fixtures)

    def play(piece: Sequence[Fixture]) -> list[Result]:
        begin = time.perf_counter()
        results = play_batch(plan, piece)
        pieces.took(len(piece), time.perf_counter() - begin)
        return results

    if workers < 2:
        for piece in iter(pieces.take, []):
            yield [*play(piece)]
        return
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[list[Result]]] = set()
        try:
            while True:
                # Few at a time: what waits in the pool would still be played after Ctrl-C.
                while len(running) < 2 * workers and (piece := pieces.take()):
                    running.add(pool.submit(play, piece))
                if not running:
                    return
                done, running = wait(running, 0.5, FIRST_COMPLETED)
                for future in done:
                    yield [*future.result()]
        finally:
            for future in running:
                future.cancel()


def _apart(
    plan: Plan, jobs: Sequence[Sequence[Fixture]], workers: int, folder: Path | None
) -> Generator[list[Outcome], None, None]:
    """All other games: on processes, as Python plays in one thread at a time and users' players may not answer."""
    if not jobs:
        return
    if workers > 0:
        yield from play_in_processes(plan, jobs, workers, folder)
        return
    cast = Cast(plan, folder=folder)
    try:
        for job in jobs:
            yield play_users(plan, job) if is_compiled(plan, job[0]) else [cast.play(job[0])]
    finally:
        cast.close()
