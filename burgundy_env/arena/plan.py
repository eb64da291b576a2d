"""What a tournament is: everything that decides its games."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from burgundy_agents.registry import is_chateauma, runs_program

from .. import data as component_data
from ..config import GameConfig
from ..data import Data
from ..data.cursor import is_finite, shown
from .entrants import ArenaError, Entrant, members_of, read_entrants
from .schedule import Fixture, MatchUp, match_ups, schedule

FORMAT = "burgundy-arena/1"
ON_ERROR = ("stop", "skip", "forfeit")
SECONDS, LONGEST = 300.0, 86_400
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Plan:
    """A tournament that can be played, and played again with the same games."""

    texts: tuple[str, ...]
    games: int  # of each match-up, at least
    config: GameConfig
    seed: int = 1
    on_error: str = "stop"
    records: str | None = None  # folder for the records of all games
    data: str | None = None  # folder of an owner's component data
    seconds: float = SECONDS  # for a decision of a user's Python agent
    folder: str | None = None  # where the agents' files are looked up: the one it was begun in
    files: tuple[tuple[str, str], ...] = ()  # of agents, with hashes: others would play other games
    keeps_actions: bool = False  # with each result, so that the game can be played again without its agents
    thoughts: bool = False  # what agents think is kept in the records

    @classmethod
    def of(
        cls,
        agents: Sequence[str],
        games: int,
        *,
        config: GameConfig | Mapping[str, Any] | str | None = None,
        seed: int = 1,
        on_error: str = "stop",
        records: str | None = None,
        data: str | None = None,
        seconds: float = SECONDS,
        keeps_actions: bool = False,
        thoughts: bool = False,
    ) -> Plan:
        """A plan, checked. With the Châteauma in the config it takes part in every game."""
        if thoughts and records is None:
            raise ArenaError("thoughts: they are kept in records, so a folder for records is needed as well")
        given = GameConfig.of(config)
        texts = list(agents)
        if given.chateauma is not None:
            if any(map(is_chateauma, texts)):
                raise ArenaError(f"the config has the Châteauma ({given.chateauma}) already; name agents only")
            texts.append(f"chateauma:{given.chateauma}")
        loaded = component_data.load(data)
        own = None if loaded.directory is None else loaded.hash
        plan = cls(
            tuple(texts), games, replace(given, data=own), seed, on_error, records, loaded.directory, seconds,
            os.getcwd(), keeps_actions=keeps_actions, thoughts=thoughts,
        )  # fmt: skip
        plan._check_numbers()
        assert plan.match_ups, "somebody meets somebody, or match_ups() has said why not"
        playing = [agent for entrant in plan.entrants for agent in entrant.agents]
        for agent in playing:
            agent.check()
        paths = dict.fromkeys(path for agent in playing for path in agent.files)
        return replace(plan, files=tuple((path, hash_of(path)) for path in paths))

    def _check_numbers(self) -> None:
        if type(self.games) is not int or not 1 <= self.games <= MOST_GAMES:
            raise ArenaError(f"games: a number from 1 to {MOST_GAMES:,}, not {shown(self.games)}")
        if type(self.seed) is not int:
            raise ArenaError(f"seed: an integer, not {shown(self.seed)}")
        if self.on_error not in ON_ERROR:
            raise ArenaError(f"on_error: {shown(self.on_error)} is unknown; there are {', '.join(ON_ERROR)}")
        if not is_finite(self.seconds) or not 0 < self.seconds <= LONGEST:
            raise ArenaError(f"seconds: a number above 0, at most {LONGEST:,}, not {shown(self.seconds)}")

    @property
    def programs(self) -> tuple[str, ...]:
        """The agents that would have code run that is not of this project; nothing is loaded to find out."""
        teams = self.config.teams
        return tuple(
            text
            for given in self.texts
            for text in (members_of(given) if teams else [given])
            if not is_chateauma(text) and runs_program(text)
        )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who takes part."""
        return read_entrants(self.texts, self.folder, self.config.seats // self.config.parties)

    @property
    def versions(self) -> list[str]:
        """What the entrants play, with the versions of ours."""
        return [entrant.versioned for entrant in self.entrants]

    @cached_property
    def match_ups(self) -> tuple[MatchUp, ...]:
        """Who meets whom."""
        return match_ups(self.entrants, self.config)

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All games, by their number."""
        return tuple(schedule(self.match_ups, self.games, self.seed))

    def components(self) -> Data:
        """The component data it is played with."""
        return component_data.load(self.data)

    def to_json(self) -> dict[str, Any]:
        """What `tournament.json` says, beside its format and version."""
        return {
            "agents": list(self.texts),
            "games": self.games,
            "config": self.config.to_dict(),
            "seed": self.seed,
            "on_error": self.on_error,
            "records": self.records,
            "data": {"folder": self.data, "hash": self.components().hash},
            "seconds": self.seconds,
            "folder": self.folder,
            "files": dict(self.files),
            "keeps_actions": self.keeps_actions,
            "thoughts": self.thoughts,
            "versions": self.versions,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Plan:
        """The plan that `to_json` wrote; refused where these data would play other games."""
        plan = cls(
            tuple(map(_text, _listed(document["agents"]))),
            document["games"],
            GameConfig.of(document["config"]),
            document["seed"],
            document["on_error"],
            _text_or_none(document["records"]),
            _text_or_none(document["data"]["folder"]),
            document["seconds"],
            _text_or_none(document["folder"]),
            tuple((path, _text(hashed)) for path, hashed in document["files"].items()),
            document.get("keeps_actions") is True,
            document.get("thoughts") is True,
        )
        plan._check_numbers()
        if plan.components().hash != document["data"]["hash"]:
            raise ArenaError("begun with other component data: games with both can't stand in one table")
        for path, hashed in plan.files:
            if hash_of(path) != hashed:
                raise ArenaError(
                    f"{path} is not what it was when the tournament was begun, and games with both can't stand in "
                    "one table; bring it back as it was, or begin another tournament"
                )
        return plan


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ArenaError(f"a text is needed, not {shown(value)}")
    return value


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ArenaError(f"agents: a list is needed, not {shown(value)}")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def hash_of(path: str) -> str:
    """Names the content of an agent's file; of what it imports nothing is known."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise ArenaError(f"{path}, an agent of the tournament: {error.strerror}; bring it back as it was") from None
