"""Policies for stable-baselines3 that score each legal action by what it changes; needs the extra `sb3`.

`ActionRowsPolicy` is for sb3-contrib's MaskablePPO. `UnmaskedActionRowsPolicy` is for stable-baselines3's own PPO and
A2C, which know no masks: what is not legal has no row and no probability.

>>> from burgundy_env.envs.sb3 import BurgundyVecEnv
>>> from burgundy_env.envs.sb3_rows import ActionRowsPolicy
>>> from sb3_contrib import MaskablePPO
>>> games = BurgundyVecEnv(32, opponents="heuristic", observation="ahead")
>>> MaskablePPO(ActionRowsPolicy, games, n_steps=64)
"""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.policies import ActorCriticPolicy
from torch import nn

from .rows_net import RowForecast, RowScores


class _ByRows:
    """The networks of both policies, for observations `ahead` or `actions`; the keywords are those of `RowScores`
    and `RowForecast`."""

    observation_space: Any
    optimizer_class: Any
    optimizer_kwargs: dict[str, Any]
    parameters: Any

    def __init__(
        self,
        *args: Any,
        wide: int = 96,
        narrow: int = 32,
        temperature: float = 0.5,
        thumb: bool = True,
        vp: float = 0.0,
        **keywords: Any,
    ) -> None:
        self._vp = vp
        self._made_with = (wide, narrow, temperature, thumb)
        super().__init__(*args, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        self.mlp_extractor = _Whole()
        self.action_net = RowScores(self.observation_space.shape, *self._made_with)
        self.value_net = RowForecast(self.observation_space.shape, self._vp)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class ActionRowsPolicy(_ByRows, MaskableActorCriticPolicy):  # type: ignore[misc]  # sb3-contrib is not looked into
    """For MaskablePPO and observations `ahead` or `actions`. It begins as `RowScores` says; `thumb=False` begins at
    chance.
    """


class UnmaskedActionRowsPolicy(_ByRows, ActorCriticPolicy):  # type: ignore[misc]
    """The same for the algorithms of stable-baselines3 itself, PPO and A2C."""


class _Whole(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """Both halves get the observation as it is."""

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return seen, seen

    def forward_actor(self, seen: torch.Tensor) -> torch.Tensor:
        return seen

    forward_critic = forward_actor
