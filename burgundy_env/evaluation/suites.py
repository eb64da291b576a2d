"""The suites: what is played, against whom and how often. The files in `configs/suites` say it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..arena import ArenaError, Plan
from ..arena.schedule import Fixture, derived_seed
from ..config import GameConfig
from ..config.held_out import BOARDS, MODULES
from ..config.named import suite as suite_file
from ..game import Game, inside

SUITES = ("v1", "v1-quick")
_STAND_IN = "random@1"  # for an agent of whom nothing but its seats matters


@dataclass(frozen=True)
class Tournament:
    """The games of an agent against one kind of opponent, which has all the other seats."""

    part: str
    opponent: str
    config: GameConfig
    games: int
    seed: int

    @property
    def name(self) -> str:
        """What tables and files call it."""
        return f"{self.part}: {self.opponent}"

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in self.name)

    @property
    def held_out(self) -> bool:
        """Whether it is played where nothing was trained: on other boards, or with other modules."""
        boards = self.config.pool if isinstance(self.config.duchies, str) else self.config.duchies or ()
        return bool({*boards} & {*BOARDS} or {*self.config.modules} & {*MODULES})

    def plan(self, agent: str, **options: Any) -> Plan:
        """It as a tournament of the arena, the agent being the first entrant."""
        agents = [agent, *[self.opponent] * (self.config.seats - 1)]
        plan = Plan.of(agents, self.games, config=self.config, seed=self.seed, keeps_actions=True, **options)
        assert len(plan.match_ups) == 1
        return plan

    def fixtures(self) -> tuple[Fixture, ...]:
        """Its games, which are the same ones for every agent."""
        return self.plan(_STAND_IN).fixtures


@dataclass(frozen=True)
class Suite:
    """Tournaments that belong together, with the seed that they have theirs from."""

    name: str
    seed: int
    tournaments: tuple[Tournament, ...]
    ratings: Mapping[str, float]  # of the opponents: the scale
    hash: str  # of all that decides what is played

    @property
    def games(self) -> int:
        """How many there are in all."""
        return sum(one.games for one in self.tournaments)

    @property
    def is_own_seed(self) -> bool:
        """Whether it is the seed that everybody has."""
        return bool(self.seed == _document()["seed"])

    def seeds(self) -> Iterator[int]:
        """The seeds of all its games: no trainer may meet one."""
        for one in self.tournaments:
            yield from dict.fromkeys(fixture.seed for fixture in one.fixtures())


def suite_of(name: str, seed: int | None = None) -> Suite:
    """The suite of this name, with its own seed unless another is told."""
    if name not in SUITES:
        raise ArenaError(f"suite: {name!r} is unknown; there are {', '.join(SUITES)}")
    document = _document()
    used = document["seed"] if seed is None else seed
    games = document["quick" if name.endswith("-quick") else "games"]
    tournaments = tuple(
        Tournament(
            part["name"], opponent, GameConfig.of(part["config"]), games, derived_seed(used, part["name"], opponent)
        )
        for part in document["parts"]
        for opponent in part["against"]
    )
    decisive = [used, games, document["parts"], document["ratings"]]
    hashed = hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:16]
    return Suite(name, used, tournaments, document["ratings"], hashed)


@cache
def first_seat(config: GameConfig, seed: int) -> int:
    """Who is first in turn order when a game begins."""
    return int(inside(Game.new(config, seed)).state["order"][0, 0])


def _document() -> dict[str, Any]:
    return suite_file("v1")
