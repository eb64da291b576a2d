"""A policy for sb3-contrib's MaskablePPO that scores each legal action by what it changes; needs the extra `sb3`.

>>> from burgundy_env.envs.sb3 import BurgundyVecEnv
>>> from burgundy_env.envs.sb3_rows import ActionRowsPolicy
>>> from sb3_contrib import MaskablePPO
>>> games = BurgundyVecEnv(32, opponents="heuristic", observation="actions")
>>> MaskablePPO(ActionRowsPolicy, games, n_steps=64)
"""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from ..config import GameConfig
from ..encoders.features import CONTEXT_SIZE
from ..engine.actions import ACTIONS
from ..observations import Encoder, action_columns, encoder

UNLIKELY = -1e8  # what has no row is not chosen


class ActionRowsPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]  # what sb3-contrib is is not looked into
    """For observations `actions`. It begins at what the rules of thumb think, `temperature` victory points being a
    factor of e in probability; `thumb=False` begins at chance.
    """

    def __init__(
        self,
        *args: Any,
        wide: int = 96,
        narrow: int = 32,
        temperature: float = 0.5,
        thumb: bool = True,
        **keywords: Any,
    ) -> None:
        self._sizes, self._prior = (wide, narrow), 10 / temperature if thumb else 0.0
        super().__init__(*args, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        made = _encoder_of(self.observation_space.shape)
        self.mlp_extractor = _Whole()
        self.action_net = _Scores(made, *self._sizes, self._prior)
        self.value_net = nn.Sequential(
            _Context(), nn.Linear(CONTEXT_SIZE, 128), nn.ReLU(), nn.Linear(128, 32), nn.ReLU(), nn.Linear(32, 1)
        )
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def _encoder_of(shape: tuple[int, ...]) -> Encoder:
    """The encoder that writes observations of a shape."""
    for config in (GameConfig(), GameConfig.of({"modules": ["inns"]})):
        made = encoder("actions", config)
        if made.shape == shape:
            return made
    raise ValueError(f'ActionRowsPolicy is for observation="actions", not for observations of the shape {shape}')


class _Whole(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """Both halves get the observation as it is."""

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return seen, seen

    def forward_actor(self, seen: torch.Tensor) -> torch.Tensor:
        return seen

    forward_critic = forward_actor


class _Context(nn.Module):  # type: ignore[misc]
    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return seen[:, :CONTEXT_SIZE]


class _Scores(nn.Module):  # type: ignore[misc]
    """A score for each action id; only rows that are there are reckoned."""

    def __init__(self, made: Encoder, wide: int, narrow: int, prior: float) -> None:
        super().__init__()
        fields = {field.name: field for field in made.fields}
        self._ids, self._rows = fields["ids"].slice, fields["rows"]
        width = self._rows.shape[1]
        self.row, self.context = nn.Linear(width, wide), nn.Linear(CONTEXT_SIZE, wide, bias=False)
        self.second, self.last = nn.Linear(wide, narrow), nn.Linear(narrow, 1, bias=False)
        self.direct = nn.Linear(width, 1, bias=False)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.direct.weight)
        thumb = next(field for field in action_columns().fields if field.name == "thumb").first
        with torch.no_grad():
            self.direct.weight[0, thumb] = prior

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        ids = seen[:, self._ids].long()
        game, place = ids.nonzero(as_tuple=True)
        rows = seen[:, self._rows.slice].unflatten(1, self._rows.shape)[game, place]
        hidden = torch.relu(self.row(rows) + self.context(seen[:, :CONTEXT_SIZE])[game])
        scores = (self.last(torch.relu(self.second(hidden))) + self.direct(rows)).squeeze(1)
        logits = torch.full((len(seen), ACTIONS), UNLIKELY, device=seen.device)
        return logits.index_put((game, ids[game, place] - 1), scores)
