"""The words a module is described in. Plain data: nothing here is computed from the rules, and nothing imports more
than the standard library.

Everything is named by strings. What the numbers behind the names are is decided by `order.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Array:
    """A field of the state of a game or of its tables."""

    name: str
    kind: str  # as NumPy calls it: i1, i2, i4, i8, u8
    shape: tuple[int | str, ...]  # a name (tiles, sources, bonus_tiles) is as many as there are in all modules
    meaning: str


@dataclass(frozen=True)
class Tile:
    """A tile by its name; `colour` is that of the hexes it goes on, none where it has none of its own."""

    name: str
    colour: str | None
    species: str | None = None
    animals: int = 0
    places: bool = False  # the Châteauma places another tile by it,
    fetches: bool = False  # or brings one to its inventory


@dataclass(frozen=True)
class Block:
    """Actions whose strings differ in the object only: consecutive ids."""

    name: str
    verb: str
    objects: tuple[str, ...] | str  # `tiles`: those of all modules
    meaning: str
    purchase: bool = False  # something for silver or workers at any time of the turn: listed with its like


@dataclass(frozen=True)
class Argument:
    """What an entry of the pending decisions says besides its kind.

    `of` is what the value is: depot, hex, channel, tile, colours, steps, or a count.
    """

    key: str
    of: str
    most: int = 0  # of a count


@dataclass(frozen=True)
class Pending:
    """A kind of pending decision."""

    kind: str
    arguments: tuple[Argument, ...] = ()  # at most two
    skip: bool = False  # may be declined
    any: bool = True  # purchases and the like go on meanwhile
    places: bool = False  # its action may be to place a tile
    waits: bool = False  # no decision: it waits below one and is carried out once on top
    lapses: bool = False  # may not be declined, but is dropped where it has no action


@dataclass(frozen=True)
class Chance:
    """A kind of chance event: where it happens and what it gives, as the names of what the numbers are.

    Of places only `colour`, `side` and `place` are written as names; results are tiles, vines, double tiles, goods or
    plain numbers.
    """

    kind: str
    where: tuple[str, ...] = ()
    result: str = "number"
    opens: bool = False  # a phase or round begins with it


@dataclass(frozen=True)
class Fact:
    """A thing that a step of the Châteauma tells: its key in events, what it is, the number that holds it."""

    key: str
    of: str  # tile, slot, black_slot, depot, side, size, colour, space, side_of_space, or a number
    column: str  # a, b, result or more; where it holds nothing of the kind, the event leaves the key out


@dataclass(frozen=True)
class Step:
    """A kind of step that the Châteauma takes by itself."""

    kind: str
    facts: tuple[Fact, ...] = ()
    scores: str = ""  # the source of the points that it brings, or the column of the tape that says which


@dataclass(frozen=True)
class Score:
    """A source of victory points. `final`: counted at the end; who can score so: players, the Châteauma or both."""

    name: str
    group: str = "other"  # where there is no room for all of them
    final: bool = False
    player: bool = True
    chateauma: bool = False


@dataclass(frozen=True)
class Key:
    """A key of position documents.

    `place` is table (the document itself), depot, player, team, chateauma or hidden. `form` is one of those in
    `position/forms.py`; a key without one is written and read by a class of its own in `position/`.
    """

    place: str
    name: str
    form: str = ""
    field: str = ""  # of the state; named like the key if empty
    least: int = 0  # of numbers
    most: int | str = 0  # more than any play can bring, and the field can hold it; or the name of such a bound
    only: tuple[str, Any] | None = None  # it is there where this key of the config has this value
    optional: bool = False  # documents may leave it out
    before: str = ""  # stands before this key; else behind all others


@dataclass(frozen=True)
class ConfigKey:
    """A key of configs that only games with the module have."""

    name: str
    usual: Any
    meaning: str
    items: tuple[Any, ...] = ()  # a list of some of these; a check in `config/` says how many
    example: str = ""  # of such a list, as it is typed
    choices: tuple[str, ...] = ()  # one of these; or else a number:
    least: int = 0
    most: int = 0
    unit: str = "N"


@dataclass(frozen=True)
class Field:
    """Consecutive numbers of an observation with one meaning."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: Any = 0.0  # a number, or one for each place on the last axis
    high: Any = 1.0
    first: int = 0
    # What modules show is written by a kernel of their own, or it is an array of the state with one number (a seat):
    state: str = ""
    per: float = 1.0  # what of it counts as 1
    bits: int | None = None  # from which bit on, where the number is a set

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where they stand in the row."""
        return slice(self.first, self.first + self.size)


class Number(NamedTuple):
    """In component data: a whole number."""

    least: int
    most: int | None = None


class OneOf(NamedTuple):
    """In component data: one of these names."""

    names: tuple[str, ...]


class Each(NamedTuple):
    """In component data: a list of these names or numbers, each once."""

    things: tuple[str, ...] | tuple[int, ...]


class Row(NamedTuple):
    """In component data: a list of so many."""

    of: Any
    length: int


class ById(NamedTuple):
    """In component data: a list of records that have these as `id`, each once."""

    ids: range
    of: Mapping[str, Any]


@dataclass(frozen=True)
class Facts:
    """A block of the component data.

    `form` is what may stand there: one of the above, a dict for a record of them, `str` for a text. A block without
    one is checked by a file of its own in `data/`.
    """

    block: str  # as hashes are named: `inns`, or `expansion_tiles.inns` inside a block
    file: str = ""  # where it stands; the whole of a file called like the block, if empty
    form: Any = None
    total: int = 0  # what its numbers and the lengths of its lists come to, if they must
    lists: Mapping[str, str | None] = field(default_factory=dict)  # see `data/provenance.py`


@dataclass(frozen=True)
class Module:
    """An expansion, the base game or the Châteauma: all that is known of it outside of its rules."""

    key: str  # as configs name it
    title: str  # as people do
    # What it goes with
    only_with: tuple[str, ...] | None = None  # the modules it can be played with; None: any
    with_chateauma: bool = True
    players: tuple[int, ...] = (2, 3, 4)
    in_all: bool = True  # whether "all" means it
    boards: tuple[int, ...] = ()  # those it is about: what "random" draws from where it is played
    own_boards: bool = False  # whether it is played on those alone
    teams: int = 0  # how many the players form; what theirs share stands at `teams` of positions, not at `players`
    counts_as: int | None = None  # the n of the rules, where that is not the number of seats
    # What it adds
    config: tuple[ConfigKey, ...] = ()
    state: tuple[Array, ...] = ()
    tables: tuple[Array, ...] = ()
    tiles: tuple[Tile, ...] = ()
    stages: tuple[str, ...] = ()
    actions: tuple[Block, ...] = ()
    pending: tuple[Pending, ...] = ()
    chance: tuple[Chance, ...] = ()
    steps: tuple[Step, ...] = ()
    bonus_tiles: tuple[str, ...] = ()  # kinds of bonus tiles, a large and a small one each
    scores: tuple[Score, ...] = ()
    position: tuple[Key, ...] = ()
    without: tuple[str, ...] = ()  # keys of positions that games with it lack
    table_fields: tuple[Field, ...] = ()  # of observations: what lies on the table
    seat_fields: tuple[Field, ...] = ()  # and what lies on every player board
    data: tuple[Facts, ...] = ()  # the blocks of component data it needs
