"""Many games at once for stable-baselines3 and sb3-contrib; needs the extra `sb3`.

>>> from burgundy_env.envs.sb3 import BurgundyVecEnv
>>> from sb3_contrib import MaskablePPO
>>> MaskablePPO("MlpPolicy", BurgundyVecEnv(64, opponents="random")).learn(100_000)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ..engine.layout import HEXES
from ..game import Config
from .vector import BurgundyVectorEnv, SelfPlayVectorEnv

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        "stable-baselines3 is not installed; pip install 'burgundy-env[sb3]' brings it and sb3-contrib"
    ) from error

Array = np.ndarray[Any, Any]
Indices = int | Sequence[int] | None


class BurgundyVecEnv(VecEnv):  # type: ignore[misc]  # it has no types here, as it need not be installed
    """`BurgundyVectorEnv`, whose keywords it takes, as stable-baselines3 wants it.

    `self_play=True`: every decision of every seat is the learner's, as in `SelfPlayVectorEnv`; a step's reward
    is then that of the seat that acted. `vector` is the environment behind it, `vector.game(i)` a game of it.

    The info of a game's last step has `episode` with its return and length, as from a Monitor, `is_success`
    for the learner's win, `terminal_observation`, and the result as in all environments (`totals` and so on).
    """

    def __init__(self, num_envs: int = 1, config: Config = None, *, self_play: bool = False, **keywords: Any) -> None:
        for key in ("autoreset_mode", "copy"):
            if key in keywords:
                raise TypeError(f"{key}: stable-baselines3 wants it in one way only, so it can't be set here")
        flavour: Any = SelfPlayVectorEnv if self_play else BurgundyVectorEnv
        self.vector: BurgundyVectorEnv | SelfPlayVectorEnv = flavour(
            num_envs, config, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, **keywords
        )
        self._self_play = self_play
        self._actions: Any = None
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        self._start = time.perf_counter()
        super().__init__(num_envs, self.vector.single_observation_space, self.vector.single_action_space)

    # --- playing -------------------------------------------------------------------------------------

    def reset(self) -> Array:
        """Begin all games, with what `seed` and `set_options` were given since the last time."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self.vector.reset(seed=seeds, options=self._gathered())
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        who = "to_move" if self._self_play else "seat"
        self.reset_infos = [{who: seat} for seat in infos[who].tolist()]
        return observations.copy()

    def step_async(self, actions: Array) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """One decision in each game; what is over has begun anew."""
        observations, rewards, dones, _, infos = self.vector.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        if len(ended):
            seconds = round(time.perf_counter() - self._start, 6)
            for i in ended.tolist():
                told[i] = self._last_info(i, infos, seconds)
            self._returns[ended], self._lengths[ended] = 0, 0
        # Whoever learns keeps the last observation during the next step, so it must not be the vector's own.
        return observations.copy(), rewards.astype(np.float32), dones.copy(), told

    def _last_info(self, i: int, infos: dict[str, Any], seconds: float) -> dict[str, Any]:
        final = infos["final_info"]
        seat = int(final["mover" if self._self_play else "seat"][i])
        info = {key: final[key][i].copy() for key in ("totals", "ranking", "breakdown")}
        illegal = bool(final["illegal"][i])
        return info | {
            "terminal_observation": infos["final_obs"][i],
            "TimeLimit.truncated": False,
            "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": seconds},
            "seat": seat,
            "illegal": illegal,
            "is_success": not illegal and self._won(final, i, seat),
        }

    def _won(self, final: dict[str, Any], i: int, seat: int) -> bool:
        if self.vector.config.solo:  # where totals are the hexes covered, and all of them make a win
            return bool(final["totals"][i, 0] == HEXES)
        if self.vector.config.teams:
            return bool(final["ranking"][i, 0] == seat % self.vector.config.teams and not final["draw"][i])
        return bool(final["ranking"][i, 0] == seat)

    def _gathered(self) -> dict[str, Any]:
        """The options of all games as the vector wants them: a list for each key."""
        gathered: dict[str, Any] = {key: [None] * self.num_envs for options in self._options for key in options}
        if "seat" in gathered and isinstance(self.vector, BurgundyVectorEnv):
            gathered["seat"] = self.vector.wanted_seats()
        for i, options in enumerate(self._options):
            for key, value in options.items():
                gathered[key][i] = value
        return gathered

    def action_masks(self) -> Array:
        """Which actions are legal in each game, a row for each."""
        return self.vector.action_masks().copy()

    def close(self) -> None:
        """Let go of threads and of opponents that hold something."""
        self.vector.close()

    # --- one game as an environment of its own -------------------------------------------------------

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """What a method of single games gives: `action_masks`, `render`."""
        if method_name == "action_masks" and indices is None:
            return list(self.action_masks())
        return [getattr(one, method_name)(*args, **kwargs) for one in self._ones(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of single games: `game` (a copy), `config`, `render_mode`, spaces, or a method."""
        return [getattr(one, attr_name) for one in self._ones(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refused: single games have nothing of their own that could be set."""
        raise AttributeError(f"{attr_name}: the games of a vector have all in common; make another one instead")

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """No wrapper is around a single game; what a Monitor would tell is told, so that nobody misses one."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def get_images(self) -> list[Any]:
        """The picture of each table, where the render mode is one of pictures."""
        return [one.render() for one in self._ones(None)]

    def _ones(self, indices: Indices) -> list[_One]:
        return [_One(self, i) for i in self._get_indices(indices)]


class _One:
    """A game of the vector, as stable-baselines3 asks about it."""

    def __init__(self, env: BurgundyVecEnv, i: int) -> None:
        self._vector, self._i = env.vector, range(env.vector.num_envs)[i]
        self.config, self.encoder, self.render_mode = env.vector.config, env.vector.encoder, env.vector.render_mode
        self.observation_space = env.vector.single_observation_space
        self.action_space = env.vector.single_action_space

    @property
    def game(self) -> Any:
        return self._vector.game(self._i)

    def action_masks(self) -> Array:
        mask: Array = self._vector.action_masks()[self._i].copy()
        return mask

    def render(self) -> Any:
        return self._vector.render_game(self._i)
