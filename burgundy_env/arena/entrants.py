"""Who takes part in a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from burgundy_agents import AgentSpec
from burgundy_agents.registry import chateauma_of, is_chateauma, parse

from ..config import Chateauma


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
    """The entrants in the order given; equal ones are numbered (random, random#2). `folder`: of files."""
    if not texts:
        raise ArenaError("who plays? name an agent at least")
    seen: Counter[str] = Counter()
    entrants = []
    for text in texts:
        if is_chateauma(text):
            chateauma = Chateauma.of(chateauma_of(text))
            agent, canonical = None, f"chateauma:{chateauma}"
        else:
            chateauma, agent = None, parse(text, folder)
            canonical = str(agent)
        seen[canonical] += 1
        name = canonical if seen[canonical] == 1 else f"{canonical}#{seen[canonical]}"
        entrants.append(Entrant(name, canonical, agent, chateauma))
    return tuple(entrants)
