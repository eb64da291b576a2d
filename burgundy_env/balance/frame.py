"""The games of a study as columns: what statistics read, and the Parquet file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arena import Result
from ..engine.layout import SCORE_NAMES
from ..modules import SCORE_GROUPS
from .cells import Layout
from .statistics.intervals import by_block

if TYPE_CHECKING:
    import polars

Array = np.ndarray[Any, Any]
_CHUNK = 4096
_HEAD = 4  # columns that are not by place
_NUMBER = {name: i for i, name in enumerate(SCORE_NAMES)}
_GROUP_COLUMNS = {group: [_NUMBER[name] for name in names] for group, names in SCORE_GROUPS.items()}
TURNS = 25  # of each seat: five phases of five rounds


@dataclass(frozen=True)
class Games:
    """The games of one cell, by their number; by place means: those of whom is asked first."""

    number: Array  # (games,)
    block: Array
    turn: Array  # by how many seats the places were turned
    first: Array  # the place that began
    leads: Array
    totals: Array  # (games, places)
    won: Array  # shares of a win
    place: Array  # 1 for the best
    duchies: Array
    decisions: Array
    choices: Array
    sources: Array  # (games, places, sources)

    def __len__(self) -> int:
        return len(self.number)

    @property
    def blocks(self) -> int:
        """How many blocks, those between that are missing included."""
        return int(self.block.max(initial=-1)) + 1

    def lead(self) -> Array:
        """By place: points above the mean of the others."""
        n = self.totals.shape[1]
        above: Array = self.totals - self.totals.mean(axis=1, keepdims=True)
        above *= n / (n - 1)
        return above

    def ranking(self) -> Array:
        """By game the places at the table, the best first."""
        return np.argsort(self.place, axis=1, kind="stable")

    def of_first(self, values: Array) -> Array:
        """By game: the value of who began."""
        found: Array = np.take_along_axis(values, self.first[:, None], axis=1)[:, 0]
        return found

    def measure(self, name: str) -> Array:
        """By game: one of MEASURES."""
        return _MEASURES[name](self)

    def group(self, name: str) -> Array:
        """By game: mean points from a group of sources."""
        found: Array = self.sources[:, :, _GROUP_COLUMNS[name]].sum(axis=2).mean(axis=1)
        return found

    def by_block(self, values: Array, count: int | None = None) -> Array:
        """Means by block of values by game."""
        return by_block(values, self.block, self.blocks if count is None else count)

    def blockwise(self, name: str, count: int | None = None) -> Array:
        """Means by block of a measure."""
        return self.by_block(self.measure(name), count)


def _second(totals: Array) -> Array:
    return np.sort(totals, axis=1)[:, -2]


_MEASURES: dict[str, Callable[[Games], Array]] = {
    "vp": lambda games: games.totals.mean(axis=1),
    "winner": lambda games: games.totals.max(axis=1),
    "margin": lambda games: games.totals.max(axis=1) - _second(games.totals),
    "first": lambda games: games.of_first(games.lead()),
    "actions": lambda games: games.decisions.mean(axis=1) / TURNS,
    "choices": lambda games: games.choices.mean(axis=1) / TURNS,
    "leads": lambda games: games.leads,
    "lead": lambda games: games.lead()[:, 0],
    "wins": lambda games: 100 * games.won[:, 0],
}
MEASURES = {
    "vp": "VP a seat",
    "winner": "winner's VP",
    "margin": "margin (VP)",
    "first": "lead of who begins (VP)",
    "actions": "actions a turn",
    "choices": "choices a turn",
    "leads": "changes of the lead",
    "lead": "lead (VP)",
    "wins": "wins (%)",
}


class Frame:
    """All games of a study by cell, to which results are added as they come."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rows: list[list[list[int]]] = [[] for _ in layout.cells]
        self._chunks: list[list[Array]] = [[] for _ in layout.cells]
        self.counts: list[set[int]] = [set() for _ in layout.cells]  # the numbers of the games that are there

    def add(self, results: Iterable[Result]) -> None:
        """Take in results."""
        for result in results:
            cell, block, turn = self._layout.place_of(result.game)
            if result.game in self.counts[cell]:
                continue
            self.counts[cell].add(result.game)
            rows = self._rows[cell]
            rows.append(_row(result, block, turn))
            if len(rows) == _CHUNK:
                self.add_table(cell, np.array(rows, np.int32))
                rows.clear()

    def add_table(self, cell: int, table: Array) -> None:
        """Take in games as numbers: block, turn, who began, changes of the lead; then by place totals, twelfths of a
        win, ranks, boards, decisions, choices, and points by source."""
        self._chunks[cell].append(table)

    def games(self, cell: int, blocks: int | None = None) -> Games:
        """The games of a cell, in the order of their numbers; `blocks`: only those before."""
        if self._rows[cell]:
            self.add_table(cell, np.array(self._rows[cell], np.int32))
            self._rows[cell] = []
        n = self._layout.cells[cell].players
        width = _HEAD + n * (6 + len(SCORE_NAMES))
        table = np.concatenate(self._chunks[cell]) if self._chunks[cell] else np.zeros((0, width), np.int32)
        self._chunks[cell] = [table]
        if blocks is not None:
            table = table[table[:, 0] < blocks]
        number = table[:, 0].astype(np.int64) * self._layout.width + self._layout.offsets[cell] + table[:, 1]
        order = np.argsort(number, kind="stable")
        return _games(number[order], table[order], n)


def _row(result: Result, block: int, turn: int) -> list[int]:
    """A game as numbers, by place: seat p + turn is where place p sits."""
    n = len(result.totals)
    seats = [(place + turn) % n for place in range(n)]
    row = [block, turn, ((result.first or 0) - turn) % n, result.leads or 0]
    row += [result.totals[seat] for seat in seats]
    row += [12 // len(result.winners) if seat in result.winners else 0 for seat in seats]
    row += [result.ranking.index(seat) + 1 for seat in seats]
    row += [result.duchies[seat] for seat in seats]
    row += [result.decisions[seat] for seat in seats]
    row += [(result.choices or result.decisions)[seat] for seat in seats]
    for seat in seats:
        sources = [0] * len(SCORE_NAMES)
        for name, points in result.breakdown[seat].items():
            sources[_NUMBER[name]] = points
        row += sources
    return row


def _games(number: Array, table: Array, n: int) -> Games:
    columns = np.split(table[:, _HEAD:], [n * k for k in range(1, 7)], axis=1)
    totals, won, place, duchies, decisions, choices, sources = columns
    return Games(
        number, table[:, 0], table[:, 1], table[:, 2], table[:, 3], totals, won / 12, place, duchies, decisions,
        choices, sources.reshape(len(table), n, len(SCORE_NAMES)),
    )  # fmt: skip


def rows(layout: Layout, frame: Frame, agents: Sequence[str]) -> polars.DataFrame:
    """A row for every seat of every game."""
    import polars

    names = list(dict.fromkeys(name for cell in layout.cells for name, _ in cell.factors))
    parts = []
    for i, cell in enumerate(layout.cells):
        games = frame.games(i)
        if len(games):
            parts.append(polars.DataFrame(_columns(cell.factors, names, games, [agents[e] for e in cell.entrants])))
    found: polars.DataFrame = polars.concat(parts) if parts else polars.DataFrame()
    return found


def _columns(
    factors: Sequence[tuple[str, str]], names: Sequence[str], games: Games, agents: Sequence[str]
) -> Mapping[str, Any]:
    import polars

    count, n = games.totals.shape
    told = dict(factors)
    places = np.tile(np.arange(n), count)

    def each(values: Array) -> Array:
        return np.repeat(values, n)

    category = polars.Categorical()
    columns: dict[str, Any] = {
        f"study_{name}": polars.Series([told.get(name)] * (count * n), dtype=polars.String) for name in names
    }
    columns |= {
        "game": each(games.number).astype(np.int64),
        "block": each(games.block).astype(np.int32),
        "place": places.astype(np.int8),
        "seat": ((places + each(games.turn)) % n).astype(np.int8),
        "agent_here": polars.Series(np.array(agents)[places].tolist(), dtype=polars.String).cast(category),
        "duchy": games.duchies.ravel().astype(np.int8),
        "began": places == each(games.first),
        "total": games.totals.ravel().astype(np.int16),
        "rank": games.place.ravel().astype(np.int8),
        "won": games.won.ravel().astype(np.float32),
        "decisions": games.decisions.ravel().astype(np.int16),
        "choices": games.choices.ravel().astype(np.int16),
        "leads": each(games.leads).astype(np.int16),
    }
    sources = games.sources.reshape(count * n, len(SCORE_NAMES)).astype(np.int16)
    return columns | {f"vp_{name}": sources[:, k] for k, name in enumerate(SCORE_NAMES)}


def write_parquet(path: Path, table: polars.DataFrame) -> None:
    """Write rows as a whole file: the same bytes for the same rows."""
    import io

    from ..store import write_whole

    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", statistics=False)
    write_whole(path, buffer.getvalue())
