"""What sentences about actions are made of: a fact for every field of their templates.

`base` has those that any sentence may use; a module whose sentences need more has a file named by its key, with a
`FACTS` table of its own. A fact is a function of the `Situation`, called only where a template asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...modules import DESCRIPTORS
from .situation import Situation

__all__ = ["FACTS", "Facts", "Situation"]


class Facts(dict[str, Any]):
    """The facts of a situation, each found when it is asked for."""

    def __init__(self, at: Situation, **given: Any) -> None:
        super().__init__(given)
        self._at = at

    def __missing__(self, field: str) -> Any:
        self[field] = FACTS[field](self._at)
        return self[field]


def _facts() -> dict[str, Callable[[Situation], Any]]:
    names = [f"{__name__}.{module.key}" for module in DESCRIPTORS]
    tables = [import_module(name).FACTS for name in names if find_spec(name)]
    merged = {field: fact for table in tables for field, fact in table.items()}
    assert len(merged) == sum(map(len, tables)), "two files have a fact of the same name"
    return merged


FACTS = _facts()
