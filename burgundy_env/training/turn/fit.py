"""Fitting a net to what futures said: the level of a turn, and above all the differences between its ends."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ...engine.layout import SEATS
from ...players.net.inputs import INPUTS
from ...store import write_whole
from .gather import Rows

FIRST, SECOND = 256, 64
DIFFERENCES = 60.0  # times that differences within a turn count, compared to their level: they are far smaller
SURE = 0.3  # of what came of the game, against what its futures said
TURNS_AT_ONCE = 256
EPOCHS, FASTEST = 16, 2e-3
EPOCHS_ON, FASTEST_ON = 6, 1e-3  # of a net that goes on from the one before
HUBER = 8.0  # VP, from which on errors count by their size and no longer by its square


class Model(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """What `players.net.forward` reckons, in VP over the heuristic's worth."""

    def __init__(self, scale: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.layers = nn.Sequential(
            nn.Linear(len(INPUTS), FIRST), nn.ReLU(), nn.Linear(FIRST, SECOND), nn.ReLU(), nn.Linear(SECOND, 1)
        )
        nn.init.zeros_(self.layers[-1].weight)
        nn.init.zeros_(self.layers[-1].bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The correction, a number for each row."""
        values: torch.Tensor = self.layers(inputs * self.scale).squeeze(-1)
        return values * 10.0


def targets(rows: Rows) -> np.ndarray:
    """VP that the ends are to be worth: as the futures said, a turn's ends shifted towards what came of it."""
    group = rows.turn.astype(np.int64) * SEATS + _seats(rows)
    surprise = np.zeros(int(group.max()) + 1, np.float32)
    taken = rows.taken
    surprise[group[taken]] = rows.total[taken] - rows.expected[taken]
    wanted: np.ndarray = rows.expected + SURE * surprise[group]
    return wanted


def _seats(rows: Rows) -> np.ndarray:
    """A number of the seat within its turn's end: rows of an end stand together."""
    first = np.flatnonzero(np.diff(rows.turn.astype(np.int64) * 128 + rows.end, prepend=-1))
    begin = np.zeros(len(rows.turn), np.int64)
    begin[first] = first
    return np.arange(len(rows.turn)) - np.maximum.accumulate(begin)


def _centred(values: torch.Tensor, group: torch.Tensor, groups: int) -> torch.Tensor:
    """Values less the mean of their group."""
    sums = torch.zeros(groups).index_add_(0, group, values)
    counts = torch.zeros(groups).index_add_(0, group, torch.ones_like(values))
    return values - (sums / counts.clamp(min=1))[group]


Tell = Callable[[int, str, dict[str, float]], None]  # the epoch, how it went, in figures


def fit(
    rows: Rows,
    seed: int = 1,
    epochs: int | None = None,
    before: Path | None = None,
    kept: Path | None = None,
    tell: Tell = lambda *_: None,
) -> Model:
    """A net fitted to some rows; one turn in twenty is left out to judge it by.

    `before`: what another fit has kept, whose net this one goes on from. `kept`: a file that says after every epoch
    how far it is; killed, it goes on from there.
    """
    torch.manual_seed(seed)
    wanted = targets(rows) - rows.worth
    turns = int(rows.turn.max()) + 1
    begins = np.searchsorted(rows.turn, np.arange(turns + 1))
    judged = np.arange(turns) % 20 == 7
    learning, seats = np.flatnonzero(~judged), _seats(rows)
    model = Model(torch.from_numpy(_scale(rows)))
    if before is not None:
        model.load_state_dict(torch.load(before, weights_only=True)["model"])
    epochs = epochs or (EPOCHS if before is None else EPOCHS_ON)
    steps = epochs * (len(learning) // TURNS_AT_ONCE)
    optimiser = torch.optim.Adam(model.parameters(), FASTEST if before is None else FASTEST_ON)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(1 - step / max(steps, 1), 0.02))
    parts = {"model": model, "optimiser": optimiser, "schedule": schedule}
    for epoch in range(_load(kept, parts), epochs):
        np.random.default_rng((seed, epoch)).shuffle(order := learning.copy())
        total, batches = 0.0, 0
        for chosen in _batches(order):
            loss = _loss(model, rows, wanted, seats, begins, chosen)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total, batches = total + float(loss.detach()), batches + 1
        seen = report(model, rows, wanted, seats, begins, judged)
        loss = total / max(batches, 1)
        _keep(kept, parts, epoch + 1)
        tell(epoch + 1, f"epoch {epoch + 1} of {epochs}: loss {loss:.3f}; {_words(seen)}", {"learning": loss} | seen)
    return model


def _load(path: Path | None, parts: dict[str, Any]) -> int:
    """Take up what was kept; the epochs that are done."""
    if path is None or not path.exists():
        return 0
    document = torch.load(path, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(document[name])
    return int(document["epochs"])


def _keep(path: Path | None, parts: dict[str, Any], epochs: int) -> None:
    if path is None:
        return
    content = io.BytesIO()
    torch.save({"epochs": epochs} | {name: part.state_dict() for name, part in parts.items()}, content)
    write_whole(path, content.getvalue())


def _batches(turns: np.ndarray) -> Iterator[np.ndarray]:
    for at in range(0, len(turns) - TURNS_AT_ONCE + 1, TURNS_AT_ONCE):
        yield np.sort(turns[at : at + TURNS_AT_ONCE])


def _rows_of(begins: np.ndarray, turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows of some turns, and which of these turns each belongs to."""
    counts = begins[turns + 1] - begins[turns]
    which = np.repeat(np.arange(len(turns)), counts)
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return begins[turns][which] + offsets, which


def _loss(
    model: Model, rows: Rows, wanted: np.ndarray, seats: np.ndarray, begins: np.ndarray, turns: np.ndarray
) -> Any:
    at, which = _rows_of(begins, turns)
    values = model(torch.from_numpy(rows.inputs[at]).float())
    goal = torch.from_numpy(wanted[at])
    group = torch.from_numpy(which * SEATS + seats[at])
    groups = len(turns) * SEATS
    level = nn.functional.huber_loss(values, goal, delta=HUBER)
    within = nn.functional.huber_loss(_centred(values, group, groups), _centred(goal, group, groups), delta=HUBER)
    return level + DIFFERENCES * within


@torch.no_grad()  # type: ignore[untyped-decorator]
def report(
    model: Model, rows: Rows, wanted: np.ndarray, seats: np.ndarray, begins: np.ndarray, judged: np.ndarray
) -> dict[str, float]:
    """How many VP it errs by on turns it has not seen, beside the heuristic's worth alone."""
    at, which = _rows_of(begins, np.flatnonzero(judged))
    values = torch.cat([model(torch.from_numpy(rows.inputs[part]).float()) for part in np.array_split(at, 40)])
    goal = torch.from_numpy(wanted[at])
    group = torch.from_numpy(which * SEATS + seats[at])
    groups = int(judged.sum()) * SEATS
    own = torch.from_numpy(rows.own[at])
    found: dict[str, float] = {}
    for name, mask in (("own", own), ("others", ~own)):
        centred_goal, centred = _centred(goal, group, groups)[mask], _centred(values, group, groups)[mask]
        found |= {
            f"{name}, level": _size((goal - values)[mask]),
            f"{name}, level of the worth": _size(goal[mask]),
            f"{name}, within a turn": _size(centred_goal - centred),
            f"{name}, within a turn of the worth": _size(centred_goal),
        }
    return found


def _size(errors: torch.Tensor) -> float:
    return float(errors.square().mean().sqrt())


def _words(found: dict[str, float]) -> str:
    lines = []
    for name in ("own", "others"):
        level, of_worth, within, within_worth = (found[key] for key in found if key.startswith(f"{name},"))
        lines.append(
            f"{name}: level {level:.2f} (worth {of_worth:.2f}), within a turn {within:.3f} ({within_worth:.3f})"
        )
    return "; ".join(lines)


def _scale(rows: Rows) -> np.ndarray:
    sample = rows.inputs[:: max(len(rows.inputs) // 100_000, 1)].astype(np.float32)
    scale: np.ndarray = (1.0 / np.maximum(sample.std(0), 0.05)).astype(np.float32)
    return scale


def flat(model: Model) -> np.ndarray:
    """The net as kernels take it."""
    first, second, last = (model.layers[k] for k in (0, 2, 4))
    scaled = first.weight * model.scale[None, :]
    parts = [
        np.array([FIRST, SECOND], np.float32),
        *(tensor.detach().numpy().ravel() for tensor in (scaled.T.contiguous(), first.bias)),
        *(tensor.detach().numpy().ravel() for tensor in (second.weight.T.contiguous(), second.bias)),
        *(10.0 * tensor.detach().numpy().ravel() for tensor in (last.weight, last.bias)),
    ]
    return np.ascontiguousarray(np.concatenate(parts), np.float32)
