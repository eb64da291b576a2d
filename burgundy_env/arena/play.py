"""Playing: games of compiled players in batches, all others one by one."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from burgundy_agents import Agent, AgentSpec
from burgundy_agents.compiled import explained
from burgundy_agents.protocol import seen, thought_by

from ..config import GameConfig
from ..data import Data
from ..engine.actions import IDS
from ..engine.layout import FROM_EARLIER, HEXES, ROUNDS, SCORE_NAMES, SEATS
from ..engine.restricted import restricted
from ..engine.tables import tables_for
from ..game import Game, decided_by, inside, winners_of
from ..players.games import GIFTS, Batch, new_batch, play_games
from ..players.handed import UserPolicy, handed, seated
from ..players.policies import HANDED_IN, Policy, number_of
from ..records import Record, Thought
from ..safe import error_text, error_traceback
from .actions import MOST, packed
from .onlookers import Shown
from .plan import Plan
from .result import Failure, Outcome, Result
from .schedule import Fixture, derived_seed
from .trace import Trace
from .watch import Watched, no_answer, overdue

_PROBE_SECONDS = 0.1
Number = TypeVar("Number", int, float)


def player_seed(plan: Plan, fixture: Fixture, seat: int) -> int:
    """The seed of whoever plays a seat: no two games of a tournament share one, whatever seed the games have."""
    stream = fixture.number if fixture.stream is None else fixture.stream
    return derived_seed(plan.seed, "player", stream, seat)


def is_compiled(plan: Plan, fixture: Fixture) -> bool:
    """Whether a game can be played in a batch: its players are compiled and no record is wanted."""
    agents = agents_of(plan, fixture)
    return plan.records is None and all(agent.policy is not None or agent.is_handed_in for agent in agents)


def has_users(plan: Plan, fixture: Fixture) -> bool:
    """Whether a user's compiled player takes part."""
    return any(agent.is_handed_in for agent in agents_of(plan, fixture))


def is_watched(plan: Plan, fixture: Fixture) -> bool:
    """Whether somebody takes part who may never answer, and of whom nobody else would notice."""
    return any(agent.is_handed_in or agent.is_user_class for agent in agents_of(plan, fixture))


def agents_of(plan: Plan, fixture: Fixture) -> list[AgentSpec]:
    """Who plays which seat."""
    config = fixture.config
    return [plan.entrants[fixture.entrant_of(p)].of_seat(p, config.parties) for p in range(config.players)]


# --- in batches --------------------------------------------------------------------------------------


def play_batch(plan: Plan, fixtures: Sequence[Fixture]) -> list[Result]:
    """Play games of compiled players with the same config."""
    batch = batch_of(plan, fixtures)
    start = perf_counter()
    play_games(batch)
    return results(plan, fixtures, batch, (perf_counter() - start) / len(fixtures))


def tables_of(plan: Plan, fixture: Fixture) -> Any:
    """What a game is played with."""
    tables = tables_for(fixture.config, plan.components())
    return restricted(tables, fixture.without) if fixture.without else tables


def batch_of(plan: Plan, fixtures: Sequence[Fixture], states: Any = None) -> Batch:
    """Games of compiled players with the same config, yet to be played."""
    config, tables = fixtures[0].config, tables_of(plan, fixtures[0])
    sitting = {str(agent): agent for fixture in fixtures for agent in agents_of(plan, fixture)}
    known = {name: sitting[name].player for name in sorted(sitting) if sitting[name].is_handed_in}
    numbers = {name: number_of(agent.policy) for name, agent in sitting.items() if agent.policy is not None}
    numbers |= {name: HANDED_IN - k for k, name in enumerate(known)}
    assert all(fixture.kind == fixtures[0].kind for fixture in fixtures)
    players = range(config.players)
    gifts = [_gifts(fixture) for fixture in fixtures] if any(fixture.terms for fixture in fixtures) else None
    return new_batch(
        tables,
        [fixture.seed for fixture in fixtures],
        [[player_seed(plan, fixture, seat) for seat in players] for fixture in fixtures],
        [[numbers[str(agent)] for agent in agents_of(plan, fixture)] for fixture in fixtures],
        handed([*known.values()], tables),
        states,
        MOST if plan.keeps_actions else 0,
        gifts,
    )


def _gifts(fixture: Fixture) -> list[tuple[int, ...]]:
    """What each seat is given at the start."""
    given = [terms.gifts for terms in fixture.terms]
    return given + [(0,) * len(GIFTS)] * (SEATS - len(given))


def results(plan: Plan, fixtures: Sequence[Fixture], batch: Batch, seconds: float) -> list[Result]:
    """What came of the first games of a batch."""
    config = fixtures[0].config
    found = []
    rows = zip(
        fixtures, batch.duchies.tolist(), batch.covered.tolist(), batch.totals.tolist(), batch.ranking.tolist(),
        batch.sources.tolist(), batch.decisions.tolist(), batch.noted, batch.choices.tolist(), batch.first.tolist(),
        batch.leads.tolist(), strict=False,
    )  # fmt: skip
    for fixture, duchies, covered, totals, ranking, sources, decisions, noted, choices, first, leads in rows:
        by = "solo" if config.solo else decided_by(config, ranking, totals, covered)
        found.append(
            Result(
                game=fixture.number,
                block=fixture.block,
                seed=fixture.seed,
                seats=[plan.entrants[i].name for i in fixture.seats],
                duchies=duchies[: config.owners],
                totals=totals,
                breakdown=[
                    {name: points for name, points in zip(SCORE_NAMES, row, strict=True) if points} for row in sources
                ],
                ranking=ranking,
                winners=sorted(winners_of(ranking, by)) if not config.solo or covered[0] == HEXES else [],
                decided_by=by,
                decisions=by_party(decisions, config),
                seconds=round(seconds, 6),
                actions=_kept(plan, noted[: sum(decisions)].tolist(), sum(decisions)),
                first=first % config.parties,
                choices=by_party(choices, config),
                leads=leads,
            )
        )
    return found


def _kept(plan: Plan, ids: Sequence[int], made: int) -> str | None:
    """The actions of a game as they are kept: all of them, or none."""
    return packed(ids) if plan.keeps_actions and len(ids) == made <= MOST else None


def by_party(numbers: Sequence[Number], config: GameConfig) -> list[Number]:
    """Sums by seat, in the team game by team, of what there is for each seat."""
    return [sum(numbers[p : config.seats : config.parties]) for p in range(config.parties)]


def leader_of(points: Sequence[int]) -> int:
    """Who alone has most points; -1 if nobody has."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else -1


def _hexes(game: Game) -> int:
    """The points of the solo game, as in batches and environments: hexes covered."""
    return int(inside(game).state["occupied"][0, 0]).bit_count()


def decisions_per_second(policy: str, config: GameConfig, data: Data) -> float:
    """How fast a compiled policy is when it plays all seats, the engine's part included."""
    tables, n, players = tables_for(config, data), 1, config.players
    number = number_of(policy)
    while True:
        batch = new_batch(tables, range(n), [[p + 1 for p in range(players)]] * n, [[number] * players] * n)
        start = perf_counter()
        play_games(batch)
        seconds = perf_counter() - start
        if seconds > _PROBE_SECONDS:
            return float(batch.decisions.sum()) / seconds
        n *= 2


# --- one by one --------------------------------------------------------------------------------------


def game_of(plan: Plan, fixture: Fixture) -> Game:
    """A game before its first decision, on the terms of its seats."""
    game = Game.new(fixture.config, fixture.seed, data=plan.components())
    play = inside(game)
    for seat, terms in enumerate(fixture.terms):
        play.state["vp"][0, seat] += terms.vp
        play.state["source"][0, seat, FROM_EARLIER] += terms.vp
        play.state["silver"][0, seat] += terms.silver
        play.state["workers"][0, seat] += terms.workers
    if fixture.without:
        play.tables = tables_of(plan, fixture)
        play.list_legal()
    return game


class Cast:
    """The agents of one process, and the games they play."""

    def __init__(self, plan: Plan, trace: Trace | None = None, folder: Path | None = None) -> None:
        """`trace`: where it is noted who is asked, for those who survive this process; `folder`: for onlookers."""
        self._plan, self._data, self._trace, self._folder = plan, plan.components(), trace, folder
        self._kept: dict[tuple[int, int], Agent] = {}  # those with `begin`, by entrant and how many sit there
        self._records = None if plan.records is None else Path(plan.records)

    def play(self, fixture: Fixture, watched: Watched = nullcontext) -> Outcome:
        """Play a game to its end, or until an agent fails."""
        game = game_of(self._plan, fixture)
        table = Table(self._plan, fixture, game, self._trace)
        try:
            with (
                Shown(self._folder, fixture.number) as shown,
                watched(table) if is_watched(self._plan, fixture) else nullcontext(),
            ):
                self._seat(table)
                table.play(shown)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            self.close()  # what state they are in nobody knows
            outcome: Outcome = table.failure(error)
        else:
            outcome = table.result()
        if self._records is not None:
            table.record().save(self._records / f"game-{fixture.number:06}.jsonl")
        return outcome

    def close(self) -> None:
        """Let go of all agents, and have those that hold something give it back."""
        agents = list(self._kept.values())
        self._kept.clear()
        for agent in agents:
            with contextlib.suppress(Exception):
                _close(agent)

    def _seat(self, table: Table) -> None:
        sitting: Counter[int] = Counter()
        for seat in range(table.game.config.players):
            table.ask(seat)
            number = table.fixture.entrant_of(seat)
            spec = table.specs[seat]
            seed = player_seed(self._plan, table.fixture, seat)
            if spec.policy is not None and not self._plan.thoughts:
                table.policies[seat] = Policy(spec.policy, seed)
                continue
            if spec.is_handed_in and not self._plan.thoughts:
                table.policies[seat] = seated(spec.player, seed)
                spec.player.compile()  # not while it is watched
                continue
            key = number, sitting[number]
            sitting[number] += 1
            with table.asking(spec.is_user_class):
                agent = self._kept.get(key) or spec.make(seed)
                begin = getattr(agent, "begin", None)
                if begin is not None:
                    self._kept[key] = agent
                    begin(seen(table.game, seed), seat, seed)
            table.agents[seat] = agent
            if spec.is_user_class:
                table.timed.add(seat)


class Table:
    """A game being played, and what has been noted about it."""

    def __init__(self, plan: Plan, fixture: Fixture, game: Game, trace: Trace | None = None) -> None:
        self.plan, self.fixture, self.game, self.trace = plan, fixture, game, trace
        self.names = [plan.entrants[i].name for i in fixture.seats]
        self.specs = agents_of(plan, fixture)
        # Who is shown the true game is decided here, by who was asked for: an agent may call itself anything.
        self.policies: dict[int, Policy | UserPolicy] = {}
        self.agents: dict[int, Agent] = {}
        self.seat: int | None = None  # whose code is running
        self.timed: set[int] = set()  # seats whose agents nobody else gives a time
        self._thought: Thought | None = None  # of whoever decides, where it is wanted
        self.asked: int | None = None  # what an agent is at, that is watched: a number of its own for each
        self._questions = 0
        self.decisions, self.thinking = [0] * fixture.config.seats, [0.0] * fixture.config.seats
        self.thoughts: list[Thought | None] = []  # behind each action, where they are wanted
        self.taken: list[int] | None = []  # actions, in order; None where nobody knows them
        self.choices = [0] * fixture.config.seats
        self.first = int(inside(game).state["standing"][0, 0]) % fixture.config.parties
        self.leads, self._leader, self._round = 0, -1, -1
        self.start = perf_counter()

    def names_by_seat(self) -> list[str]:
        """What the players are called in records: as their entrant, in a team as the agent, with the version of ours.

        A record outlives the release it was made with, and `heuristic` may be another one then.
        """
        config = self.fixture.config
        if config.teams:
            return [spec.versioned for spec in self.specs]
        entrants = [self.plan.entrants[i] for i in self.fixture.seats[: config.players]]
        return [each.versioned if each.name == each.text else each.name for each in entrants]

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.game, self.names_by_seat(), self.thoughts if any(self.thoughts) else ())

    def ask(self, seat: int) -> None:
        """From now on the code of this seat runs."""
        self.seat = seat
        if self.trace is not None:
            self.trace.note(seat, inside(self.game).state)

    def play(self, shown: Shown) -> None:
        """Play to the end."""
        game, chance = self.game, Random(derived_seed(self.plan.seed, "view", self.fixture.number))
        while game.active is not None:
            self._look()
            self.ask(seat := game.active)
            self._look()
            self.choices[seat] += inside(game).count > 1
            action = self._decision(seat, chance)
            game.push(action)
            if self.plan.thoughts:
                self.thoughts.append(self._thought)
            if self.taken is not None:
                self.taken.append(IDS[action] if isinstance(action, str) else int(action))
            self.decisions[seat] += 1
            shown.now(self.record)
        for seat, agent in self.agents.items():
            self.ask(seat)
            with self.asking(seat in self.timed):
                if hasattr(agent, "end"):
                    agent.end(game.copy(), seat)
                if not hasattr(agent, "begin"):
                    _close(agent)

    def _look(self) -> None:
        """Note who leads when a round begins."""
        state, parties = inside(self.game).state, self.fixture.config.parties
        now = int(state["phase"][0]) * ROUNDS + int(state["round_number"][0])
        if now != self._round:
            self._round = now
            self._lead(leader_of(state["vp"][0].tolist()[:parties]))

    def _lead(self, leader: int) -> None:
        if leader >= 0:
            self.leads += self._leader >= 0 and leader != self._leader
            self._leader = leader

    def _decision(self, seat: int, chance: Random) -> str | int:
        if seat in self.policies:
            before = perf_counter()
            self._questions += 1
            self.asked = self._questions
            action: str | int = self.policies[seat].choose(inside(self.game))
            self.asked = None
        else:
            view = seen(self.game, chance.getrandbits(62))
            before = perf_counter()
            with self.asking(seat in self.timed):
                if self.plan.thoughts:
                    self._thought = thought_by(self.agents[seat], view)
                action = self.agents[seat].act(view)
        self.thinking[seat] += perf_counter() - before
        return action

    @contextlib.contextmanager
    def asking(self, is_timed: bool) -> Iterator[None]:
        """Code of an agent runs meanwhile."""
        if is_timed:
            self._questions += 1
            self.asked = self._questions
        try:
            yield
        finally:
            self.asked = None

    def mark(self) -> int | None:
        """What changes as long as agents that are watched answer; None while others are asked."""
        return self.asked

    def overdue(self, processor: float, passed: float) -> bool:
        """Whether whoever is asked has had its time; Python may wait for something, so its time is that in all."""
        return passed > self.plan.seconds if self._is_python else overdue(processor, passed)

    @property
    def _is_python(self) -> bool:
        return self.seat not in self.policies

    def given_up(self) -> tuple[list[Outcome], Sequence[Fixture]]:
        """The game as it is kept of which somebody makes no end."""
        return [self.failure(no_answer(self.plan.seconds if self._is_python else None))], ()

    def result(self, **changes: Any) -> Result:
        """What is kept of the game as it stands."""
        game, outcome = self.game, self.game.outcome()
        scores = game.scores()
        kept: dict[str, Any] = {
            "game": self.fixture.number,
            "block": self.fixture.block,
            "seed": self.fixture.seed,
            "seats": self.names,
            "duchies": [int(duchy) for duchy in inside(game).state["duchy"][0][: game.config.owners]],
            "totals": [_hexes(game)] if game.config.solo else [entry["total"] for entry in scores],
            "breakdown": [
                {name: points for name, points in entry["breakdown"].items() if points} for entry in scores
            ],
            "decisions": by_party(self.decisions, game.config),
            "seconds": round(perf_counter() - self.start, 6),
            "thinking": [round(seconds, 6) for seconds in by_party(self.thinking, game.config)],
            "actions": None if self.taken is None else _kept(self.plan, self.taken, len(self.taken)),
        }
        if outcome is not None:
            kept["ranking"], kept["winners"] = list(outcome.ranking), list(outcome.winners)
            kept["decided_by"] = outcome.decided_by
            self._lead(outcome.ranking[0])
        kept |= {"first": self.first, "choices": by_party(self.choices, game.config), "leads": self.leads}
        return Result(**{**kept, **changes})

    def failure(self, error: BaseException) -> Failure:
        """What went wrong, and what becomes of the game."""
        seat = None if self.seat is None else self.seat % self.fixture.config.parties
        error = explained(self.game, error)
        message = error_text(error)
        totals = [entry["total"] for entry in self.game.scores()]
        # Whoever failed, or whose partner did, is last; the others are ranked by what they would have if the game
        # ended now.
        ranking = sorted(range(len(totals)), key=lambda p: (p == seat, -totals[p]))
        forfeit = self.plan.on_error == "forfeit" and seat is not None
        agent = None if seat is None else self.names[seat]
        result = self.result(
            ranking=ranking,
            winners=ranking[:1] if forfeit else [],
            decided_by="forfeit" if forfeit else "error",
            error={"seat": seat, "agent": agent, "message": message},
        )
        return Failure(
            game=self.fixture.number,
            seed=self.fixture.seed,
            config=self.fixture.config.to_dict(),
            seat=self.seat,
            agent=agent,
            error=message,
            traceback=error_traceback(error),
            position=self.game.to_json(),
            result=result,
        )


def _close(agent: Agent) -> None:
    close = getattr(agent, "close", None)
    if close is not None:
        close()
