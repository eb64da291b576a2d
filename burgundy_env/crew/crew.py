"""Who does work in pieces, wherever that is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

Piece = TypeVar("Piece")
Found = TypeVar("Found")
Work = Callable[[Piece], Found]
Tell = Callable[[str], None]  # a sentence for whoever waits


class CrewError(RuntimeError):
    """Nobody is there, or nobody can go on; the message says why and what would help."""


class Crew(Protocol):
    """Some processes here, or the cores of a cluster.

    Work is a callable that pickles. It is taken once to everybody who does it, so that it may keep what it has made:
    `begin()`, where it has one, is called there before the first piece, and `close()` after the last.
    """

    @property
    def hands(self) -> int:
        """How many pieces are done at a time, as far as is known."""

    def do(self, work: Work[Piece, Found], pieces: Iterable[Piece]) -> Generator[tuple[Piece, Found], None, None]:
        """Do all pieces; they come out as they are done, each with what was found.

        A piece is taken from `pieces` when somebody is free for it, so its size may follow from those before. Closing
        the generator, as an exception in its user does, ends what is being done.
        """

    def close(self) -> None:
        """Nothing more is to be done."""


def begin(work: object) -> None:
    """Have work prepare itself where it is done."""
    prepare = getattr(work, "begin", None)
    if prepare is not None:
        prepare()


def close(work: object) -> None:
    """Have work give back what it holds."""
    let_go = getattr(work, "close", None)
    if let_go is not None:
        let_go()
