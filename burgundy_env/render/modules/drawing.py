"""What a module may add to pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ...data import Data
from ..facts import Document
from ..svg.marks import Point, Sketch
from ..terminal.spans import Frames, Line

if TYPE_CHECKING:
    from ..svg.table import Table


class Stack(NamedTuple):
    """A pile beside the black depot."""

    key: str  # of a position: how many there are
    tile: str
    label: str


class Below(NamedTuple):
    """What lies below a player's duchy; it is as high in all positions of a game."""

    height: Callable[[Table, float], float]  # by the width there is
    draw: Callable[[Sketch, Table, int, float, float, float], None]  # of a seat: left, top, width


class Strip(NamedTuple):
    """What lies below the depots."""

    height: Callable[[float], float]  # by the width there is
    draw: Callable[[Sketch, Table, float, float, float], None]  # left, top, width


class Symbol(NamedTuple):
    """What a county card bears, where the module is played."""

    key: str  # of the card
    glyph: str
    name: str


class Characters(NamedTuple):
    """What it adds in characters. The first three draw its keys of a position at the place they are named after."""

    table: Mapping[str, Callable[[Document, Frames], list[Line]]] = {}  # by key: pieces of the line beside the depots
    player: Callable[[Document, Data, int], list[Line]] | None = None  # lines above a player's duchy
    chateauma: Callable[[Document, int], list[Line]] | None = None  # lines among the Châteauma's things
    hex_notes: Callable[[Data], dict[str, str]] | None = None  # a letter or two behind the names of hexes


@dataclass(frozen=True)
class Drawing:
    """What one module adds."""

    glyphs: Mapping[str, str] = field(default_factory=dict)  # as `svg/glyphs.py` has them
    alike: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # a tile, whose glyph it bears, in which class
    looks: Mapping[str, str] = field(default_factory=dict)  # of its marks, by their class
    stack: Stack | None = None
    in_depot: Callable[[Table, str], list[str]] | None = None  # marks that lie at the right end of a depot's goods
    in_depot_spots: Callable[[Table, str], list[str]] | None = None  # what actions call these marks
    pictograms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # as `svg/pictograms.py` has them
    enlarges: Callable[[Document, Sequence[str]], int] | None = None  # a region of a player, by its hexes
    rim: float = 0  # what it needs around the hexes of a duchy, in hexes
    on_duchy: Callable[[Sketch, Table, str, Sequence[Point], float, Set[str]], None] | None = None
    below: Below | None = None
    strip: Strip | None = None
    goal: Callable[[Sketch, Table, float, float, float], None] | None = None  # where else the track lies
    head: Callable[[Document], str] | None = None  # below the victory points of a player, if anything
    symbol: Symbol | None = None
    beside_silver: Callable[[Sketch, Document, float, float], None] | None = None  # of the Châteauma
    characters: Characters = field(default_factory=Characters)
