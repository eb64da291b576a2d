"""Networks in torch for observations `actions` and `ahead`, whatever library trains them: each legal action is scored
by what it changes. What is not legal has no row, so these networks need no mask; needs the extra `train`.
"""

from __future__ import annotations

from itertools import product

import torch
from torch import nn

from ..config import GameConfig
from ..encoders import ENCODERS, shape_of
from ..encoders.features import CONTEXT_SIZE
from ..encoders.modules import Blocks
from ..engine.actions import ACTIONS
from ..observations import action_columns, encoder

UNLIKELY = -1e8  # what has no row is not chosen
SHOWN = 100.0  # victory points that `features` tell as 1
STEP = 100.0  # and those by which a forecast is corrected at a time


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


class RowForecast(nn.Module):  # type: ignore[misc]
    """What is still to come for whoever sees a position: by the `features` in front of the rows, and by the largest
    number of each column of the rows, which is what the dice are good for and no action has earned.

    `vp` is what a victory point is paid, as with `reward="vp"`: then it begins at what the heuristic still expects.
    One that begins at nothing knows for long of near points only, and has the policy forget all others. 0: points are
    not what is paid, and it begins at 0.
    """

    def __init__(self, shape: tuple[int, ...], vp: float = 0.0) -> None:
        super().__init__()
        config, kind = _kind_of(shape)
        fields = {field.name: field for field in encoder(kind, config).fields}
        self._expected, self._scored = fields["self.expected"].slice, fields["self.scored"].slice
        self._ids, self._rows, self._vp = fields["ids"].slice, fields["rows"], vp
        seen = CONTEXT_SIZE + self._rows.shape[1]
        self.layers = nn.Sequential(
            nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, 32), nn.ReLU(), nn.Linear(32, 1)
        )  # fmt: skip
        nn.init.zeros_(self.layers[-1].weight)
        nn.init.zeros_(self.layers[-1].bias)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Of a batch, a column."""
        rows = seen[:, self._rows.slice].unflatten(1, self._rows.shape)
        best = torch.where(seen[:, self._ids, None] > 0, rows, -torch.inf).amax(1)
        best = torch.where(best.isfinite(), best, 0.0)  # a game that is over has no rows
        corrected: torch.Tensor = self.layers(torch.cat([seen[:, :CONTEXT_SIZE], best], 1))
        if not self._vp:
            return corrected
        to_come = SHOWN * (seen[:, self._expected] - seen[:, self._scored])
        return self._vp * (to_come + STEP * corrected)


def _kind_of(shape: tuple[int, ...]) -> tuple[GameConfig, str]:
    """A config and an encoder that writes observations of a shape for its games."""
    # Not by an encoder: one of `ahead` wants the search to be there.
    for config, kind in product((GameConfig(), GameConfig.of({"modules": ["inns"]})), ("ahead", "actions")):
        if shape_of(ENCODERS.index(kind), Blocks.of(config)) == shape:
            return config, kind
    raise ValueError(
        f'this network is for observation="ahead" or "actions", not for observations of the shape {shape}'
    )
