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
from typing import TYPE_CHECKING, Any

import numpy as np

from .config import GameConfig
from .encoders import ENCODERS, encode, fields_of, shape_of
from .encoders.fields import Field
from .encoders.modules import Blocks
from .game import Game, inside

if TYPE_CHECKING:
    from gymnasium.spaces import Box

__all__ = ["Encoder", "encoder", "encoders", "markdown"]

Observation = np.ndarray[Any, np.dtype[np.float32]]


class Encoder:
    """An encoder, as `encoder("flat")` gives it, for games of a config.

    Blocks of modules stand last and only where the config plays them; all else is the same for every config.
    """

    name: str
    fields: tuple[Field, ...]
    shape: tuple[int, ...]
    number: int  # its id in the engine

    def __init__(self, name: str, blocks: Blocks) -> None:
        self.name, self.number, self.blocks = name, ENCODERS.index(name), blocks
        self.fields = fields_of(self.number, blocks)
        self.shape = shape_of(self.number, blocks)
        self._by_name = {field.name: field for field in self.fields}

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return int(np.prod(self.shape))

    @cached_property
    def low(self) -> Observation:
        """The least value of each number."""
        return self._bounds("low")

    @cached_property
    def high(self) -> Observation:
        """The greatest value of each number."""
        return self._bounds("high")

    def _bounds(self, end: str) -> Observation:
        row = np.zeros(self.size, np.float32)
        for field in self.fields:
            row[field.slice].reshape(field.shape)[...] = getattr(field, end)
        return row.reshape(self.shape)

    @property
    def space(self) -> Box[Any]:
        """The Gymnasium space of one observation; a new one each time, as each draws from a seed of its own."""
        from gymnasium.spaces import Box

        return Box(self.low, self.high, dtype=np.float32)

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
            out = np.empty(self.shape, np.float32)
        elif out.shape != self.shape or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise ValueError(
                f"out: an array of float32 in the shape {self.shape} is written, not {out.dtype} in {out.shape}"
            )
        play = inside(game)
        encode(play.tables, play.state, np.array([seat]), self.number, out.reshape(1, self.size))
        return out

    def view(self, observation: Observation, name: str) -> Observation:
        """The numbers of a field (`"self.storage"`, in its shape) or a block (`"self"`), not copied.

        Axes in front, of a batch of observations, stay.
        """
        batch = observation.shape[: observation.ndim - len(self.shape)]
        if observation.shape[len(batch) :] != self.shape:
            raise ValueError(
                f"observation: one of the {self.name} encoder has the shape {self.shape}, not {observation.shape}"
            )
        rows = observation.reshape(*batch, self.size)
        field = self._by_name.get(name)
        if field is not None:
            return rows[..., field.slice].reshape(batch + field.shape)
        block = [field for field in self.fields if field.name.startswith(f"{name}.")]
        if not block:
            raise KeyError(f"{name!r} is no field of the {self.name} encoder; there are {', '.join(self._by_name)}")
        return rows[..., block[0].first : block[-1].slice.stop]

    def table_markdown(self, beyond: Encoder | None = None) -> str:
        """The table of the docs page; `beyond`: only the fields that another encoder has not."""
        known = () if beyond is None else beyond._by_name
        return markdown([field for field in self.fields if field.name not in known])

    def __repr__(self) -> str:
        return f"<Encoder {self.name} {'x'.join(map(str, self.shape))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _encoder, (self.name, self.blocks)


def markdown(fields: Sequence[Field]) -> str:
    """Fields as the table of a docs page."""
    lines = ["| numbers | field | shape | range | meaning |", "|---|---|---|---|---|"]
    for field in fields:
        last = field.slice.stop - 1
        numbers = str(last) if field.size == 1 else f"{field.first}-{last}"
        shape = " x ".join(map(str, field.shape)) or "1"
        span = f"{np.min(field.low):g} to {np.max(field.high):g}"
        lines.append(f"| {numbers} | `{field.name}` | {shape} | {span} | {field.meaning} |")
    return "\n".join(lines) + "\n"


def encoder(name: str = "flat", config: GameConfig | Mapping[str, Any] | None = None) -> Encoder:
    """The encoder of a name for the games of a config."""
    if name not in ENCODERS:
        raise ValueError(f"observation: {name!r} is unknown; there are {', '.join(ENCODERS)}")
    return _encoder(name, Blocks.of(GameConfig.of(config)))


@cache
def _encoder(name: str, blocks: Blocks) -> Encoder:
    return Encoder(name, blocks)


def encoders() -> tuple[str, ...]:
    """The names of all encoders."""
    return ENCODERS
