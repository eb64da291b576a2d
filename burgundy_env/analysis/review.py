"""A game reviewed, turn by turn: what each choice cost, and what luck brought, so that both add up.

Every value is the lead of a seat over the best other one at the end of the game, as futures have it. Of a turn two
are told: that of the best line and that of the line played; what is between them is the choice's. Of what fell by
chance after a turn likewise: what was expected before, and what is expected now that it is known, judged in the same
round by the same play; what is between them is luck's, of what was drawn first, then of each seat's dice. Futures are
dealt anew for every one of these values, so what came of it later plays no part. What the values change by without
choice or chance (a seat finds more than the small beam in the futures would, or is judged a round later) is left
over.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from ..game import Game, inside
from ..players.turn.thinking import seats_of
from ..records import Record
from .errors import AnalysisError
from .judge import Compared, Judge, margins, with_played
from .turns import Turn, turns_of

FORMAT = "burgundy-analysis/1"
Array = np.ndarray[Any, Any]
Entry = dict[str, Any]
DRAWN = "drawn"  # what chance brought besides dice
_LINES, _LUCK = 1, 2  # questions, each with futures of its own


def check(record: Record) -> None:
    """Refuse what can't be reviewed."""
    if record.config.solo:
        raise AnalysisError(
            "the solo game has no lead that choices and luck could be measured by; a position of it can be analysed"
        )
    if not len(record):
        raise AnalysisError(f"{record.source}: no action has been taken, so there is nothing to review")


def key_of_record(record: Record) -> str:
    """Names what was played, whatever was thought of it."""
    lines = [str(record.config.to_dict()), *(str(event) for event in record.events)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


class Reviewer:
    """The turns of one record, judged in any order."""

    def __init__(self, record: Record, judge: Judge) -> None:
        check(record)
        self.record, self.judge, self.teams = record, judge, record.config.teams
        self.turns = list(turns_of(record))

    def __len__(self) -> int:
        return len(self.turns)

    def entry(self, number: int) -> Entry:
        """All that is found out about one turn."""
        turn = self.turns[number]
        found: Entry = {
            "number": number,
            "first": turn.first,
            "seat": turn.seat,
            "phase": turn.when[0],
            "round": turn.when[1],
            "stage": turn.stage,
            "played": list(turn.actions),
        }
        if not turn.is_over:
            return found
        compared, place, last = self._compared(turn)
        own = np.arange(len(compared.leads))
        best = compared.best()
        picked = compared.leads[own, best]
        cost = picked - compared.leads[:, place]
        chances = compared.win[own, best] - compared.win[:, place]
        order = compared.order()
        better = next(line for line in order if line in best)
        played = compared.leads[:, place].mean(0)
        found |= {
            "lines": [compared.told(line) for line in order],
            "taken": order.index(place),
            "better": order.index(better),
            "before": _rounded(picked.mean(0)),
            "after": _rounded(played),
            "cost": {
                "vp": round(float(cost[:, turn.seat].mean()), 3),
                "error": round(float(cost[:, turn.seat].std(ddof=1) / np.sqrt(len(cost))), 3),
                "win": round(float(chances[:, turn.seat].mean()), 4),
            },
            "choice": _rounded(-cost.mean(0)),
            "luck": self._luck(turn, last, compared.leads[:, place]),
        }
        if turn.after.is_over:
            found["final"] = _rounded(_final(turn.after, self.teams))
        return found

    def _compared(self, turn: Turn) -> tuple[Compared, int, int]:
        play = inside(turn.before)
        search, ends = self.judge.search(play, turn.number)
        ends, place = with_played(ends, inside(turn.last).state, turn.ids)
        first = self.judge.first_future(turn.number, _LINES)
        rows = self.judge.rows(play, ends, search.last, first, self.judge.futures)
        return Compared.of(rows, ends.paths, turn.seat, seats_of(play), self.teams), place, search.last

    def _luck(self, turn: Turn, last: int, before: Array) -> Entry:
        """What chance changed after a turn: what was drawn (or the Châteauma did), then the dice seat by seat."""
        play = inside(turn.after)
        if not turn.fell or turn.after.is_over or turn.after.to_json()["stage"] != "turn":
            return {}
        first = self.judge.first_future(turn.number, _LUCK)
        rolled = [seat for seat in turn.rolled if seat < self.record.config.players]
        found: Entry = {}
        known, then = before.mean(0), before
        for seat in (None, *rolled):
            unknown = rolled if seat is None else rolled[rolled.index(seat) + 1 :]
            rows = self.judge.rows_on(play, last, first, sum(1 << one for one in unknown))
            leads = margins(rows["vp"][:, : seats_of(play)], self.teams)
            now = leads.mean(0)
            if seat is None:  # these futures have nothing in common with those before
                error = np.sqrt((leads.var(0, ddof=1) + then.var(0, ddof=1)) / len(leads))
            else:
                error = (leads - then).std(0, ddof=1) / np.sqrt(len(leads))
            found[DRAWN if seat is None else str(seat)] = {"vp": _rounded(now - known), "error": _rounded(error)}
            known, then = now, leads
        return {"by": found, "known": _rounded(known)}


def _rounded(values: Array) -> list[float]:
    return [round(float(value), 3) + 0.0 for value in values]


def _final(game: Game, teams: int) -> Array:
    """The leads at the end of a game, by seat."""
    totals = [score["total"] for score in game.scores()]
    seats = game.config.seats
    return margins(np.array([totals[seat % len(totals)] for seat in range(seats)], np.float64), teams)
