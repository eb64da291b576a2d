"""What a report shows, as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...arena.report import Table

DASH = "-"


@dataclass(frozen=True)
class Bar:
    """A mean and its interval under a name."""

    name: str
    mean: float
    low: float
    high: float
    group: str = ""  # an agent, where several are shown
    note: str = ""


@dataclass(frozen=True)
class Forest:
    """Means and intervals below each other."""

    title: str
    unit: str
    bars: tuple[Bar, ...]
    zero: bool = False  # whether 0 says something: no effect


@dataclass(frozen=True)
class Slope:
    """Lines from agent to agent, weakest first."""

    title: str
    unit: str
    agents: tuple[str, ...]
    lines: tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True)
class Matrix:
    """How often the row came in before the column, in percent."""

    title: str
    names: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]  # NaN where they did not meet


@dataclass(frozen=True)
class Stacked:
    """What wholes are made of."""

    title: str
    unit: str
    parts: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]


Plot = Forest | Slope | Matrix | Stacked


@dataclass
class Summary:
    """All that is told of a study."""

    title: str
    findings: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)
    manifest: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The document of `summary.json`; what can't be told is null."""
        return {
            "title": self.title,
            "findings": self.findings,
            "numbers": clean(self.numbers),
            "tables": [{"title": t.title, "heads": list(t.heads), "rows": [list(row) for row in t.rows]}
                       for t in self.tables],
            "notes": self.notes,
            "manifest": dict(self.manifest),
        }  # fmt: skip


def clean(value: Any) -> Any:
    """For JSON: no NaN, numbers with six digits."""
    if isinstance(value, Mapping):
        return {str(key): clean(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(one) for one in value]
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value


def number(value: float, digits: int = 1, sign: bool = False) -> str:
    """For a table."""
    if math.isnan(value):
        return DASH
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    return text.replace("-0.0", "0.0") if float(text) == 0 and digits == 1 else text


def interval(low: float, high: float, digits: int = 1) -> str:
    """For a table; the ends may be below 0."""
    return DASH if math.isnan(low) else f"{number(low, digits)} to {number(high, digits)}"


def p_text(p: float) -> str:
    """A p-value as one writes it."""
    return DASH if math.isnan(p) else "<0.001" if p < 0.001 else f"{p:.3f}"
