"""The games of the study of tiles and their twins as columns: the Parquet file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .cells import Layout
from .sample import Played, Twin
from .things import THINGS

if TYPE_CHECKING:
    import polars

_PHASES = "ABCDE"
ITSELF, WITH, WITHOUT = "played", "with", "without"


def twin_rows(layout: Layout, twins: Iterable[Twin], agents: Sequence[str]) -> polars.DataFrame:
    """A row for every seat of every game and of each of its twins."""
    import polars

    category = polars.Categorical()
    schema: dict[str, Any] = {
        "agent": category, "game": polars.Int64, "block": polars.Int32, "duchy": polars.Int8, "phase": category,
        "twin": category, "thing": category, "asked": polars.Boolean, "seat": polars.Int8, "total": polars.Int16,
        "lead": polars.Float32, "won": polars.Boolean,
    }  # fmt: skip
    told = [
        row for twin in sorted(twins, key=lambda one: (one.cell, one.block)) for row in _rows(layout, twin, agents)
    ]
    return polars.DataFrame(told, schema=schema, orient="row")


def _rows(layout: Layout, twin: Twin, agents: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    cell = layout.cells[twin.cell]
    duchies = cell.configs[twin.block % len(cell.configs)].duchies
    assert isinstance(duchies, tuple), "boards are named"
    head = (agents[cell.entrants[0]], twin.block * layout.width + layout.offsets[twin.cell], twin.block, duchies[0])
    yield from _seats(head, (None, ITSELF, None), None, twin.itself)
    for s in twin.samples:
        for name, played in ((WITH, s.given), (WITHOUT, s.not_given)):
            yield from _seats(head, (_PHASES[s.phase], name, THINGS[s.thing]), s.seat, played)


def _seats(
    head: tuple[Any, ...], told: tuple[Any, ...], asked: int | None, played: Played
) -> Iterator[tuple[Any, ...]]:
    """The rows of a game; `asked`: the seat whose turn it was, which in the one twin is given the thing."""
    for seat, total in enumerate(played.totals):
        yield (*head, *told, None if asked is None else seat == asked, seat, total, played.lead(seat),
               seat == played.winner)  # fmt: skip
