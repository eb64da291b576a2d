"""Batches with compiled players of users: what fails is told, and the games after it are played."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from time import perf_counter

from ..game import told_from
from ..players.games import play_games
from ..players.handed import PlayerError
from .plan import Plan
from .play import Table, agents_of, batch_of, game_of, results
from .result import Failure, Outcome
from .schedule import Fixture
from .trace import Trace
from .watch import Watched, no_answer, overdue


def play_users(
    plan: Plan, fixtures: Sequence[Fixture], watched: Watched = nullcontext, trace: Trace | None = None
) -> list[Outcome]:
    """Play games of compiled players with the same config; those that can't be compiled fail in each of theirs."""
    broken = {fixture.number: failure for fixture in fixtures if (failure := _refused(plan, fixture)) is not None}
    sound = [fixture for fixture in fixtures if fixture.number not in broken]
    if not sound:
        return list(broken.values())
    batch = _UserBatch(plan, sound, list(broken.values()), trace)
    with watched(batch):
        batch.play()
    return batch.outcomes(len(sound))


def _refused(plan: Plan, fixture: Fixture) -> Failure | None:
    """What becomes of a game if one of its players can't be compiled."""
    for seat, agent in enumerate(agents_of(plan, fixture)):
        try:
            if agent.is_handed_in:
                agent.player.compile()
        except PlayerError as error:
            table = Table(plan, fixture, game_of(plan, fixture))
            table.seat = seat
            return table.failure(error)
    return None


class _UserBatch:
    """Games being played, and those of which a user's player made no end."""

    def __init__(
        self, plan: Plan, fixtures: Sequence[Fixture], before: Sequence[Outcome], trace: Trace | None
    ) -> None:
        self._plan, self._fixtures, self._before = plan, fixtures, before
        self._batch = batch_of(plan, fixtures, None if trace is None else trace.states)
        if trace is not None:
            trace.leave_to_batch()
        self._failures: dict[int, Failure] = {}
        self._start = perf_counter()

    def play(self) -> None:
        """Play them all, on and on after each failure."""
        while self._begun < len(self._fixtures):
            try:
                play_games(self._batch)
            except Exception as error:
                self._fail(error)

    def mark(self) -> int:
        """How many decisions were asked for."""
        return int(self._batch.decisions.sum())

    def overdue(self, processor: float, passed: float) -> bool:
        """Whether a decision has taken too long."""
        return overdue(processor, passed)

    def given_up(self) -> tuple[list[Outcome], Sequence[Fixture]]:
        """The game that is being played has failed; those after it have yet to be played."""
        self._fail(no_answer())
        return self.outcomes(self._begun), self._fixtures[self._begun :]

    def outcomes(self, n: int) -> list[Outcome]:
        """What came of the first games."""
        seconds = (perf_counter() - self._start) / max(n, 1)
        found = results(self._plan, self._fixtures[:n], self._batch, seconds)
        return [*self._before, *(self._failures.get(k) or result for k, result in enumerate(found))]

    @property
    def _begun(self) -> int:
        return int(self._batch.begun[0])

    def _fail(self, error: Exception) -> None:
        """The game last begun ends where it stands."""
        number, states = self._begun - 1, self._batch.states
        fixture, played_by = self._fixtures[number], int(states["active"][1])
        table = Table(
            self._plan,
            fixture,
            told_from(fixture.config, self._plan.components(), states[1:2], fixture.seed),
        )
        table.seat, table.decisions = played_by, self._batch.decisions[number, : fixture.config.seats].tolist()
        # The decision counted last is the one that failed.
        table.taken = self._batch.noted[number, : max(sum(table.decisions) - 1, 0)].tolist()
        table.choices = self._batch.choices[number, : fixture.config.seats].tolist()
        table.first = int(self._batch.first[number]) % fixture.config.parties
        self._failures[number] = table.failure(error)
