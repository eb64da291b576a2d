"""How keys are written from the state and read into it: what they have in common, and the forms that many share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    BONUS_NAMES,
    CASTLE_TILE,
    COLOUR_OF,
    DEPOTS,
    GOODS,
    HEXES,
    MOST_HEXES,
    PHASES,
    ROUNDS,
    SEATS,
    SETTLED,
    STAGE_TURN,
    STATE,
    TILES,
)
from ..modules import DESCRIPTORS, Module, in_game, owner
from ..modules.descriptor import Key
from ..modules.sizes import BOARDS, GOODS_NAMES, ranges
from . import words
from .shapes import FLAG, TILE, Schema, choice, listed, named, number, or_null
from .values import Value


class At(NamedTuple):
    """The game that a document is written from or read into, and where in it: which depot, which seat."""

    config: GameConfig
    s: Any  # its state
    t: Any  # its tables
    number: int = 0

    def of(self, number: int) -> At:
        """The same game at this depot or seat."""
        return self._replace(number=number)

    @property
    def modules(self) -> tuple[Module, ...]:
        """The descriptors of what is played."""
        return in_game(self.config.modules, self.config.chateauma is not None)

    def any_colour(self, tile: int) -> bool:
        """Whether a tile fits any hex and comes in no supply: it has no colour, and its module is played."""
        return bool(COLOUR_OF[tile] < 0) and owner("tiles", str(TILES[tile])) in self.modules

    @property
    def hexes(self) -> int:
        """How many hexes each duchy has."""
        return MOST_HEXES if self.config.teams else HEXES

    @property
    def begun(self) -> bool:
        """Whether the first round has begun."""
        return bool(self.s.stage >= STAGE_TURN)

    @property
    def phases(self) -> int:
        """How many phases have begun."""
        return int(self.s.phase) + 1 if self.begun else 0

    @property
    def goods_to_come(self) -> int:
        """How many goods tiles lie face down for the phases to come."""
        return ROUNDS * (PHASES - self.phases)


def owner_key(config: GameConfig, p: int) -> str:
    """Where documents have what belongs to the duchy of seat (or Châteauma, or team) p."""
    return f"teams[{p % config.teams}]" if config.teams else f"players[{p}]"


_AXES = {"depot": DEPOTS, "player": SEATS, "team": SEATS, "chateauma": SEATS}
# Bounds that depend on the game.
_BOUNDS: dict[str, Callable[[At], int]] = {
    "castles": lambda at: int(at.t.supply[CASTLE_TILE] + at.t.black_supply[CASTLE_TILE]),
    "phases": lambda at: at.phases,
    "goods": lambda at: GOODS * int(at.t.goods_per_type),
    "finished_cards": lambda at: SETTLED // int(at.t.card_size[at.t.card_size > 0].min()),
    "solo_target": lambda at: at.config.solo_target,  # it only falls
}


class Form:
    """How one key is written and read, and in which shape it is said in words."""

    said: words.Shape = words.Shape()

    def __init__(self, key: Key) -> None:
        """For fields that are there for each depot or seat, `held` and `hold` mean the one that is asked for."""
        self.key = key
        self._field = key.field or key.name
        shape = STATE[self._field].shape if self._field in (STATE.names or ()) else ()
        self._each = shape[:1] == (_AXES.get(key.place),)

    @property
    def room(self) -> int:
        """How many numbers the key's field has, of each depot or seat."""
        return int(STATE[self._field].shape[-1])

    def within(self) -> Schema:
        """A number within those bounds of the key that are the same in every game."""
        return number(self.key.least, None if isinstance(self.key.most, str) else self.key.most)

    def shape(self) -> Schema:
        """What may stand at the key, as far as JSON Schema can say."""
        raise NotImplementedError

    def held(self, at: At) -> Any:
        """What the state holds in the key's field."""
        field = at.s[self._field]
        return field[at.number] if self._each else field

    def hold(self, at: At, value: Any) -> None:
        """Put something into the key's field."""
        if self._each:
            at.s[self._field][at.number] = value
        else:
            at.s[self._field] = value

    def most(self, at: At) -> int:
        """The largest number the key may have."""
        return _BOUNDS[self.key.most](at) if isinstance(self.key.most, str) else self.key.most

    def write(self, at: At) -> Any:
        """The value in a document."""
        raise NotImplementedError

    def read(self, value: Value, at: At) -> None:
        """Fill in the state; PositionError if the value can't be."""
        raise NotImplementedError

    def left_out(self, at: At) -> None:
        """Fill in the state where a document says nothing."""

    def tiles(self, at: At) -> Iterable[int]:
        """The tiles that lie there in view."""
        return ()

    def goods(self, at: At) -> Iterable[int]:
        """The types, from 1, of the goods tiles that lie there in view."""
        return ()


class Count(Form):
    """A number."""

    said = words.Number()

    def shape(self) -> Schema:
        return self.within()

    def write(self, at: At) -> int:
        return int(self.held(at))

    def read(self, value: Value, at: At) -> None:
        self.hold(at, value.integer(self.key.least, self.most(at)))


def board_numbers() -> list[int]:
    """All boards by number, those of the solo and the team game among them."""
    return sorted({*BOARDS, *(board for module in DESCRIPTORS for board in module.boards)})


class Board(Count):
    """The number of a duchy board that is printed in the box, alone or for several players."""

    def shape(self) -> Schema:
        return choice(board_numbers())

    def read(self, value: Value, at: At) -> None:
        super().read(value, at)
        if not at.t.colour_hexes[int(self.held(at))].any():
            raise value.error(f"is {int(self.held(at))}; boards are numbered {ranges(BOARDS)}")


class Flag(Form):
    """True or false."""

    said = words.Flag()

    def shape(self) -> Schema:
        return FLAG

    def write(self, at: At) -> bool:
        return bool(self.held(at))

    def read(self, value: Value, at: At) -> None:
        self.hold(at, value.flag())


class Flags(Form):
    """A list of true and false."""

    said = words.UsedDice()

    def shape(self) -> Schema:
        return listed(FLAG, self.room, self.room)

    def write(self, at: At) -> list[bool]:
        return [bool(flag) for flag in self.held(at).tolist()]

    def read(self, value: Value, at: At) -> None:
        size = len(self.held(at))
        self.hold(at, [flag.flag() for flag in value.elements(size, size)])


class Die(Form):
    """What a die shows, null before it is rolled."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(1, 6))

    def write(self, at: At) -> int | None:
        return int(self.held(at)) or None

    def read(self, value: Value, at: At) -> None:
        self.hold(at, 0 if value.value is None else value.integer(1, 6))


class Numbers(Form):
    """A list of numbers that the state holds as bits."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(self.within(), once=True)

    def write(self, at: At) -> list[int]:
        bits = int(self.held(at))
        return [number for number in range(bits.bit_length()) if bits >> number & 1]

    def read(self, value: Value, at: At) -> None:
        found = 0
        for entry in value.elements():
            number = entry.integer(self.key.least, self.most(at))
            if found >> number & 1:
                raise entry.error(f"{number} is there twice; must be there once")
            found |= 1 << number
        self.hold(at, found)


class BonusTiles(Form):
    """The bonus tiles that a seat holds, by name."""

    said = words.Items()

    def shape(self) -> Schema:
        return listed(choice(BONUS_NAMES), once=True)

    def write(self, at: At) -> list[str]:
        return sorted(name for i, name in enumerate(BONUS_NAMES) if int(self.held(at)) >> i & 1)

    def read(self, value: Value, at: At) -> None:
        found = 0
        for entry in value.elements():
            bit = 1 << BONUS_NAMES.index(entry.choice(BONUS_NAMES))
            if found & bit:
                raise entry.error(f"{entry.value} is held twice")
            found |= bit
        self.hold(at, found)


class Tiles(Form):
    """Tiles by name, in no order."""

    said = words.Items()
    wanted = "the name of a tile"

    def shape(self) -> Schema:
        return listed(TILE, 0, self.room)

    def write(self, at: At) -> list[str]:
        return sorted(str(TILES[tile]) for tile in self.tiles(at))

    def read(self, value: Value, at: At) -> None:
        room = len(self.held(at))
        tiles = sorted(entry.tile(self.wanted) for entry in value.elements(0, room))
        self.hold(at, tiles + [0] * (room - len(tiles)))

    def tiles(self, at: At) -> Iterable[int]:
        return [tile for tile in self.held(at).tolist() if tile]


class GoodsCounts(Form):
    """How many goods tiles of each type."""

    said = words.Goods()

    def shape(self) -> Schema:
        return named(GOODS_NAMES, self.within())

    def write(self, at: At) -> dict[str, int]:
        return {name: count for name, count in zip(GOODS_NAMES, self.held(at).tolist(), strict=True) if count}

    def read(self, value: Value, at: At) -> None:
        counts = [0] * GOODS
        for name, count in value.record((), GOODS_NAMES).items():
            counts[GOODS_NAMES.index(name)] = count.integer(self.key.least, self.most(at))
        self.hold(at, counts)

    def goods(self, at: At) -> Iterable[int]:
        counts: list[int] = np.repeat(np.arange(1, GOODS + 1), self.held(at)).tolist()
        return counts


SHARED: dict[str, type[Form]] = {
    "board": Board,
    "count": Count,
    "flag": Flag,
    "flags": Flags,
    "die": Die,
    "numbers": Numbers,
    "bonus": BonusTiles,
    "tiles": Tiles,
    "goods": GoodsCounts,
}
