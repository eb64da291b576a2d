"""Who takes part in a tournament."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from burgundy_agents import AgentSpec
from burgundy_agents.registry import chateauma_of, is_chateauma, parse

from ..config import Chateauma

_LABEL = re.compile(r"(?P<agent>.+?)[:,]name=(?P<name>[^,]*)\Z")


class ArenaError(ValueError):
    """A tournament that can't be played; the message says why and what would be right."""


@dataclass(frozen=True)
class Entrant:
    """An agent, or the Châteauma, under a name that nobody else in the tournament has."""

    name: str
    text: str  # what gives it, in canonical form
    agent: AgentSpec | None  # None: the Châteauma
    chateauma: Chateauma | None = None

    @property
    def policy(self) -> str | None:
        """The compiled policy of ours it plays by; None if it is none of these."""
        return self.agent.policy if self.agent is not None else None

    @property
    def is_handed_in(self) -> bool:
        """Whether it is a user's compiled player."""
        return self.agent is not None and self.agent.is_handed_in


def read_entrants(texts: Sequence[str], folder: str | None = None) -> tuple[Entrant, ...]:
    """The entrants in the order given; equal ones are numbered (random, random#2), unless they are called otherwise:
    `turn:futures=50,name=fast`. `folder`: of files.
    """
    if not texts:
        raise ArenaError("who plays? name an agent at least")
    seen: Counter[str] = Counter()
    entrants = []
    for given in texts:
        text, label = _labelled(given, folder)
        if is_chateauma(text):
            chateauma = Chateauma.of(chateauma_of(text))
            agent, canonical = None, f"chateauma:{chateauma}"
        else:
            chateauma, agent = None, parse(text, folder)
            canonical = str(agent)
        name = label or canonical
        seen[name] += 1
        if not label and seen[name] > 1:
            name = f"{name}#{seen[name]}"
        entrants.append(Entrant(name, canonical, agent, chateauma))
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
    if not is_chateauma(agent) and any(one.name == "name" for one in parse(agent, folder).kind.parameters):
        return text, ""
    if not label:
        raise ArenaError(f"{text}: name= needs a name, as in {agent}{',' if '=' in agent else ':'}name=mine")
    return agent, label
