"""Learning from decisions: advantages by seat, and some epochs of PPO."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from .net import STEP, Net
from .play import Decisions

Array = np.ndarray[Any, Any]
CLIP, EPOCHS, BATCH, TAUGHT, NORM, VALUE = 0.2, 2, 1024, 512, 0.5, 0.5


@dataclass(frozen=True)
class Pace:
    """What is lowered or raised while the training goes on."""

    rates: tuple[float, float]  # of policy and forecasts
    decay: float  # of differences of forecasts to come: lambda
    others: float  # what a point of the best other counts
    entropy: float
    taught: bool = False  # what a teacher advises is learned, not what turned out well


class Batch:
    """The decisions whose advantage is known, one after the other."""

    def __init__(self, steps: Sequence[Decisions], parties: int, pace: Pace) -> None:
        ahead = advantages(steps, parties, pace.decay)
        known = np.isfinite(ahead[:, 0])
        counts = np.concatenate([step.counts for step in steps])
        forecasts = np.concatenate([step.forecasts for step in steps])
        self.starts = torch.from_numpy((np.cumsum(counts) - counts)[known])
        self.counts = torch.from_numpy(counts[known])
        self.rows = torch.from_numpy(np.concatenate([step.rows for step in steps]))
        self.context = torch.from_numpy(np.concatenate([step.context for step in steps])[known])
        self.best = torch.from_numpy(np.concatenate([step.best for step in steps])[known])
        self.chosen = torch.from_numpy(np.concatenate([step.chosen for step in steps])[known])
        self.advised = torch.from_numpy(np.concatenate([step.advised for step in steps])[known])
        self.logs = torch.from_numpy(np.concatenate([step.logs for step in steps])[known])
        self.targets = torch.from_numpy((forecasts + ahead)[known])
        gains = ahead[known, 0] - pace.others * ahead[known, 1]
        self.gains = torch.from_numpy((gains - gains.mean()) / (gains.std() + 1e-6))

    def __len__(self) -> int:
        return len(self.counts)

    def rows_of(self, some: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The rows of some decisions, of which decision each is, and where each decision's begin among them."""
        counts = self.counts[some]
        ends = counts.cumsum(0)
        owner = torch.repeat_interleave(torch.arange(len(some)), counts)
        places = torch.arange(len(owner)) + (self.starts[some] - ends + counts)[owner]
        return self.rows[places], owner, ends - counts


def advantages(steps: Sequence[Decisions], parties: int, decay: float) -> Array:
    """By how much what came was better than forecast, for own points and the best other's: sums of differences of a
    seat's forecasts from one decision of its to the next, later ones counting less. Not a number for the last
    decision of a seat in a game that has not ended."""
    games = 1 + max(
        max(step.games.max(initial=0) for step in steps), max(step.ended.max(initial=0) for step in steps)
    )
    after, later = np.zeros((games, 4, 2), np.float32), np.zeros((games, 4, 2), np.float32)
    known, found = np.zeros((games, 4), np.bool_), []
    for step in reversed(steps):
        for seat in range(4):
            after[step.ended, seat] = outcome(step.totals, seat, parties)
        later[step.ended], known[step.ended] = 0, True
        at = step.games, step.seats
        there = known[at][:, None]
        ahead = after[at] - step.forecasts + decay * later[at]
        found.append(np.where(there, ahead, np.float32(np.nan)))
        after[at], later[at], known[at] = step.forecasts, np.where(there, ahead, np.float32(0)), True
    return np.concatenate(found[::-1]).astype(np.float32)


def outcome(totals: Array, seat: int, parties: int) -> Array:
    """Of games that ended: the points of a seat, in the team game its team's, and those of the best other."""
    others = np.delete(totals, seat % parties, axis=1)
    return np.stack([totals[:, seat % parties], others.max(axis=1, initial=-np.inf)], axis=1)


def learn(net: Net, optimizer: torch.optim.Optimizer, batch: Batch, pace: Pace) -> dict[str, float]:
    """Go over the decisions a few times; figures for the curves."""
    for group, rate in zip(optimizer.param_groups, pace.rates, strict=True):
        group["lr"] = rate
    sums, passes = np.zeros(4), 0
    for _ in range(EPOCHS):
        for some in torch.randperm(len(batch)).split(TAUGHT if pace.taught else BATCH):
            rows, owner, first = batch.rows_of(some)
            context, gains = batch.context[some], batch.gains[some]
            logs = net(context, rows, owner)
            change = logs[first + batch.chosen[some]] - batch.logs[some]
            ratio = change.exp()
            actor = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            if pace.taught:
                actor = -logs[first + batch.advised[some]].mean()
            misses = (net.forecast(context, batch.best[some]) - batch.targets[some]) / STEP
            critic = misses.square().mean()
            entropy = -(logs.exp() * logs).sum() / len(some)
            optimizer.zero_grad()
            (actor + VALUE * critic - pace.entropy * entropy).backward()
            for group in optimizer.param_groups:
                nn.utils.clip_grad_norm_(group["params"], NORM)
            optimizer.step()
            with torch.no_grad():
                sums += actor.item(), critic.item(), entropy.item(), (ratio - 1 - change).mean().item()
            passes += 1
    return dict(zip(("loss/actor", "loss/critic", "loss/entropy", "loss/divergence"), sums / passes, strict=True))


def optimizer_of(net: Net) -> torch.optim.Adam:
    """Policy and forecasts have rates of their own."""
    forecasts = list(net.value.parameters())
    policy = [one for one in net.parameters() if all(one is not other for other in forecasts)]
    return torch.optim.Adam([{"params": policy}, {"params": forecasts}], eps=1e-5)
