"""The network: a score for each legal action, and a forecast of how the game ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from burgundy_agents.ppo import RowPolicy, numbers_of
from torch import nn

from ...config import GameConfig
from ...encoders import ahead, features
from ...encoders.actions import per
from ...observations import action_columns, encoder

Array = np.ndarray[Any, Any]
WIDE, NARROW, VALUE_WIDE, VALUE_NARROW = 192, 48, 128, 32
PRIOR = 10.0  # tens of points by what the turn can come to: a point is a factor of e
IN_POINTS = ("thumb", "worth", "net", "points", "wanted", "wanted_now")
GAIN = 5.0  # small numbers are learned from slowly: what is told in tens of points is taken in twos,
BOLD = 3.0  # and what the hidden layers make of it counts so much
VP = 100.0  # victory points that count as 1 in what is seen
STEP = 20.0  # and those that the net's forecasts are corrected by at a time


class Columns:
    """Which numbers of rows and context a network takes."""

    def __init__(self, rows: list[str], context: list[str], config: GameConfig, ahead: bool) -> None:
        self.rows, self.context, self.ahead = rows, context, ahead
        shown = numbers_of(action_columns(config, ahead)), numbers_of(encoder("features", config))
        self.row_places = np.array([shown[0].index(name) for name in rows])
        self.context_places = np.array([shown[1].index(name) for name in context])
        self.all_rows = rows == shown[0]

    @classmethod
    def of(cls, config: GameConfig, plain: bool) -> Columns:
        """All that games of a config show; `plain`: but for what rests on weights that somebody tuned."""
        absent = tuple(f"opponent{k}." for k in range(config.seats, 4))
        if config.chateauma is None:
            absent += ("chateauma.",)
        rows, context = numbers_of(action_columns(config, not plain)), numbers_of(encoder("features", config))
        if plain:
            rows = [name for name in rows if name not in ahead.BY_HAND]
            context = [name for name in context if name not in features.BY_HAND]
        return cls(rows, [name for name in context if not name.startswith(absent)], config, not plain)


class Net(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """Policy and forecasts. The one begins at what the turn can come to, the others at what the heuristic expects;
    those of a `plain` net at chance, and at the points scored so far."""

    def __init__(self, columns: Columns, plain: bool) -> None:
        super().__init__()
        rows, context, linear = len(columns.rows), len(columns.context), nn.Linear
        self.row, self.context = linear(rows, WIDE), linear(context, WIDE, bias=False)
        self.second, self.last = linear(WIDE, NARROW), linear(NARROW, 1, bias=False)
        self.direct = linear(rows, 1, bias=False)
        self.value = nn.Sequential(
            linear(context + rows, VALUE_WIDE), nn.ReLU(), linear(VALUE_WIDE, VALUE_NARROW), nn.ReLU(),
            linear(VALUE_NARROW, 2),
        )  # fmt: skip
        for layer in (self.last, self.direct, self.value[-1]):
            nn.init.zeros_(layer.weight)
        nn.init.zeros_(self.value[-1].bias)
        what = "points" if plain else "expected"
        others = [f"opponent{k}.{what}" for k in range(1, 4)]
        self._own = columns.context.index(f"self.{what}")
        self._others = [columns.context.index(name) for name in others if name in columns.context]
        if not plain:
            with torch.no_grad():
                self.direct.weight[0, columns.rows.index("ahead.net")] = PRIOR / GAIN
        self.register_buffer("gain", torch.tensor([gain_of(name) for name in columns.rows]), persistent=False)

    def forward(self, context: torch.Tensor, rows: torch.Tensor, owner: torch.Tensor) -> torch.Tensor:
        """The logarithm of each action's probability; `owner` says of which decision each row is."""
        rows = rows * self.gain
        hidden = torch.relu(self.row(rows) + self.context(context)[owner])
        scores = (BOLD * self.last(torch.relu(self.second(hidden))) + self.direct(rows)).squeeze(1)
        return log_softmax(scores, owner, len(context))

    def forecast(self, context: torch.Tensor, best: torch.Tensor) -> torch.Tensor:
        """Points at the end: own ones, and those of the best other. `best` are the largest numbers of all rows: what
        the dice are good for, which is luck that no action earned."""
        base = [context[:, self._own], context[:, self._others].max(1).values]
        corrected: torch.Tensor = STEP * self.value(torch.cat([context, best * self.gain], 1))
        return VP * torch.stack(base, 1) + corrected

    def policy(self, columns: Columns, about: str = "") -> RowPolicy:
        """What is needed to play."""
        parts = {
            "row": self.row.weight.T * self.gain[:, None], "context": self.context.weight.T,
            "first_bias": self.row.bias,
            "second": self.second.weight.T, "second_bias": self.second.bias, "last": BOLD * self.last.weight[0],
            "direct": self.direct.weight[0] * self.gain,
        }  # fmt: skip
        kept = {name: part.detach().numpy().copy() for name, part in parts.items()}
        return RowPolicy(columns.rows, columns.context, kept, about)


def gain_of(name: str) -> float:
    """What a number of a row is multiplied by."""
    block, _, what = name.rpartition(".")
    if what in IN_POINTS:
        return GAIN
    return per(what) if block in ("change", "ahead") else 1.0


def log_softmax(scores: torch.Tensor, owner: torch.Tensor, decisions: int) -> torch.Tensor:
    """Over the rows of each decision."""
    most = torch.full((decisions,), -torch.inf).scatter_reduce(0, owner, scores.detach(), "amax")
    scores = scores - most[owner]
    sums = torch.zeros(decisions).index_add(0, owner, scores.exp())
    return scores - sums.log()[owner]
