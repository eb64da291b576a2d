"""A study from its first game to its last, or as far as it gets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..arena import Failure, Outcome, Result
from ..arena.runner import play_all
from ..arena.schedule import Fixture
from ..crew import Crew
from . import counterfactual, pairing
from .contrasts import contrasts_of, near_even
from .designs import STRENGTH
from .frame import Frame
from .question import FIRST_LOOK
from .sample import Twin
from .store import Store

LOOKS = 1.5  # how many times as many games there are at each look as at the one before
_PIECE = 4096  # games that are planned at a time

Progress = Callable[[int, int], None]  # games played and planned by now


@dataclass
class Run:
    """How far a study got."""

    frame: Frame
    twins: dict[tuple[int, int], Twin] = field(default_factory=dict)  # by cell and block
    blocks: int = 0  # of the cells that were played longest
    looks: int = 0  # how often it was decided whether to play on
    short: tuple[str, ...] = ()  # effects whose intervals are wider than was asked for
    interrupted: bool = False
    crash: tuple[Failure, Path] | None = None

    @property
    def games(self) -> int:
        """How many were played, twins not counted."""
        return sum(len(there) for there in self.frame.counts) + len(self.twins)

    @property
    def is_done(self) -> bool:
        """Whether all games were played that were to be."""
        return not self.interrupted and self.crash is None


def run(store: Store, workers: int | None = None, progress: Progress | None = None, crew: Crew | None = None) -> Run:
    """Play what is not played yet; each result is kept as soon as it is there. `crew`: who plays instead of this
    machine.

    With a precision it is decided at fixed numbers of blocks which cells are played on, from the games before that
    number alone: so the same games are played on any number of processes and after any interruption.
    """
    store.take()
    played = Run(Frame(store.layout))
    played.frame.add(store.read())
    played.twins.update({(twin.cell, twin.block): twin for twin in store.twins.read()})
    try:
        for blocks, cells in _looks(store, played):
            played.blocks, played.looks = blocks, played.looks + 1
            if not _play(store, played, cells, blocks, workers, crew, progress):
                break
        if played.is_done:
            _play_twins(store, played, workers, progress, crew)
    except KeyboardInterrupt:
        played.interrupted = True
    finally:
        store.close()
    return played


def blocks_of(store: Store, cell: int, games: int) -> int:
    """How many blocks a cell needs for so many games."""
    one = store.layout.cells[cell]
    return math.ceil(min(games, one.most_games or games) / one.rotations)


def _looks(store: Store, played: Run) -> Iterator[tuple[int, dict[int, int]]]:
    """Numbers of blocks, and how many each cell is to have there."""
    question, layout = store.question, store.layout
    most = question.most_games
    everything = [i for i, cell in enumerate(layout.cells) if not cell.twins]
    longest = max((blocks_of(store, i, most) for i in everything), default=0)
    if question.design == "next":
        yield from _looks_at_pairs(store, played)
        return
    if question.precision is None:
        yield longest, {i: blocks_of(store, i, most) for i in everything}
        return
    contrasts = contrasts_of(question, layout.cells)
    goal = {i: min(FIRST_LOOK, blocks_of(store, i, most)) for i in everything}
    blocks = min(FIRST_LOOK, longest)
    while True:
        yield blocks, goal
        if not played.is_done:
            return
        wide = [c for c in contrasts if not c.estimate(played.frame, blocks).half <= question.precision]
        wide = [c for c in wide if any(goal[i] >= blocks for i in c.cells)]
        if question.study == "handicap":
            wide = [c for c in wide if c in near_even(contrasts, played.frame, blocks)]
        played.short = tuple(f"{c.thing} ({c.agent})" for c in wide)
        if not wide or blocks >= longest:
            return
        blocks = min(math.ceil(blocks * LOOKS), longest)
        for i in {i for c in wide for i in c.cells}:
            goal[i] = min(blocks, blocks_of(store, i, most))


def _looks_at_pairs(store: Store, played: Run) -> Iterator[tuple[int, dict[int, int]]]:
    """The same where it is decided which boards meet next."""
    strengths = [i for i, cell in enumerate(store.layout.cells) if cell.factor(STRENGTH)]
    met = {i: blocks_of(store, i, store.question.most_games) for i in strengths}
    goal: dict[int, int] = {}
    for goal in pairing.looks(store, played.frame):
        wanted = goal | met
        yield max(wanted.values()), wanted
        if not played.is_done:
            return
    if store.question.precision is not None:
        agents = range(len(store.question.agents))
        fitted = [pairing.worths(store, played.frame, goal, agent) for agent in agents]
        played.short = tuple(pairing.too_wide(store, fitted))


def _play(
    store: Store,
    played: Run,
    cells: dict[int, int],
    blocks: int,
    workers: int | None,
    crew: Crew | None,
    progress: Progress | None,
) -> bool:
    """Play cells up to so many blocks each; whether nothing went wrong."""
    layout, frame = store.layout, played.frame
    planned = sum(count * layout.cells[i].rotations for i, count in cells.items())
    done = sum(len(there) for there in frame.counts)
    missing: list[Fixture] = []
    at_once = _PIECE * (1 if crew is None else crew.hands)  # nobody waits for the last game of a piece for long
    for block in range(blocks):
        for cell, count in cells.items():
            if block < count:
                missing += [f for f in layout.fixtures(cell, block) if f.number not in frame.counts[cell]]
        if missing and (len(missing) >= at_once or block == blocks - 1):
            outcomes = play_all(store.plan, missing, workers, crew)
            for some in outcomes:
                if not _keep(store, played, some):
                    outcomes.close()
                    return False
                done += len(some)
                if progress is not None:
                    progress(done, planned)
            missing = []
    return True


def _play_twins(store: Store, played: Run, workers: int | None, progress: Progress | None, crew: Crew | None) -> None:
    """Play the cells whose positions are played on twice."""
    numbers = [i for i, cell in enumerate(store.layout.cells) if cell.twins]
    cells = {i: blocks_of(store, i, store.question.most_games) for i in numbers}
    planned = sum(cells.values())
    played.blocks = max([played.blocks, *cells.values()])
    for some in counterfactual.play(store, cells, set(played.twins), workers, crew):
        played.twins.update({(twin.cell, twin.block): twin for twin in store.twins.add(some)})
        if progress is not None:
            progress(len(played.twins), planned)


def _keep(store: Store, played: Run, some: list[Outcome]) -> bool:
    failure = next((one for one in some if isinstance(one, Failure)), None)
    played.frame.add(store.add([one for one in some if isinstance(one, Result)]))
    if failure is not None:
        played.crash = failure, store.add_crash(failure)
    return failure is None
