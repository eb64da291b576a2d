"""Tables of named fields: where each number of an observation stands and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..modules.descriptor import Field

__all__ = ["Field", "end_of", "firsts", "lay_out", "under"]


def lay_out(fields: Sequence[Field], first: int = 0) -> tuple[Field, ...]:
    """The same fields, one behind the other from `first` on."""
    placed = []
    for field in fields:
        placed.append(replace(field, first=first))
        first += field.size
    return tuple(placed)


def under(prefix: str, fields: Sequence[Field]) -> tuple[Field, ...]:
    """The same fields with names that begin with a block's."""
    return tuple(replace(field, name=f"{prefix}.{field.name}") for field in fields)


def end_of(fields: Sequence[Field]) -> int:
    """Where the row goes on behind the last field."""
    return fields[-1].first + fields[-1].size


def firsts(fields: Sequence[Field]) -> dict[str, int]:
    """Where each field begins, by name."""
    return {field.name: field.first for field in fields}
