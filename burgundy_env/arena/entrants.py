"""Who takes part in a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from burgundy_agents import AgentSpec
from burgundy_agents.registry import chateauma_of, is_chateauma, parse

from ..config import Chateauma

BETWEEN = " + "  # the agents of a team


class ArenaError(ValueError):
    """A tournament that can't be played; the message says why and what would be right."""


@dataclass(frozen=True)
class Entrant:
    """An agent, a team of agents, or the Châteauma, under a name that nobody else in the tournament has."""

    name: str
    text: str  # what gives it, in canonical form
    agents: tuple[AgentSpec, ...]  # none: the Châteauma; of a team those of its seats in their order
    chateauma: Chateauma | None = None

    @property
    def policy(self) -> str | None:
        """The compiled policy of ours that all of it plays by; None if it is none of these."""
        policies = {agent.policy for agent in self.agents}
        return policies.pop() if len(policies) == 1 else None

    def of_seat(self, seat: int, parties: int) -> AgentSpec:
        """Who plays a seat of it, where so many parties sit at the table."""
        return self.agents[seat // parties]


def read_entrants(texts: Sequence[str], folder: str | None = None, members: int = 1) -> tuple[Entrant, ...]:
    """The entrants in the order given; equal ones are numbered (random, random#2). `folder`: of files; `members`: how
    many seats of each, where one agent plays all of them or, `turn + random`, each one of its own.
    """
    if not texts:
        raise ArenaError("who plays? name an agent at least")
    seen: Counter[str] = Counter()
    entrants = []
    for text in texts:
        agents: tuple[AgentSpec, ...] = ()
        chateauma = None
        if is_chateauma(text):
            chateauma = Chateauma.of(chateauma_of(text))
            canonical = f"chateauma:{chateauma}"
        else:
            agents = _members(text, folder, members)
            canonical = BETWEEN.join(dict.fromkeys(map(str, agents)))
        seen[canonical] += 1
        name = canonical if seen[canonical] == 1 else f"{canonical}#{seen[canonical]}"
        entrants.append(Entrant(name, canonical, agents, chateauma))
    return tuple(entrants)


def _members(text: str, folder: str | None, members: int) -> tuple[AgentSpec, ...]:
    if members == 1:
        return (parse(text, folder),)
    agents = tuple(parse(part, folder) for part in members_of(text))
    if len(agents) not in (1, members):
        raise ArenaError(f"{text!r}: {len(agents)} agents; a team has {members}, or one that plays them all")
    return agents if len(agents) == members else agents * members


def members_of(text: str) -> list[str]:
    """The agents that a team is named by."""
    return text.split(BETWEEN)
