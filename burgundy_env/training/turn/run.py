"""A run of training: games, a fit, and a match in which the new net has to beat the old one; again and again.

A folder holds all of it: `training.json` says what was asked for, `rounds.jsonl` what came of every round,
`matches.jsonl` the matches of every new net, piece by piece, `round-1`, `round-2` ... the games, the net, and while
it is being fitted how far that is, `tensorboard` the curves. Killed at any moment the run goes on with what is there.
"""

from __future__ import annotations

import io
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...config import GameConfig
from ...crew import Crew
from ...players.net import weights
from ...players.net.forward import NO_NET
from ...store import Folder, StoreError, write_whole
from ..kinds import TURN
from ..match import Match
from .curves import Curves
from .gather import BOARDS, Gathering, kept
from .matches import Judging, Meeting, Part, in_all
from .wanted import Wanted

PIECE = 20  # games of a file: what a killed process loses
KEPT_ROUNDS = 3  # whose games a net is fitted to
STEP = 1_000_000  # seeds of a round
LADDER = 400  # games with each of the others that a new net meets
GATE = ("the one before, board 1", "the one before, other boards")


@dataclass(frozen=True)
class Round:
    """What came of a round."""

    number: int
    accepted: bool  # it is better than the one before, by the lower end of the interval
    against_old: str
    share: float
    ladder: dict[str, str]  # matches with others
    seconds: float

    @staticmethod
    def of(document: dict[str, Any]) -> Round:
        """From a line of `rounds.jsonl`."""
        return Round(**document)


Tell = Callable[[str], None]


class TurnTraining:
    """A run in a folder."""

    def __init__(self, folder: Folder, wanted: Wanted) -> None:
        self.folder, self.wanted = folder, wanted
        self._rounds = folder.lines("rounds.jsonl", load=Round.of, dump=asdict, key=lambda one: one.number)
        self.rounds = list(self._rounds.read())
        self._parts = folder.lines(
            "matches.jsonl",
            load=lambda line: Part(**line | {"sums": tuple(line["sums"])}),
            dump=asdict,
            key=lambda part: (part.number, part.match, part.first),
        )
        self.parts = list(self._parts.read())

    @classmethod
    def begin(cls, path: Path, wanted: Wanted) -> TurnTraining:
        """A new run; StoreError where something else is kept."""
        return cls(Folder.create(path, TURN, {"wanted": asdict(wanted)}), wanted)

    @classmethod
    def resume(cls, path: Path) -> TurnTraining:
        """Go on with a run."""
        folder = Folder.open(path, TURN)
        folder.take()
        try:
            wanted = Wanted(**folder.document["wanted"])
        except (KeyError, TypeError) as error:
            folder.close()
            raise StoreError(f"{path / TURN.header}: {error}") from None
        return cls(folder, wanted)

    def place(self, number: int) -> Path:
        """Where a round keeps what it has."""
        return self.folder.path / f"round-{number}"

    def net(self) -> np.ndarray:
        """The best net so far; none before the first."""
        best = self._best()
        return NO_NET if best is None else weights.read(best / "net.npz")

    def _best(self) -> Path | None:
        """The place of the round that brought it."""
        accepted = [one.number for one in self.rounds if one.accepted]
        return self.place(accepted[-1]) if accepted else None

    def train(self, crew: Crew, tell: Tell = print) -> None:
        """All rounds that are still to come: a crew plays with the best net so far, and one learns here."""
        with Curves(self.folder.path) as curves:
            self._train(crew, tell, curves)

    def _train(self, crew: Crew, tell: Tell, curves: Curves) -> None:
        for number in range(len(self.rounds) + 1, self.wanted.rounds + 1):
            began = time.monotonic()
            old = self.net()
            self.place(number).mkdir(exist_ok=True)
            self._gather(number, old, crew, tell, curves)
            new = self._fit(number, tell, curves)
            against_old, ladder = self._judge(number, new, old, crew, tell)
            accepted = against_old.interval[0] > 0.5
            found = Round(
                number,
                accepted,
                str(against_old),
                against_old.share,
                {name: str(one) for name, one in ladder.items()},
                round(time.monotonic() - began, 1),
            )
            self.rounds += self._rounds.add([found])
            curves.add_round(number * self.wanted.games, against_old, ladder)
            tell(f"round {number}: {'better than' if accepted else 'no better than'} the one before")
            if number >= KEPT_ROUNDS:
                shutil.rmtree(self.place(number - KEPT_ROUNDS + 1) / "games", ignore_errors=True)

    def finish(self) -> Path | None:
        """Write the best net of the run; where it is, or None if no round brought one."""
        if not any(one.accepted for one in self.rounds):
            return None
        path, content = self.folder.path / "net.npz", io.BytesIO()
        weights.write(content, self.net(), self._about())
        write_whole(path, content.getvalue())
        return path

    def document(self) -> dict[str, Any]:
        """What was asked for, and what came of it."""
        return {"wanted": asdict(self.wanted), "rounds": [asdict(one) for one in self.rounds]}

    def close(self) -> None:
        """Others may go on with it."""
        self.folder.close()

    def _about(self) -> str:
        lines = [
            f"round {one.number}: against the one before {one.against_old}" for one in self.rounds if one.accepted
        ]
        return "\n".join([f"burgundy train turn, {self.wanted}", *lines])

    def _gather(self, number: int, net: np.ndarray, crew: Crew, tell: Tell, curves: Curves) -> None:
        place = self.place(number) / "games"
        place.mkdir(exist_ok=True)
        first = (self.wanted.seed * 100 + number) * STEP
        firsts = [first + k for k in range(0, self.wanted.games, PIECE)]
        there = {int(path.stem) for path in kept(place)}
        missing = [seed for seed in firsts if seed not in there]
        began, done = time.monotonic(), len(firsts) - len(missing)
        pieces = crew.do(Gathering(net, self.wanted.futures, PIECE), missing)
        for played, (seed, content) in enumerate(pieces, 1):
            write_whole(place / f"{seed:09d}.npz", content)
            left = (time.monotonic() - began) / played * (len(missing) - played) / 60
            now = (done + played) * PIECE
            curves.add_games((number - 1) * self.wanted.games + now, played * PIECE / (time.monotonic() - began))
            tell(f"round {number}: {now:,} of {self.wanted.games:,} games, {left:.0f} min left")

    def _fit(self, number: int, tell: Tell, curves: Curves) -> np.ndarray:
        path = self.place(number) / "net.npz"
        if not path.exists():
            from .fit import fit, flat

            rounds = range(max(1, number - KEPT_ROUNDS + 1), number + 1)
            files = [file for one in rounds for file in kept(self.place(one) / "games")]
            best = self._best()

            def heard(epoch: int, text: str, figures: dict[str, float]) -> None:
                curves.add_epoch(number, epoch, figures)
                tell(f"round {number}: {text}")

            model = fit(
                files,
                self.wanted.seed,
                before=None if best is None else best / "fit.pt",
                kept=self.place(number) / "fit.pt",
                tell=heard,
                say=lambda text: tell(f"round {number}: {text}"),
            )
            content = io.BytesIO()
            weights.write(content, flat(model), f"round {number} of a run")
            write_whole(path, content.getvalue())
        return weights.read(path)

    def _judge(
        self, number: int, new: np.ndarray, old: np.ndarray, crew: Crew, tell: Tell
    ) -> tuple[Match, dict[str, Match]]:
        """What comes of the matches of a new net: with the one before, and with all others."""
        meetings = self._meetings(number)
        pieces = [piece for one in meetings for piece in one.pieces()]
        parts = [part for part in self.parts if part.number == number]
        there = {(part.match, part.first) for part in parts}
        missing = [piece for piece in pieces if piece not in there]
        for _, part in crew.do(Judging(number, new, old if len(old) else "heuristic", meetings), missing):
            parts += self._parts.add([part])
            tell(f"round {number}: {len(parts)} of {len(pieces)} pieces of its matches")
        parts.sort(key=lambda part: pieces.index((part.match, part.first)))  # as they are added up the same way
        both = in_all(part for part in parts if part.match in GATE)
        tell(f"round {number}: against the one before {both}")
        ladder = {
            one.name: in_all(part for part in parts if part.match == one.name)
            for one in meetings
            if one.name not in GATE
        }
        for name, found in ladder.items():
            tell(f"round {number}: against {name} {found}")
        return both, ladder

    def _meetings(self, number: int) -> list[Meeting]:
        """Whom a new net meets: half of the games with the one before on board 1, half on all boards it learns on."""
        seed, half = self.wanted.seed * 1000 + number, self.wanted.gate // 2
        board, boards = GameConfig(2), GameConfig(2, duchies=f"random:{','.join(map(str, BOARDS))}")
        hard, games = GameConfig.of({"players": 1, "chateauma": "hard"}), min(LADDER, self.wanted.gate)
        return [
            Meeting(GATE[0], "before", board, half, seed),
            Meeting(GATE[1], "before", boards, half, seed),
            Meeting("heuristic, board 1", "heuristic", board, games, seed + 1),
            Meeting("heuristic, other boards", "heuristic", boards, games, seed + 2),
            Meeting("chateauma:hard", None, hard, games, seed + 3),
        ]
