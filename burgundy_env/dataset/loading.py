"""A dataset that was written: its games as rows, and each step of a game as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import data as component_data
from ..config import GameConfig
from ..data import Data
from ..encoders import encode
from ..engine.actions import ACTIONS
from ..engine.layout import SCORE_NAMES, SEATS, STATE, new_tape
from ..engine.legal import MOST_LEGAL
from ..engine.tables import tables_for
from ..envs.rewards import REWARDS
from ..game import Game
from ..observations import encoder
from ..store import Folder
from .store import KIND, DatasetError
from .walk import WHOLE, walk

if TYPE_CHECKING:
    import polars

GAMES = "games.parquet"
Array = np.ndarray[Any, Any]


class Steps(NamedTuple):
    """The decisions of a game, in their order: the first axis is the step."""

    observation: Array  # what the seat that decides sees
    mask: Array  # 1 for what is legal, by action id
    action: Array
    reward: Array  # what comes to the seat until its next decision
    seat: Array
    final: Array  # by seat: what it sees in the end


class _Work(NamedTuple):
    """What a walk remembers, by seat."""

    paid: Array
    gains: Array
    owed: Array
    last: Array


class Dataset:
    """The games in a folder that `burgundy dataset` has written."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Nothing that the folder names is run."""
        found = Folder.open(folder, KIND)
        self.folder: Path = found.path
        try:
            plan = found.document["plan"]
            self.config = GameConfig.of(plan["config"])
            self.agents: tuple[str, ...] = tuple(plan["agents"])
            self.data: Data = component_data.load(plan["data"]["folder"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise DatasetError(f"{found.path / KIND.header}: {error!r}") from None
        if not (self.folder / GAMES).exists():
            raise DatasetError(
                f"{self.folder} has no {GAMES} yet; burgundy dataset --resume {self.folder} plays what is missing "
                "and writes it"
            )

    @cached_property
    def table(self) -> polars.DataFrame:
        """A row for each game."""
        import polars

        return polars.read_parquet(self.folder / GAMES)

    def __len__(self) -> int:
        return self.table.height

    def game(self, number: int) -> Game:
        """A game played once more to its end, with its way."""
        row = self._row(number)
        game = Game.new(self.config, int(row["seed"]), data=self.data)
        for action in row["actions"]:
            game.push(action)
        return game

    def steps(self, number: int, observation: str = "compact", reward: str = "win") -> Steps:
        """Each decision of a game; `observation` and `reward` as environments have them."""
        if reward not in REWARDS:
            raise DatasetError(f"reward: {reward!r} is unknown; there are {', '.join(REWARDS)}")
        row, encodes, players = self._row(number), encoder(observation, self.config), self.config.players
        tables = tables_for(self.config, self.data)
        actions = np.array(row["actions"], np.int16)
        n, parties = len(actions), self.config.parties
        states, masks = np.zeros(n + 1, STATE), np.zeros((n, ACTIONS), np.int8)
        seats, rewards = np.zeros(n, np.int8), np.zeros(n)
        work = _Work(
            np.zeros(SEATS, np.int16), np.zeros(self.config.seats), np.zeros(SEATS), np.zeros(SEATS, np.int32)
        )
        ids, parted = np.zeros(MOST_LEGAL, np.int16), np.zeros((parties, len(SCORE_NAMES)), np.int16)
        totals, ranking = np.zeros(parties, np.int16), np.zeros(parties, np.int8)
        broken = walk(
            tables, int(row["seed"]), actions, REWARDS.index(reward), states, new_tape(), ids, masks, seats, rewards,
            totals, ranking, parted, work,
        )  # fmt: skip
        if broken != WHOLE:
            raise DatasetError(f"{self.folder / GAMES}: game {number} does not go on at step {broken} as it says")
        seen = np.empty((n, *encodes.shape), encodes.dtype)
        encode(tables, states, seats, encodes.number, seen.reshape(n, encodes.size).view(np.float32))
        ends, last = np.repeat(states[n:], players), np.arange(players)
        final = np.empty((players, *encodes.shape), encodes.dtype)
        encode(tables, ends, last, encodes.number, final.reshape(players, encodes.size).view(np.float32))
        return Steps(seen, masks, actions, rewards.astype(np.float32), seats, final)

    def all_steps(self, observation: str = "compact", reward: str = "win") -> Iterator[Steps]:
        """Of every game, made one after the other."""
        return (self.steps(number, observation, reward) for number in range(len(self)))

    def _row(self, number: int) -> dict[str, Any]:
        if not 0 <= number < len(self):
            raise DatasetError(f"game {number}: there are {len(self):,}, numbered from 0")
        return self.table.row(number, named=True)
