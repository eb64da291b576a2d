"""Who takes part in a tournament."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from burgundy_agents import AgentSpec
from burgundy_agents.registry import chateauma_of, is_chateauma, parse, versioned_chateauma

from ..config import Chateauma

BETWEEN = " + "  # the agents of a team
_LABEL = re.compile(r"(?P<agent>.+?)[:,]name=(?P<name>[^,]*)\Z")


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

    @property
    def versioned(self) -> str:
        """What gives it, with the version of what it plays, which no other release plays otherwise."""
        if self.chateauma is not None:
            return versioned_chateauma(self.chateauma)
        return BETWEEN.join(dict.fromkeys(agent.versioned for agent in self.agents))

    def of_seat(self, seat: int, parties: int) -> AgentSpec:
        """Who plays a seat of it, where so many parties sit at the table."""
        return self.agents[seat // parties]


def read_entrants(texts: Sequence[str], folder: str | None = None, members: int = 1) -> tuple[Entrant, ...]:
    """The entrants in the order given; equal ones are numbered (random, random#2), unless they are called otherwise:
    `turn:futures=50,name=fast`. `folder`: of files; `members`: how many seats of each, where one agent plays all of
    them or, `turn + random`, each one of its own.
    """
    if not texts:
        raise ArenaError("who plays? name an agent at least")
    seen: Counter[str] = Counter()
    entrants = []
    for given in texts:
        text, label = _labelled(given, folder)
        agents: tuple[AgentSpec, ...] = ()
        chateauma = None
        if is_chateauma(text):
            chateauma = Chateauma.of(chateauma_of(text))
            canonical = f"{text.strip().partition(':')[0]}:{chateauma}"
        else:
            agents = _members(text, folder, members)
            canonical = BETWEEN.join(dict.fromkeys(map(str, agents)))
        name = label or canonical
        seen[name] += 1
        if not label and seen[name] > 1:
            name = f"{name}#{seen[name]}"
        entrants.append(Entrant(name, canonical, agents, chateauma))
    names = Counter(entrant.name for entrant in entrants)
    twice = next((name for name, count in names.items() if count > 1), None)
    if twice is not None:
        raise ArenaError(f"name={twice}: another one is called so already; each needs a name of its own")
    return tuple(entrants)


def _labelled(text: str, folder: str | None) -> tuple[str, str]:
    """An agent's text, and what the tables are to call it; a parameter `name` of its own is left to the agent."""
    found = _LABEL.match(text.strip())
    if found is None:
        return text, ""
    agent, label = found["agent"], found["name"].strip()
    last = members_of(agent)[-1]
    if not is_chateauma(agent) and any(one.name == "name" for one in parse(last, folder).kind.parameters):
        return text, ""
    if not label:
        raise ArenaError(f"{text}: name= needs a name, as in {agent}{',' if '=' in agent else ':'}name=mine")
    return agent, label


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
