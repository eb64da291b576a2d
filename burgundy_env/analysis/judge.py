"""One turn judged: its best lines and the one that was played, over futures that are the same for all of them.

A search looks for the best lines first; then other futures, which it has not chosen by, say what each is worth.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from burgundy_agents import AgentSpec, parse

from ..engine.actions import STRINGS
from ..engine.layout import SCORE_NAMES, STATE
from ..engine.play import Play
from ..engine.seeds import STREAM, mixed
from ..players.heuristic.basics import LAST_ROUND
from ..players.keys import key_of
from ..players.net.forward import NO_NET
from ..players.net.weights import IN_SEARCH
from ..players.policies import PARAMETERS, new_stream
from ..players.turn.ends import END_OF_TURN
from ..players.turn.futures import PAIRS
from ..players.turn.judging import JUDGEMENT, judge_futures, judge_on
from ..players.turn.thinking import Deliberation, path
from ..players.turn.winning import spread_after
from .errors import AnalysisError

Array = np.ndarray[Any, Any]
USUAL = "turn:futures=500"
FINALISTS = 5  # lines of the search that are compared, the one played beside them
FEWEST = 8  # futures that tell lines apart at all
_AT_ONCE = PAIRS  # futures between which Ctrl-C is heard
_QUESTIONS = 8  # that may be asked about a turn, each with futures of its own
_TOO_MANY = 16  # bits of a seed's word, as futures are counted in fewer


@dataclass(frozen=True)
class Ends:
    """Ends of a turn, and what the search thought of their order: the best first."""

    ends: Array
    states: Array
    paths: tuple[tuple[int, ...], ...]
    searched: int  # futures that were spent on the order


@dataclass(frozen=True)
class Judge:
    """Who judges: so many futures, by a judge that a net may correct."""

    futures: int
    seed: int = 1
    net: Array = field(default_factory=lambda: IN_SEARCH, repr=False)

    @classmethod
    def of(cls, text: str, seed: int = 1, folder: str | None = None) -> Judge:
        """The judge that an agent's string asks for, as `turn:futures=1000`."""
        spec = parse(text, folder)
        values = dict(spec.values)
        if _name(spec) != "turn" or "ms" in values:
            raise AnalysisError(
                f"{text}: turns are judged by futures, so the agent is turn with a number of them, as in "
                "turn:futures=1000, and perhaps a net"
            )
        futures = int(values.get("futures", PARAMETERS["turn"]))
        if futures < FEWEST:
            raise AnalysisError(f"{text}: at least {FEWEST} futures are needed to tell lines apart")
        net = IN_SEARCH
        if values.get("net") == "none":
            net = NO_NET
        elif "net" in values:
            from burgundy_agents.user_file import in_folder

            from ..players.net.weights import NetError, read

            try:
                net = read(Path(in_folder(str(values["net"]), folder)))
            except NetError as error:
                raise AnalysisError(str(error)) from None
        return cls(futures, seed, net)

    @property
    def fingerprint(self) -> str:
        """Which net it is, in a few letters."""
        return hashlib.sha256(self.net.tobytes()).hexdigest()[:16]

    def first_future(self, number: int, question: int) -> int:
        """Where the futures of a question about turn `number` begin, far from those of any other or another seed."""
        word = mixed(int(mixed(self.seed)) + number * _QUESTIONS + question)
        return (int(word) >> _TOO_MANY) * PAIRS

    def search(self, play: Play, number: int) -> tuple[Deliberation, Ends]:
        """The best ends of the turn."""
        stream = np.zeros(1, STREAM)
        new_stream(stream, self.first_future(number, 0))
        found = Deliberation(play, stream, self.net, self.futures)
        for _ in found.steps():
            pass
        best = found.alive[: max(FINALISTS, 1)]
        paths = tuple(path(found.ends[c]) for c in best.tolist())
        searched = self.futures if found.count > 1 else 0
        return found, Ends(found.ends[best].copy(), found.states[best].copy(), paths, searched)

    def rows(self, play: Play, ends: Ends, last: int, first: int, futures: int) -> Array:
        """What these futures say of each end: a row for each future."""
        count = len(ends.paths)
        table = np.zeros((futures, count), JUDGEMENT)
        for done in range(0, futures, _AT_ONCE):
            judge_futures(
                play.tables, play.state, self.net, last, first + done, np.arange(count), ends.ends, ends.states,
                spread_after(LAST_ROUND - last), np.zeros(count), table[done : done + _AT_ONCE],
            )  # fmt: skip
        return table

    def rows_on(self, play: Play, last: int, first: int, thrown: int) -> Array:
        """What futures say of a position in which a turn begins; `thrown`: bits of seats whose dice fall anew."""
        rows = np.zeros(self.futures, JUDGEMENT)
        spread = spread_after(LAST_ROUND - last)
        for done in range(0, self.futures, _AT_ONCE):
            part = rows[done : done + _AT_ONCE]
            judge_on(play.tables, play.state, self.net, last, first + done, thrown, spread, part)
        return rows


def _name(spec: AgentSpec) -> str:
    return str(spec.kind.name)


def with_played(ends: Ends, state: Array, actions: tuple[int, ...]) -> tuple[Ends, int]:
    """The ends with that of the turn that was played, and its place; `state` stood before its last action.

    Turns that end in the same position are one.
    """
    key, last = _key(state[0]), actions[-1]
    for k, known in enumerate(ends.paths):
        if known[-1] == last and _key(ends.states[k]) == key:
            return ends, k
    more: Array = np.zeros(1, END_OF_TURN)
    place = len(ends.paths)
    more["path"][0, 0], more["length"][0] = last, 1
    states = np.concatenate([ends.states, np.frombuffer(state.tobytes(), STATE)])
    return Ends(np.concatenate([ends.ends, more]), states, (*ends.paths, actions), ends.searched), place


def _key(state: Any) -> int:
    """The key of a position."""
    return int(key_of(state))  # type: ignore[no-untyped-call]


def margins(vp: Array, teams: int = 0) -> Array:
    """The lead of every seat over the best other one, of points by seat in the last axis."""
    seats = vp.shape[-1]
    if seats == 1:
        return vp
    lead = np.empty(vp.shape)
    for seat in range(seats):
        others = [other for other in range(seats) if other != seat and not (teams and other % teams == seat % teams)]
        lead[..., seat] = vp[..., seat] - vp[..., others].max(-1)
    return lead


@dataclass(frozen=True)
class Compared:
    """Lines that met the same futures."""

    lines: tuple[tuple[int, ...], ...]
    seat: int
    leads: Array  # (future, line, seat)
    win: Array  # (future, line, seat)
    vp: Array  # (future, line, seat)
    points: Array  # (line, source): of the seat, where futures were judged

    @classmethod
    def of(cls, rows: Array, lines: tuple[tuple[int, ...], ...], seat: int, seats: int, teams: int) -> Compared:
        """From what futures said."""
        vp = rows["vp"][..., :seats]
        return cls(lines, seat, margins(vp, teams), rows["win"][..., :seats], vp, rows["points"].mean(0))

    def best(self, halves: bool = True) -> Array:
        """The best line, by future: each half of them chooses by itself, and the other half is told its choice.

        A line that was lucky in the futures it was chosen by would look better than it is, and every other turn
        like a mistake.
        """
        own = self.leads[:, :, self.seat]
        n = len(own)
        if not halves:
            return np.full(n, int(own.mean(0).argmax()))
        half = n // 2
        first, second = int(own[:half].mean(0).argmax()), int(own[half:].mean(0).argmax())
        return np.concatenate([np.full(half, second), np.full(n - half, first)])

    def order(self) -> list[int]:
        """The lines, best first."""
        return np.argsort(-self.leads[:, :, self.seat].mean(0), kind="stable").tolist()  # type: ignore[no-any-return]

    def told(self, line: int) -> dict[str, Any]:
        """A line with all that is expected of it, as JSON has it."""
        own = self.leads[:, line, self.seat]
        n = len(own)
        points = {
            name: round(float(value), 2) for name, value in zip(SCORE_NAMES, self.points[line], strict=True) if value
        }
        vp = self.vp[:, line].mean(0)
        return {
            "turn": [STRINGS[action] for action in self.lines[line]],
            "margin": round(float(own.mean()), 3),
            "error": round(float(own.std(ddof=1) / np.sqrt(n)), 3),
            "vp": [round(float(value), 2) for value in vp],
            "win": [round(float(value), 4) for value in self.win[:, line].mean(0)],
            "futures": n,
            "points": points,
            "to_come": round(float(vp[self.seat] - self.points[line].sum()), 2),
        }
