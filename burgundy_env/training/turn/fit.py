"""Fitting a net to what futures said: the level of a turn, and above all the differences between its ends."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from ...engine.layout import SEATS
from ...players.net.inputs import INPUTS
from ...store import write_whole
from .gather import Rows, joined, rows_in, turns_in

FIRST, SECOND = 256, 64
DIFFERENCES = 200.0  # times that differences within a turn count, compared to their level: they are far smaller
SURE = 0.3  # of what came of the game, against what its futures said
TURNS_AT_ONCE = 256
AT_ONCE = 20  # files that are in memory: some 250 MB
HELD_OUT, MOST_JUDGED = 20, 200  # one turn in so many, in so many files
EPOCHS, FASTEST = 10, 2e-3
EPOCHS_ON, FASTEST_ON = 3, 1e-3  # of a net that goes on from the one before
HUBER = 0.7  # VP, from which on errors count by their size and no longer by its square


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
Say = Callable[[str], None]


class Chunk(NamedTuple):
    """Some of the games, as many as memory has room for."""

    rows: Rows
    wanted: np.ndarray  # by row: what the net is to say
    seats: np.ndarray  # by row
    begins: np.ndarray  # by turn: its first row
    held: np.ndarray  # by turn: whether nets are judged by it and learn nothing from it

    @staticmethod
    def of(files: Sequence[Path]) -> Chunk:
        """The turns of some files."""
        pieces = [rows_in(file) for file in files]
        held = np.concatenate([_held(piece) for piece in pieces])
        rows = joined(pieces)
        return Chunk(rows, targets(rows) - rows.worth, _seats(rows), _begins(rows), held)

    @staticmethod
    def held_out(files: Sequence[Path]) -> Chunk:
        """Those turns alone that nets are judged by, of so many files that memory has room for them."""
        pieces = []
        for file in files[:: -(-len(files) // MOST_JUDGED)]:
            rows = rows_in(file)
            held = _held(rows)
            left = Rows(*(column[held[rows.turn]] for column in rows))
            pieces.append(left._replace(turn=np.cumsum(held, dtype=np.int32)[left.turn] - 1))
        rows = joined(pieces)
        begins = _begins(rows)
        return Chunk(rows, targets(rows) - rows.worth, _seats(rows), begins, np.ones(len(begins) - 1, bool))


def _held(rows: Rows) -> np.ndarray:
    """Of the turns of one file."""
    held: np.ndarray = np.arange(int(rows.turn.max(initial=-1)) + 1) % HELD_OUT == HELD_OUT // 2
    return held


def _begins(rows: Rows) -> np.ndarray:
    return np.searchsorted(rows.turn, np.arange(int(rows.turn.max(initial=-1)) + 2))


def fit(
    files: Sequence[Path],
    seed: int = 1,
    epochs: int | None = None,
    before: Path | None = None,
    kept: Path | None = None,
    tell: Tell = lambda *_: None,
    say: Say = lambda _: None,
) -> Model:
    """A net fitted to the games in some files; one turn in twenty is left out to judge it by.

    `before`: what another fit has kept, whose net this one goes on from. `kept`: a file that says after every chunk
    of the games how far it is; killed, it goes on from there.
    """
    torch.manual_seed(seed)
    epochs = epochs or (EPOCHS if before is None else EPOCHS_ON)
    judged = Chunk.held_out(files)
    model = Model(torch.from_numpy(_scale(judged.rows)))
    if before is not None:
        model.load_state_dict(torch.load(before, weights_only=True)["model"])
    steps = epochs * sum(map(turns_in, files)) * (HELD_OUT - 1) // HELD_OUT // TURNS_AT_ONCE
    optimiser = torch.optim.Adam(model.parameters(), FASTEST if before is None else FASTEST_ON)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(1 - step / max(steps, 1), 0.02))
    parts = {"model": model, "optimiser": optimiser, "schedule": schedule}
    groups, losses = -(-len(files) // AT_ONCE), list[float]()
    for number, chunk in _chunks(files, seed, _load(kept, parts), epochs * groups):
        epoch, part = divmod(number, groups)
        order = np.flatnonzero(~chunk.held)
        np.random.default_rng((seed, epoch, part)).shuffle(order)
        losses += [_step(_loss(model, chunk, turns), optimiser, schedule) for turns in _batches(order)]
        _keep(kept, parts, number + 1)
        say(f"epoch {epoch + 1} of {epochs}: {part + 1} of {groups} parts of the games")
        if part == groups - 1:
            seen, loss = report(model, judged), float(np.mean(losses or [0.0]))
            losses.clear()
            tell(
                epoch + 1,
                f"epoch {epoch + 1} of {epochs}: loss {loss:.3f}; {_words(seen)}",
                {"learning": loss} | seen,
            )
    return model


def _chunks(files: Sequence[Path], seed: int, first: int, last: int) -> Iterator[tuple[int, Chunk]]:
    """The files epoch for epoch, in another order each time; the next ones are read while one learns."""
    groups = -(-len(files) // AT_ONCE)

    def read(number: int) -> Chunk:
        epoch, part = divmod(number, groups)
        order = np.random.default_rng((seed, epoch)).permutation(len(files))
        return Chunk.of([files[k] for k in np.sort(order[part * AT_ONCE : (part + 1) * AT_ONCE])])

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(read, first) if first < last else None
        for number in range(first, last):
            assert coming is not None
            chunk = coming.result()
            coming = reader.submit(read, number + 1) if number + 1 < last else None
            yield number, chunk


def _step(loss: torch.Tensor, optimiser: Any, schedule: Any) -> float:
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    schedule.step()
    return float(loss.detach())


def _load(path: Path | None, parts: dict[str, Any]) -> int:
    """Take up what was kept; the chunks that are done."""
    if path is None or not path.exists():
        return 0
    document = torch.load(path, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(document[name])
    return int(document["chunks"])


def _keep(path: Path | None, parts: dict[str, Any], chunks: int) -> None:
    if path is None:
        return
    content = io.BytesIO()
    torch.save({"chunks": chunks} | {name: part.state_dict() for name, part in parts.items()}, content)
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


def _loss(model: Model, chunk: Chunk, turns: np.ndarray) -> Any:
    at, which = _rows_of(chunk.begins, turns)
    values = model(torch.from_numpy(chunk.rows.inputs[at]).float())
    goal = torch.from_numpy(chunk.wanted[at])
    group = torch.from_numpy(which * SEATS + chunk.seats[at])
    groups = len(turns) * SEATS
    level = nn.functional.huber_loss(values, goal, delta=HUBER)
    within = nn.functional.huber_loss(_centred(values, group, groups), _centred(goal, group, groups), delta=HUBER)
    return level + DIFFERENCES * within


@torch.no_grad()  # type: ignore[untyped-decorator]
def report(model: Model, judged: Chunk) -> dict[str, float]:
    """How many VP it errs by on turns it has not seen, beside the heuristic's worth alone."""
    rows = judged.rows
    values = torch.cat([model(torch.from_numpy(part).float()) for part in np.array_split(rows.inputs, 40)])
    goal = torch.from_numpy(judged.wanted)
    group = torch.from_numpy(rows.turn.astype(np.int64) * SEATS + judged.seats)
    groups = len(judged.held) * SEATS
    own = torch.from_numpy(rows.own)
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
        np.array([FIRST, SECOND, 1], np.float32),
        *(tensor.detach().numpy().ravel() for tensor in (scaled.T.contiguous(), first.bias)),
        *(tensor.detach().numpy().ravel() for tensor in (second.weight.T.contiguous(), second.bias)),
        *(10.0 * tensor.detach().numpy().ravel() for tensor in (last.weight, last.bias)),
    ]
    return np.ascontiguousarray(np.concatenate(parts), np.float32)
