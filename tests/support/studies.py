"""Small studies, played for the tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from burgundy_env.balance import Run, Store, Summary


class Study(NamedTuple):
    """A study that was played."""

    store: Store
    run: Run
    summary: Summary

    def effect(self, thing: object, agent: str = "random") -> dict[str, float]:
        """An effect as `summary.json` tells it."""
        found: dict[str, float] = self.summary.numbers["effects"][agent][str(thing)]
        return found


Play = Callable[..., Study]
