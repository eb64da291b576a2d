"""Networks in torch for observations `actions` and `ahead`, whatever library trains them: each legal action is scored
by what it changes. What is not legal has no row, so these networks need no mask; needs the extra `train`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import torch
from torch import nn

from ..config import GameConfig
from ..encoders import ENCODERS, shape_of
from ..encoders.features import CONTEXT_SIZE
from ..encoders.modules import Blocks
from ..engine.actions import ACTIONS
from ..observations import action_columns, encoder

UNLIKELY = -1e8  # what has no row is not chosen


class RowScores(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """A score for each action id; only rows that are there are reckoned.

    It begins at what the turn can come to, or where that is not shown at what the rules of thumb think, `temperature`
    victory points being a factor of e in probability; `thumb=False` begins at chance. `shape` is that of one
    observation.
    """

    def __init__(
        self, shape: tuple[int, ...], wide: int = 96, narrow: int = 32, temperature: float = 0.5, thumb: bool = True
    ) -> None:
        super().__init__()
        config, kind = _kind_of(shape)
        fields = {field.name: field for field in encoder(kind, config).fields}
        self._ids, self._rows = fields["ids"].slice, fields["rows"]
        width = self._rows.shape[1]
        self.row, self.context = nn.Linear(width, wide), nn.Linear(CONTEXT_SIZE, wide, bias=False)
        self.second, self.last = nn.Linear(wide, narrow), nn.Linear(narrow, 1, bias=False)
        self.direct = nn.Linear(width, 1, bias=False)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.direct.weight)
        if thumb:
            place = {field.name: field.first for field in action_columns(config, kind == "ahead").fields}
            with torch.no_grad():
                self.direct.weight[0, place.get("ahead.net", place["thumb"])] = 10 / temperature

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The scores of a batch, as logits."""
        ids = seen[:, self._ids].long()
        game, place = ids.nonzero(as_tuple=True)
        rows = seen[:, self._rows.slice].unflatten(1, self._rows.shape)[game, place]
        hidden = torch.relu(self.row(rows) + self.context(seen[:, :CONTEXT_SIZE])[game])
        scores = (self.last(torch.relu(self.second(hidden))) + self.direct(rows)).squeeze(1)
        logits = torch.full((len(seen), ACTIONS), UNLIKELY, device=seen.device)
        return logits.index_put((game, ids[game, place] - 1), scores)


def context_value() -> Any:
    """What the position is worth, from the `features` that stand in front of the rows."""
    return nn.Sequential(
        _Context(), nn.Linear(CONTEXT_SIZE, 128), nn.ReLU(), nn.Linear(128, 32), nn.ReLU(), nn.Linear(32, 1)
    )


class _Context(nn.Module):  # type: ignore[misc]
    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return seen[:, :CONTEXT_SIZE]


def _kind_of(shape: tuple[int, ...]) -> tuple[GameConfig, str]:
    """A config and an encoder that writes observations of a shape for its games."""
    # Not by an encoder: one of `ahead` wants the search to be there.
    for config, kind in product((GameConfig(), GameConfig.of({"modules": ["inns"]})), ("ahead", "actions")):
        if shape_of(ENCODERS.index(kind), Blocks.of(config)) == shape:
            return config, kind
    raise ValueError(
        f'this network is for observation="ahead" or "actions", not for observations of the shape {shape}'
    )
