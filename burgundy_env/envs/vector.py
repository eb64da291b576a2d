"""Many games at once as a native Gymnasium vector environment.

`BurgundyVectorEnv`: you play one seat of each game, others the rest. `SelfPlayVectorEnv`: every decision of
every seat is yours. Both play whole batches in compiled code (`many`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ..config import GameConfig
from ..game import Config, DataSource
from .common import wanted_seat
from .many import Array, Vector
from .opponents import Opponents, read_opponents
from .stepping import ANY_SEAT


class BurgundyVectorEnv(Vector):
    """You play one seat of each game, others the rest: `Burgundy-v0` many times.

    `seat`, `opponents`, `reward`, `observation`, `on_illegal` as in `BurgundyEnv`; `seat` may list one for
    each game. `copy=False` returns the vector's own buffers, which the next step overwrites: faster, and
    right for code that uses up each step before it takes the next. `threads` splits the games into as many
    pieces; results don't depend on it. Opponents in Python are asked one after the other and see no events
    of before their turn; compiled ones are what makes a vector fast.

    >>> env = BurgundyVectorEnv(8, opponents="reflex", reward="vp")
    >>> observations, infos = env.reset(seed=7)
    >>> saved = env.state_bytes()
    >>> observations, rewards, ended, cut, infos = env.step(env.sample_actions())
    >>> observations.shape, env.action_masks().shape, env.answers("heuristic").shape, env.game(0).is_over
    ((8, 1286), (8, 1104), (8,), False)
    >>> len(env.action_rows().offsets)
    9
    >>> observations, infos = env.restore(saved)
    """

    allowed_options = ("reset_mask", "position", "seat")

    def __init__(
        self,
        num_envs: int = 1,
        config: Config = None,
        *,
        seat: int | str | Sequence[int | str] = 0,
        opponents: Opponents = "random",
        reward: str = "win",
        observation: str = "flat",
        on_illegal: str = "end",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        data: DataSource = None,
    ) -> None:
        config, others = read_opponents(opponents, GameConfig.of(config))
        super().__init__(
            num_envs,
            config,
            others,
            reward=reward,
            observation=observation,
            on_illegal=on_illegal,
            autoreset_mode=autoreset_mode,
            threads=threads,
            copy=copy,
            render_mode=render_mode,
            data=data,
        )
        self._wanted = self._seats(seat)

    def wanted_seats(self) -> list[int | str]:
        """Where you sit in the games to come: `seat` as it was given, for each game."""
        return ["random" if seat == ANY_SEAT else int(seat) for seat in self._wanted]

    def _seats(self, seat: Any) -> Array:
        return np.array([wanted_seat(each, self.config.players) for each in self._each("seat", seat)], np.int8)

    def _choose_seats(self, options: Mapping[str, Any], chosen: Array) -> None:
        seats = self._seats(options["seat"]) if "seat" in options else self._wanted
        self._games.slots["wanted"][chosen] = seats[chosen]

    def _facts(self) -> dict[str, Array]:
        return {"seat": self._games.slots["seat"].astype(np.int64)}

    def _last_facts(self) -> dict[str, Array]:
        return {"seat": self._games.movers.astype(np.int64)}


class SelfPlayVectorEnv(Vector):
    """Every decision of every seat is yours; each step is one decision in each game.

    The observation and the mask are those of the seat to move, `info["to_move"]`. A step's reward is that
    of the seat which acted, `info["mover"]`; `info["seat_rewards"]` has everybody's, which matters where a
    game ends: each seat is paid then. The last observation of a game is that of the seat which ended it.

    >>> env = SelfPlayVectorEnv(8)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ended, cut, infos = env.step(env.sample_actions())
    >>> infos["mover"].shape, infos["to_move"].shape, infos["seat_rewards"].shape
    ((8,), (8,), (8, 2))
    """

    def __init__(
        self,
        num_envs: int = 1,
        config: Config = None,
        *,
        reward: str = "win",
        observation: str = "flat",
        on_illegal: str = "end",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        data: DataSource = None,
    ) -> None:
        super().__init__(
            num_envs,
            config,
            None,
            reward=reward,
            observation=observation,
            on_illegal=on_illegal,
            autoreset_mode=autoreset_mode,
            threads=threads,
            copy=copy,
            render_mode=render_mode,
            data=data,
        )

    def _facts(self) -> dict[str, Array]:
        games = self._games
        return {"to_move": games.to_move, "mover": games.movers, "seat_rewards": games.seat_rewards}

    def _last_facts(self) -> dict[str, Array]:
        games = self._games
        return {
            "to_move": np.full(self.num_envs, -1, np.int8),
            "mover": games.movers,
            "seat_rewards": games.seat_rewards,
        }
