"""What a seat sees, as numbers for a network.

>>> from burgundy_env import Game
>>> from burgundy_env.observations import encoder
>>> flat = encoder("flat")
>>> seen = flat.encode(Game.new(seed=7), seat=0)
>>> flat.view(seen, "self.storage").shape
(3, 14)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .config import GameConfig
from .encoders import ENCODERS, dtype_of, encode, fields_of, shape_of
from .encoders import actions as encoders_actions
from .encoders import ahead as encoders_ahead
from .encoders.ahead import rows_of
from .encoders.fields import Field, end_of
from .encoders.modules import Blocks
from .engine.jit import needs_all
from .engine.play import Play
from .game import Game, inside

if TYPE_CHECKING:
    from gymnasium.spaces import Box

__all__ = ["ActionRows", "Encoder", "Layout", "action_columns", "action_rows", "encoder", "encoders", "markdown"]

Observation = np.ndarray[Any, np.dtype[np.float32] | np.dtype[np.uint8]]


class Layout:
    """Numbers by name: which stand where in an array of a shape, and what they mean.

    >>> columns = action_columns()
    >>> columns.name, columns.shape == (columns.size,)
    ('a row of actions', True)
    """

    def __init__(self, name: str, fields: tuple[Field, ...], shape: tuple[int, ...]) -> None:
        self.name, self.fields, self.shape = name, fields, shape
        self._by_name = {field.name: field for field in fields}

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return int(np.prod(self.shape))

    def view(self, observation: Observation, name: str) -> Observation:
        """The numbers of a field (`"self.storage"`, in its shape) or a block (`"self"`), not copied.

        Axes in front, of a batch of observations, stay.
        """
        batch = observation.shape[: observation.ndim - len(self.shape)]
        if observation.shape[len(batch) :] != self.shape:
            raise ValueError(f"observation: that of {self.name} has the shape {self.shape}, not {observation.shape}")
        rows = observation.reshape(*batch, self.size)
        field = self._by_name.get(name)
        if field is not None:
            return rows[..., field.slice].reshape(batch + field.shape)
        block = [field for field in self.fields if field.name.startswith(f"{name}.")]
        if not block:
            raise KeyError(f"{name!r} is no field of {self.name}; there are {', '.join(self._by_name)}")
        return rows[..., block[0].first : block[-1].slice.stop]

    def table_markdown(self, beyond: Encoder | None = None) -> str:
        """The table of the docs page; `beyond`: only the fields that another encoder has not."""
        known = () if beyond is None else beyond._by_name
        return markdown([field for field in self.fields if field.name not in known])


class Encoder(Layout):
    """An encoder, as `encoder("flat")` gives it, for games of a config.

    Blocks of modules stand last and only where the config plays them; all else is the same for every config.

    >>> flat = encoder("flat")
    >>> flat.shape, flat.space.dtype.name, float(flat.low.min()), float(flat.high.max())
    ((1286,), 'float32', 0.0, 5.0)
    >>> seen = flat.encode(Game.new(seed=7), seat=0)
    >>> flat.view(seen, "self.storage").shape, flat.view(seen, "opponent1").shape
    ((3, 14), (97,))
    """

    def __init__(self, name: str, blocks: Blocks) -> None:
        self.number, self.blocks = ENCODERS.index(name), blocks  # its id in the engine
        self.dtype = dtype_of(self.number)
        if name == "ahead":
            needs_all()  # the search
        super().__init__(name, fields_of(self.number, blocks), shape_of(self.number, blocks))

    @property
    def words(self) -> int:
        """How many numbers of float32 have room for an observation."""
        return self.size * self.dtype.itemsize // 4

    @cached_property
    def low(self) -> Observation:
        """The least value of each number."""
        return self._bounds("low")

    @cached_property
    def high(self) -> Observation:
        """The greatest value of each number."""
        return self._bounds("high")

    def _bounds(self, end: str) -> Observation:
        row = np.zeros(self.size, self.dtype)
        for field in self.fields:
            row[field.slice].reshape(field.shape)[...] = getattr(field, end)
        return row.reshape(self.shape)

    @property
    def space(self) -> Box[Any]:
        """The Gymnasium space of one observation; a new one each time, as each draws from a seed of its own."""
        from gymnasium.spaces import Box

        return Box(self.low, self.high, dtype=self.dtype.type)

    def encode(self, game: Game, seat: int | None = None, out: Observation | None = None) -> Observation:
        """What a seat (by default the one to decide) sees of a game, in a new array or in `out`."""
        if seat is None:
            seat = game.active
            if seat is None:
                raise ValueError("seat: the game is over and nobody is to decide; name the seat that looks")
        if not isinstance(seat, (int, np.integer)) or not 0 <= seat < game.config.players:
            raise ValueError(f"seat: seats that look are 0 to {game.config.players - 1}, not {seat!r}")
        if Blocks.of(game.config) != self.blocks:
            raise ValueError(f"game: {game.config} needs an encoder made for it, encoder({self.name!r}, game.config)")
        if out is None:
            return self.write(inside(game), np.array([seat]))
        if out.shape != self.shape or out.dtype != self.dtype or not out.flags.c_contiguous:
            raise ValueError(
                f"out: an array of {self.dtype} in the shape {self.shape} is written, not {out.dtype} in {out.shape}"
            )
        return self.write(inside(game), np.array([seat]), out)

    def write(self, play: Play, seats: np.ndarray[Any, Any], out: Observation | None = None) -> Observation:
        """The same of a game's inside, unchecked; `seats` has the one that looks."""
        row = np.empty(self.shape, self.dtype) if out is None else out
        encode(play.tables, play.state, seats, self.number, row.reshape(1, self.size).view(np.float32))
        return row

    def __repr__(self) -> str:
        return f"<Encoder {self.name} {'x'.join(map(str, self.shape))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _encoder, (self.name, self.blocks)


def markdown(fields: Sequence[Field]) -> str:
    """Fields as the table of a docs page.

    >>> markdown(encoder("flat").fields[:1]).splitlines()[-1][:20]
    '| 0 | `self.present`'
    """
    lines = ["| numbers | field | shape | range | meaning |", "|---|---|---|---|---|"]
    for field in fields:
        last = field.slice.stop - 1
        numbers = str(last) if field.size == 1 else f"{field.first}-{last}"
        shape = " x ".join(map(str, field.shape)) or "1"
        span = f"{np.min(field.low):g} to {np.max(field.high):g}"
        lines.append(f"| {numbers} | `{field.name}` | {shape} | {span} | {field.meaning} |")
    return "\n".join(lines) + "\n"


def encoder(name: str = "flat", config: GameConfig | Mapping[str, Any] | None = None) -> Encoder:
    """The encoder of a name for the games of a config.

    >>> encoder("planes").shape
    (104, 7, 7)
    >>> encoder("flat", {"modules": ["inns"]}).size > encoder("flat").size
    True
    """
    if name not in ENCODERS:
        raise ValueError(f"observation: {name!r} is unknown; there are {', '.join(ENCODERS)}")
    return _encoder(name, Blocks.of(GameConfig.of(config)))


@cache
def _encoder(name: str, blocks: Blocks) -> Encoder:
    return Encoder(name, blocks)


class ActionRows(NamedTuple):
    """What legal actions change, of one game or of many: game i has the rows from `offsets[i]` to the next one.

    >>> rows, offsets, ids = action_rows(Game.new(seed=7))
    >>> offsets.tolist(), len(rows) == len(ids)
    ([0, 4], True)
    """

    rows: np.ndarray[Any, np.dtype[np.float32]]
    offsets: np.ndarray[Any, np.dtype[np.int64]]
    ids: np.ndarray[Any, np.dtype[np.int64]]


def action_rows(game: Game, ahead: bool = False) -> ActionRows:
    """A row for each legal action of a game, without what fills up a padded observation; none when it is over.
    `ahead`: with what the turn can come to after each action.

    >>> offered = action_rows(Game.new(seed=7))
    >>> offered.ids.tolist(), offered.rows.shape[0]
    ([1, 2, 6, 18], 4)
    """
    play = inside(game)
    ids = play.ids[: play.count]
    rows = np.empty((play.count, action_columns(game.config, ahead).size), np.float32)
    if play.count:
        rows_of(play.tables, play.state, 0, play.ids, play.count, int(ahead), rows)
    return ActionRows(rows, np.array([0, play.count]), ids.astype(np.int64))


def action_columns(config: GameConfig | Mapping[str, Any] | None = None, ahead: bool = False) -> Layout:
    """The columns of a row of `actions`, or of `ahead`, in games of a config:
    `action_columns().view(rows, "change.silver")`.

    >>> action_columns().view(action_rows(Game.new(seed=7)).rows, "change.silver").shape
    (4,)
    """
    return _columns(Blocks.of(GameConfig.of(config)).expansions, ahead)


@cache
def _columns(modules: bool, ahead: bool) -> Layout:
    if ahead:
        needs_all()  # the search
    fields = (encoders_ahead if ahead else encoders_actions).columns(modules)
    return Layout(f"a row of {'ahead' if ahead else 'actions'}", fields, (end_of(fields),))


def encoders() -> tuple[str, ...]:
    """The names of all encoders.

    >>> encoders()
    ('flat', 'planes', 'tokens', 'compact', 'features', 'actions', 'ahead')
    """
    return ENCODERS
