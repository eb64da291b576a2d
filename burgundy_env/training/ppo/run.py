"""A run of training: games, learning from them, matches; again and again, in a folder.

`training.json` says what was asked for, `curve.jsonl` how strong the policy was on the way, `policy.npz` is the
policy as it plays, `state.pt` all that is needed to go on. Killed at any moment the run loses at most a minute.
"""

from __future__ import annotations

import copy
import io
import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from ...config import GameConfig
from ...store import Folder, StoreError, write_whole
from ..kinds import PPO
from .judge import UNSEEN, match
from .learn import Batch, Pace, learn, optimizer_of
from .net import Columns, Net
from .tables import Asked, Tables
from .wanted import Wanted

SAVED_EVERY = 20.0  # seconds
CURVE, LAST = 8, 0.8  # points of the curve; from there on updates are larger
POOL = 6  # older selves that are kept
EVALUATED, AT_THE_END = 200, 1000  # games against each agent
_TOLD = re.compile(r"([\d.]+) % of [\d,]+ \(([\d.]+)-([\d.]+)\)")  # as `judge.Match` says it


@dataclass(frozen=True)
class Point:
    """How strong the policy was."""

    number: int
    decisions: int
    minutes: float
    matches: dict[str, str]

    def shares(self) -> dict[str, tuple[float, float, float]]:
        """How many of 100 games were won against each, and the 95 % interval."""
        found = {name: _TOLD.match(told) for name, told in self.matches.items()}
        return {
            name: (float(told[1]), float(told[2]), float(told[3])) for name, told in found.items() if told is not None
        }


Tell = Callable[[str], None]


class PpoTraining:
    """A run in a folder."""

    def __init__(self, folder: Folder, wanted: Wanted, threads: int) -> None:
        self.folder, self.wanted = folder, wanted
        torch.manual_seed(wanted.seed)
        torch.set_num_threads(1)  # a net this small is hardly faster with two, and another number sums otherwise
        configs = [GameConfig.of(config) for config in wanted.configs]
        largest = max(configs, key=lambda config: (config.chateauma is not None, config.seats))
        self.columns = Columns.of(largest, wanted.plain)
        self.net = Net(self.columns, wanted.plain)
        self.optimizer = optimizer_of(self.net)
        self.pool: list[Net] = []
        self.tables = Tables(wanted, self.columns, threads)
        self.spent, self.decisions, self._pooled = 0.0, 0, 0
        self._curve = folder.lines(
            "curve.jsonl", load=lambda line: Point(**line), dump=asdict, key=lambda one: one.number
        )
        self.points = list(self._curve.read())
        self._saved = time.monotonic()

    @classmethod
    def begin(cls, path: Path, wanted: Wanted, threads: int) -> PpoTraining:
        """A new run; StoreError where something else is kept."""
        return cls(Folder.create(path, PPO, {"wanted": asdict(wanted)}), wanted, threads)

    @classmethod
    def resume(cls, path: Path, threads: int) -> PpoTraining:
        """Go on with a run."""
        folder = Folder.open(path, PPO)
        folder.take()
        try:
            document = {key: _tuples(value) for key, value in folder.document["wanted"].items()}
            training = cls(folder, Wanted(**document), threads)
            training._restore()
        except (KeyError, TypeError, ValueError, RuntimeError, EOFError, UnpicklingError) as error:
            folder.close()
            first = str(error).splitlines()[:1]
            raise StoreError(f"{path}: it can't be gone on with: {''.join(first) or type(error).__name__}") from None
        return training

    @property
    def done(self) -> float:
        """The part of the training that is done."""
        wanted = self.wanted
        return self.decisions / wanted.decisions if wanted.decisions else self.spent / (60 * wanted.minutes)

    @property
    def _own(self) -> float:
        """The part that is done of what it learns by itself."""
        taught = 0.0 if self.wanted.teacher is None or self.wanted.plain else self.wanted.taught
        return max(self.done - taught, 0.0) / (1 - taught)

    def train(self, tell: Tell, progress: Callable[[float, str], None]) -> None:
        """All that is still to come."""
        with SummaryWriter(str(self.folder.path / "tensorboard")) as log:
            if self.done < 1 and not self.tables.has_begun:
                self._play_ahead()
            while self.done < 1:
                began = time.perf_counter()
                figures, made = self._update()
                self.decisions += made
                self.spent += time.perf_counter() - began
                figures["speed/decisions per second"] = made / (time.perf_counter() - began)
                for name, value in figures.items():
                    log.add_scalar(name, value, self.decisions)
                progress(min(self.done, 1.0), f"{self.decisions:,} decisions, {figures['games/vp']:.0f} VP")
                if self.done < 1 and self.done * CURVE >= len(self.points) + 1:
                    self._judge(EVALUATED, tell, log)
                    self._save()
                elif time.monotonic() - self._saved > SAVED_EVERY:
                    self._save()
            self._save()
            self.tables.stop()
            if not self.points or self.points[-1].number < CURVE:
                self._judge(AT_THE_END, tell, log, CURVE)
        self.write_policy()

    def _play_ahead(self) -> None:
        """Begin a batch, by the weights of now."""
        reached = sum(point.decisions <= self.decisions for point in self.points)
        if self._pooled < reached:
            at = self._pooled % POOL  # one more, or instead of the oldest
            self.pool[at : at + 1] = [self._as_it_is()]
            self._pooled = reached
        teacher = self.wanted.teacher if self._is_taught else None
        size = self.wanted.batch if self.done < LAST else self.wanted.last_batch
        self.tables.begin(Asked(self._as_it_is(), tuple(self.pool), teacher, size))

    @property
    def _is_taught(self) -> bool:
        wanted = self.wanted
        return self.done < wanted.taught and wanted.teacher is not None and not wanted.plain

    def _update(self) -> tuple[dict[str, float], int]:
        """Learn from what was played while the next batch is; figures, and how many decisions it were."""
        began = time.perf_counter()
        played = self.tables.take()
        waited = time.perf_counter() - began
        pace = _taught(self.done / self.wanted.taught) if played.taught else _pace(self._own, self.wanted.plain)
        self._play_ahead()
        batches = [
            Batch(steps, table.config.parties, pace)
            for steps, table in zip(played.steps, self.tables.all, strict=True)
        ]
        figures = [learn(self.net, self.optimizer, batch, pace) for batch in batches]
        means = {name: float(np.mean([each[name] for each in figures])) for name in figures[0]}
        vp = float(np.concatenate(played.ended).mean()) if played.ended else float("nan")
        took = time.perf_counter() - began
        means |= {"games/vp": vp, "speed/seconds of playing": played.seconds, "speed/part of waiting": waited / took}
        return means, sum(len(batch) for batch in batches)

    def _as_it_is(self) -> Net:
        return copy.deepcopy(self.net)

    def _judge(self, games: int, tell: Tell, log: SummaryWriter, number: int | None = None) -> None:
        found = {}
        for table in self.tables.all:
            rivals = self.wanted.ladder if table.config.players > 1 else (None,)
            for agent in rivals:
                name = agent or "the Châteauma"
                if len(self.tables.all) > 1:
                    name += f", {table.config}"
                one = match(self.net, self.columns, agent, table.config, games, UNSEEN)
                found[name] = str(one)
                tell(f"{self.decisions:,} decisions, {self.spent / 60:.1f} min: against {name} {one}")
                log.add_scalar(f"won/{name}", one.share, self.decisions)
        point = Point(number or len(self.points) + 1, self.decisions, round(self.spent / 60, 2), found)
        self.write_policy(f"policy-{point.number}.npz", point)  # first: a point that is kept is not made again
        self.points += self._curve.add([point])

    # --- keeping -------------------------------------------------------------------------------------

    def _save(self) -> None:
        state = {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "pool": [net.state_dict() for net in self.pool],
            "pooled": self._pooled,
            "tables": self.tables.state(),
            "torch": torch.get_rng_state(),
            "spent": self.spent,
            "decisions": self.decisions,
        }
        content = io.BytesIO()
        torch.save(state, content)
        write_whole(self.folder.path / "state.pt", content.getvalue())
        self.write_policy()
        self._saved = time.monotonic()

    def _restore(self) -> None:
        path = self.folder.path / "state.pt"
        if not path.exists():
            return
        state = torch.load(path, weights_only=True)
        if "pooled" not in state:
            raise ValueError("an earlier version began it, with which it can be finished")
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        for one in state["pool"]:
            self.pool.append(Net(self.columns, self.wanted.plain))
            self.pool[-1].load_state_dict(one)
        torch.set_rng_state(state["torch"])
        self.spent, self.decisions, self._pooled = state["spent"], state["decisions"], state["pooled"]
        self.tables.restore(state["tables"], self._as_it_is(), self.pool)

    def write_policy(self, name: str = "policy.npz", point: Point | None = None) -> Path:
        """Keep the policy as it plays; where."""
        path, content = self.folder.path / name, io.BytesIO()
        about = {"wanted": asdict(self.wanted), "decisions": self.decisions, "minutes": round(self.spent / 60, 2)}
        last = point or (self.points[-1] if self.points else None)
        about["matches"] = last.matches if last else {}
        self.net.policy(self.columns, json.dumps(about)).write(content)
        write_whole(path, content.getvalue())
        return path

    def document(self) -> dict[str, Any]:
        """What was asked for, and what came of it."""
        return {"wanted": asdict(self.wanted), "curve": [asdict(point) for point in self.points]}

    def close(self) -> None:
        """Others may go on with it."""
        self.tables.close()
        self.folder.close()


def _taught(done: float) -> Pace:
    return Pace(rates=(1.5e-3 * max(1 - done, 0.1), 1e-3), decay=0.85, others=0.2, entropy=0.0, taught=True)


def _pace(done: float, plain: bool) -> Pace:
    """Who begins with nothing has weights that have farther to go, and forecasts that know little of what is to come:
    there surprises count farther ahead."""
    left = max(1 - done, 0.05)
    rates, decay, others = ((3e-3, 2e-3), 0.95, 0.2) if plain else ((5e-4, 1e-3), 0.85, 0.5)
    return Pace(
        rates=(rates[0] * left, rates[1] * left),
        decay=decay - 0.05 * done,
        others=others + 0.1 * done,
        entropy=0.001 + 0.002 * (1 - done),
    )


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
