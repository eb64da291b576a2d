"""What a study compares, as data: cells, each played with the seeds of all blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..arena.schedule import Fixture, Terms, derived_seed
from ..config import GameConfig
from ..modules.sizes import SEATS


@dataclass(frozen=True)
class Cell:
    """One thing that is compared: what is played, by whom, on which terms.

    Places are numbered from 0, who is asked about; in the games of a block the places go round the table. Where they
    are all alike there is one game a block.
    """

    factors: tuple[tuple[str, str], ...]  # what it is, as (`board`, `5`)
    configs: tuple[GameConfig, ...]  # taken in turn, block by block
    entrants: tuple[int, ...]  # by place
    terms: tuple[Terms, ...] = ()  # by place
    most_games: int | None = None  # where it needs fewer than others
    twins: bool = False  # whether its games are those of `twins`, which no fixture plays

    def __post_init__(self) -> None:
        assert all(len(self.entrants) == config.players for config in self.configs)
        assert len(self.terms) in (0, len(self.entrants))

    @property
    def players(self) -> int:
        """How many are at the table."""
        return len(self.entrants)

    @property
    def rotations(self) -> int:
        """Games in a block."""
        alike = len(set(self.entrants)) == 1 and len(set(self.terms)) < 2
        boards = all(
            isinstance(config.duchies, str) or len(set(config.duchies or ())) == 1 for config in self.configs
        )
        return 1 if alike and boards else self.players

    def factor(self, name: str) -> str:
        """What it is in one respect; nothing where that is not said."""
        return dict(self.factors).get(name, "")

    def fixtures(self, block: int, seed: int, first: int) -> Iterator[Fixture]:
        """The games of a block, numbered from `first`."""
        config = self.configs[block % len(self.configs)]
        for turn in range(self.rotations):
            there = config
            if self.rotations > 1 and not isinstance(config.duchies, str):
                there = replace(config, duchies=_turned(config.duchies or (), turn))
            # Players draw what they draw in all cells, so that games differ by what is asked about alone.
            stream = block * SEATS + turn
            seats, terms = _turned(self.entrants, turn), _turned(self.terms, turn)
            yield Fixture(first + turn, block, seed, there, seats, terms, stream)


def _turned(by_place: tuple, turn: int) -> tuple:  # type: ignore[type-arg]
    """By seat: place p sits in seat p + turn."""
    n = len(by_place)
    return tuple(by_place[(seat - turn) % n] for seat in range(n))


class Layout:
    """The numbers of all games of a study: each has its own, whatever is played and whatever is left out."""

    def __init__(self, cells: Sequence[Cell], seed: int) -> None:
        self.cells = tuple(cells)
        self._seeds = lru_cache(maxsize=1 << 16)(lambda block: derived_seed(seed, "game", block))
        self.offsets = [0]
        for cell in cells:
            self.offsets.append(self.offsets[-1] + cell.rotations)

    @property
    def width(self) -> int:
        """Games in a block of all cells."""
        return self.offsets[-1]

    def fixtures(self, cell: int, block: int) -> Iterator[Fixture]:
        """The games of a cell in a block. Blocks with the same number have the same seed in all cells."""
        first = block * self.width + self.offsets[cell]
        return self.cells[cell].fixtures(block, self._seeds(block), first)

    def place_of(self, number: int) -> tuple[int, int, int]:
        """The cell, block and turn of a game."""
        block, rest = divmod(number, self.width)
        cell = bisect_right(self.offsets, rest) - 1
        return cell, block, rest - self.offsets[cell]

    def seed_of(self, block: int) -> int:
        """The seed of all games of a block."""
        return self._seeds(block)

    def expected(self, number: int) -> tuple[int, int, tuple[int, ...]]:
        """The block, seed and entrants by seat of a game."""
        cell, block, turn = self.place_of(number)
        return block, self._seeds(block), _turned(self.cells[cell].entrants, turn)
