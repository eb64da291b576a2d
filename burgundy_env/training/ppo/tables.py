"""Games that are played while the net learns from those before: one batch ahead, whether in a thread of its own or in
turn, so that a run comes out the same on any number of cores."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ...config import GameConfig
from .net import Columns, Net
from .play import Decisions, Table
from .wanted import Wanted

Array = np.ndarray[Any, Any]


@dataclass
class Asked:
    """What is to be played: by which weights, beside whom, who is imitated, how many decisions."""

    net: Net
    pool: tuple[Net, ...]
    teacher: str | None
    size: int


@dataclass
class Played:
    """The decisions of each table, the points of the games that ended, and how long it took."""

    steps: list[list[Decisions]]
    ended: list[Array]
    seconds: float
    taught: bool


class Tables:
    """All tables, and the batch that is being played at them."""

    def __init__(self, wanted: Wanted, columns: Columns, threads: int) -> None:
        self._wanted, self._columns = wanted, columns
        self._random = np.random.default_rng(wanted.seed)
        configs = [GameConfig.of(config) for config in wanted.configs]
        games = wanted.games // len(configs)
        self.all = [
            Table(config, games, max(threads - 1, 1), wanted.seed * 1_000_000 + 1000 * k, wanted.agents)
            for k, config in enumerate(configs)
        ]
        for table in self.all:
            self._seat(table, np.arange(table.env.num_envs), 0)
        self._thread = ThreadPoolExecutor(1, "burgundy ppo") if threads > 1 else None
        self._asked: Asked | None = None
        self._begun: dict[str, Any] = {}
        self._playing: Future[Played] | None = None
        self._stopped = False

    @property
    def has_begun(self) -> bool:
        """Whether a batch is being played, or is there."""
        return self._asked is not None

    def begin(self, asked: Asked) -> None:
        """Play a batch; it is there to be taken when it has been played."""
        self._asked, self._begun = asked, self._state()
        if self._thread is not None:
            self._playing = self._thread.submit(self._play, asked)

    def take(self) -> Played:
        """The batch that was begun."""
        assert self._asked is not None
        asked, self._asked = self._asked, None
        if self._playing is None:
            return self._play(asked)
        playing, self._playing = self._playing, None
        return playing.result()

    def _play(self, asked: Asked) -> Played:
        began, ended, batches = time.perf_counter(), [], []
        for table in self.all:
            steps: list[Decisions] = []
            made = 0
            while made < asked.size / len(self.all) and not self._stopped:
                step = table.play(asked.net, self._columns, asked.pool, self._random, asked.teacher)
                steps.append(step)
                made += len(step.games)
                if len(step.ended):
                    self._seat(table, step.ended, len(asked.pool))
                    ended.append(step.totals.mean(1))
            batches.append(steps)
        return Played(batches, ended, time.perf_counter() - began, asked.teacher is not None)

    def _seat(self, table: Table, games: Array, pool: int) -> None:
        table.seat(games, pool, self._wanted.older, self._wanted.compiled, self._random)

    # --- keeping -------------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        tables = [{"games": _bytes(table.env.state_bytes()), "who": table.who.copy()} for table in self.all]
        return {"tables": tables, "random": json.dumps(self._random.bit_generator.state)}

    def state(self) -> dict[str, Any]:
        """What is needed to begin the batch that is being played once more."""
        assert self._asked is not None
        tables = [table | {"who": torch.from_numpy(table["who"])} for table in self._begun["tables"]]
        asked = self._asked
        return {
            "tables": tables, "random": self._begun["random"], "net": asked.net.state_dict(),
            "teacher": asked.teacher, "size": asked.size,
        }  # fmt: skip

    def restore(self, state: dict[str, Any], net: Net, pool: Sequence[Net]) -> None:
        """Begin the batch that was being played when `state` was called; `net` is room for its weights."""
        for table, kept in zip(self.all, state["tables"], strict=True):
            table.restore(kept["games"].numpy().tobytes(), kept["who"].numpy().copy())
        self._random.bit_generator.state = json.loads(state["random"])
        net.load_state_dict(state["net"])
        self.begin(Asked(net, tuple(pool), state["teacher"], state["size"]))

    def stop(self) -> None:
        """Leave what is being played."""
        self._stopped = True
        if self._thread is not None:
            self._thread.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Leave it, and the tables."""
        self.stop()
        for table in self.all:
            table.env.close()


def _bytes(content: bytes) -> torch.Tensor:
    return torch.frombuffer(bytearray(content), dtype=torch.uint8)
